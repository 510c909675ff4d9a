package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate"
)

// baselineCmd records a result as the baseline of later runs.
type baselineCmd struct {
	Result string `arg:"" help:"result.json of a run." placeholder:"RESULT"`
	To     string `help:"File to write." required:"" placeholder:"FILE"`
}

// Run keeps the counts of the result and leaves out trials and evidence.
func (c *baselineCmd) Run(ctx context.Context, sys *system) error {
	r, err := loadResult(ctx, c.Result)
	if err != nil {
		return err
	}
	b, err := r.Baseline()
	if err != nil {
		return usage(err)
	}
	data, err := b.Encode()
	if err != nil {
		return err
	}
	_, old, err := gate.FileStore{}.Load(ctx, c.To)
	if err != nil && !errors.Is(err, gate.ErrNoBaseline) {
		return usage(err)
	}
	if err := (gate.FileStore{}).Save(ctx, c.To, data, old); err != nil {
		return usage(err)
	}
	ids := map[string]bool{} // a case stands in a result once for each condition
	for i := range b.Cases {
		ids[b.Cases[i].ID()] = true
	}
	_, err = fmt.Fprintf(sys.stdout, "Recorded %s as the baseline in %s: %s.\n", b.Candidate, c.To, plural(len(ids), "case"))
	return err
}
