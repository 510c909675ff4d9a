package mcp

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// offering is a server over HTTP with so many tools; each answers with its name.
func offering(t *testing.T, tools int) string {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	for i := range tools {
		name := fmt.Sprintf("tool_%03d", i)
		s.AddTool(&sdk.Tool{Name: name, InputSchema: map[string]any{"type": "object"}, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}},
			func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: name}}}, nil
			})
	}
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(web.Close)
	return web.URL
}

func TestDial(t *testing.T) {
	ctx := context.Background()
	c, err := Dial(ctx, "1", offering(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(ctx) })
	offers, err := c.Tools(ctx)
	if err != nil || len(offers) != 3 || offers[0].ReadOnly == nil || !*offers[0].ReadOnly || offers[0].Destructive != nil {
		t.Errorf("Tools: %v %v", offers, err)
	}
	if reply, err := c.Call(ctx, "tool_001", nil); err != nil || reply.Text() != `{"text":"tool_001"}` {
		t.Errorf("Call: %v %v", reply, err)
	}
	if reply, err := c.Call(ctx, "none", nil); err != nil || reply.Status != 400 {
		t.Errorf("Call of no tool: %v %v, want 400", reply, err)
	}
}

func TestDialBoundsTools(t *testing.T) {
	ctx := context.Background()
	c, err := Dial(ctx, "1", offering(t, maxTools+1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(ctx) })
	if _, err := c.Tools(ctx); err == nil || !strings.Contains(err.Error(), "more than 512") {
		t.Errorf("Tools: %v", err)
	}
}

func TestDialHostile(t *testing.T) {
	elsewhere := offering(t, 1)
	for name, answer := range map[string]http.HandlerFunc{
		"an outage": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"no JSON":   func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere, http.StatusTemporaryRedirect)
		},
		"a flood": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for line := []byte(strings.Repeat(" ", 1<<20)); ; {
				if _, err := w.Write(line); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			web := httptest.NewServer(answer)
			defer web.Close()
			if c, err := Dial(context.Background(), "1", web.URL); err == nil {
				c.Close(context.Background())
				t.Error("Dial: no error")
			}
		})
	}
	for _, address := range []string{"", "127.0.0.1:1", "ftp://127.0.0.1/", "://"} {
		if _, err := Dial(context.Background(), "1", address); err == nil {
			t.Errorf("Dial(%q): no error", address)
		}
	}
}

// TestEachTrialHasItsBytes has a server that sent all that it may in a trial: it
// may go on in another.
func TestEachTrialHasItsBytes(t *testing.T) {
	ctx := context.Background()
	for name, again := range map[string]bool{"another trial": true, "the same": false} {
		c, err := Dial(ctx, "1", offering(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		c.sent.Store(maxReceived)
		if again {
			c.Again()
		}
		if _, err := c.Call(ctx, "tool_000", nil); (err == nil) != again {
			t.Errorf("%s: %v", name, err)
		}
		c.Close(ctx)
	}
}
