package main

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/thresholds"
)

// validateCmd checks suites without asking any model.
type validateCmd struct {
	Dir []string `arg:"" optional:"" help:"Suites by folder or name; all public suites unless given." placeholder:"DIR"`
}

// Run loads the suites, prepares every statement against its world, plays every
// reference, which must pass, and an agent that does nothing, which must not.
func (c *validateCmd) Run(ctx context.Context, sys *system) error {
	list, err := loadSuites("", c.Dir)
	if err != nil {
		return err
	}
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: 1, Faults: 40, Drift: 24, Load: 2}}
	plan, err := gate.NewPlan(list, policy, defaultSeed, gate.Filter{Trial: -1})
	if err != nil {
		return usage(err)
	}
	if problems, err := gate.Prove(ctx, plan); err != nil || len(problems) > 0 {
		return problemsOr(problems, err)
	}
	for _, s := range list {
		if _, err := fmt.Fprintf(sys.stdout, "%s: %s, %s: every reference passes, doing nothing never does\n", s.Name, plural(len(s.Cases), "case"), plural(len(s.Tools), "tool")); err != nil {
			return err
		}
	}
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
