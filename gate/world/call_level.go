package world

import (
	"context"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// openCases makes a world of each case of a call-level suite: the tools that it
// offers, and nothing behind them.
func (w *World) openCases() []schemas.Problem {
	w.cases = make(map[string]*World, len(w.suite.Cases))
	c := &complaints{}
	for _, kase := range w.suite.Cases {
		one := &World{suite: w.suite, plans: make(map[string]*plan, len(kase.Tools))}
		for _, t := range kase.Tools {
			p := c.served(t)
			one.plans[t.Name] = p
			one.served = append(one.served, p.served)
		}
		one.offered = one.plans
		w.cases[kase.Name] = one
	}
	return c.list
}

// refuseInterface complains of an interface for tools behind which there is
// nothing to be read back, resumed or done once.
func (w *World) refuseInterface(i suites.Interface) []schemas.Problem {
	if i.Faces == nil && len(i.Variants) == 0 {
		return nil
	}
	return []schemas.Problem{{
		Rule: "interface-call-level", Severity: schemas.Error, File: w.suite.WorldFile, Line: 1, Column: 1,
		Message: "a call-level suite cannot be served through another interface: its tools are part of its cases",
		Fix:     "leave the suite out of this comparison",
	}}
}

// nothing is the state of a call-level case: every call that fits is taken.
type nothing struct{}

func (nothing) apply(ctx context.Context, _ *plan, _ call) (done, error) {
	if err := ctx.Err(); err != nil {
		return done{}, context.Cause(ctx)
	}
	return done{reply: trace.Reply{Status: 200, Body: map[string]any{"ok": true}}}, nil
}

func (nothing) late(context.Context) ([]trace.Change, error) { return nil, nil }

func (nothing) mend(*plan) bool { return true }

func (nothing) close(bool) error { return nil }
