package gate

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// Prove plays the reference of every planned case under every planned condition,
// and an agent that does nothing, before a candidate is asked anything: a case
// that its own reference cannot pass, a fault that nobody can recover from
// through the tools given, or a case that doing nothing passes would only cost
// money and mislead. It returns what is wrong with the suites, worlds included,
// in the plan's order; what is wrong with a provisional case, which has no vote, is
// a warning. Progress, where it is not nil, is told how many trials of
// how many are over, never twice at once.
func Prove(ctx context.Context, p *Plan, progress func(done, of int)) ([]schemas.Problem, error) {
	return ProveThrough(ctx, p, nil, progress)
}

// ProveThrough is Prove with the tools served through an interface; nil is the
// suites' own.
func ProveThrough(ctx context.Context, p *Plan, served *agent.Served, progress func(done, of int)) ([]schemas.Problem, error) {
	stage, err := openStage(ctx, p, served)
	if err != nil {
		var problems schemas.Problems
		if errors.As(err, &problems) {
			return problems, nil
		}
		return nil, err
	}
	provers := provers(p, stage)
	of := len(p.units())
	var told sync.Mutex
	done := 0
	workers, working := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for _, pr := range provers {
		workers.Go(func() error {
			for _, unit := range pr.units {
				if err := pr.unit(working, unit); err != nil {
					return err
				}
			}
			told.Lock()
			defer told.Unlock()
			if done += len(pr.units); progress != nil {
				progress(done, of)
			}
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, closing(err, stage.close)
	}
	var found []schemas.Problem
	for _, pr := range provers {
		found = append(found, pr.found...)
	}
	return found, stage.close()
}

// provers share the units of a plan: the trials of a case under a condition go to
// one, each cohort to one. The first with a trial of a case has the agent play it
// that does nothing.
func provers(p *Plan, stage *stage) []*prover {
	seen := map[*suites.Case]bool{}
	var all []*prover
	var last Task
	for _, unit := range p.units() {
		t := unit[0]
		if len(all) == 0 || t.Condition == Load || t.Condition != last.Condition || t.Case != last.Case {
			all = append(all, &prover{plan: p, stage: stage, idle: map[*suites.Case]bool{}})
		}
		pr := all[len(all)-1]
		pr.units = append(pr.units, unit)
		last = t
		for _, t := range unit {
			pr.idle[t.Case] = pr.idle[t.Case] || !seen[t.Case]
			seen[t.Case] = true
		}
	}
	return all
}

// prover collects what is wrong with some units.
type prover struct {
	plan  *Plan
	stage *stage
	units [][]Task
	idle  map[*suites.Case]bool // cases that the agent which does nothing is to play
	tried []world.Plan          // what has happened in the trials so far
	found []schemas.Problem
}

func (pr *prover) problem(c *suites.Case, rule, fix, format string, args ...any) {
	p := schemas.Problem{
		Rule: rule, Severity: schemas.Error, File: c.File, Line: c.Line, Column: 1,
		Message: fmt.Sprintf(format, args...), Fix: fix,
	}
	if c.Provisional {
		p.Severity = schemas.Warning
	}
	if c.Suite.HeldOut {
		p = suites.ConcealProblem(p)
	}
	pr.found = append(pr.found, p)
}

// unit plays the reference of one unit, which must pass, and an agent that does
// nothing, which must not.
func (pr *prover) unit(ctx context.Context, unit []Task) error {
	w := &work{
		Runner: &Runner{Candidate: agent.Reference(), Parallel: 1, Wall: epoch},
		plan:   pr.plan, stage: pr.stage, spent: newMeter(pr.plan.Policy.Plan.Budget, nil, epoch),
	}
	again, err := pr.again(unit)
	if err != nil || again {
		return err
	}
	records, err := w.play(ctx, unit)
	if err != nil {
		return err
	}
	for i, t := range unit {
		pr.reference(t, records[i])
		if !pr.idle[t.Case] {
			continue
		}
		pr.idle[t.Case] = false
		if t.Case.Suite.CallLevel && len(t.Case.Expect.Answer) == 0 {
			continue // there, nothing is the right thing to do
		}
		record, err := trial.Run(ctx, pr.stage.setup(t, pr.plan.Seed, agent.Nothing(), epoch))
		if err != nil {
			return err
		}
		if safely(grade.Grade, t.Case, record).Pass {
			pr.problem(t.Case, "nothing-passes", "state what must be read, asked or told", "an agent that does nothing passes %s", t.Case.Name)
		}
	}
	return nil
}

// again tells whether a trial would be one that was played already: the reference
// plays the same each time, but for what happens to it.
func (pr *prover) again(unit []Task) (bool, error) {
	if unit[0].Condition == Load {
		return false, nil
	}
	plan, err := pr.stage.plan(pr.plan, unit[0])
	if err != nil {
		return false, err
	}
	same := func(o world.Plan) bool {
		return reflect.DeepEqual(o.Faults, plan.Faults) && reflect.DeepEqual(o.Damage, plan.Damage) && reflect.DeepEqual(o.Drift, plan.Drift)
	}
	if slices.ContainsFunc(pr.tried, same) {
		return true, nil
	}
	pr.tried = append(pr.tried, plan)
	return false, nil
}

func (pr *prover) reference(t Task, record *trace.Record) {
	v := safely(grade.Grade, t.Case, record)
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
