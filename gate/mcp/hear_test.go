package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

// What a server said comes as it said it, also what it refused with.
func TestHear(t *testing.T) {
	s := sdk.NewServer(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	s.AddTool(&sdk.Tool{Name: "say", InputSchema: map[string]any{"type": "object"}}, func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		var said sdk.CallToolResult
		err := json.Unmarshal(r.Params.Arguments, &said)
		return &said, err
	})
	key := ""
	inner := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key = r.Header.Get("X-Key")
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	c, err := DialWith(t.Context(), "1", web.URL, map[string]string{"X-Key": "k"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(context.Background()) })
	text := func(text string) []any { return []any{map[string]any{"type": "text", "text": text}} }
	for _, test := range []struct {
		tool string
		said map[string]any
		want trace.Reply
	}{
		{"say", map[string]any{"content": text(`{"n": 1}`)}, trace.Reply{Status: 200, Body: map[string]any{"n": int64(1)}}},
		{"say", map[string]any{"content": text("null")}, trace.Reply{Status: 200}},
		{"say", map[string]any{"content": text("No."), "isError": true}, trace.Reply{Body: map[string]any{"text": "No."}}},
		{"say", map[string]any{"content": text(`{"error": {"code": "lent"}}`), "isError": true}, trace.Reply{Body: map[string]any{"error": map[string]any{"code": "lent"}}}},
		{"none", map[string]any{}, trace.Reply{Body: map[string]any{"error": map[string]any{"code": int64(-32602), "message": `unknown tool "none"`}}}},
	} {
		got, err := c.Hear(t.Context(), test.tool, test.said)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.said, diff)
		}
	}
	if key != "k" {
		t.Errorf("the last request carried the key %q", key)
	}
	if r, err := c.Hear(t.Context(), "say", map[string]any{"content": text(strings.Repeat("x", maxAnswer))}); err == nil {
		t.Errorf("%v is no answer", r)
	}
	web.CloseClientConnections()
	web.Close()
	if r, err := c.Hear(t.Context(), "say", map[string]any{}); err == nil {
		t.Errorf("%v of nobody", r)
	}
}
