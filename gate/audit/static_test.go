package audit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// rules are the rules that some cases break.
func rules(t *testing.T, change func(a, b *suites.Case)) []string {
	t.Helper()
	s := &suites.Suite{Name: "desk"}
	session := map[string]any{"user": "ana"}
	one := func(name string) *suites.Case {
		return &suites.Case{
			Suite: s, Name: name, Category: "read-only", Session: session, File: "desk/cases/a.yaml", Line: 1,
			Caller: suites.Caller{Persona: "hurried", Opening: []string{"Call me Al."}, Confirms: "yes"},
			Expect: suites.Expect{Asks: []string{"name"}},
		}
	}
	a, b := one("a-1"), one("a-2")
	b.Line = 9
	s.Cases = []*suites.Case{a, b}
	change(a, b)
	var out []string
	for _, p := range append(alike(s), named([]*suites.Suite{s})...) {
		rule := p.Rule
		if p.Severity == schemas.Warning {
			rule += " (warning)"
		}
		out = append(out, rule)
	}
	return out
}

func TestWhatCanBeSeenWithoutATrial(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(a, b *suites.Case)
		want   []string
	}{
		{"one case twice", func(_, _ *suites.Case) {}, []string{"case-duplicate"}},
		{"places in the file do not tell them apart", func(_, b *suites.Case) { b.Expect.Calls, b.Line = nil, 70 }, []string{"case-duplicate"}},
		{"opposite wants of one call", func(_, b *suites.Case) { b.Expect.Asks = nil }, []string{"case-contradiction"}},
		{"one of them is in doubt", func(_, b *suites.Case) { b.Expect.Asks, b.Provisional = nil, true }, []string{"case-contradiction (warning)"}},
		{"in other cases", func(_, b *suites.Case) {
			b.Expect.Asks, b.Caller.Opening = nil, []string{"CALL ME AL."}
		}, []string{"case-contradiction"}},
		{"the caller knows something else", func(_, b *suites.Case) { b.Caller.Facts = []suites.Fact{{About: "x"}} }, nil},
		{"another persona", func(_, b *suites.Case) { b.Caller.Persona = "angry" }, nil},
		{"the caller presses", func(_, b *suites.Case) {
			b.Expect.Asks, b.Caller.Twists = nil, []suites.Twist{{After: "turn 1", Says: []string{"Go on."}}}
		}, nil},
		{"another session", func(_, b *suites.Case) { b.Session = map[string]any{"user": "bo"} }, nil},
		{"another fault", func(_, b *suites.Case) { b.Faults = []suites.Fault{{Fault: trace.Fault{Kind: "latency"}}} }, nil},
		{"a telling file", func(a, b *suites.Case) {
			b.Session, a.File = nil, "desk/cases/read_only.yaml"
		}, []string{"name-tells"}},
		{"a telling case", func(_, b *suites.Case) { b.Session, b.Name = nil, "readonly-2" }, []string{"name-tells"}},
		{"a telling tool", func(a, b *suites.Case) {
			b.Session = nil
			a.Suite.Tools = []*suites.Tool{{Name: "get_read_only", Kind: trace.Read}}
		}, []string{"name-tells"}},
		{"a name that holds a part of it", func(_, b *suites.Case) { b.Session, b.Name = nil, "reader-2" }, nil},
	} {
		if diff := cmp.Diff(test.want, rules(t, test.change)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestRepliesThatTell(t *testing.T) {
	c := &suites.Case{Suite: &suites.Suite{}, Name: "a-1", Category: "cross-account"}
	for body, want := range map[string]int{
		"a cross-account order": 1, "Cross Accounts": 1, "about a-1.": 1, "crossed accounts": 0, "a-12": 0, "across accounts": 0,
	} {
		r := &trace.Record{Ledger: trace.Ledger{{Tool: "find", Kind: trace.Read, Reply: trace.Reply{Body: map[string]any{"text": body}}}}}
		if got := len(shown(c, r)); got != want {
			t.Errorf("%q: %d problems, want %d", body, got, want)
		}
	}
}

func TestOperability(t *testing.T) {
	s := &suites.Suite{Tools: []*suites.Tool{
		{Name: "look", Kind: trace.Read},
		{Name: "keyed", Kind: trace.Write, Idempotency: "key", Undo: &suites.Undo{}},
		{Name: "shown", Kind: trace.Irreversible, Status: &suites.Readback{}},
		{Name: "blind", Kind: trace.Irreversible},
		{Name: "final", Kind: trace.Write, Idempotency: "key"},
	}}
	var got []string
	for _, w := range operability(s) {
		got = append(got, w.Rule+": "+w.Message[:5])
	}
	if diff := cmp.Diff([]string{"tool-operability: blind", "tool-undo: final"}, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestTwinsAreTakenAsOne(t *testing.T) {
	s := &suites.Suite{Name: "desk"}
	var jobs []*job
	for _, name := range []string{"a", "b", "c", "d"} {
		c := &suites.Case{Suite: s, Name: name, Category: "limits", File: name, Line: 1}
		s.Cases = append(s.Cases, c)
		jobs = append(jobs, &job{c: c, passed: map[string]bool{"refuses": name == "a", "asks": name == "a" || name == "b"}})
	}
	s.Cases[0].Twin = "b"
	r := &Report{Suites: []Suite{{Suite: s, Path: "./desk"}}}
	r.lazy(jobs)
	if diff := cmp.Diff([]Lazy{{Agent: "asks", Category: "limits", Cases: 4, Passed: 2}}, r.Lazy); diff != "" {
		t.Errorf("lazy agents (-want +got):\n%s", diff)
	}
	if len(r.Problems) != 1 || r.Problems[0].File != "a" || r.Problems[0].Rule != "lazy-passes" {
		t.Errorf("problems: %v", r.Problems)
	}
}

func TestSaturatedCategories(t *testing.T) {
	result := func(category, condition string, passed, failed int) gate.CaseResult {
		return gate.CaseResult{Category: category, Condition: condition, Passed: passed, Failed: failed}
	}
	got := Saturated(&gate.Result{Cases: []gate.CaseResult{
		result("easy", gate.Steady, 4, 0), result("easy", gate.Steady, 3, 0), result("easy", gate.Faults, 0, 4),
		result("hopeless", gate.Steady, 0, 4),
		result("telling", gate.Steady, 4, 0), result("telling", gate.Steady, 3, 1),
		result("silent", gate.Steady, 4, 0), result("silent", gate.Steady, 0, 0),
	}})
	want := []Saturation{{"easy", 2, 7, true}, {"hopeless", 1, 4, false}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("saturated (-want +got):\n%s", diff)
	}
}
