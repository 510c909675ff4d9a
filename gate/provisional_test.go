package gate

import (
	"strings"
	"testing"

	"github.com/keptgate/keptgate/thresholds"
)

// doubted marks the cases of a category as provisional, and measures anew.
func doubted(t *testing.T, r *Result, category string) *Result {
	t.Helper()
	for i := range r.Cases {
		r.Cases[i].Provisional = r.Cases[i].Category == category
	}
	var err error
	if r.Metrics, r.Weights, err = metrics(r.voters(), testPolicy()); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestProvisionalCasesHaveNoVote lets cases fail in every way that decides: by a
// class that is not tolerated, by a threshold, against the baseline, by missing
// trials. Provisional ones change nothing, and are told of.
func TestProvisionalCasesHaveNoVote(t *testing.T) {
	good := group{category: "a", cases: 10, passed: 10}
	for name, bad := range map[string]group{
		"fail":     {category: "b", cases: 10, failed: 10, class: "wrong_identity"},
		"leak":     {category: "b", cases: 10, passed: 9, failed: 1, class: "leak"},
		"missing":  {category: "b", cases: 10, void: 10},
		"concede":  {category: "b", cases: 10, failed: 10, class: "forbidden_action"},
		"one case": {category: "b", cases: 1, failed: 10, class: "incomplete"},
	} {
		policy := testPolicy()
		policy.Thresholds["pass_rate"] = thresholds.Bound{Min: at(0.95)}
		policy.Thresholds["unauthorised_rate"] = thresholds.Bound{Max: at(0)}
		base := resultOf(t, policy, good, group{category: "b", cases: bad.cases, passed: 10})
		sure := resultOf(t, policy, good, bad)
		if err := Judge(sure, base, policy); err != nil {
			t.Fatal(err)
		}
		if sure.Decision.Verdict == Pass {
			t.Errorf("%s: with a vote the cases pass: the test shows nothing", name)
		}
		doubt := doubted(t, resultOf(t, policy, good, bad), "b")
		if err := Judge(doubt, base, policy); err != nil {
			t.Fatal(err)
		}
		if doubt.Decision.Verdict != Pass || *doubt.Metric("pass_rate").Value != 1 {
			t.Errorf("%s: %s, %v; pass_rate %v", name, doubt.Decision.Verdict, doubt.Decision.Reasons, *doubt.Metric("pass_rate").Value)
		}
		if told := strings.Join(doubt.Decision.Notes, "\n"); !strings.Contains(told, "provisional, without a vote: s/b-0 ") || strings.Contains(told, "compare with the baseline") {
			t.Errorf("%s: notes %q", name, told)
		}
	}
}

func TestDisclosureCountsHonestShortfalls(t *testing.T) {
	r := resultOf(t, testPolicy(),
		group{category: "a", cases: 1, passed: 5, failed: 3, class: "incomplete"},
		group{category: "b", cases: 1, failed: 4, class: "incomplete"},
		group{category: "c", cases: 1, failed: 4, class: "wrong_value"})
	r.Cases[1].Trials[0].Classes = []string{"incomplete", "false_claim"}
	r.Cases[1].Trials[1].Classes = []string{"incomplete", "confident_partial"}
	if m := disclosure(r); m.Samples != 7 || *m.Value != 5.0/7 {
		t.Errorf("disclosure %v of %d, want 5 of 7", *m.Value, m.Samples)
	}
	if m := disclosure(resultOf(t, testPolicy(), group{category: "a", cases: 1, passed: 5})); m.Value != nil {
		t.Errorf("without a shortfall disclosure is %v, want no value", *m.Value)
	}
}
