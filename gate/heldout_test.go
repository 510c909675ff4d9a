package gate

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// heldOutPlan plans trials of two small suites, both held out.
func heldOutPlan(t *testing.T, plan thresholds.Plan) *Plan {
	t.Helper()
	side, err := suites.LoadHeldOut(os.DirFS("../cmd/keptgate/testdata/suites"), nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(side.Suites, &thresholds.Policy{Plan: plan, Weights: thresholds.Weights{PassK: 1, Load: 1}, Null: "each"}, 7, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// breaking is a candidate that panics, quoting what it heard.
type breaking struct{}

func (breaking) Identity() string { return "breaking" }
func (breaking) Start(context.Context, agent.Briefing) (agent.Session, error) {
	return breaking{}, nil
}
func (breaking) Close() error { return nil }
func (breaking) Next(_ context.Context, m trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	panic(m.Text)
}

// quoting is a candidate whose provider fails for good, quoting what it was sent.
type quoting struct{ breaking }

func (quoting) Start(context.Context, agent.Briefing) (agent.Session, error) { return quoting{}, nil }

func (quoting) Next(_ context.Context, m trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	return trace.Message{}, trace.Usage{}, &agent.ProviderError{Reason: m.Text, Permanent: true}
}

// TestWhatBreaksInAHeldOutTrialSaysNothing: panics in grader and candidate, alone
// and in a cohort, and providers that quote the caller end as void trials without
// a word of the suite.
func TestWhatBreaksInAHeldOutTrialSaysNothing(t *testing.T) {
	words := []string{"drill", "lend_tool", "set_price", "honey", "d-001", "s-001", "desk", "stall", "ambiguous which"}
	for _, test := range []struct {
		name      string
		plan      thresholds.Plan
		candidate agent.Candidate
		grade     grader
		class     string
		stopped   string
	}{
		{"grader", thresholds.Plan{K: 1, Steady: 1}, agent.Reference(), func(_ *suites.Case, r *trace.Record) grade.Verdict { panic(r.Messages[0].Text) }, "harness_error", ""},
		{"candidate", thresholds.Plan{K: 1, Steady: 1}, breaking{}, nil, "harness_error", ""},
		{"candidate under load", thresholds.Plan{K: 1, Steady: 1, Load: 1}, breaking{}, nil, "harness_error", ""},
		{"provider", thresholds.Plan{K: 1, Steady: 1}, quoting{}, nil, "provider_error", "in a held-out trial, of which no more is told"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, dir := heldOutPlan(t, test.plan), t.TempDir()
			r := &Runner{Candidate: test.candidate, Dir: dir, Parallel: 1, Wall: epoch, grade: test.grade}
			ended, err := r.Run(t.Context(), p)
			if err != nil || ended.Stopped != test.stopped {
				t.Fatalf("Run: %+v, %v", ended, err)
			}
			result, err := Gather(dir, p, About{Ended: ended})
			if err != nil {
				t.Fatal(err)
			}
			if err := Judge(result, nil, p.Policy); err != nil {
				t.Fatal(err)
			}
			if result.Decision.Verdict != NotEvaluated || result.Cases[0].Trials[0].Void == nil || result.Cases[0].Trials[0].Void.Class != test.class {
				t.Errorf("verdict %s, first trial %+v", result.Decision.Verdict, result.Cases[0].Trials[0])
			}
			log, err := os.ReadFile(filepath.Join(dir, LogFile))
			if err != nil {
				t.Fatal(err)
			}
			text, err := result.Encode()
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range words {
				if strings.Contains(strings.ToLower(string(log)+string(text)), word) {
					t.Errorf("%q stands in the log or the result", word)
				}
			}
		})
	}
}

// TestPublicTrialsSayWhatBroke: only what is held out is hidden.
func TestPublicTrialsSayWhatBroke(t *testing.T) {
	s, err := suites.Load(os.DirFS("../cmd/keptgate/testdata/suites"), "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan([]*suites.Suite{s}, &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: 1}}, 7, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := (&Runner{Candidate: breaking{}, Dir: dir, Parallel: 1, Wall: epoch}).Run(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	var reasons []string
	if _, err := ReadTrials(dir, func(l *Line) { reasons = append(reasons, l.void().Reason) }); err != nil {
		t.Fatal(err)
	}
	if len(reasons) != 4 || !strings.HasPrefix(reasons[0], "run trial: it broke: I'd like to borrow the drill") {
		t.Errorf("reasons: %q", reasons)
	}
}

// TestProveHidesWhatIsHeldOut: a reference that fails is told by rule and line.
func TestProveHidesWhatIsHeldOut(t *testing.T) {
	p := heldOutPlan(t, thresholds.Plan{K: 1, Steady: 1})
	for _, c := range p.Suites[0].Cases {
		c.Reference = nil
	}
	problems, err := Prove(t.Context(), p, nil)
	if err != nil || len(problems) == 0 {
		t.Fatalf("Prove: %v, %v", problems, err)
	}
	for _, found := range problems {
		if found.Rule != "reference-fails" || found.Line == 0 || !strings.HasPrefix(found.File, "held-out/file ") || found.Message != suites.ConcealProblem(schemas.Problem{}).Message {
			t.Errorf("problem: %v", found)
		}
	}
}

func TestGaps(t *testing.T) {
	policy := testPolicy()
	side := func(r *Result, from string, to string, heldOut bool) { // renames the cases of a category
		for i := range r.Cases {
			if c := &r.Cases[i]; c.Category == from {
				c.Category, c.HeldOut = to, heldOut
			}
		}
	}
	result := func(public, heldOut group) *Result {
		public.category, heldOut.category = "public", "held"
		r := resultOf(t, policy, public, heldOut)
		side(r, "held", "public", true)
		var err error
		if r.HeldOut, err = sides(r, policy); err != nil {
			t.Fatal(err)
		}
		return r
	}
	even := result(group{cases: 20, passed: 5, failed: 5, class: "incomplete"}, group{cases: 20, passed: 5, failed: 5, class: "incomplete"})
	for _, test := range []struct {
		name      string
		here      *Result
		base      *Result
		shown     bool
		small     bool
		why, note string
	}{
		{"fitted", result(group{cases: 20, passed: 9, failed: 1}, group{cases: 20, passed: 5, failed: 5}), even, true, false, "", "overfitting: this change looks fitted"},
		{"better everywhere", result(group{cases: 20, passed: 9, failed: 1}, group{cases: 20, passed: 9, failed: 1}), even, false, false, "", ""},
		{"few", result(group{cases: 20, passed: 9, failed: 1}, group{cases: 3, passed: 5, failed: 5}), even, false, true, "", ""},
		{
			"no held-out side before", even, resultOf(t, policy, group{category: "public", cases: 20, passed: 5, failed: 5}), false, false,
			"the baseline has no held-out side; run its candidate, c, on this one and record that", "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := Judge(test.here, test.base, policy); err != nil {
				t.Fatal(err)
			}
			g := test.here.Comparison.Gap
			if g.Shown != test.shown || g.Small != test.small || g.Why != test.why {
				t.Errorf("gap %+v", g)
			}
			if notes := strings.Join(test.here.Decision.Notes, "\n"); strings.Contains(notes, "overfitting") != (test.note != "") || !strings.Contains(notes, test.note) {
				t.Errorf("notes: %s", notes)
			}
		})
	}
	other := result(group{cases: 20, passed: 5, failed: 5}, group{cases: 20, passed: 5, failed: 5})
	for i := range other.Cases {
		if other.Cases[i].HeldOut {
			other.Cases[i].Case += "-of-another-period"
		}
	}
	c, err := Compare(even, other, false)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(c.Gap.Why, "the baseline was recorded with another held-out side") {
		t.Errorf("gap after another period: %+v", c.Gap)
	}
}

// TestHeldOutCasesAreNoPublicOnes: not even those of the same name compare.
func TestHeldOutCasesAreNoPublicOnes(t *testing.T) {
	policy := testPolicy()
	base := resultOf(t, policy, group{category: "a", cases: 2, passed: 10})
	here := resultOf(t, policy, group{category: "a", cases: 2, passed: 10})
	here.Cases[1].HeldOut = true
	c, err := Compare(here, base, false)
	if err != nil {
		t.Fatal(err)
	}
	want := []Incomparable{{Case: "s/a-1", Condition: Steady, Why: "new: the baseline does not have it"}}
	if diff := cmp.Diff(want, c.Incomparable); diff != "" {
		t.Errorf("incomparable (-want +got):\n%s", diff)
	}
}

// TestSamplesTakeBothSides: a limit is shared, by the same categories.
func TestSamplesTakeBothSides(t *testing.T) {
	public, held := &suites.Suite{Name: "s"}, &suites.Suite{Name: suites.HeldOutName, HeldOut: true}
	for _, s := range []*suites.Suite{public, held} {
		for i := range 12 {
			s.Cases = append(s.Cases, &suites.Case{Suite: s, Name: string(rune('a' + i)), Category: string(rune('a' + i/3))})
		}
	}
	var all []*suites.Case
	all = append(append(all, public.Cases...), held.Cases...)
	chosen := chooseSides(all, 12, Filter{Rotation: "x"})
	count := map[string]int{}
	for _, c := range chosen {
		count[c.Category+" "+c.Suite.Name]++
	}
	if len(chosen) != 12 || len(count) != 4 {
		t.Errorf("chosen: %v", count)
	}
	text, _ := json.Marshal(count)
	for category := range map[string]int{"a": 0, "b": 0, "c": 0, "d": 0} {
		if count[category+" s"] != count[category+" held-out"] {
			t.Errorf("category %s is taken unlike: %s", category, text)
		}
	}
}
