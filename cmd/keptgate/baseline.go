package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// baselineCmd records a result as the baseline of later runs.
type baselineCmd struct {
	Result string `arg:"" help:"result.json of a run." placeholder:"RESULT"`
	To     string `help:"File to write." required:"" placeholder:"FILE"`
}

// Run keeps the counts of the result and leaves out trials and evidence.
func (c *baselineCmd) Run(ctx context.Context, sys *system) error {
	r, err := loadBaseline(ctx, c.Result, true)
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
	_, err = fmt.Fprintf(sys.stdout, "Recorded %s as the baseline in %s: %d cases.\n", b.Candidate, c.To, len(b.Cases))
	return err
}

// compareCmd compares two results.
type compareCmd struct {
	Baseline  string `arg:"" help:"Result before the change." placeholder:"A"`
	Candidate string `arg:"" help:"Result after it." placeholder:"B"`
	Profile   string `help:"Policy profile." placeholder:"P"`
}

// Run prints the second result as judged against the first, and exits by its
// verdict.
func (c *compareCmd) Run(ctx context.Context, sys *system) error {
	before, err := loadBaseline(ctx, c.Baseline, true)
	if err != nil {
		return err
	}
	after, err := loadBaseline(ctx, c.Candidate, true)
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

// reportCmd writes a result in another form.
type reportCmd struct {
	Result string `arg:"" help:"result.json of a run." placeholder:"RESULT"`
	Format string `help:"terminal, markdown or json." enum:"terminal,markdown,json" default:"terminal"`
}

// Run writes the report to stdout.
func (c *reportCmd) Run(ctx context.Context, sys *system) error {
	r, err := loadBaseline(ctx, c.Result, true)
	if err != nil {
		return err
	}
	if r.Decision == nil {
		return usage(fmt.Errorf("report %s: it is a baseline and holds no verdict; name the result.json of a run", c.Result))
	}
	switch c.Format {
	case "markdown":
		_, err = fmt.Fprint(sys.stdout, report.Markdown(r, report.MarkdownOptions{Budget: report.CommentBudget}))
	case "json":
		var data []byte
		if data, err = r.Encode(); err == nil {
			_, err = sys.stdout.Write(data)
		}
	default:
		err = report.Terminal(sys.stdout, r, sys.terminal(""))
	}
	return err
}
