package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate/audit"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/schemas"
)

// sarif writes the problems and warnings of the suites as a SARIF log to stdout,
// and fails by the problems as the other form does. What keeps the suites from
// being audited at all is an error and no log.
func (c *validateCmd) sarif(ctx context.Context, sys *system) error {
	if c.Seeds > 0 || c.Result != "" {
		return usage(errors.New("read arguments: --format sarif is of the suites under one seed; leave out --seeds and --result"))
	}
	r, err := c.once(ctx, sys)
	var problems schemas.Problems
	switch {
	case errors.As(err, &problems):
		r = &audit.Report{Problems: problems}
	case err != nil:
		return err
	}
	all := append([]schemas.Problem{}, r.Problems...)
	for i := range r.Suites {
		all = append(all, r.Suites[i].Warnings...)
	}
	if err := report.SARIF(sys.stdout, all, version); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return problemsOr(r.Problems, nil)
}
