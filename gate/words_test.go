package gate

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/thresholds"
)

func TestPercent(t *testing.T) {
	for _, test := range []struct {
		rate float64
		want string
	}{
		{0, "0%"},
		{1e-9, "1%"},
		{0.004, "1%"},
		{0.005, "1%"},
		{0.015, "2%"},
		{0.5, "50%"},
		{0.984, "98%"},
		{0.994, "99%"},
		{0.995, "99%"},
		{0.9999999, "99%"},
		{math.Nextafter(1, 0), "99%"},
		{1, "100%"},
	} {
		if got := Percent(test.rate); got != test.want {
			t.Errorf("Percent(%v) = %s, want %s", test.rate, got, test.want)
		}
	}
	for n := 1; n <= 3_000; n++ {
		if got := Percent(float64(n-1) / float64(n)); got == "100%" {
			t.Fatalf("%d of %d is written %s", n-1, n, got)
		}
		if got := Percent(1 / float64(n)); got == "0%" {
			t.Fatalf("1 of %d is written %s", n, got)
		}
	}
}

func TestAmount(t *testing.T) {
	for _, test := range []struct {
		v, limit float64
		want     string
	}{
		{0.81, 0.85, "0.81"},
		{0.812345, 0.85, "0.812"},
		{0.84999, 0.85, "0.84999"},
		{0.85, 0.85, "0.85"},
		{1, 0.85, "1"},
		{0.9996, 0.85, "0.9996"},
		{0.99999, 0.85, "0.99999"},
		{0.0001, 0.5, "0.0001"},
		{0, 0.5, "0"},
		{12.3456, 10, "12.3"},
		{12345.678, 10000, "12346"},
		{10000.4, 10000, "10000.4"},
		{-0.25, 0, "-0.25"},
		{5e-324, 1, "0." + strings.Repeat("0", 323) + "5"},
	} {
		if got := Amount(test.v, test.limit); got != test.want {
			t.Errorf("Amount(%v, %v) = %s, want %s", test.v, test.limit, got, test.want)
		}
	}
}

// TestWords shows what a reader is told, word for word.
func TestWords(t *testing.T) {
	good := []group{{category: "a", cases: 10, passed: 10}, {category: "b", cases: 10, passed: 9, failed: 1, class: "untold"}}
	broken := []group{{category: "a", cases: 10, passed: 4, failed: 6, class: "wrong_identity"}, good[1]}
	limit := func(metric string, min, max *float64) func(*thresholds.Policy) {
		return func(p *thresholds.Policy) { p.Thresholds[metric] = thresholds.Bound{Min: min, Max: max} }
	}
	for _, test := range []struct {
		name           string
		here, baseline []group
		policy         func(*thresholds.Policy)
		verdict        Verdict
		reasons        []string // text; next
		notes          []string
	}{
		{
			"a regression and a threshold", broken, good, limit("pass_rate", at(0.9), nil), Block,
			[]string{"a fell from 100% to 40% (p < 0.0001)", "pass_rate is 0.65, below 0.9"},
			nil,
		},
		{
			"a leak and a threshold",
			[]group{{category: "a", cases: 1, passed: 9, failed: 1, class: "leak"}},
			nil, limit("pass_rate", at(0.95), nil), Block,
			[]string{"leak occurred in one trial (of s/a-0), and the policy tolerates none", "pass_rate is 0.9, below 0.95"},
			[]string{
				"no baseline yet: thresholds and zero tolerance decide, regressions cannot",
				"low confidence: pass_rate is 0.9 by the estimate, but between 0.596 and 0.982 with 95% confidence, and the limit is 0.95",
			},
		},
		{
			"leaks",
			[]group{{category: "a", cases: 2, passed: 8, failed: 2, class: "leak"}},
			good, nil, Block,
			[]string{"leak occurred in 4 of the trials (first in s/a-0), and the policy tolerates none"},
			[]string{"18 cases have no vote, since they do not compare with the baseline (first s/a-2: only in the baseline)"},
		},
		{
			"just below",
			[]group{{category: "a", cases: 10, passed: 10}, {category: "b", cases: 1, passed: 9, failed: 1, class: "untold"}},
			good,
			limit("pass_rate", at(0.991), nil), Block,
			[]string{"pass_rate is 0.9909, below 0.991"},
			[]string{
				"9 cases have no vote, since they do not compare with the baseline (first s/b-1: only in the baseline)",
				"low confidence: pass_rate is 0.9909 by the estimate, but between 0.95 and 0.998 with 95% confidence, and the limit is 0.991",
			},
		},
		{
			"above a limit", good, good, limit("invalid_rate", nil, at(-0.5)), Block, []string{"invalid_rate is 0, above -0.5"}, nil,
		},
		{
			"a strict limit inside the interval", good, good, func(p *thresholds.Policy) {
				p.Strict = true
				limit("pass_rate", at(0.94), nil)(p)
			}, Inconclusive,
			[]string{
				"pass_rate is 0.95, between 0.91 and 0.973 with 95% confidence, which does not settle the limit of 0.94; " +
					"run more trials (about 387 of each case instead of 10: plan.steady), or set strict: false to let the estimate decide",
			},
			nil,
		},
		{
			"a strict limit that the estimate just meets", good, good, func(p *thresholds.Policy) {
				p.Strict = true
				limit("pass_rate", at(0.1), at(0.95))(p)
			}, Inconclusive,
			[]string{
				"pass_rate is 0.95, between 0.91 and 0.973 with 95% confidence, which does not settle the limit of 0.95; " +
					"run more trials (plan.steady), or set strict: false to let the estimate decide",
			},
			nil,
		},
		{
			"a limit that holds by the estimate", good, good, limit("pass_rate", at(0.94), nil), Pass, nil,
			[]string{"low confidence: pass_rate is 0.95 by the estimate, but between 0.91 and 0.973 with 95% confidence, and the limit is 0.94"},
		},
		{"a limit that holds", good, good, limit("pass_rate", at(0.9), at(0.99)), Pass, nil, nil},
		{
			"one case more", good, append([]group{{category: "c", cases: 1, passed: 10}}, good...), nil, Pass, nil,
			[]string{"one case has no vote, since it does not compare with the baseline (s/c-0: only in the baseline)"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			policy := testPolicy()
			if test.policy != nil {
				test.policy(policy)
			}
			r := resultOf(t, policy, test.here...)
			var base *Result
			if test.baseline != nil {
				base = resultOf(t, policy, test.baseline...)
			}
			if err := Judge(r, base, policy); err != nil {
				t.Fatal(err)
			}
			var reasons []string
			for _, reason := range r.Decision.Reasons {
				text := reason.Text
				if reason.Next != "" {
					text += "; " + reason.Next
				}
				reasons = append(reasons, text)
			}
			if r.Decision.Verdict != test.verdict {
				t.Errorf("verdict %s, want %s", r.Decision.Verdict, test.verdict)
			}
			if diff := cmp.Diff(test.reasons, reasons); diff != "" {
				t.Errorf("reasons (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.notes, r.Decision.Notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPValue(t *testing.T) {
	for p, want := range map[float64]string{0: "p < 0.0001", 0.00009: "p < 0.0001", 0.0004: "p = 0.0004", 0.0099: "p = 0.0099", 0.04: "p = 0.04", 1: "p = 1.00"} {
		if got := PValue(p); got != want {
			t.Errorf("PValue(%v) = %s, want %s", p, got, want)
		}
	}
}
