package world

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

func planFor(t *testing.T, c *suites.Case, condition string, index int, seed uint64, o Options) Plan {
	t.Helper()
	p, err := NewPlan(c, condition, index, seed, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestStandardFaults(t *testing.T) {
	var got []string
	for _, f := range FaultOptions(faulty(t).Cases[0]) {
		line := f.Tool + " " + f.Kind
		if f.Permanent() {
			line += " for good"
		}
		if f.Field != "" {
			line += " of " + f.Field
		}
		got = append(got, line)
	}
	want := []string{
		"find_contacts latency", "find_contacts truncated_page", "find_contacts injection",
		"get_contact rate_limited", "get_contact unavailable", "get_contact stale_read", "get_contact corrupt_payload of mail", "get_contact corrupt_payload",
		"get_contact expired_token", "get_contact injection",
		"update_title rate_limited", "update_title unavailable for good", "update_title unavailable", "update_title timeout_before",
		"update_title lost_response", "update_title latency", "update_title accepted", "update_title silent_noop", "update_title misleading_error",
		"update_title duplicate_delivery", "update_title expired_token", "update_title permission_revoked",
		"notify partial_commit",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
}

// TestCapacityIsStandardWhereItIsExceeded lets a reference send more calls in one
// message than the fault lets through.
func TestCapacityIsStandardWhereItIsExceeded(t *testing.T) {
	c := faulty(t).Cases[0]
	find := func() suites.CallMove { return c.Reference[0].Calls[0] }
	for calls, want := range map[int]bool{2: false, 3: true} {
		c.Reference[0].Calls = slices.Repeat([]suites.CallMove{find()}, calls)
		got := slices.ContainsFunc(FaultOptions(c), func(f trace.Fault) bool { return f.Kind == "capacity" })
		if got != want {
			t.Errorf("with %d calls in one message capacity is planned: %v, want %v", calls, got, want)
		}
	}
}

// TestPlansDoNotDependOnEachOther asks for the plans of a case forwards and
// backwards, among others, and from the same seed and another.
func TestPlansDoNotDependOnEachOther(t *testing.T) {
	c := faulty(t).Cases[0]
	other := *c
	other.Name = "r-002"
	for _, condition := range []string{"faults", "drift"} {
		var forwards, backwards, strange []Plan
		for i := range 30 {
			forwards = append(forwards, planFor(t, c, condition, i, 5, Options{}))
			planFor(t, &other, condition, i, 5, Options{})
			backwards = append(backwards, planFor(t, c, condition, 29-i, 5, Options{}))
			strange = append(strange, planFor(t, c, condition, i, 6, Options{}))
		}
		slices.Reverse(backwards)
		if diff := cmp.Diff(forwards, backwards); diff != "" {
			t.Errorf("%s: plans differ by the order in which they are made:\n%s", condition, diff)
		}
		if cmp.Equal(forwards, strange) {
			t.Errorf("%s: two seeds give the same plans", condition)
		}
	}
}

// TestTrialsOfACaseMeetEveryKind counts: as many trials as there are kinds meet
// each once, as many as there are options each option once.
func TestTrialsOfACaseMeetEveryKind(t *testing.T) {
	c := faulty(t).Cases[0]
	options := FaultOptions(c)
	kinds, met := map[string]bool{}, map[string]bool{}
	for _, f := range options {
		kinds[f.Kind] = true
	}
	first := len(kinds)
	for i := range options {
		p := planFor(t, c, "faults", i, 11, Options{})
		f := p.Faults[len(p.Faults)-1]
		if f.Ordinal < 1 || !f.Standard {
			t.Errorf("trial %d: %+v has no place", i, f)
		}
		if option := fmt.Sprint(f.Kind, f.Tool, f.Permanent(), f.Field); met[option] {
			t.Errorf("trial %d meets %s again", i, option)
		} else {
			met[option] = true
		}
		if delete(kinds, f.Kind); i == first-1 && len(kinds) > 0 {
			t.Errorf("the first %d trials did not meet %v", first, kinds)
		}
	}
}

// TestDriftTakesTurns wants announced and mid-conversation drifts one after
// another.
func TestDriftTakesTurns(t *testing.T) {
	c := faulty(t).Cases[0]
	for i := range 6 {
		p := planFor(t, c, "drift", i, 1, Options{})
		if p.Drift == nil || p.Drift.Announced() != (i%2 == 0) {
			t.Errorf("trial %d meets %+v", i, p.Drift)
		}
	}
}

// TestStandardFaultsAreReached plays the reference, three times over, under each
// standard fault: each happens, and reaches whoever plays it.
func TestStandardFaultsAreReached(t *testing.T) {
	s := faulty(t)
	w := opened(t, s)
	c := s.Cases[0]
	var play script
	for _, move := range c.Reference {
		var calls []string
		for _, call := range move.Calls {
			args, err := json.Marshal(call.Args)
			if err != nil {
				t.Fatal(err)
			}
			calls = append(calls, call.Tool+" "+string(args))
		}
		play = append(play, strings.Join(calls, " & "))
	}
	for i := range FaultOptions(c) {
		p := planFor(t, c, "faults", i, 3, Options{})
		trial := disturbed(t, w, 1, p, slices.Concat(play, play))
		reached := slices.ContainsFunc(trial.Ledger(), func(e trace.Entry) bool {
			return e.Delivered && slices.ContainsFunc(e.Marks, func(m trace.Mark) bool { return m.Fired })
		})
		if !reached {
			t.Errorf("%+v was not reached", p.Faults[0])
		}
	}
}

func TestFaultsOfTheCaseHappenInEveryCondition(t *testing.T) {
	c := faulty(t).Cases[0]
	c.Faults = []suites.Fault{
		{Fault: trace.Fault{Kind: "corrupt_state"}, Damage: damageC1},
		{Fault: trace.Fault{Kind: "rate_limited", Tool: "update_title", Times: 1}},
	}
	for condition, want := range map[string]int{"steady": 2, "load": 2, "drift": 2, "faults": 3} {
		p := planFor(t, c, condition, 0, 1, Options{})
		if len(p.Faults) != want || len(p.Damage) != want || p.Damage[0] != damageC1 || p.Faults[0].Standard {
			t.Errorf("%s plans %+v", condition, p)
		}
		if f := p.Faults[1]; f.Seconds != 30 || f.Ordinal != 1 || f.Standard {
			t.Errorf("%s plans %+v, which leaves something open", condition, f)
		}
	}
}

func TestPlannable(t *testing.T) {
	c := faulty(t).Cases[0]
	plain := crm(t).Cases[0]
	for _, test := range []struct {
		c         *suites.Case
		condition string
		want      bool
	}{
		{plain, "steady", true},
		{plain, "load", true},
		{plain, "faults", false},
		{plain, "drift", false},
		{c, "steady", true},
		{c, "faults", true},
		{c, "drift", true},
	} {
		if got := Plannable(test.c, test.condition); got != test.want {
			t.Errorf("%s plannable: %v, want %v", test.condition, got, test.want)
		}
		if p := planFor(t, test.c, test.condition, 0, 1, Options{}); !test.want && (len(p.Faults) > 0 || p.Drift != nil) {
			t.Errorf("%s plans %+v and has nothing to plan", test.condition, p)
		}
	}
}

func TestTryOneFault(t *testing.T) {
	c := faulty(t).Cases[0]
	for _, test := range []struct {
		try  trace.Fault
		want string // the error; "" for none
	}{
		{trace.Fault{Kind: "lost_response", Tool: "update_title", Ordinal: 2}, ""},
		{trace.Fault{Kind: "injection", Tool: "get_contact"}, ""},
		{trace.Fault{Kind: "unavailable", Tool: "notify"}, ""},
		{trace.Fault{Kind: "lost_reply", Tool: "update_title"}, `plan fault for case crm/r-001: there is no fault "lost_reply"; there are rate_limited, unavailable`},
		{trace.Fault{Kind: "latency", Tool: "update_titel"}, `plan fault for case crm/r-001: the suite has no tool "update_titel"; it has find_contacts`},
		{trace.Fault{Kind: "latency"}, `plan fault for case crm/r-001: the suite has no tool ""`},
		{trace.Fault{Kind: "partial_commit", Tool: "update_title"}, "plan fault for case crm/r-001: update_title cannot bear partial_commit: it declares no items"},
		{trace.Fault{Kind: "stale_read", Tool: "update_title"}, "plan fault for case crm/r-001: stale_read makes no sense at update_title, a tool of kind write"},
		{trace.Fault{Kind: "corrupt_state", Tool: "get_contact"}, "plan fault for case crm/r-001: corrupt_state makes no sense"},
		{trace.Fault{Kind: "latency", Tool: "take"}, "plan fault for case crm/r-001: the reference never calls take"},
	} {
		p, err := NewPlan(c, "steady", 0, 1, Options{Try: &test.try})
		if test.want == "" {
			if err != nil || len(p.Faults) != 1 {
				t.Errorf("%+v: %v, plan %+v", test.try, err, p)
				continue
			}
			f := p.Faults[0]
			if f.Ordinal == 0 || f.Permanent() || f.Kind == "injection" && f.Attack == nil {
				t.Errorf("%+v leaves something open", f)
			}
			if both := planFor(t, c, "drift", 0, 1, Options{Try: &test.try}); both.Drift == nil || len(both.Faults) != 1 {
				t.Errorf("%+v under drift: plan %+v", test.try, both)
			}
		} else if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v\nwant %s", test.try, err, test.want)
		}
	}
}

func TestPlansThatCannotBe(t *testing.T) {
	w := opened(t, faulty(t))
	for _, test := range []struct {
		fault  trace.Fault
		damage string
		want   string
	}{
		{trace.Fault{Kind: "gremlins", Tool: "take"}, "", `there is no fault "gremlins"`},
		{trace.Fault{Kind: "latency", Tool: "gone"}, "", `latency is planned at "gone", which is no tool of the suite`},
		{trace.Fault{Kind: "latency", Tool: "wait"}, "", `latency is planned at "wait"`},
		{trace.Fault{Kind: "accepted", Tool: "take"}, "", "take cannot bear accepted: it declares no status"},
		{trace.Fault{Kind: "latency", Tool: "take", After: 1}, "", "fault 1 waits for fault 1"},
		{trace.Fault{Kind: "corrupt_state"}, "DELETE FROM contacts", "none that a case of the suite declares"},
	} {
		_, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Plan: Plan{Faults: []trace.Fault{test.fault}, Damage: []string{test.damage}}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v\nwant %s", test.fault, err, test.want)
		}
	}
}

func TestRivalsAndDamageAreChecked(t *testing.T) {
	for _, test := range []struct{ rival, damage, want string }{
		{"UPDATE persons SET a = 1", "", "crm/tools.yaml:59 tool-sql: take: rival is not valid: no such table: persons"},
		{"DELETE FROM settings WHERE name = :nam", "", "crm/tools.yaml:59 tool-parameter: take: rival names the unknown parameter :nam"},
		{"SELECT 1", "", "crm/tools.yaml:59 tool-rival: take: the rival changes nothing"},
		{"DROP TABLE settings", "", "crm/tools.yaml:59 tool-denied: take: rival changes the schema"},
		{"", "UPDATE contacts SET nick = 1", "crm/cases/a.yaml:9 tool-sql: case r-001: damage is not valid: no such column: nick"},
		{"", "UPDATE contacts SET title = :title", "crm/cases/a.yaml:9 tool-parameter: case r-001: damage names the unknown parameter :title"},
		{"", "UPDATE contacts SET title = 'x' WHERE id = 'c9'", "crm/cases/a.yaml:9 case-damage: case r-001: the damage changes nothing"},
		{"", "UPDATE contacts SET mail = 'x'", "crm/cases/a.yaml:9 case-damage: case r-001: the damage is refused: UNIQUE constraint failed: contacts.mail"},
		{"", "PRAGMA foreign_keys = OFF", "crm/cases/a.yaml:9 tool-denied: case r-001: damage holds PRAGMA foreign_keys"},
	} {
		s := faulty(t)
		if test.rival != "" {
			s.Tool("take").Rival = test.rival
		}
		if test.damage != "" {
			s.Cases[0].Faults = []suites.Fault{{Fault: trace.Fault{Kind: "corrupt_state"}, Damage: test.damage, Line: 9}}
		}
		if diff := cmp.Diff([]string{test.want}, problems(t, s)); diff != "" {
			t.Errorf("%s%s (-want +got):\n%s", test.rival, test.damage, diff)
		}
	}
}

func TestCursorsAreChecked(t *testing.T) {
	s := faulty(t)
	s.Tools[0].File, s.Tools[0].Line = "crm/tools.yaml", 7
	s.Tools[0].List = strings.Replace(s.Tools[0].List, "ORDER BY id", "ORDER BY :cursor", 1)
	s.Tools[1].Cursor, s.Tools[1].File, s.Tools[1].Line = "page", "crm/tools.yaml", 8
	want := []string{
		"crm/tools.yaml:7 tool-parameter: find_contacts: list names the unknown parameter :cursor",
		"crm/tools.yaml:8 tool-parameter: get_contact: the cursor page is no parameter",
	}
	if diff := cmp.Diff(want, problems(t, s)); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestHasty: an agent that waits by the wall clock is not told to come back late.
// The plan of others stays as it is.
func TestHasty(t *testing.T) {
	p := Plan{Faults: []trace.Fault{{Kind: "rate_limited", Seconds: 60}, {Kind: "capacity", Seconds: 1}, {Kind: "accepted", Seconds: 90}}}
	var got []int
	for _, f := range p.Hasty().Faults {
		got = append(got, f.Seconds)
	}
	if !slices.Equal(got, []int{2, 1, 90}) || p.Faults[0].Seconds != 60 {
		t.Errorf("hasty %v, the plan itself %d", got, p.Faults[0].Seconds)
	}
}
