package gate

import (
	"math"
	"testing"
	"time"

	"github.com/keptgate/keptgate/thresholds"
)

// What a promotion rests on is named by digests: the baseline that was compared
// with, whenever it was run.
func TestComparisonHasTheDigestOfItsBaseline(t *testing.T) {
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 5, Steady: 10}, Weights: thresholds.Weights{PassK: 1}}
	r, base := scoreOf(t, policy, part{Steady, 10, 10, 0, 0}), scoreOf(t, policy, part{Steady, 10, 10, 0, 0})
	r.Suites = []SuiteInfo{{Name: "s"}}
	base.Suites = r.Suites
	want, err := base.Digest()
	if err != nil {
		t.Fatal(err)
	}
	base.Times = Times{Started: time.Unix(1, 0)}
	c, err := Compare(r, base, false)
	if err != nil || c.Digest != want {
		t.Errorf("digest %q, %v; want %q", c.Digest, err, want)
	}
	base.Seed++
	if c, err = Compare(r, base, false); err != nil || c.Digest == want {
		t.Errorf("another baseline has the digest %q, %v", c.Digest, err)
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
