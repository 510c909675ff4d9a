package audit

import (
	"context"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// job is the work on one case.
type job struct {
	*stage
	c        *suites.Case
	script   *agent.Script
	steady   world.Plan
	plans    map[string][]world.Plan // under other conditions
	ref      *trace.Record           // of the reference
	mutants  []Mutant
	variants []Variant
	passed   map[string]bool // lazy agents that pass
	problems []schemas.Problem
}

// run plays everything. A case whose reference fails has been complained of, and
// its mutants would tell nothing.
func (j *job) run(ctx context.Context) (err error) {
	j.script = j.stage.script(j.c)
	if j.steady, err = j.plan(j.c, gate.Steady, 0); err != nil {
		return err
	}
	var v grade.Verdict
	if j.ref, v, err = j.play(ctx, agent.Reference()); err != nil || !v.Pass {
		return err
	}
	if j.c.Suite.CallLevel {
		return j.answer(ctx)
	}
	j.problems = append(j.problems, append(shown(j.c, j.ref), unplayed(j.c, j.ref)...)...)
	if err := j.mutate(ctx); err != nil {
		return err
	}
	if err := j.vary(ctx); err != nil {
		return err
	}
	return j.laze(ctx)
}

// play plays and grades one steady trial.
func (j *job) play(ctx context.Context, c agent.Candidate) (*trace.Record, grade.Verdict, error) {
	r, err := j.stage.run(ctx, j.c, c, gate.Steady, 0, j.steady)
	if err != nil {
		return nil, grade.Verdict{}, err
	}
	return r, j.options.Grade(j.c, r), nil
}

// unplayed complains of a reference that ends before it has made its calls: the
// caller left, and what is behind proves nothing.
func unplayed(c *suites.Case, r *trace.Record) []schemas.Problem {
	made := map[string]int{}
	for i := range r.Ledger {
		if r.Ledger[i].Asked() {
			made[r.Ledger[i].Tool]++
		}
	}
	for _, m := range c.Reference {
		for _, call := range m.Calls {
			if made[call.Tool]--; made[call.Tool] < 0 {
				return []schemas.Problem{complain(c, "reference-stops", "ask before what is to come, or say goodbye last",
					"the reference of %s ends before its call of %s", c.Name, call.Tool)}
			}
		}
	}
	return nil
}
