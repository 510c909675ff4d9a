package gate

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/keptgate/keptgate/thresholds"
)

// compared holds one result against another under the policy of all components.
func compared(t *testing.T, here, there []part) *Comparison {
	t.Helper()
	policy := &thresholds.Policy{
		Plan: thresholds.Plan{K: 5, Steady: 10, Faults: 4, Drift: 2, Load: 2}, Weights: thresholds.Weights{PassK: .4, Recovery: .3, Load: .2, Drift: .1},
	}
	suites := []SuiteInfo{{Name: "s"}}
	r, base := scoreOf(t, policy, here...), scoreOf(t, policy, there...)
	r.Suites, base.Suites = suites, suites
	for _, p := range here {
		r.Samples = append(r.Samples, SampleInfo{Condition: p.condition, Cases: p.cases, Of: 10})
	}
	c, err := Compare(r, base, false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestConditionsCompareApart: a case under one condition is another stratum than
// the same case under another one.
func TestConditionsCompareApart(t *testing.T) {
	c := compared(t,
		[]part{{Steady, 10, 10, 0, 0}, {Faults, 10, 0, 4, 0}},
		[]part{{Steady, 10, 10, 0, 0}, {Faults, 10, 4, 0, 0}},
	)
	if c.Whole.Cases != 20 || c.Whole.Baseline != 1 || c.Whole.Candidate != .5 || !c.Whole.Regressed {
		t.Errorf("whole: %+v", c.Whole)
	}
	for _, f := range c.Whole.Flipped {
		if f.Condition != Faults || f.Baseline != 1 || f.Candidate != 0 {
			t.Errorf("flipped: %+v", f)
		}
	}
	if len(c.Whole.Flipped) != 10 {
		t.Errorf("%d cases flipped, want the 10 under faults", len(c.Whole.Flipped))
	}
}

// TestComponentsAreCompared: each part of the score is compared by itself, and
// the score with the weights in use.
func TestComponentsAreCompared(t *testing.T) {
	c := compared(t,
		[]part{{Steady, 10, 10, 0, 0}, {Faults, 10, 2, 2, 0}, {Drift, 10, 1, 1, 0}, {Load, 10, 2, 0, 0}},
		[]part{{Steady, 10, 10, 0, 0}, {Faults, 10, 4, 0, 0}, {Drift, 10, 2, 0, 0}, {Load, 10, 1, 1, 0}},
	)
	want := []PartDifference{
		{"pass_k", .4, 1, 1}, {"recovery", .3, 1, .5}, {"load_completion", .2, .5, 1}, {"drift_robustness", .1, 1, .5},
	}
	about := cmpopts.EquateApprox(0, 1e-9)
	if diff := cmp.Diff(want, c.Components, about); diff != "" {
		t.Errorf("components (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&ScoreDifference{Baseline: .4 + .3 + .1 + .1, Candidate: .4 + .15 + .2 + .05}, c.Score, about); diff != "" {
		t.Errorf("score (-want +got):\n%s", diff)
	}
	c = compared(t,
		[]part{{Steady, 10, 10, 0, 0}, {Faults, 10, 2, 2, 0}},
		[]part{{Steady, 10, 10, 0, 0}},
	)
	if c.Score != nil || len(c.Components) != 1 {
		t.Errorf("a component that the baseline lacks: score %+v, components %+v", c.Score, c.Components)
	}
}

// TestSampleIsNoLoss: what a sample leaves out is not missing from the run.
func TestSampleIsNoLoss(t *testing.T) {
	whole := []part{{Steady, 10, 10, 0, 0}, {Faults, 10, 4, 0, 0}}
	if c := compared(t, []part{{Steady, 4, 4, 0, 0}}, whole); len(c.Incomparable) != 0 {
		t.Errorf("a sample of 4 cases: %+v", c.Incomparable)
	}
	c := compared(t, []part{{Steady, 10, 10, 0, 0}}, []part{{Steady, 11, 10, 0, 0}})
	if len(c.Incomparable) != 1 || c.Incomparable[0].Why != "only in the baseline" {
		t.Errorf("a case less than the baseline has: %+v", c.Incomparable)
	}
}
