package trial

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// scripted is an actor that is given the script.
type scripted struct{ *actor }

func (scripted) Scripted() {}

func TestPlanIsCarriedOutAndKept(t *testing.T) {
	a := scripted{acts(calls("look_up", find), calls("look_up", find), says(bye), calls("close_call", none))}
	s := setup(t, a, nil)
	s.Condition = "faults"
	s.Plan = world.Plan{
		Faults: []trace.Fault{{Kind: "unavailable", Tool: "find_tools", Ordinal: 1, Times: 1}}, Damage: []string{""},
		Drift: &trace.Drift{Kind: "rename_tool", Tool: "find_tools", Name: "find_tools", New: "look_up"},
	}
	r := run(t, s)
	if diff := cmp.Diff(s.Plan.Faults, r.Faults); diff != "" {
		t.Errorf("faults in the record (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(s.Plan.Drift, r.Drift); diff != "" {
		t.Errorf("drift in the record (-want +got):\n%s", diff)
	}
	if got := []trace.Outcome{r.Ledger[0].Outcome, r.Ledger[1].Outcome}; got[0] != trace.Faulted || got[1] != trace.Done {
		t.Errorf("outcomes %v", got)
	}
	script := a.briefing.Script
	if !script.Careful || script.Interface == nil || script.InFlight != nil {
		t.Errorf("careful %v, interface %v, in flight %v", script.Careful, script.Interface, script.InFlight)
	}
	if tool, _ := script.Interface.Call("find_tools", map[string]any{"name": "Drill"}); tool != "look_up" {
		t.Errorf("the interface calls find_tools %s", tool)
	}

	steady := scripted{acts(says(bye), calls("close_call", none))}
	r = run(t, setup(t, steady, nil))
	script = steady.briefing.Script
	if script.Careful || script.Interface != nil || script.InFlight != nil || r.Faults != nil || r.Drift != nil || r.Load != nil || r.Undo != nil {
		t.Errorf("without a plan: script %+v, record %+v", script, r)
	}
}

func TestDelivered(t *testing.T) {
	for _, test := range []struct {
		name  string
		turns []turn
		adapt func(*suites.Case)
		want  []bool
	}{
		{"answered", []turn{calls("find_tools", find, "find_tools", find), {cut: true}}, nil, []bool{true, true}},
		{"the last message", []turn{calls("find_tools", find), calls("find_tools", find)}, func(c *suites.Case) { c.Limits.Steps = 2 }, []bool{true, false}},
		{"handed over with the closing turn", []turn{calls("handover", why), calls("close_call", none)}, nil, []bool{true, false}},
		{"no closing turn", []turn{calls("close_call", none, "handover", why)}, nil, []bool{false, false}},
		{"the provider failed", []turn{calls("find_tools", find), {err: &agent.ProviderError{Reason: "reset"}}}, nil, []bool{false}},
	} {
		var got []bool
		for _, e := range run(t, setup(t, acts(test.turns...), test.adapt)).Ledger {
			got = append(got, e.Delivered)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: delivered (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestUndoIsTried takes back what can be taken back, after the call.
func TestUndoIsTried(t *testing.T) {
	r := run(t, setup(t, acts(
		calls("rename_tool", `{"tool_id":"t1","name":"Hammer"}`, "lend_tool", lend, "find_tools", find), says(bye), calls("close_call", none),
	), nil))
	if len(r.Ledger) != 4 || r.Undo == nil || len(r.Undo.Calls) != 2 {
		t.Fatalf("%d entries, undo %+v", len(r.Ledger), r.Undo)
	}
	lent, renamed := r.Undo.Calls[0], r.Undo.Calls[1]
	if lent.Of != 2 || lent.Done || lent.Why == "" || renamed.Of != 1 || !renamed.Done || renamed.Args["name"] != "Drill" {
		t.Errorf("undo calls: %+v", r.Undo.Calls)
	}
	left := map[string]int{}
	for _, c := range r.Undo.Left {
		left[c.Table]++
	}
	if diff := cmp.Diff(map[string]int{"loans": 1, "views": 2}, left); diff != "" {
		t.Errorf("rows left (-want +got):\n%s", diff)
	}
	if net := r.Ledger.Net(); len(net) != 3 {
		t.Errorf("the ledger was read after the undo: %+v", net)
	}
	if r = run(t, setup(t, acts(calls("rename_tool", `{"tool_id":"t1","name":"Hammer"}`), turn{err: &agent.ProviderError{}}), nil)); r.Undo != nil {
		t.Errorf("undo of a trial that does not count: %+v", r.Undo)
	}
}

// accepted plans that lending is done a minute later.
func accepted(s *Setup) {
	s.Case.Suite.Tool("lend_tool").Status = &suites.Readback{Tool: "find_tools"}
	s.Plan = world.Plan{Faults: []trace.Fault{{Kind: "accepted", Tool: "lend_tool", Ordinal: 1, Times: 1, Seconds: 60}}, Damage: []string{""}}
}

func TestAcceptedCallsAreSettled(t *testing.T) {
	s := setup(t, acts(calls("lend_tool", lend), says(bye), calls("close_call", none)), nil)
	accepted(&s)
	r := run(t, s)
	last := r.Ledger[len(r.Ledger)-1]
	if len(r.Ledger) != 3 || r.Ledger[0].Outcome != trace.Accepted || last.Echo != 1 || !last.Committed {
		t.Fatalf("ledger: %+v", r.Ledger)
	}
	if net := r.Ledger.Net(); len(net) != 1 || net[0].Table != "loans" {
		t.Errorf("net changes: %+v", net)
	}
}

// TestOnlyCallsMadeCount: an effect that comes late has an entry of its own, which
// is no call.
func TestOnlyCallsMadeCount(t *testing.T) {
	later := calls("wait", `{"seconds":120}`, "find_tools", find)
	s := setup(t, acts(calls("lend_tool", lend), later, calls("find_tools", find), says(bye), turn{cut: true}), func(c *suites.Case) { c.Limits.Calls = 4 })
	accepted(&s)
	r := run(t, s)
	if r.End != trace.EndGoodbye || len(r.Ledger) != 5 || r.Ledger.Asked() != 4 {
		t.Errorf("ended by %s with %d calls in %d entries, want goodbye, 4, 5", r.End, r.Ledger.Asked(), len(r.Ledger))
	}
}

func TestBudgetIsSpent(t *testing.T) {
	asks := says("Which drill do you mean?")
	asks.usage = trace.Usage{Requests: 1, InputTokens: 10}
	s := setup(t, acts(asks), nil)
	var told []int
	s.Spent = func(u trace.Usage) bool {
		told = append(told, u.InputTokens)
		return u.InputTokens > 25
	}
	r := run(t, s)
	if diff := cmp.Diff(ended{trace.EndTokens, 3, 2, 0, 0}, summary(r)); diff != "" {
		t.Errorf("end (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{10, 20, 30}, told); diff != "" {
		t.Errorf("usage told (-want +got):\n%s", diff)
	}
}

// slow is a candidate that answers when it is too late.
type slow struct{ *actor }

func (s slow) Start(context.Context, agent.Briefing) (agent.Session, error) { return s, nil }

func (slow) Next(ctx context.Context, _ trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	<-ctx.Done()
	return trace.Message{}, trace.Usage{}, ctx.Err()
}

// TestRequestThatHangs moves the wall clock past twice the limit before the
// candidate is asked: the request is cut off, and the trial is the provider's
// failure.
func TestRequestThatHangs(t *testing.T) {
	now := stopped()
	s := setup(t, slow{acts()}, func(c *suites.Case) { c.Limits.Minutes = 5 })
	s.Wall = func() time.Time {
		defer func() { now = now.Add(10 * time.Minute) }()
		return now
	}
	r := run(t, s)
	if r.Void == nil || r.Void.Class != "provider_error" {
		t.Errorf("void %+v", r.Void)
	}
}

// TestScriptTellsWhatToolsOffer: what helps a builtin agent to recover comes from
// the suite's tools.
func TestScriptTellsWhatToolsOffer(t *testing.T) {
	c := desk(t).Cases[0]
	tool := c.Suite.Tool("find_tools")
	tool.Items, tool.Cursor, tool.Refresh = "names", "cursor", "renew"
	tool.Status = &suites.Readback{Tool: "parse_note", Args: map[string]any{"note": ":name"}, Shows: map[string]any{"a": int64(1)}}
	tool.Second = &suites.Source{Field: "shelf", Tool: "parse_note", Args: map[string]any{"note": ":name"}, Path: "a"}
	got := Script(c, tables{}).Moves[0].Calls[0]
	want := agent.ScriptCall{
		Items: "names", Cursor: "cursor", Refresh: "renew",
		Status: &agent.Readback{Tool: "parse_note", Args: map[string]any{"note": ":name"}, Shows: map[string]any{"a": int64(1)}},
		Second: &agent.Source{Field: "shelf", Tool: "parse_note", Args: map[string]any{"note": ":name"}, Path: "a"},
	}
	for name, pair := range map[string][2]any{
		"items": {want.Items, got.Items}, "cursor": {want.Cursor, got.Cursor}, "refresh": {want.Refresh, got.Refresh},
		"status": {want.Status, got.Status}, "second": {want.Second, got.Second},
	} {
		if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
