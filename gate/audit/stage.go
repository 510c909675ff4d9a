package audit

import (
	"context"
	"errors"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// stage is what all trials share.
type stage struct {
	options Options
	worlds  map[*suites.Suite]*world.World
	callers map[*suites.Case]*caller.Script
	scripts map[*suites.Case]*agent.Script
	memory  *world.Memory
}

func open(ctx context.Context, list []*suites.Suite, o Options) (*stage, error) {
	st := &stage{options: o, worlds: map[*suites.Suite]*world.World{}, callers: map[*suites.Case]*caller.Script{}, scripts: map[*suites.Case]*agent.Script{}, memory: world.NewMemory()}
	for _, s := range list {
		w, err := world.Open(ctx, s)
		if err != nil {
			return nil, errors.Join(err, st.close())
		}
		st.worlds[s] = w
		for _, c := range s.Cases {
			if st.callers[c], err = caller.Prepare(c); err != nil {
				return nil, errors.Join(err, st.close())
			}
			st.scripts[c] = trial.Script(c, w)
		}
	}
	return st, nil
}

func (st *stage) close() error {
	var err error
	for _, w := range st.worlds {
		err = errors.Join(err, w.Close())
	}
	return err
}

// script is the case's reference as an agent plays it.
func (st *stage) script(c *suites.Case) *agent.Script {
	return st.scripts[c]
}

// run plays one trial.
func (st *stage) run(ctx context.Context, c *suites.Case, candidate agent.Candidate, condition string, index int, plan world.Plan) (*trace.Record, error) {
	return trial.Run(ctx, trial.Setup{
		World: st.worlds[c.Suite], Case: c, Caller: st.callers[c], Condition: condition, Index: index,
		Seed: st.options.Seed, Candidate: candidate, Wall: epoch, Plan: plan, Script: st.scripts[c],
	})
}

// plan is what is to happen in a trial.
func (st *stage) plan(c *suites.Case, condition string, index int) (world.Plan, error) {
	return world.NewPlan(c, condition, index, st.options.Seed, world.Options{Memory: st.memory})
}

// epoch is the clock of trials that no wall time can end.
func epoch() time.Time { return time.Unix(0, 0).UTC() }
