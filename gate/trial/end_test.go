package trial

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

const (
	find = `{"name":"Drill"}`
	lend = `{"tool_id":"t2","due":"2026-03-09"}`
	why  = `{"reason":"It is for a person."}`
	none = `{"items":[]}`
	bye  = "The drill is yours until 9 March 2026."
)

// ended is how a trial came out, in short.
type ended struct {
	End                         trace.End
	Steps, Turns, Calls, Closed int // Closed: offers of the closing turn
}

func summary(r *trace.Record) ended {
	e := ended{End: r.End, Steps: r.Steps, Turns: r.Turns, Calls: len(r.Ledger)}
	for _, m := range r.Messages {
		if m.Role == trace.RoleHarness {
			e.Closed++
		}
	}
	return e
}

func TestEnds(t *testing.T) {
	tokens := func(text string, n int) turn {
		return turn{text: text, usage: trace.Usage{InputTokens: n, OutputTokens: 1}}
	}
	for _, test := range []struct {
		name  string
		turns []turn
		adapt func(*suites.Case)
		want  ended
	}{
		{"goodbye", []turn{calls("lend_tool", lend), says(bye)}, nil, ended{trace.EndGoodbye, 3, 1, 1, 1}},
		{"goodbye, filed before", []turn{calls("lend_tool", lend), calls("close_call", none), says(bye)}, nil, ended{trace.EndGoodbye, 3, 1, 2, 0}},
		{
			"goodbye, filed wrongly before",
			[]turn{calls("close_call", `{"items":1}`), says(bye), calls("close_call", none)},
			nil,
			ended{trace.EndGoodbye, 3, 1, 2, 1},
		},
		{"handover", []turn{calls("handover", why), says("I have filed nothing.")}, nil, ended{trace.EndHandover, 2, 0, 1, 1}},
		{"handover, filed with it", []turn{calls("close_call", none, "handover", why)}, nil, ended{trace.EndHandover, 1, 0, 2, 0}},
		{"handover that is refused", []turn{calls("handover", `{}`), says(bye), says("")}, nil, ended{trace.EndGoodbye, 3, 1, 1, 1}},
		{"handover at the last step", []turn{calls("handover", why), says("")}, func(c *suites.Case) { c.Limits.Steps = 1 }, ended{trace.EndHandover, 2, 0, 1, 1}},
		{"silence", []turn{says(""), says(" \n")}, nil, ended{trace.EndSilence, 2, 2, 0, 0}},
		{
			"silence that is broken",
			[]turn{says(""), calls("find_tools", find), says(""), says("Which drill do you mean?"), says(""), says("")},
			nil,
			ended{trace.EndSilence, 6, 5, 1, 0},
		},
		{"cut off in text", []turn{{text: "The drill", cut: true}}, nil, ended{trace.EndCutOff, 1, 0, 0, 0}},
		{"cut off in a call", []turn{{calls: calls("lend_tool", lend).calls, cut: true}}, nil, ended{trace.EndCutOff, 1, 0, 0, 0}},
		{"steps, by calls", []turn{calls("find_tools", find)}, func(c *suites.Case) { c.Limits.Steps = 3 }, ended{trace.EndSteps, 3, 0, 3, 0}},
		{
			"steps, by talk",
			[]turn{calls("find_tools", find), says("Which drill do you mean?")},
			func(c *suites.Case) { c.Limits.Steps = 2 },
			ended{trace.EndSteps, 2, 1, 1, 0},
		},
		{"goodbye at the last step", []turn{says(bye)}, func(c *suites.Case) { c.Limits.Steps = 1 }, ended{trace.EndGoodbye, 2, 1, 0, 1}},
		{"turns", []turn{says("Which drill do you mean?")}, func(c *suites.Case) { c.Limits.Turns = 2 }, ended{trace.EndTurns, 2, 2, 0, 0}},
		{"goodbye at the last turn", []turn{says(bye)}, func(c *suites.Case) { c.Limits.Turns = 1 }, ended{trace.EndGoodbye, 2, 1, 0, 1}},
		{
			"calls",
			[]turn{calls("find_tools", find), calls("find_tools", find, "find_tools", find)},
			func(c *suites.Case) { c.Limits.Calls = 2 },
			ended{trace.EndCalls, 2, 0, 1, 0},
		},
		{"as many calls as allowed", []turn{calls("find_tools", find, "find_tools", find), says(bye)}, func(c *suites.Case) { c.Limits.Calls = 2 }, ended{trace.EndGoodbye, 3, 1, 2, 1}},
		{
			"tokens",
			[]turn{tokens("Which drill do you mean?", 499), tokens("Which drill do you mean?", 500)},
			func(c *suites.Case) { c.Limits.Tokens = 1_000 },
			ended{trace.EndTokens, 2, 1, 0, 0},
		},
		{"tokens without a limit", []turn{tokens(bye, 1_000_000)}, nil, ended{trace.EndGoodbye, 2, 1, 0, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := acts(test.turns...)
			r := run(t, setup(t, a, test.adapt))
			if r.Void != nil {
				t.Fatalf("void: %+v", r.Void)
			}
			if diff := cmp.Diff(test.want, summary(r)); diff != "" {
				t.Errorf("end (-want +got):\n%s", diff)
			}
			if a.closed != 1 {
				t.Errorf("the session was closed %d times", a.closed)
			}
		})
	}
}

