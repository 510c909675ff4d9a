package main

import (
	"context"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
)

// planCmd prints what a run would do.
type planCmd struct {
	runCmd
}

// Run prints one plan: that of the profile in force, or, where neither a flag nor
// the configuration names one, those of quick and full side by side.
func (c *planCmd) Run(ctx context.Context, sys *system) error {
	config, err := loadConfig(c.dir, c.Config)
	if err != nil {
		return err
	}
	profiles := []string{c.Profile}
	if c.Profile == "" && (config == nil || config.Extends == "" && config.Plan == nil) {
		profiles = []string{"quick", "full"}
	}
	if len(c.Candidate) == 0 && (config == nil || config.Candidate == "") {
		c.Candidate = []string{referenceSpec} // a plan is a plan without a candidate, too
	}
	c.alone = c.Baseline == ""
	for i, profile := range profiles {
		c.Profile = profile
		j, err := c.job(ctx, sys, config)
		if err != nil {
			return err
		}
		plan, err := gate.NewPlan(j.suites, j.policy, j.seed, j.filter)
		if err != nil {
			return usage(err)
		}
		if err := j.policy.CheckPlan(plan.Produces(j.price != nil, j.free())); err != nil {
			return usage(err)
		}
		if err := plan.Check(); err != nil {
			return usage(err)
		}
		if i > 0 {
			_, _ = sys.stdout.Write([]byte("\n"))
		}
		estimate, visible := plan.Estimate(j.price, j.parallel), plan.Visible(j.baseline)
		if err := report.Plan(sys.stdout, estimate, visible, j.what(false), sys.terminal("")); err != nil {
			return err
		}
	}
	return nil
}
