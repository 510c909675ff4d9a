package trial

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// rings is a case whose caller rings again.
const rings = `
- name: d-010
  category: returning
  promise: The drill is lent until the 16th, whoever asks.
  session: {user: Ana, account: desk}
  caller: {opening: I'd like to borrow the drill on shelf B until 9 March., twists: [{name: longer, after: committed loan_made, says: "Wait, is it charged?"}]}
  later:
    - after: 3d
      meanwhile:
        - UPDATE tools SET shelf = 'C' WHERE id = 't1'
        - INSERT INTO bookings VALUES ('t2', date(@now), 'Ben')
      caller:
        opening: [Please rename it to Hammer drill., Call it Hammer drill.]
        facts: [{about: which drill, asked: ["which (drill|one)"], says: The one I have.}]
        twists: [{name: other, after: committed tool_renamed, says: "No, call it Impact drill."}]
  expect:
    changes:
      - {insert: loans, with: {tool: t2, due: "2026-03-09"}}
      - {update: tools, where: {id: t2}, set: {name: Impact drill}}
  reference:
    - call: {find_tools: {name: Drill}}
      save: {tool: items.1.id}
    - call: {lend_tool: {tool_id: $saved.tool, due: "2026-03-09"}}
    - say: The drill is yours until 9 March 2026.
    - say: Yes, it is charged.
    - later: 1
    - call: {find_tools: {name: Drill}}
      save: {tool: items.1.id}
    - call: {rename_tool: {tool_id: $saved.tool, name: Hammer drill}}
    - say: It is called Hammer drill now.
    - call: {rename_tool: {tool_id: $saved.tool, name: Impact drill}}
    - say: It is called Impact drill now.
`

