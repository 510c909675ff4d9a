package fidelity

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/suites"
)

// toolServer serves find_tools of the suite lending over MCP, to whoever has the key.
func toolServer(t *testing.T, names ...string) string {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	for _, name := range names {
		s.AddTool(&sdk.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: `{"items": [{"id": "a", "name": "b", "shelf": 1, "note": "c"}], "count": 1}`}}}, nil
		})
	}
	inner := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer right" {
			http.Error(w, "who is "+r.Header.Get("Authorization"), http.StatusUnauthorized)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	return web.URL
}

func lending(t *testing.T) *suites.Suite {
	t.Helper()
	suite, err := suites.Load(os.DirFS("../../cmd/keptgate/testdata/suites"), "lending", 0)
	if err != nil {
		t.Fatal(err)
	}
	return suite
}

const overURL = `contract: c
suite: lending
session: {user: Ana, account: desk}
env: [KEY]
live: {mcp: {url: URL, headers: {Authorization: "Bearer ${KEY}"}}}
steps:
  - call: {find_tools: {name: Drill}}
`

func replayed(t *testing.T, ctx context.Context, text, key string) (*Report, error) {
	t.Helper()
	c, err := Parse("c.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Run(ctx, Setup{Contract: c, Suite: lending(t), Version: "1", Now: now, Lookup: func(string) (string, bool) { return key, key != "" }})
}

func TestRunOverAnAddress(t *testing.T) {
	twice := make([]string, 600)
	for i := range twice {
		twice[i] = "t" + strings.Repeat("x", i)
	}
	for name, test := range map[string]struct {
		url, key string
		want     Verdict
		why      string
	}{
		"right": {toolServer(t, "find_tools"), "right", Same, ""},
		"wrong": {toolServer(t, "find_tools"), "wrong", NotEvaluated, "the live service is not there: connect to MCP server: "},
		"many":  {toolServer(t, twice...), "right", NotEvaluated, "the live service is not there: list tools: there are more than"},
		"none":  {toolServer(t), "right", Drifted, ""},
	} {
		r, err := replayed(t, t.Context(), strings.Replace(overURL, "URL", test.url, 1), test.key)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != test.want || !strings.HasPrefix(r.Why, test.why) || strings.Contains(r.Why, "Bearer wrong") {
			t.Errorf("%s: %s, %s, %+v", name, r.Verdict, r.Why, r.Drifts)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	url := toolServer(t, "find_tools")
	text := strings.Replace(overURL, "URL", url, 1)
	var mend *UsageError
	if r, err := replayed(t, t.Context(), text, ""); !errors.As(err, &mend) || !strings.Contains(err.Error(), "KEY is not set") || errors.Unwrap(mend) == nil {
		t.Errorf("without a key: %v, %v", r, err)
	}
	if r, err := replayed(t, t.Context(), strings.Replace(text, "find_tools", "find", 1), "right"); err == nil || !strings.Contains(err.Error(), "has no tool") {
		t.Errorf("of another tool: %v, %v", r, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := replayed(t, over, text, "right"); !errors.Is(err, context.Canceled) {
		t.Errorf("once it is over: %v, %v", r, err)
	}
}
