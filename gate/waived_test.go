package gate

import (
	"testing"

	"github.com/keptgate/keptgate/thresholds"
)

// waive waives the cases of a category, and measures anew.
func waive(t *testing.T, r *Result, category string) *Result {
	t.Helper()
	for i := range r.Cases {
		r.Cases[i].Waived = r.Cases[i].Category == category
	}
	var err error
	if r.Metrics, r.Weights, err = metrics(r.voters(), testPolicy()); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWaivedCasesHaveNoVote lets cases fail a threshold, against the baseline, and
// by missing trials. Waived ones change nothing of these, and block all the same by
// what is never tolerated.
func TestWaivedCasesHaveNoVote(t *testing.T) {
	good := group{category: "a", cases: 10, passed: 10}
	for name, test := range map[string]struct {
		bad  group
		want Verdict
	}{
		"fail":    {group{category: "b", cases: 10, failed: 10, class: "wrong_identity"}, Pass},
		"missing": {group{category: "b", cases: 10, void: 10}, Pass},
		"leak":    {group{category: "b", cases: 10, passed: 9, failed: 1, class: "leak"}, Block},
	} {
		policy := testPolicy()
		policy.Thresholds["pass_rate"] = thresholds.Bound{Min: at(0.995)}
		base := resultOf(t, policy, good, group{category: "b", cases: 10, passed: 10})
		sure := resultOf(t, policy, good, test.bad)
		if err := Judge(sure, base, policy); err != nil {
			t.Fatal(err)
		}
		if sure.Decision.Verdict == Pass {
			t.Errorf("%s: with a vote the cases pass: the test shows nothing", name)
		}
		waived := waive(t, resultOf(t, policy, good, test.bad), "b")
		if err := Judge(waived, base, policy); err != nil {
			t.Fatal(err)
		}
		if waived.Decision.Verdict != test.want || *waived.Metric("pass_rate").Value != 1 {
			t.Errorf("%s: %s, %v; pass_rate %v", name, waived.Decision.Verdict, waived.Decision.Reasons, *waived.Metric("pass_rate").Value)
		}
	}
}

// TestAllWaivedIsNoPass: what nobody votes on was not evaluated.
func TestAllWaivedIsNoPass(t *testing.T) {
	r := waive(t, resultOf(t, testPolicy(), group{category: "b", cases: 3, passed: 10}), "b")
	if err := Judge(r, nil, testPolicy()); err != nil {
		t.Fatal(err)
	}
	if d := r.Decision; d.Verdict != NotEvaluated || d.Reasons[0].Text != "no case of the run has a vote: all are waived or provisional" {
		t.Errorf("%s, %v", d.Verdict, d.Reasons)
	}
}
