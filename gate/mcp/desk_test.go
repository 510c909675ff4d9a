package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

var schema = json.RawMessage(`{"type": "object", "properties": {"id": {"type": "string"}}}`)

// office is a trial of the simplest kind: it answers each call with its
// arguments, each text with "heard", and ends at "bye".
func office(t *testing.T, d *Counter, catalogue func(step int) []trace.Tool) (wait func()) {
	t.Helper()
	var running sync.WaitGroup
	running.Go(func() {
		m := trace.Message{Role: trace.RoleCaller, Text: "Good morning."}
		for step := 0; ; step++ {
			said, _, err := d.Next(t.Context(), m, catalogue(step))
			if err != nil {
				return
			}
			if said.Text == "bye" {
				d.Finish("The promise was kept.")
				return
			}
			m = trace.Message{Text: "heard " + said.Text}
			for _, c := range said.Calls {
				r := trace.Reply{CallID: c.ID, Status: 200, Body: map[string]any{"tool": c.Tool, "with": c.Arguments}}
				if strings.Contains(c.Arguments, "missing") {
					r = trace.Failure(c.ID, 404, "not_found", "No such thing.")
				}
				if !slices.ContainsFunc(catalogue(step), func(t trace.Tool) bool { return t.Name == c.Tool }) {
					r = trace.Failure(c.ID, 404, "unknown_tool", "There is no tool "+c.Tool+".")
				}
				m.Role, m.Text, m.Replies = trace.RoleTools, "", append(m.Replies, r)
			}
		}
	})
	return running.Wait
}

func find(int) []trace.Tool {
	return []trace.Tool{{Name: "find", Description: "Find.", Parameters: schema}}
}

// dial connects a client of the SDK to a desk over two pipes.
func dial(t *testing.T, d *Counter, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	go func() {
		_ = d.Stdio(t.Context(), toServer, fromServer) // ends with the test
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, options)
	s, err := client.Connect(t.Context(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func do(t *testing.T, s *sdk.ClientSession, tool string, args any) (string, bool) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return r.Content[0].(*sdk.TextContent).Text, r.IsError
}

func TestDeskPlaysACall(t *testing.T) {
	d := NewCounter("test", "Be kind.")
	wait := office(t, d, find)
	s := dial(t, d, nil)
	if got := s.InitializeResult().Instructions; got != "Be kind." {
		t.Errorf("instructions %q", got)
	}
	type args = map[string]any
	for _, step := range []struct {
		tool   string
		args   args
		want   string
		failed bool
	}{
		{ToolSay, args{"text": "hello"}, "heard hello", false},
		{ToolHear, args{}, "heard hello", false},
		{ToolSay, args{}, "Nothing was said: say needs {\"text\": \"...\"}.", true},
		{ToolSay, args{"text": " "}, "Nothing was said: say needs {\"text\": \"...\"}.", true},
		{"find", args{"id": "c1"}, `{"tool":"find","with":"{\"id\":\"c1\"}"}`, false},
		{"find", args{"id": "missing"}, `{"error":{"code":"not_found","message":"No such thing.","status":404}}`, true},
		{ToolSay, args{"text": "bye"}, "The promise was kept.", false},
		{ToolSay, args{"text": "still there?"}, "The promise was kept.", false},
		{"find", args{"id": "c1"}, "The promise was kept.", false},
	} {
		got, failed := do(t, s, step.tool, step.args)
		if got != step.want || failed != step.failed {
			t.Errorf("%s %v: %q (failed %v), want %q (%v)", step.tool, step.args, got, failed, step.want, step.failed)
		}
	}
	wait()
}

func TestDeskServesTheCatalogueInForce(t *testing.T) {
	renamed := []trace.Tool{{Name: "search", Description: "Search.", Parameters: schema}}
	d := NewCounter("test", "")
	changed := make(chan struct{}, 8)
	office(t, d, func(step int) []trace.Tool {
		if step >= 1 {
			return renamed
		}
		return find(step)
	})
	s := dial(t, d, &sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} }})
	do(t, s, ToolSay, map[string]any{"text": "hello"})
	<-changed
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	if diff := cmp.Diff([]string{ToolHear, ToolSay, "search"}, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	_, err = s.CallTool(t.Context(), &sdk.CallToolParams{Name: "find"})
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) || refused.Code != jsonrpc.CodeInvalidParams || refused.Message != "There is no tool find." {
		t.Errorf("a tool that is no longer served: %v, want the trial's own words as an error of the protocol", err)
	}
}

// hung is a stream whose other side has been closed.
type hung struct{ said chan struct{} }

func (h hung) Write([]byte) (int, error) {
	close(h.said)
	return 0, io.ErrClosedPipe
}

// TestAClientThatLeavesIsNoError has a client leave while it is answered.
func TestAClientThatLeavesIsNoError(t *testing.T) {
	d := NewCounter("test", "")
	office(t, d, find)
	in, client := io.Pipe()
	out := hung{make(chan struct{})}
	go func() {
		_, _ = io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n") // the desk reads it, or the test fails
		<-out.said
		_ = client.Close()
	}()
	if err := d.Stdio(t.Context(), in, out); err != nil {
		t.Error(err)
	}
}

// TestRequestsAtOnce sends many calls at once: each gets the answer that is its
// own.
func TestRequestsAtOnce(t *testing.T) {
	d := NewCounter("test", "")
	office(t, d, find)
	s := dial(t, d, nil)
	var sending sync.WaitGroup
	for i := range 50 {
		sending.Go(func() {
			r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "find", Arguments: map[string]any{"id": fmt.Sprint(i)}})
			if err != nil {
				t.Error(err)
				return
			}
			want := fmt.Sprintf(`{"tool":"find","with":"{\"id\":\"%d\"}"}`, i)
			if got := r.Content[0].(*sdk.TextContent).Text; got != want {
				t.Errorf("call %d got %s", i, got)
			}
		})
	}
	sending.Wait()
}

func TestHTTPStaysOnThisMachine(t *testing.T) {
	d := NewCounter("test", "")
	over, cancel := context.WithCancel(t.Context()) // so that what is not refused ends
	cancel()
	for address, want := range map[string]string{"0.0.0.0:0": "this machine only", "example.org:80": "this machine only", "8000": "write it like"} {
		if err := d.HTTP(over, address, func(string) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}

func TestHTTPServesAtAnAddressOfItsOwn(t *testing.T) {
	d := NewCounter("test", "")
	office(t, d, find)
	ctx, stop := context.WithCancel(t.Context())
	at, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- d.HTTP(ctx, "127.0.0.1:0", func(url string) { at <- url }) }()
	url := <-at
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := do(t, s, ToolSay, map[string]any{"text": "hello"}); got != "heard hello" {
		t.Errorf("got %q", got)
	}
	_, err = client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url[:len(url)-1] + "x"}, nil)
	if err == nil {
		t.Error("another address was served as well")
	}
	_ = s.Close()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
