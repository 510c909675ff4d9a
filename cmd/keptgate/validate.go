package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/keptgate/keptgate/gate/audit"
	"github.com/keptgate/keptgate/schemas"
)

// validateCmd checks suites without asking any model.
type validateCmd struct {
	Dir    []string `arg:"" optional:"" help:"Suites by folder or name; all public suites unless given." placeholder:"DIR"`
	Seed   uint64   `help:"Validate the suites as this seed varies them. 0 is as they were published." placeholder:"N"`
	Seeds  int      `help:"Validate the suites as so many seeds after that one vary them, a line each." placeholder:"N"`
	Result string   `help:"A result.json: say which of its categories tell candidates apart no more." placeholder:"FILE"`
	Format string   `help:"terminal, or sarif: what is wrong with the files, for code scanning." enum:"terminal,sarif" default:"terminal"`
}

// lazyGC is the growth in percent after which an audit's heap is collected.
const lazyGC = 400

// Run loads the suites, plays every reference, its mutants, its variants and the
// lazy agents, and says what is wrong with the suites.
func (c *validateCmd) Run(ctx context.Context, sys *system) error {
	// Tens of thousands of short trials: the heap is small, and collecting it often
	// would take a fifth of the time.
	defer debug.SetGCPercent(debug.SetGCPercent(lazyGC))
	if c.Seeds < 0 {
		return usage(fmt.Errorf("read arguments: --seeds is %d; want 0 or more", c.Seeds))
	}
	if c.Format == "sarif" {
		return c.sarif(ctx, sys)
	}
	var notes []audit.Saturation
	if c.Result != "" {
		r, err := loadResult(ctx, c.Result)
		if err != nil {
			return err
		}
		notes = audit.Saturated(r)
	}
	if c.Seeds > 0 {
		return c.seeds(ctx, sys)
	}
	report, err := c.once(ctx, sys)
	if err != nil {
		return err
	}
	v := &validation{out: sys.stdout, width: sys.terminal("").Width}
	if err := v.write(report, notes); err != nil {
		return err
	}
	return problemsOr(report.Problems, nil)
}

// once audits the suites under one seed, and as they were published also for what
// a seed cannot replace well: that shows only when one does.
func (c *validateCmd) once(ctx context.Context, sys *system) (*audit.Report, error) {
	if c.Seed == 0 {
		if _, err := loadVaried(ctx, sys, "", c.Dir, 1); err != nil {
			return nil, err
		}
	}
	return c.validate(ctx, sys, c.Seed)
}

// validate audits the suites as a seed varies them.
func (c *validateCmd) validate(ctx context.Context, sys *system, seed uint64) (*audit.Report, error) {
	list, err := loadVaried(ctx, sys, "", c.Dir, seed)
	if err != nil {
		return nil, err
	}
	p := newProgress(sys)
	defer p.done()
	r, err := audit.Validate(ctx, list, audit.Options{Seed: defaultSeed, Paths: c.Dir, Varied: c.Seeds > 0, Progress: p.part})
	if err != nil {
		return nil, fmt.Errorf("validate suites: %w", err)
	}
	return r, nil
}

// seeds audits the suites under seed after seed.
func (c *validateCmd) seeds(ctx context.Context, sys *system) error {
	var all []schemas.Problem
	for i := range c.Seeds {
		seed := c.Seed + 1 + uint64(i)
		r, err := c.validate(ctx, sys, seed)
		var problems schemas.Problems
		switch {
		case errors.As(err, &problems):
			r = &audit.Report{Problems: problems}
		case err != nil:
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if _, err := fmt.Fprintf(sys.stdout, "seed %d: %s\n", seed, totals(r)); err != nil {
			return err
		}
		for _, p := range r.Problems {
			p.Message = fmt.Sprintf("seed %d: %s", seed, p.Message)
			all = append(all, p)
		}
	}
	return problemsOr(all, nil)
}

// totals is a report in one line.
func totals(r *audit.Report) string {
	var cases, references, mutants, survived, variants int
	for i := range r.Suites {
		s := &r.Suites[i]
		cases += len(s.Suite.Cases)
		references += s.References
		mutants += s.Count("")
		survived += s.Count(audit.Survived)
		variants += len(s.Variants)
	}
	parts := []string{
		plural(cases, "case"), plural(references, "passing reference"), plural(mutants, "mutant"), fmt.Sprintf("%d survived", survived),
		plural(variants, "variant"), plural(len(r.Problems), "problem"),
	}
	return strings.Join(parts, ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
