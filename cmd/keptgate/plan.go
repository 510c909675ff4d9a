package main

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// planCmd prints what a run would do.
type planCmd struct {
	runCmd
}

// Run prints one plan for each candidate: that of the profile in force, or, where
// neither a flag nor the configuration names one, those of quick and full side by
// side.
func (c *planCmd) Run(ctx context.Context, sys *system) error {
	config, err := loadConfig(sys, c.dir, c.Config)
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
	candidates := c.Candidate
	if len(candidates) == 0 {
		candidates = []string{config.Candidate}
	}
	separator := ""
	for n, candidate := range candidates {
		c.Candidate = []string{candidate}
		for _, profile := range profiles {
			c.Profile = profile
			fmt.Fprint(sys.stdout, separator)
			separator = "\n"
			if len(candidates) > 1 {
				fmt.Fprintf(sys.stdout, "%s · %s\n", report.Letter(n), candidate)
			}
			if err := c.one(ctx, sys, config); err != nil {
				return err
			}
		}
	}
	return nil
}

// one prints the plan of one candidate under one profile.
func (c *planCmd) one(ctx context.Context, sys *system, config *thresholds.Config) error {
	j, err := c.job(ctx, sys, config)
	if err != nil {
		return err
	}
	if err := j.planned(); err != nil {
		return err
	}
	if err := j.affordable(); err != nil {
		return err
	}
	if j.whole() {
		fmt.Fprintln(sys.stderr, wholeNote)
	}
	visible := j.plan.Visible(j.baseline) // all shards together show it
	j.part()
	estimate := j.plan.Estimate(j.price, j.parallel)
	return report.Plan(sys.stdout, estimate, visible, j.what(false), sys.terminal(""))
}
