package mcp

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

// bridged connects a client over two pipes to what a host serves.
func bridged(t *testing.T, url string, options *sdk.ClientOptions) (*sdk.ClientSession, <-chan error) {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Bridge(t.Context(), "test", url, toServer, fromServer) }()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, options)
	s, err := client.Connect(t.Context(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, ended
}

// TestBridge takes calls across, answers and errors back, and says when the tools
// changed.
func TestBridge(t *testing.T) {
	d := NewCounter("test", "Be kind.")
	office(t, d, func(step int) []trace.Tool {
		if step >= 2 {
			return []trace.Tool{{Name: "search", Description: "Search.", Parameters: schema}}
		}
		return find(step)
	})
	host, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.begun(t.Context()); err != nil {
		t.Fatal(err)
	}
	url, _ := host.Open(d.Desk)
	changed := make(chan struct{}, 8)
	s, ended := bridged(t, url, &sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} }})
	if got := s.InitializeResult().Instructions; got != "Be kind." {
		t.Errorf("instructions %q", got)
	}
	if got, failed := do(t, s, "find", map[string]any{"id": "c1"}); failed || !strings.Contains(got, `{\"id\":\"c1\"}`) {
		t.Errorf("got %q, failed %v", got, failed)
	}
	var refused *jsonrpc.Error
	if _, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "lend"}); !errors.As(err, &refused) || refused.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("a tool that there is not: %v", err)
	}
	for { // until the new list has come across
		list, err := s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		names := ""
		for _, tool := range list.Tools {
			names += tool.Name + " "
		}
		if strings.Contains(names, "search") && !strings.Contains(names, "find") {
			break
		}
		<-changed
	}
	_ = s.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
}

func TestBridgeToNowhere(t *testing.T) {
	err := Bridge(t.Context(), "test", "http://127.0.0.1:1/x", strings.NewReader(""), io.Discard)
	if err == nil || !strings.Contains(err.Error(), "reach MCP server") {
		t.Errorf("got %v", err)
	}
}
