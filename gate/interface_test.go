package gate_test

import (
	"context"
	"testing"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// TestReferencePlaysThroughVariants proves cases through each variant: the
// reference passes them, steady, under faults, under drift and under load, as it
// does through the suites' own tools.
func TestReferencePlaysThroughVariants(t *testing.T) {
	for _, test := range []struct {
		suite    string
		variants []string
		plan     thresholds.Plan
	}{
		{"clinic", []string{"idempotency_keys"}, thresholds.Plan{K: 1, Steady: 1, Faults: 3, Drift: 2, Load: 1}},
		{"clinic", []string{"read_back"}, thresholds.Plan{K: 1, Steady: 1, Faults: 3, Drift: 2, Load: 1}},
		{"clinic", []string{"resumable"}, thresholds.Plan{K: 1, Steady: 1, Faults: 3, Drift: 2, Load: 1}},
		{"clinic", []string{"programmatic"}, thresholds.Plan{K: 1, Steady: 1, Faults: 3, Drift: 2, Load: 1}},
		{"clinic", []string{"idempotency_keys", "read_back", "resumable", "programmatic"}, thresholds.Plan{K: 1, Steady: 1, Faults: 3, Drift: 2, Load: 1}},
	} {
		s, err := suites.Public(test.suite, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, err := gate.NewPlan([]*suites.Suite{s}, &thresholds.Policy{Plan: test.plan}, 7, gate.Filter{Trial: -1})
		if err != nil {
			t.Fatal(err)
		}
		problems, err := gate.ProveThrough(context.Background(), p, &agent.Served{Variants: test.variants}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range problems {
			t.Errorf("%s through %v: %s", test.suite, test.variants, problem.Message)
		}
	}
}