// returning prepares a trial of the case above as changed by adapt.
func returning(t *testing.T, candidate agent.Candidate, adapt func(*suites.Case)) Setup {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys["desk/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	fsys["desk/cases/lending.yaml"] = &fstest.MapFile{Data: []byte(rings)}
	s, err := suites.Load(fsys, "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	c := s.Cases[0]
	if adapt != nil {
		adapt(c)
	}
	w, err := world.Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	script, err := caller.Prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	return Setup{World: w, Case: c, Caller: script, Condition: "steady", Seed: 7, Candidate: candidate, Wall: stopped}
}

// relay is a candidate that begins each call with another actor, and notes the
// briefings.
type relay struct {
	calls     []*actor
	briefings []agent.Briefing
}

func relays(calls ...*actor) *relay { return &relay{calls: calls} }

func (r *relay) Identity() string { return "test:relay" }

func (r *relay) Start(ctx context.Context, b agent.Briefing) (agent.Session, error) {
	a := r.calls[len(r.briefings)]
	r.briefings = append(r.briefings, b)
	return a.Start(ctx, b)
}

// mark is a place in a record of several calls.
type mark struct {
	Later, Ledger, Step int
	Seconds             int // virtual, since the trial began
}

// TestCallerRingsAgain follows a trial of two calls.
func TestCallerRingsAgain(t *testing.T) {
	first := acts(calls("lend_tool", lend), says(bye), says("Yes, it is charged."), calls("close_call", none))
	second := acts(
		calls("find_tools", find), calls("rename_tool", `{"tool_id":"t2","name":"Hammer drill"}`), says("It is called Hammer drill now."),
		calls("rename_tool", `{"tool_id":"t2","name":"Impact drill"}`), says("It is called Impact drill now."), calls("close_call", none),
	)
	candidate := relays(first, second)
	r := run(t, returning(t, candidate, nil))
	if diff := cmp.Diff(ended{trace.EndGoodbye, 10, 4, 7, 2}, summary(r)); diff != "" || r.Void != nil {
		t.Fatalf("end (-want +got):\n%s%+v", diff, r.Void)
	}
	if first.closed != 1 || second.closed != 1 || len(candidate.briefings) != 2 {
		t.Errorf("%d sessions were begun, closed were %d and %d", len(candidate.briefings), first.closed, second.closed)
	}
	for i, day := range []string{"Monday 2 March 2026, 09:00 UTC", "Thursday 5 March 2026, 09:01 UTC"} {
		if b := candidate.briefings[i]; !strings.Contains(b.System, day) || !strings.HasPrefix(b.System, "You lend tools to members.") || b.Later != i || b.Seed != r.Seed {
			t.Errorf("briefing of call %d: %+v", i, b)
		}
	}
	if m := second.heard[0]; m.Role != trace.RoleCaller || m.Text != "Please rename it to Hammer drill." || len(second.served[0]) != 7 {
		t.Errorf("the second call begins with %+v and the tools %v", m, second.served[0])
	}
	var marks []mark
	for _, m := range r.Messages {
		if m.Later > 0 {
			marks = append(marks, mark{m.Later, m.Ledger, m.Step, int(m.At.Sub(r.Began) / time.Second)})
		}
	}
	// The first call took 4 steps and 2 turns; the loan, its record and what others did stand in the ledger.
	if diff := cmp.Diff([]mark{{1, 3, 0, 3*24*3600 + 68}}, marks); diff != "" {
		t.Errorf("marks (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]trace.Visit{{From: 0, To: 3}, {From: 3, To: len(r.Ledger)}}, r.Visits()); diff != "" {
		t.Errorf("visits (-want +got):\n%s", diff)
	}
	others := r.Ledger[2]
	if others.Actor != trace.Others || len(others.Changes) != 2 || others.Changes[1].After["day"] != "2026-03-05" || others.Asked() {
		t.Errorf("what others did: %+v", others)
	}
	var net []string
	for _, c := range r.Ledger.Net() {
		net = append(net, c.Table+" "+c.ID)
	}
	if diff := cmp.Diff([]string{"loans 1", "tools t2", "views 1", "views 2"}, net); diff != "" {
		t.Errorf("the candidate's changes (-want +got):\n%s", diff)
	}
	var turns, phases []int
	for _, x := range r.Exchanges {
		turns, phases = append(turns, x.Turn), append(phases, x.Phase)
	}
	if !slices.Equal(turns, []int{1, 2, 3, 4}) || !slices.Equal(phases, []int{1, 1, 2, 2}) || r.Exchanges[2].Twist != "other" {
		t.Errorf("exchanges: %+v", r.Exchanges)
	}
	if r.Undo == nil || len(r.Undo.Calls) != 3 {
		t.Errorf("undo: %+v", r.Undo)
	}
}

// TestHandoverEndsACallOnly: the person rings again all the same. Nothing of the
// first call is left to be handed over in the second.
func TestHandoverEndsACallOnly(t *testing.T) {
	first := acts(calls("close_call", none), calls("lend_tool", lend, "handover", why))
	second := acts(calls("handover", why), calls("close_call", none))
	r := run(t, returning(t, relays(first, second), nil))
	if diff := cmp.Diff(ended{trace.EndHandover, 4, 0, 6, 1}, summary(r)); diff != "" {
		t.Errorf("end (-want +got):\n%s", diff)
	}
	var delivered []bool
	for _, e := range r.Ledger {
		delivered = append(delivered, e.Delivered)
	}
	if diff := cmp.Diff([]bool{true, false, false, false, true, false}, delivered); diff != "" {
		t.Errorf("handed over (-want +got): what ended the first call never was\n%s", diff)
	}
}

// TestLimitsGoOnOverTheCalls: a limit ends the trial, in whichever call.
func TestLimitsGoOnOverTheCalls(t *testing.T) {
	one := func() *actor { return acts(calls("find_tools", find), says(bye), calls("close_call", none)) }
	two := func() *actor { return acts(calls("find_tools", find), says("Which drill do you mean?")) }
	for _, test := range []struct {
		name  string
		first *actor
		adapt func(*suites.Case)
		want  ended
		calls int // of the caller
	}{
		{"steps in the first call", two(), func(c *suites.Case) { c.Limits.Steps = 2 }, ended{trace.EndSteps, 2, 1, 1, 0}, 1},
		{"steps in the second call", one(), func(c *suites.Case) { c.Limits.Steps = 4 }, ended{trace.EndSteps, 4, 1, 4, 1}, 2},
		{"steps used up between the calls", one(), func(c *suites.Case) { c.Limits.Steps = 3 }, ended{trace.EndSteps, 3, 1, 3, 1}, 1},
		{"turns used up between the calls", one(), func(c *suites.Case) { c.Limits.Turns = 1 }, ended{trace.EndTurns, 3, 1, 3, 1}, 1},
		{"turns in the second call", one(), func(c *suites.Case) { c.Limits.Turns = 2 }, ended{trace.EndTurns, 5, 2, 4, 1}, 2},
		{"calls in the second call", one(), func(c *suites.Case) { c.Limits.Calls = 2 }, ended{trace.EndCalls, 4, 1, 3, 1}, 2},
		{"silence in the first call", acts(says("")), nil, ended{trace.EndSilence, 2, 2, 0, 0}, 1},
		{"a silence that the first call leaves", acts(says(""), says(bye), calls("close_call", none)), func(c *suites.Case) { c.Limits.Turns = 3 }, ended{trace.EndTurns, 5, 3, 3, 1}, 2},
		{"cut off in the first call", acts(turn{text: "The", cut: true}), nil, ended{trace.EndCutOff, 1, 0, 0, 0}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			candidate := relays(test.first, two())
			r := run(t, returning(t, candidate, func(c *suites.Case) {
				c.Caller.Twists = nil
				if test.adapt != nil {
					test.adapt(c)
				}
			}))
			if r.Void != nil {
				t.Fatalf("void: %+v", r.Void)
			}
			if diff := cmp.Diff(test.want, summary(r)); diff != "" {
				t.Errorf("end (-want +got):\n%s", diff)
			}
			if n := len(candidate.briefings); n != test.calls {
				t.Errorf("the caller rang %d times, want %d", n, test.calls)
			}
		})
	}
}

// TestBreachInALaterCall: what the second caller cannot place makes the trial
// void, with the whole record kept.
func TestBreachInALaterCall(t *testing.T) {
	first := acts(says(bye), calls("close_call", none))
	second := acts(says("What is the airspeed of an unladen swallow?"))
	r := run(t, returning(t, relays(first, second), func(c *suites.Case) { c.Limits.Turns = 50 }))
	if r.End != trace.EndVoid || r.Void == nil || r.Void.Class != "caller_breach" || len(r.Visits()) != 2 {
		t.Errorf("end %s, void %+v, %d visits", r.End, r.Void, len(r.Visits()))
	}
	if first.closed != 1 || second.closed != 1 {
		t.Errorf("closed were %d and %d", first.closed, second.closed)
	}
}

// TestReferencePlaysEachCall plays the reference and lets lapses strike in either
// call.
func TestReferencePlaysEachCall(t *testing.T) {
	s := returning(t, agent.Reference(), nil)
	script := Script(s.Case, s.World)
	if diff := cmp.Diff([]int{0, 1}, script.ClaimsIn); diff != "" {
		t.Errorf("claims by call (-want +got):\n%s", diff)
	}
	r := run(t, s)
	var filed []string
	for _, e := range r.Ledger {
		if e.Tool == trace.ToolCloseCall {
			filed = append(filed, e.Call.Arguments)
		}
	}
	want := []string{
		`{"items":[{"effect":"loan_made","record":"","status":"done"}]}`,
		`{"items":[{"effect":"tool_renamed","record":"t2","status":"done"}]}`,
	}
	if diff := cmp.Diff(want, filed); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	dropped := map[string]bool{}
	for i := range 20 {
		c, err := agent.Parse("builtin:flaky?dropped_step=1", agent.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Candidate, s.Index = c, i
		net := ""
		for _, c := range run(t, s).Ledger.Net() {
			net += c.Table + " "
		}
		dropped[net] = true
	}
	if !dropped["loans "] && !dropped["loans tools views "] || !dropped["tools views views "] {
		t.Errorf("a step is dropped in one call only: %v", dropped)
	}
}

// TestSingleCallsAreUnmarked: a case without later calls leaves no trace
// of them.
func TestSingleCallsAreUnmarked(t *testing.T) {
	r := run(t, setup(t, agent.Reference(), nil))
	if visits := r.Visits(); len(visits) != 1 || visits[0] != (trace.Visit{From: 0, To: len(r.Ledger)}) {
		t.Errorf("visits: %v", visits)
	}
	for _, m := range r.Messages {
		if m.Later != 0 {
			t.Errorf("marked: %+v", m)
		}
	}
}
