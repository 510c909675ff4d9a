package world

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Undo takes back what the candidate's calls committed, the last first, by the
// inverse calls that the suite's tools declare, and tells what then still differs
// from the start. The calls are really made, at the virtual time as it stands and
// with all checks of their tools, but past faults, drift and idempotency keys, and
// the ledger does not hold them. It is nil where nothing was committed. The error
// is the harness's; an inverse call that fails is noted and the others are made.
func (t *Trial) Undo(ctx context.Context) (*trace.Undo, error) {
	switch {
	case t.broken != nil:
		return nil, t.broken
	case t.state == nil:
		return nil, errors.New("undo trial: it is closed")
	}
	both := slices.Clip(t.ledger)
	u := undoing{Trial: t}
	var out trace.Undo
	for i := len(t.ledger) - 1; i >= 0; i-- {
		e := &t.ledger[i]
		if !e.Committed || e.Actor != trace.Candidate || len(e.Changes) == 0 {
			continue
		}
		made, changes := u.takeBack(ctx, e)
		if ctx.Err() != nil {
			t.broken = context.Cause(ctx)
			return nil, t.broken
		}
		out.Calls = append(out.Calls, made)
		both = append(both, trace.Entry{Committed: true, Changes: changes})
	}
	t.broken = u.failed
	if out.Calls == nil {
		return nil, nil
	}
	out.Left = both.Net()
	return &out, nil
}

// undoing is a trial whose changes are being taken back.
type undoing struct {
	*Trial
	failed error // what some call failed with: the state is thrown away in the end
	lost   bool  // nothing can be done any more
}

// takeBack makes the inverse of one committed call.
func (u *undoing) takeBack(ctx context.Context, e *trace.Entry) (trace.UndoCall, []trace.Change) {
	made := trace.UndoCall{Of: e.Seq}
	declared := u.world.undo(e.Tool)
	if declared == nil {
		made.Why = "no inverse is declared"
		return made, nil
	}
	p := u.world.plans[declared.Tool]
	args, err := inverse(declared, e)
	made.Tool, made.Args = declared.Tool, args
	if err == nil {
		made.Args, err = p.accepts(args)
	}
	if err != nil {
		made.Why = err.Error()
		return made, nil
	}
	if u.lost {
		made.Why = "an inverse call before it failed and took the world along"
		return made, nil
	}
	done, err := u.state.apply(ctx, p, call{args: made.Args, session: u.session, now: u.now})
	switch {
	case err != nil:
		made.Why = fmt.Sprintf("the tool failed: %v", err)
		u.failed = errors.Join(u.failed, err)
		u.lost = !u.state.mend(p)
	case !done.reply.OK():
		made.Why = why(done)
	default:
		made.Done = true
	}
	return made, done.changes
}

func (w *World) undo(tool string) *suites.Undo {
	for _, t := range w.suite.Tools {
		if t.Name == tool {
			return t.Undo
		}
	}
	return nil
}

// inverse fills the arguments of an inverse call from the call that it takes
// back.
func inverse(declared *suites.Undo, e *trace.Entry) (trace.Row, error) {
	args := make(trace.Row, len(declared.Args))
	for name, source := range declared.Args {
		text, isText := source.(string)
		from, isName := strings.CutPrefix(text, ":")
		switch column, before := strings.CutPrefix(from, "before."); {
		case !isText || !isName:
			args[name] = source
		case before:
			v, ok := shown(e.Changes, column, func(c trace.Change) trace.Row { return c.Before })
			if !ok {
				return args, fmt.Errorf("the call changed no row that had %s before", column)
			}
			args[name] = v
		default:
			column, after := strings.CutPrefix(from, "after.")
			if !after {
				args[name] = e.Args[from]
				continue
			}
			v, ok := shown(e.Changes, column, func(c trace.Change) trace.Row { return c.After })
			if !ok {
				return args, fmt.Errorf("the call left no row that has %s", column)
			}
			args[name] = v
		}
	}
	return args, nil
}

// shown is a column of the first change that has it on one side.
func shown(changes []trace.Change, column string, side func(trace.Change) trace.Row) (any, bool) {
	for _, c := range changes {
		if v, ok := side(c)[column]; ok {
			return v, true
		}
	}
	return nil, false
}

// accepts holds the arguments of an inverse call against the tool's schema. What
// is null is left out where the schema takes no null.
func (p *plan) accepts(args trace.Row) (trace.Row, error) {
	problems := violations(p, args)
	if len(problems) == 0 {
		return args, nil
	}
	given := maps.Clone(args)
	maps.DeleteFunc(given, func(_ string, v any) bool { return v == nil })
	if len(given) < len(args) && len(violations(p, given)) == 0 {
		return given, nil
	}
	return args, errors.New(misfit(problems))
}

// why is why a tool refused a call, for people.
func why(d done) string {
	body, _ := d.reply.Body.(object)
	e, _ := body["error"].(object)
	text, _ := e["message"].(string)
	if len(d.problems) > 0 {
		text += " (" + strings.Join(d.problems, "; ") + ")"
	}
	return text
}
