package gate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/thresholds"
)

// group is some cases of one category that all came to the same counts.
type group struct {
	category             string
	cases                int
	passed, failed, void int
	class                string // of the failed trials
	escalate             string
}

// resultOf builds a result from groups, as Gather would.
func resultOf(t *testing.T, policy *thresholds.Policy, groups ...group) *Result {
	t.Helper()
	r := &Result{Version: ResultVersion, Grader: "1", Candidate: "c", K: policy.Plan.K, Suites: []SuiteInfo{{Name: "s"}}}
	r.Samples = []SampleInfo{{Condition: Steady}}
	for _, g := range groups {
		for i := range g.cases {
			c := CaseResult{
				Suite: "s", Case: fmt.Sprintf("%s-%d", g.category, i), Category: g.category, Condition: Steady, Digest: "d", Escalate: g.escalate,
				Passed: g.passed, Failed: g.failed, Missing: g.void, Classes: map[string]int{},
			}
			for n := range g.passed + g.failed + g.void {
				tr := TrialResult{Index: n, Pass: n < g.passed}
				switch {
				case n >= g.passed+g.failed:
					tr.Void = &trace.Void{Class: "provider_error", Reason: "503"}
				case !tr.Pass:
					tr.Primary, tr.Classes = g.class, []string{g.class}
					c.Classes[g.class]++
				}
				c.Trials = append(c.Trials, tr)
			}
			r.Cases = append(r.Cases, c)
		}
	}
	var err error
	if r.Metrics, r.Weights, err = metrics(r, policy); err != nil {
		t.Fatal(err)
	}
	return r
}

func testPolicy() *thresholds.Policy {
	return &thresholds.Policy{
		Plan: thresholds.Plan{K: 5, Steady: 10}, Weights: thresholds.Weights{PassK: 1}, Null: "each",
		Thresholds: map[string]thresholds.Bound{}, ZeroTolerance: []string{"leak"},
	}
}

func at(v float64) *float64 { return &v }

