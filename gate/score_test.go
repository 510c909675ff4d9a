package gate

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/thresholds"
)

// part is a condition in which every case came to the same counts.
type part struct {
	condition                 string
	cases                     int
	passed, failed, unreached int
}

func scoreOf(t *testing.T, policy *thresholds.Policy, parts ...part) *Result {
	t.Helper()
	r := &Result{K: policy.Plan.K}
	for _, p := range parts {
		for i := range p.cases {
			c := CaseResult{
				Suite: "s", Case: fmt.Sprint("c-", i), Category: "a", Condition: p.condition,
				Passed: p.passed, Failed: p.failed, Unreached: p.unreached,
			}
			for n := range p.passed + p.failed + p.unreached {
				tr := TrialResult{Index: n, Pass: n < p.passed}
				if n >= p.passed+p.failed {
					tr.Void = &trace.Void{Class: unreached}
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

func TestScoreWeighsItsComponents(t *testing.T) {
	steady, faults := part{Steady, 10, 10, 0, 0}, part{Faults, 10, 3, 1, 0}
	drift, load := part{Drift, 10, 1, 1, 0}, part{Load, 10, 0, 2, 0}
	weights := thresholds.Weights{PassK: .4, Recovery: .3, Load: .2, Drift: .1}
	for _, test := range []struct {
		name    string
		parts   []part
		weights thresholds.Weights
		k       int
		want    float64 // less than 0: not measured
		why     string
		used    string
	}{
		{"all four", []part{steady, faults, drift, load}, weights, 5, .4 + .3*.75 + .1*.5, "", "pass_k .40, recovery .30, load .20, drift .10"},
		{"weights need not sum to 1", []part{steady, faults}, thresholds.Weights{PassK: 3, Recovery: 1}, 5, .75 + .25*.75, "", "pass_k .75, recovery .25"},
		{"a condition without trials is left out", []part{steady, drift}, weights, 5, .8 + .2*.5, "", "pass_k .80, drift .20"},
		{"a weight of 0 is left out", []part{steady, load}, thresholds.Weights{PassK: 1}, 5, 1, "", "pass_k 1.00"},
		{
			"four of five faults reached are enough",
			[]part{steady, {Faults, 10, 4, 0, 1}},
			thresholds.Weights{Recovery: 1},
			5,
			1, "", "recovery 1.00",
		},
		{
			"fewer are not",
			[]part{steady, {Faults, 10, 3, 0, 1}},
			weights, 5,
			-1, "recovery is not measured: only 30 of 40 planned faults reached the candidate, fewer than 80%", "pass_k .57, recovery .43",
		},
		{
			"what never gave a verdict is no pass",
			[]part{steady, {Load, 10, 0, 0, 0}},
			weights, 5,
			-1, "load_completion is not measured: no trial with a verdict", "pass_k .67, load .33",
		},
		{
			"too few trials for k",
			[]part{{Steady, 10, 4, 0, 0}, faults},
			weights, 5,
			-1, "pass_k is not measured: 10 cases have fewer than 5 trials with a verdict", "pass_k .57, recovery .43",
		},
		{"no k, no score", []part{steady, faults}, weights, 0, -1, "no component of it is measured", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			policy := &thresholds.Policy{
				Profile: "p", Plan: thresholds.Plan{K: test.k, Steady: 10, Faults: 4, Drift: 2, Load: 2}, Weights: test.weights,
			}
			if test.k == 0 {
				policy.Plan = thresholds.Plan{Steady: 10, Faults: 4}
			}
			r := scoreOf(t, policy, test.parts...)
			score := r.Metric("score")
			switch {
			case test.want < 0 && (score.Value != nil || score.Why != test.why):
				t.Errorf("score %v, %q, want none: %q", score.Value, score.Why, test.why)
			case test.want >= 0 && (score.Value == nil || math.Abs(*score.Value-test.want) > 1e-9):
				t.Errorf("score %+v, want %v", score, test.want)
			}
			used := ""
			for i, w := range r.Weights {
				if i > 0 {
					used += ", "
				}
				used += fmt.Sprintf("%s %s", w.Component, fmt.Sprintf("%.2f", w.Weight)[map[bool]int{true: 1}[w.Weight < 1]:])
			}
			if diff := cmp.Diff(test.used, used); diff != "" {
				t.Errorf("weights (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLookMeasuresTheFirstTrials: where a run may stop early, pass^k stands on
// the first k trials of every case, whatever came after.
func TestLookMeasuresTheFirstTrials(t *testing.T) {
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 5, Steady: 10}, Weights: thresholds.Weights{PassK: 1}}
	r := scoreOf(t, policy, part{Steady, 10, 7, 3, 0})
	if v := *r.Metric("pass_k").Value; v > .1 {
		t.Errorf("without looks pass^5 of 7 in 10 is %v", v)
	}
	r.Look = &Look{Share: 1}
	var err error
	if r.Metrics, r.Weights, err = metrics(r, policy); err != nil {
		t.Fatal(err)
	}
	if v := *r.Metric("pass_k").Value; v < 1-1e-9 {
		t.Errorf("with looks pass^5 of the first five, which passed, is %v", v)
	}
}
