package gate

import (
	"context"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
)

// maxDraws is how often a trial is tried that gives no verdict.
const maxDraws = 2

// unit runs the trials of a unit of which some are left, and once more those
// whose first draw gave no verdict. A cohort always runs as a whole, as its
// trials share capacity, and only lines of those that are left are kept.
func (w *work) unit(ctx context.Context, unit, left []Task, lines chan<- *Line) error {
	draws := map[Key]int{}
	for _, t := range left {
		draws[t.Key()] = w.state.draws(t.Key())
	}
	for len(left) > 0 {
		records, err := w.play(ctx, unit)
		if err != nil {
			if ctx.Err() != nil {
				return nil // the run is being stopped; the trials will be run again on resume
			}
			return err
		}
		var again []Task
		for i, t := range unit {
			if _, wanted := draws[t.Key()]; !wanted {
				continue
			}
			draws[t.Key()]++
			line := w.line(t, draws[t.Key()], records[i])
			lines <- line
			if line.void() != nil && line.Draw < maxDraws && ctx.Err() == nil {
				again = append(again, t)
				continue
			}
			delete(draws, t.Key())
		}
		left = again
	}
	return nil
}

// play runs the trials of a unit once. Where slots are shared it waits its turn:
// they are given in the order in which they were asked for, so that every
// candidate gets its share.
func (w *work) play(ctx context.Context, unit []Task) ([]*trace.Record, error) {
	if w.Slots != nil {
		if err := w.Slots.Acquire(ctx, 1); err != nil {
			return nil, err
		}
		defer w.Slots.Release(1)
	}
	if unit[0].Condition != Load {
		setup, err := w.setup(unit[0])
		if err != nil {
			return nil, err
		}
		record, err := trial.Run(ctx, setup)
		return []*trace.Record{record}, err
	}
	setups := make([]trial.Setup, len(unit))
	for i, t := range unit {
		var err error
		if setups[i], err = w.setup(t); err != nil {
			return nil, err
		}
	}
	return trial.RunCohort(ctx, setups, w.Parallel)
}

func (w *work) setup(t Task) (trial.Setup, error) {
	plan, err := w.stage.plan(w.plan, t)
	s := w.stage.setup(t, w.plan.Seed, w.Candidate, w.Wall)
	if agent.IsWhole(w.Candidate) {
		plan = plan.Hasty()
	}
	s.Plan, s.Spent = plan, w.spent.trial
	return s, err
}

// void says why a line gives no verdict, nil if it gives one.
func (l *Line) void() *trace.Void {
	if l.HeldOut != nil {
		return l.HeldOut.Void
	}
	if l.Record.Void == nil && l.Verdict.Void != "" {
		return &trace.Void{Class: l.Verdict.Void, Reason: "the promise was kept, but the planned fault never reached the candidate"}
	}
	return l.Record.Void
}

// unreached is the class of trials whose planned fault reached nobody. They are
// counted apart from those that infrastructure lost.
const unreached = grade.NotExercised
