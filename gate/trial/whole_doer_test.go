package trial

import (
	"context"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// doer is a whole agent of the tests: it does one thing after another, each with a
// client of the official SDK at its address, and says what that returns.
type doer struct {
	does  []func(ctx context.Context, tools *sdk.ClientSession) (string, error)
	mcp   string
	heard []trace.Message
	tools *sdk.ClientSession
}

func (*doer) Identity() string { return "test:doer" }
func (*doer) Whole()           {}

func (d *doer) Start(ctx context.Context, b agent.Briefing) (agent.Session, error) {
	d.mcp = b.MCP
	var err error
	client := sdk.NewClient(&sdk.Implementation{Name: "doer", Version: "1"}, nil)
	d.tools, err = client.Connect(ctx, &sdk.StreamableClientTransport{Endpoint: b.MCP}, nil)
	return d, err
}

func (d *doer) Close() error { return d.tools.Close() }

func (d *doer) Next(ctx context.Context, m trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	d.heard = append(d.heard, m)
	text, err := d.does[min(len(d.heard), len(d.does))-1](ctx, d.tools)
	return trace.Message{Text: text}, trace.Usage{OutputTokens: 5}, err
}

type do = func(context.Context, *sdk.ClientSession) (string, error)

// say only says something.
func say(text string) do {
	return func(context.Context, *sdk.ClientSession) (string, error) { return text, nil }
}

// use calls tools at once, each given by its name and arguments, and then says
// something.
func use(text string, pairs ...string) do {
	return func(ctx context.Context, tools *sdk.ClientSession) (string, error) {
		var calling sync.WaitGroup
		for i := 0; i < len(pairs); i += 2 {
			calling.Go(func() { _, _ = call(ctx, tools, pairs[i], pairs[i+1]) })
		}
		calling.Wait()
		return text, nil
	}
}

// after does one thing and then another.
func after(first, then do) do {
	return func(ctx context.Context, tools *sdk.ClientSession) (string, error) {
		if _, err := first(ctx, tools); err != nil {
			return "", err
		}
		return then(ctx, tools)
	}
}

func call(ctx context.Context, tools *sdk.ClientSession, tool, arguments string) (string, error) {
	var args any = map[string]any{}
	if arguments != "" {
		args = rawJSON(arguments)
	}
	r, err := tools.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return "", err
	}
	return r.Content[0].(*sdk.TextContent).Text, nil
}

// rawJSON is written as it is.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// hosted prepares a trial of a whole agent.
func hosted(t *testing.T, d *doer, adapt func(*suites.Case)) Setup {
	t.Helper()
	s := setup(t, d, adapt)
	var err error
	if s.Host, err = mcp.Listen(t.Context(), "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Host.Close(); err != nil {
			t.Error(err)
		}
	})
	s.Wall = time.Now
	return s
}

// story is what a record holds, line by line.
func story(r *trace.Record) []string {
	var out []string
	for _, e := range r.Ledger {
		out = append(out, e.Call.Tool+" "+string(e.Outcome))
	}
	return append(out, "end "+string(r.End))
}

const filed = `{"items":[{"effect":"loan_made","record":"1","status":"done"}]}`
