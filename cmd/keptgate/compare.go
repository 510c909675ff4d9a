package main

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// compareCmd compares results with the first of them.
type compareCmd struct {
	Result  []string `arg:"" help:"The result.json of a baseline, and of what is held against it." placeholder:"RESULT"`
	Profile string   `help:"Policy profile." placeholder:"P"`
}

// Run prints the results side by side, all others judged against the first, and
// exits by the worst verdict. Of two results it also prints the second's report.
func (c *compareCmd) Run(ctx context.Context, sys *system) error {
	if n := len(c.Result); n < 2 || n > gate.MaxLineup {
		return usage(fmt.Errorf("read arguments: compare takes 2 to %d results, and %d are given", gate.MaxLineup, n))
	}
	policy, err := thresholds.Resolve(c.Profile, nil)
	if err != nil {
		return usage(err)
	}
	results := make([]*gate.Result, len(c.Result))
	for i, path := range c.Result {
		if results[i], err = loadResult(ctx, path); err != nil {
			return err
		}
		if i == 0 {
			continue
		}
		if err := gate.Judge(results[i], results[0], policy); err != nil {
			return usage(err)
		}
	}
	results[0].Decision = nil // that of its own run is not asked for
	l, err := gate.NewLineup(results)
	if err != nil {
		return usage(err)
	}
	l.Names, l.Verdict = c.Result, gate.Worst(results[1:])
	if err := report.LineupTerminal(sys.stdout, l, sys.terminal("")); err != nil {
		return err
	}
	if len(results) == 2 {
		fmt.Fprintln(sys.stdout)
		if err := report.Terminal(sys.stdout, results[1], sys.terminal("")); err != nil {
			return err
		}
	}
	return &verdictError{l.Verdict}
}