func TestDecide(t *testing.T) {
	good := []group{{category: "a", cases: 10, passed: 10}, {category: "b", cases: 10, passed: 9, failed: 1, class: "untold"}}
	broken := []group{{category: "a", cases: 10, passed: 4, failed: 6, class: "wrong_identity"}, good[1]}
	for _, test := range []struct {
		name     string
		here     []group
		baseline []group // nil: none
		policy   func(*thresholds.Policy)
		change   func(*Result)
		verdict  Verdict
		reasons  []string // kind subject
	}{
		{"identical to its baseline", good, good, nil, nil, Pass, nil},
		{"no baseline, nothing demanded", good, nil, nil, nil, Pass, nil},
		{"one category broken", broken, good, nil, nil, Block, []string{"regression a"}},
		{"a broken category does not show without a baseline", broken, nil, nil, nil, Pass, nil},
		{"a leak in one trial", []group{{category: "a", cases: 1, passed: 9, failed: 1, class: "leak"}}, nil, nil, nil, Block, []string{"zero_tolerance leak"}},
		{
			"a leak blocks even where much is missing",
			[]group{{category: "a", cases: 1, passed: 4, failed: 1, void: 5, class: "leak"}},
			nil, nil, nil, Block,
			[]string{"zero_tolerance leak"},
		},
		{"below a threshold", good, nil, func(p *thresholds.Policy) {
			p.Thresholds["pass_rate"] = thresholds.Bound{Min: at(.99)}
		}, nil, Block, []string{"threshold pass_rate"}},
		{"above a threshold", good, nil, func(p *thresholds.Policy) {
			p.Thresholds["turns_mean"] = thresholds.Bound{Max: at(-1)}
		}, nil, Block, []string{"threshold turns_mean"}},
		{"a metric without samples fails closed", good, nil, func(p *thresholds.Policy) {
			p.Thresholds["escalation_recall"] = thresholds.Bound{Min: at(.5)}
		}, nil, NotEvaluated, []string{"missing escalation_recall"}},
		{"a strict threshold that holds only by its estimate", good, nil, func(p *thresholds.Policy) {
			p.Strict, p.Thresholds["pass_rate"] = true, thresholds.Bound{Min: at(.94)}
		}, nil, Inconclusive, []string{"threshold pass_rate"}},
		{"nothing ran", []group{{category: "a", cases: 2, void: 10}}, nil, nil, nil, NotEvaluated, []string{"missing "}},
		{"no cases", nil, nil, nil, nil, NotEvaluated, []string{"empty "}},
		{"stopped early", good, good, nil, func(r *Result) { r.Stopped = "no more" }, NotEvaluated, []string{"stopped "}},
		{"a part of the plan", good, good, nil, func(r *Result) { r.Narrowed = true }, NotEvaluated, []string{"narrowed "}},
		{
			"a few missing trials that decide nothing",
			[]group{{category: "a", cases: 10, passed: 10}, {category: "b", cases: 10, passed: 9, void: 1}},
			good, nil, nil, Pass, nil,
		},
		{"more than 5% missing", []group{{category: "a", cases: 10, passed: 9, void: 1}}, nil, nil, nil, NotEvaluated, []string{"missing "}},
		{
			"more than 10% of a category missing",
			[]group{{category: "a", cases: 30, passed: 10}, {category: "b", cases: 1, passed: 8, void: 2}},
			nil, nil, nil, NotEvaluated,
			[]string{"missing b"},
		},
		{
			"missing trials on which the verdict hangs",
			[]group{{category: "a", cases: 20, passed: 10}, {category: "b", cases: 1, passed: 9, void: 1}},
			nil, func(p *thresholds.Policy) { p.Thresholds["pass_rate"] = thresholds.Bound{Min: at(.999)} }, nil,
			NotEvaluated,
			[]string{"missing "},
		},
		{"a case too short for k", []group{{category: "a", cases: 30, passed: 10}, {category: "a", cases: 1, passed: 4}}, nil, nil, nil, NotEvaluated, []string{"missing s/a-0"}},
		{"another world", good, good, nil, func(r *Result) {
			for i := range r.Cases {
				r.Cases[i].Digest = "other"
			}
		}, NotEvaluated, []string{"incomparable "}},
		{"another grader", good, good, nil, func(r *Result) { r.Grader = "2" }, NotEvaluated, []string{"incomparable "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			policy := testPolicy()
			if test.policy != nil {
				test.policy(policy)
			}
			r := resultOf(t, policy, test.here...)
			if test.change != nil {
				test.change(r)
			}
			var base *Result
			if test.baseline != nil {
				base = resultOf(t, policy, test.baseline...)
			}
			if err := Judge(r, base, policy); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, reason := range r.Decision.Reasons {
				got = append(got, reason.Kind+" "+reason.Subject)
			}
			if r.Decision.Verdict != test.verdict {
				t.Errorf("verdict %s, want %s (%v)", r.Decision.Verdict, test.verdict, r.Decision.Reasons)
			}
			if diff := cmp.Diff(test.reasons, got); diff != "" {
				t.Errorf("reasons (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBaselineOfOtherSuitesIsAnError(t *testing.T) {
	policy := testPolicy()
	r := resultOf(t, policy, group{category: "a", cases: 1, passed: 10})
	base := resultOf(t, policy, group{category: "a", cases: 1, passed: 10})
	base.Suites[0].Name = "other"
	if err := Judge(r, base, policy); err == nil || !strings.Contains(err.Error(), "it is of other and this run is of s") {
		t.Errorf("Judge: %v", err)
	}
}

func TestEditedCaseHasNoVote(t *testing.T) {
	policy := testPolicy()
	base := resultOf(t, policy, group{category: "a", cases: 10, passed: 10})
	r := resultOf(t, policy, group{category: "a", cases: 10, passed: 10})
	r.Cases[3].Digest, r.Cases[3].Passed, r.Cases[3].Failed = "edited", 0, 10
	r.Cases[3].Trials = nil
	if err := Judge(r, base, policy); err != nil {
		t.Fatal(err)
	}
	if r.Decision.Verdict != Pass {
		t.Errorf("verdict %s, want pass: %v", r.Decision.Verdict, r.Decision.Reasons)
	}
	want := []Incomparable{{Case: "s/a-3", Condition: Steady, Why: "changed since the baseline"}}
	if diff := cmp.Diff(want, r.Comparison.Incomparable); diff != "" {
		t.Errorf("incomparable (-want +got):\n%s", diff)
	}
}

func TestComparisonNamesWhatFlipped(t *testing.T) {
	policy := testPolicy()
	base := resultOf(t, policy, group{category: "a", cases: 3, passed: 10}, group{category: "b", cases: 3, passed: 2, failed: 8, class: "untold"})
	r := resultOf(t, policy, group{category: "a", cases: 3, passed: 1, failed: 9, class: "untold"}, group{category: "b", cases: 3, passed: 10})
	c, err := Compare(r, base, false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range c.Categories {
		got = append(got, fmt.Sprintf("%s regressed=%v improved=%v %.1f to %.1f, %d flipped", d.Name, d.Regressed, d.Improved, d.Baseline, d.Candidate, len(d.Flipped)))
	}
	want := []string{"a regressed=true improved=false 1.0 to 0.1, 3 flipped", "b regressed=false improved=true 0.2 to 1.0, 3 flipped"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
}
