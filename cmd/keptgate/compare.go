package main

import (
	"context"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// compareCmd compares two results.
type compareCmd struct {
	Baseline  string `arg:"" help:"Result before the change." placeholder:"A"`
	Candidate string `arg:"" help:"Result after it." placeholder:"B"`
	Profile   string `help:"Policy profile." placeholder:"P"`
}

// Run prints the second result as judged against the first, and exits by its
// verdict.
func (c *compareCmd) Run(ctx context.Context, sys *system) error {
	before, err := loadResult(ctx, c.Baseline)
	if err != nil {
		return err
	}
	after, err := loadResult(ctx, c.Candidate)
	if err != nil {
		return err
	}
	policy, err := thresholds.Resolve(c.Profile, nil)
	if err != nil {
		return usage(err)
	}
	if err := gate.Judge(after, before, policy); err != nil {
		return usage(err)
	}
	if err := report.Terminal(sys.stdout, after, sys.terminal("")); err != nil {
		return err
	}
	return &verdictError{after.Decision.Verdict}
}
