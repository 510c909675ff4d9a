package trial

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

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
