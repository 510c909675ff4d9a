package trial

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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

func TestWholeAgentsAct(t *testing.T) {
	for _, test := range []struct {
		name  string
		does  []do
		story []string
		steps []int // of the calls
	}{
		{
			"a call from beginning to end",
			[]do{
				use("Which drill?", "find_tools", find), use(bye, "lend_tool", lend),
				use("Filed.", "close_call", filed),
			},
			[]string{"find_tools done", "lend_tool done", "close_call done", "end goodbye"},
			[]int{1, 3, 5},
		},
		{
			"calls at once",
			[]do{use(bye, "find_tools", find, "parse_note", `{"note":"{\"a\":1}"}`, "lend_tool", lend), use("", "close_call", none)},
			[]string{"close_call done", "end goodbye", "find_tools done", "lend_tool done", "parse_note done"}, // sorted
			nil, // a busy machine may take them for several messages: how they are taken together is held in gate/mcp
		},
		{
			"a tool that there is not",
			[]do{use(bye, "find_drills", `{}`), say("")},
			[]string{"find_drills unknown_tool", "end goodbye"},
			[]int{1},
		},
		{
			"arguments that do not fit",
			[]do{use(bye, "find_tools", `{"called":"Drill"}`), say("")},
			[]string{"find_tools invalid", "end goodbye"},
			[]int{1},
		},
		{
			"a handover, and the record in the same breath",
			[]do{after(use("", "handover", why), use("Done.", "close_call", none)), say("")},
			[]string{"handover done", "close_call done", "end handover"},
			[]int{1, 2},
		},
		{
			"a handover, and the record when it is asked for",
			[]do{use("A person will call you.", "handover", why), use("Done.", "close_call", none)},
			[]string{"handover done", "close_call done", "end handover"},
			[]int{1, 2},
		},
		{
			"after the caller has left there is one tool",
			[]do{say(bye), use("Done.", "lend_tool", lend)},
			[]string{"lend_tool unknown_tool", "end goodbye"},
			[]int{2},
		},
		{
			"more calls than a trial may have",
			[]do{after(use("", slices.Repeat([]string{"find_tools", find}, 40)...), use(bye, slices.Repeat([]string{"find_tools", find}, 40)...))},
			nil, // how many come through before the limit is met depends on how they are taken together
			nil,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, hosted(t, &doer{does: test.does}, nil))
			got := story(r)
			if test.name == "calls at once" {
				slices.Sort(got)
			}
			if test.story == nil {
				if r.End != trace.EndCalls || len(got) > 61 {
					t.Errorf("end %s after %d calls", r.End, len(got)-1)
				}
				return
			}
			if diff := cmp.Diff(test.story, got); diff != "" {
				t.Errorf("story (-want +got):\n%s", diff)
			}
			var steps []int
			for _, e := range r.Ledger {
				steps = append(steps, e.Step)
				if !e.Delivered && e.Tool != trace.ToolCloseCall {
					t.Errorf("the reply of %s counts as lost", e.Call.Tool)
				}
			}
			if diff := cmp.Diff(test.steps, steps); diff != "" && test.steps != nil {
				t.Errorf("steps (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWholeAgentsThatBreakDown: what an agent does wrong is its failure, and what
// others do is not.
func TestWholeAgentsThatBreakDown(t *testing.T) {
	fails := func(err error) do {
		return func(context.Context, *sdk.ClientSession) (string, error) { return "", err }
	}
	hangs := func(ctx context.Context, _ *sdk.ClientSession) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}
	for _, test := range []struct {
		name  string
		does  []do
		story []string
		why   string
	}{
		{"crash", []do{after(use("", "find_tools", find), fails(&agent.CrashError{Reason: "out of memory"}))}, []string{"find_tools done", "end crashed"}, "out of memory"},
		{"crash after the end", []do{say(bye), fails(&agent.CrashError{Reason: "too late"})}, []string{"end goodbye"}, "too late"},
		{"outage", []do{fails(&agent.ProviderError{Reason: "overloaded"})}, []string{"end void"}, "provider_error"},
		{"hang", []do{hangs}, []string{"end time"}, ""},
		{"hang in mid-call", []do{after(use("", "find_tools", find), hangs)}, []string{"find_tools done", "end time"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := hosted(t, &doer{does: test.does}, nil)
			if strings.HasPrefix(test.name, "hang") { // almost all of the time is over once the trial has begun
				began := false
				s.Wall = func() time.Time {
					if now := time.Now(); began {
						return now.Add(s.limit() - 200*time.Millisecond)
					}
					began = true
					return time.Now()
				}
			}
			r := run(t, s)
			if diff := cmp.Diff(test.story, story(r)); diff != "" {
				t.Errorf("story (-want +got):\n%s", diff)
			}
			why := r.Crash
			if r.Void != nil {
				why = r.Void.Class
			}
			if why != test.why {
				t.Errorf("why: %q, want %q", why, test.why)
			}
		})
	}
}

// TestCallsAfterTheEnd change nothing: the address is gone, and so is the world.
func TestCallsAfterTheEnd(t *testing.T) {
	late := make(chan string, 1)
	d := &doer{does: []do{say(bye), func(_ context.Context, tools *sdk.ClientSession) (string, error) {
		go func() { // it goes on when it is over
			for range 1000 {
				text, err := call(context.Background(), tools, "lend_tool", lend)
				if err != nil {
					late <- err.Error()
					return
				}
				if strings.Contains(text, "The call is over") {
					late <- text
					return
				}
			}
			late <- "it was never stopped"
		}()
		return "", nil
	}}}
	r := run(t, hosted(t, d, nil))
	if said := <-late; said == "it was never stopped" {
		t.Error(said)
	}
	for _, e := range r.Ledger {
		if e.Committed {
			t.Errorf("%s was committed", e.Call.Tool)
		}
	}
	res, err := http.Post(d.mcp, "application/json", strings.NewReader(`{}`))
	if err == nil {
		_ = res.Body.Close()
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("the address still answers: %d", res.StatusCode)
		}
	}
}

// TestNoAgentReachesAnotherTrial: an agent that tries addresses beside its own
// finds none, also while another trial runs.
func TestNoAgentReachesAnotherTrial(t *testing.T) {
	var s Setup
	started, tried := make(chan struct{}), make(chan struct{})
	victim := &doer{does: []do{func(context.Context, *sdk.ClientSession) (string, error) {
		close(started)
		<-tried
		return bye, nil
	}, say("")}}
	spy := &doer{}
	spy.does = []do{func(ctx context.Context, _ *sdk.ClientSession) (string, error) {
		<-started
		defer close(tried)
		root := spy.mcp[:strings.LastIndex(spy.mcp, "/")]
		own := spy.mcp[len(root):]
		for _, path := range []string{"", "/", "/mcp", "/sse", "/../" + own, own[:len(own)-1], own + "/x", strings.ToLower(own), "/*", "/%2e%2e"} {
			client := sdk.NewClient(&sdk.Implementation{Name: "spy", Version: "1"}, nil)
			if other, err := client.Connect(ctx, &sdk.StreamableClientTransport{Endpoint: root + path, MaxRetries: -1}, nil); err == nil {
				t.Errorf("%q is served", path)
				_ = other.Close()
			}
		}
		return bye, nil
	}, say("")}
	s = hosted(t, victim, nil)
	other := s
	other.Candidate = spy
	var running sync.WaitGroup
	records := make([]*trace.Record, 2)
	for i, one := range []Setup{s, other} {
		running.Go(func() { records[i], _ = Run(t.Context(), one) })
	}
	running.Wait()
	if victim.mcp == spy.mcp || len(victim.mcp) < len("http://127.0.0.1:1/")+26 {
		t.Errorf("addresses %s and %s", victim.mcp, spy.mcp)
	}
	for _, r := range records {
		if r == nil || r.End != trace.EndGoodbye || len(r.Ledger) != 0 {
			t.Errorf("record %+v", r)
		}
	}
}

func TestWholeAgentIsToldOfItsAddress(t *testing.T) {
	d := &doer{does: []do{say(bye), say("")}}
	s := hosted(t, d, nil)
	r := run(t, s)
	tr := &trial{setup: s}
	if !tr.whole() || !strings.HasPrefix(d.mcp, "http://127.0.0.1:") || r.Usage.OutputTokens != 10 {
		t.Errorf("address %q, usage %+v", d.mcp, r.Usage)
	}
	s.Host = nil
	if r := run(t, s); r.Void == nil || !strings.Contains(r.Void.Reason, "nothing serves the tools") {
		t.Errorf("without a host: %+v", r.Void)
	}
}

// TestWholeAgentsAreBoundByCallsAndTurns: what such an agent does is no step of a
// model, of which a case allows fewer.
func TestWholeAgentsAreBoundByCallsAndTurns(t *testing.T) {
	looks := use("", "find_tools", find)
	first := looks
	for range 9 {
		first = after(first, looks)
	}
	s := hosted(t, &doer{does: []do{after(first, say(bye)), say("")}}, func(c *suites.Case) { c.Limits.Steps = 3 })
	if r := run(t, s); r.End != trace.EndGoodbye || len(r.Ledger) != 10 {
		t.Errorf("end %s after %d calls", r.End, len(r.Ledger))
	}
}

// TestClock: virtual time never falls behind the wall clock, and is not held back
// by it.
func TestClock(t *testing.T) {
	virtual, wall := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	c := clock{virtual, wall}
	for _, test := range []struct{ virtual, wall, want time.Duration }{
		{0, 0, 0},
		{0, 3 * time.Second, 3 * time.Second},
		{2 * time.Second, 3 * time.Second, time.Second},
		{time.Minute, 3 * time.Second, 0}, // it has waited by a tool
	} {
		if got := c.behind(virtual.Add(test.virtual), wall.Add(test.wall)); got != test.want {
			t.Errorf("%v virtual, %v on the wall: behind by %v, want %v", test.virtual, test.wall, got, test.want)
		}
	}
}

// TestTimePassesByTheWallClock while a whole agent acts, also between its calls.
func TestTimePassesByTheWallClock(t *testing.T) {
	var passed atomic.Int64
	pass := func(context.Context, *sdk.ClientSession) (string, error) {
		passed.Add(int64(7 * time.Second))
		return "", nil
	}
	s := hosted(t, &doer{does: []do{after(after(pass, use("", "find_tools", find)), say(bye)), say("")}}, nil)
	s.Wall = func() time.Time { return stopped().Add(time.Duration(passed.Load())) }
	r := run(t, s)
	if len(r.Ledger) != 1 || r.Ledger[0].At.Sub(r.Began) != 7*time.Second {
		t.Errorf("ledger %+v, begun %v", r.Ledger, r.Began)
	}
}

// TestVolley: calls that come when others have been refused count as sent with
// them, unless they are sent again.
func TestVolley(t *testing.T) {
	send := func(args ...string) []trace.Call {
		var out []trace.Call
		for _, a := range args {
			out = append(out, trace.Call{ID: a, Tool: "find", Arguments: a})
		}
		return out
	}
	refuse := func(ids ...string) []trace.Reply {
		var out []trace.Reply
		for _, id := range ids {
			out = append(out, trace.Failure(id, 429, "rate_limited", ""))
		}
		return out
	}
	for _, test := range []struct {
		name    string
		second  []trace.Call
		replies []trace.Reply
		after   time.Duration
		want    bool
	}{
		{"a straggler", send("c"), refuse("a", "b"), time.Millisecond, true},
		{"one that comes later", send("c"), refuse("a", "b"), time.Second, false},
		{"one of a tool that refused nobody", send("c"), []trace.Reply{{CallID: "a", Status: 200}}, time.Millisecond, false},
		{"a retry", send("a"), refuse("a", "b"), time.Millisecond, false},
		{"a retry beside a straggler", send("a", "c"), refuse("a", "b"), time.Millisecond, false},
		{"words", nil, refuse("a", "b"), time.Millisecond, false},
	} {
		var v volley
		if v.takes(send("a", "b"), nil, 0) {
			t.Error("the first message belongs to one before")
		}
		if got := v.takes(test.second, test.replies, test.after); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
