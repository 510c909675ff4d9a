package gate

import (
	"math"
	"testing"

	"github.com/keptgate/keptgate/thresholds"
)

// What a promotion rests on is named by digests: the baseline that was compared
// with, as it is encoded.
func TestComparisonHasTheDigestOfItsBaseline(t *testing.T) {
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 5, Steady: 10}, Weights: thresholds.Weights{PassK: 1}}
	r, base := scoreOf(t, policy, part{Steady, 10, 10, 0, 0}), scoreOf(t, policy, part{Steady, 10, 10, 0, 0})
	r.Suites = []SuiteInfo{{Name: "s"}}
	base.Suites = r.Suites
	data, err := base.Encode()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Compare(r, base, false)
	if err != nil || c.Digest != version(data) {
		t.Errorf("digest %q, %v; want %q", c.Digest, err, version(data))
	}
	nan := math.NaN()
	base.CostUSD = &nan
	if _, err := Compare(r, base, false); err == nil {
		t.Error("a baseline that has no form compares")
	}
}

// A policy without a digest has no result.
func TestResultNeedsAPolicyThatHasAForm(t *testing.T) {
	policy := &thresholds.Policy{Weights: thresholds.Weights{PassK: math.NaN()}}
	if _, err := NotRun(&Plan{Policy: policy}, About{}); err == nil {
		t.Error("a weight that is no number makes a result")
	}
}
