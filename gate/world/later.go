package world

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Return lets the time pass until the caller rings again. What was accepted and is
// due by then takes effect; then others do their part, at the time at which the
// new call begins. Afterwards all tools are served again. The error is the
// harness's.
func (t *Trial) Return(ctx context.Context, l *suites.Later) error {
	switch {
	case t.broken != nil:
		return t.broken
	case t.state == nil:
		return errors.New("let time pass: the trial is closed")
	}
	next := t.now.Add(l.After)
	if err := t.settle(ctx, next); err != nil {
		return err
	}
	t.now = next
	changes, err := t.meanwhile(ctx, l)
	if err != nil {
		t.broken = fmt.Errorf("let others act: %w", err)
		return t.broken
	}
	if len(changes) > 0 {
		t.note(trace.Entry{
			Step: t.step, Turn: t.turn, Phase: t.phase, At: t.now, Actor: trace.Others,
			Outcome: trace.Done, Committed: true, Changes: changes, Reply: trace.Reply{Status: 200},
		})
	}
	t.handed, t.closing = len(t.ledger), false
	return nil
}

// meanwhile runs what others do. A statement that a constraint refuses, after what
// the candidate did, changes nothing.
func (t *Trial) meanwhile(ctx context.Context, l *suites.Later) ([]trace.Change, error) {
	var changes []trace.Change
	for _, sql := range l.Meanwhile {
		p := t.world.others[sql]
		if p == nil {
			return nil, errors.New("no case of the suite declares this statement")
		}
		out, err := t.state.apply(ctx, p, call{session: t.session, now: t.now, effect: aside})
		if err != nil {
			return nil, err
		}
		if out.reply.OK() {
			changes = append(changes, out.changes...)
		}
	}
	return changes, nil
}

// meanwhile makes the plans of what others do between the calls of each case, and
// tries them once. The error is not the suite's.
func (k *checker) meanwhile(ctx context.Context) (map[string]*plan, error) {
	out := map[string]*plan{}
	for _, c := range k.suite.Cases {
		before := len(k.list)
		for _, l := range c.Later {
			for _, sql := range l.Meanwhile {
				s := &scope{
					checker: k, tool: &suites.Tool{Name: "case " + c.Name, File: c.File, Line: l.Line},
					written: map[string]bool{}, cases: []*suites.Case{c},
				}
				out[sql] = s.script("meanwhile", sql, l.Line)
			}
		}
		if len(k.list) > before {
			continue
		}
		if err := k.tryLater(ctx, c, out); err != nil {
			return nil, fmt.Errorf("meanwhile of case %s: %w", c.Name, err)
		}
	}
	return out, nil
}

// tryLater runs what others do in a case, one call after another, and takes it
// back. A statement that changes nothing is complained of only where no tool has
// been called before that could make a difference.
func (k *checker) tryLater(ctx context.Context, c *suites.Case, plans map[string]*plan) error {
	if len(c.Later) == 0 {
		return nil
	}
	k.random = chanceOfSQL(0)
	if err := k.run(begin); err != nil {
		return err
	}
	at := c.Now.UTC()
	for i, l := range c.Later {
		at = at.Add(l.After)
		for _, sql := range l.Meanwhile {
			if err := k.tryOne(ctx, c, i, plans[sql], at); err != nil {
				return err
			}
		}
	}
	return k.run(rollback)
}

func (k *checker) tryOne(ctx context.Context, c *suites.Case, i int, p *plan, at time.Time) error {
	out, err := k.apply(ctx, p, call{session: c.Session, now: at})
	switch {
	case err != nil:
		return err
	case !out.reply.OK():
		k.add("case-meanwhile", c.File, c.Later[i].Line, "change rows so that the constraints of their tables hold", "case %s: what others do before later call %d is refused: %s", c.Name, i+1, listed(out.problems))
	case len(out.changes) == 0 && !k.writesBefore(c, i+1):
		k.add("case-meanwhile", c.File, c.Later[i].Line, "name rows that exist", "case %s: what others do before later call %d changes nothing", c.Name, i+1)
	}
	return nil
}

// writesBefore tells whether the reference calls a tool that writes before a later
// call.
func (k *checker) writesBefore(c *suites.Case, later int) bool {
	for _, m := range c.Reference {
		if m.Later >= later {
			break
		}
		for _, call := range m.Calls {
			if t := k.suite.Tool(call.Tool); t != nil && t.Writes() {
				return true
			}
		}
	}
	return false
}
