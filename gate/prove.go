package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// Prove plays the reference of every planned case under every planned condition,
// and an agent that does nothing, before a candidate is asked anything: a case
// that its own reference cannot pass, a fault that nobody can recover from
// through the tools given, or a case that doing nothing passes would only cost
// money and mislead. It returns what is wrong with the suites, worlds included.
func Prove(ctx context.Context, p *Plan) ([]schemas.Problem, error) {
	stage, err := openStage(ctx, p)
	if err != nil {
		var problems schemas.Problems
		if errors.As(err, &problems) {
			return problems, nil
		}
		return nil, err
	}
	pr := &prover{plan: p, stage: stage, idle: map[*suites.Case]bool{}}
	for _, unit := range p.units() {
		if unit[0].Condition == Steady && unit[0].Index > 0 {
			continue // the reference plays the same each time
		}
		if err := pr.unit(ctx, unit); err != nil {
			return nil, closing(err, stage.close)
		}
	}
	return pr.found, stage.close()
}

// prover collects what is wrong.
type prover struct {
	plan  *Plan
	stage *stage
	idle  map[*suites.Case]bool // cases that the agent which does nothing has played
	found []schemas.Problem
}

func (pr *prover) problem(c *suites.Case, rule, fix, format string, args ...any) {
	pr.found = append(pr.found, schemas.Problem{
		Rule: rule, Severity: schemas.Error, File: c.File, Line: c.Line, Column: 1,
		Message: fmt.Sprintf(format, args...), Fix: fix,
	})
}

// unit plays the reference of one unit, which must pass, and an agent that does
// nothing, which must not.
func (pr *prover) unit(ctx context.Context, unit []Task) error {
	w := &work{
		Runner: &Runner{Candidate: agent.Reference(), Parallel: 1, Wall: epoch},
		plan:   pr.plan, stage: pr.stage, spent: newMeter(pr.plan.Policy.Plan.Budget, nil, epoch),
	}
	records, err := w.play(ctx, unit)
	if err != nil {
		return err
	}
	for i, t := range unit {
		pr.reference(t, records[i])
		if pr.idle[t.Case] {
			continue
		}
		pr.idle[t.Case] = true
		record, err := trial.Run(ctx, pr.stage.setup(t, pr.plan.Seed, agent.Nothing(), epoch))
		if err != nil {
			return err
		}
		if grade.Grade(t.Case, record).Pass {
			pr.problem(t.Case, "nothing-passes", "state what must be read, asked or told", "an agent that does nothing passes %s", t.Case.Name)
		}
	}
	return nil
}

func (pr *prover) reference(t Task, record *trace.Record) {
	v := grade.Grade(t.Case, record)
	under, mend := "", "mend the reference, or what the case expects"
	if t.Condition != Steady {
		under = " under " + t.Condition
		mend = "mend what the tools offer to recover with (a key, a status, what they support), or the reference"
	}
	for _, f := range record.Faults {
		under += fmt.Sprintf(" (%s at %s)", f.Kind, f.Tool)
	}
	if d := record.Drift; d != nil {
		under += fmt.Sprintf(" (%s at %s)", d.Kind, d.Tool)
	}
	switch {
	case record.Void != nil:
		pr.problem(t.Case, "reference-fails", mend, "the reference of %s does not run%s: %s", t.Case.Name, under, record.Void.Reason)
	case v.Void != "" && declared(record):
		pr.problem(t.Case, "reference-fails", mend, "the reference of %s never meets what is planned for it%s", t.Case.Name, under)
	case v.Void == "" && !v.Pass:
		pr.problem(t.Case, "reference-fails", mend, "the reference of %s fails its own case%s: %s", t.Case.Name, under, failure(v))
	}
}

// declared tells whether the case itself declares a fault. What a profile plans
// may fit nowhere, such as a second page of a list of one.
func declared(r *trace.Record) bool {
	return slices.ContainsFunc(r.Faults, func(f trace.Fault) bool { return !f.Standard })
}

// failure is the first failing finding in words.
func failure(v grade.Verdict) string {
	for _, f := range v.Findings {
		if f.Severity == grade.Fail {
			return f.Class + ": " + f.Message
		}
	}
	return "no finding says why"
}

// epoch is the clock of trials that no wall time can end.
func epoch() time.Time { return time.Unix(0, 0).UTC() }