// TestTimeIsUp moves the wall clock on while the candidate thinks: what it says
// after the limit is not acted on.
func TestTimeIsUp(t *testing.T) {
	now := stopped()
	late := calls("lend_tool", lend)
	late.then = func() { now = now.Add(2*time.Minute + time.Second) }
	onTime := calls("find_tools", find)
	onTime.then = func() { now = now.Add(3 * time.Minute) }
	s := setup(t, acts(onTime, late), func(c *suites.Case) { c.Limits.Minutes = 5 })
	s.Wall = func() time.Time { return now }
	r := run(t, s)
	if diff := cmp.Diff(ended{trace.EndTime, 2, 0, 1, 0}, summary(r)); diff != "" {
		t.Errorf("end (-want +got):\n%s", diff)
	}
	if !r.Ended.Equal(r.Began.Add(2 * stepTime)) {
		t.Errorf("the virtual time ran with the wall clock: %v", r.Ended)
	}
}

func TestVoid(t *testing.T) {
	provider := &agent.ProviderError{Status: 503, Reason: "the provider answered 503"}
	denied := &agent.ProviderError{Status: 401, Reason: "the provider refused\nthe key", Permanent: true}
	stray := says("What is the colour of your car?")
	for _, test := range []struct {
		name  string
		actor *actor
		adapt func(*suites.Case)
		want  trace.Void
	}{
		{"provider", acts(calls("lend_tool", lend), turn{err: provider}), nil, trace.Void{Class: "provider_error", Reason: "ask model: the provider answered 503"}},
		{"provider in the closing turn", acts(says(bye), turn{err: provider}), nil, trace.Void{Class: "provider_error", Reason: "ask model: the provider answered 503"}},
		{"provider for good", acts(turn{err: denied}), nil, trace.Void{Class: "provider_error", Reason: "ask model: the provider refused the key", Permanent: true}},
		{
			"provider at the start", &actor{startErr: denied}, nil,
			trace.Void{Class: "provider_error", Reason: "start candidate: ask model: the provider refused the key", Permanent: true},
		},
		{"candidate that cannot start", &actor{startErr: errors.New("no script")}, nil, trace.Void{Class: "harness_error", Reason: "start candidate: no script"}},
		{"session that does not close", &actor{turns: []turn{says(bye)}, closeErr: errors.New("stuck")}, nil, trace.Void{Class: "harness_error", Reason: "stuck"}},
		{"harness", acts(calls("parse_note", `{"note":"{"}`)), nil, trace.Void{Class: "harness_error", Reason: "run calls: run tool parse_note: result: sqlite: step: SQL logic error: malformed JSON"}},
		{
			"breach", acts(stray), func(c *suites.Case) { c.Caller.Patience = 1 },
			trace.Void{Class: "caller_breach", Reason: "the caller could not place: What is the colour of your car?"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := run(t, setup(t, test.actor, test.adapt))
			if r.End != trace.EndVoid || r.Void == nil {
				t.Fatalf("end %s, void %v", r.End, r.Void)
			}
			if diff := cmp.Diff(&test.want, r.Void); diff != "" {
				t.Errorf("void (-want +got):\n%s", diff)
			}
		})
	}
}

// TestVoidKeepsWhatHappened: usage is paid for, and the ledger shows how far the
// trial came.
func TestVoidKeepsWhatHappened(t *testing.T) {
	first := calls("lend_tool", lend)
	first.usage = trace.Usage{Requests: 1, InputTokens: 5}
	second := turn{err: &agent.ProviderError{Reason: "reset"}, usage: trace.Usage{Requests: 3}}
	r := run(t, setup(t, acts(first, second), nil))
	if diff := cmp.Diff(trace.Usage{Requests: 4, InputTokens: 5}, r.Usage); diff != "" {
		t.Errorf("usage (-want +got):\n%s", diff)
	}
	if len(r.Ledger) != 1 || len(r.Messages) != 3 {
		t.Errorf("%d ledger entries and %d messages, want 1 and 3", len(r.Ledger), len(r.Messages))
	}
}

func TestCancelledTrialHasNoRecord(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	a := acts(turn{then: cancel, err: context.Canceled})
	r, err := Run(ctx, setup(t, a, nil))
	if r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v, %v, want no record and the context's error", r, err)
	}
	if a.closed != 1 {
		t.Errorf("the session was closed %d times", a.closed)
	}
}

func TestReasonIsOneShortLine(t *testing.T) {
	got := oneLine("a\n\tb " + strings.Repeat("é", 300))
	if !strings.HasPrefix(got, "a b é") || !strings.HasSuffix(got, "é…") || len(got) > 400+len("…") {
		t.Errorf("oneLine: %d bytes, %q", len(got), got)
	}
}
