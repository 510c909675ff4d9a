package world

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/keptgate/keptgate/gate/trace"
)

// callTime bounds one call in wall time: a query that does not end is a fault of
// the suite, and must not hang a run.
const callTime = 20 * time.Second

// apply runs one call whole or not at all. An error is the suite's or the
// machine's, and the connection cannot be used any more.
func (c *conn) apply(ctx context.Context, p *plan, in call) (done, error) {
	if err := ctx.Err(); err != nil {
		return done{}, context.Cause(ctx)
	}
	select {
	case c.world.turns <- struct{}{}:
		defer func() { <-c.world.turns }()
	case <-ctx.Done():
		return done{}, context.Cause(ctx)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, callTime, fmt.Errorf("its SQL took longer than %v", callTime))
	defer cancel()
	finish := c.until(ctx)
	c.now, c.changes, c.failure = in.now, nil, nil
	out, err := c.savepoint(p, &in)
	if !finish() {
		return done{}, context.Cause(ctx)
	}
	if err == nil && c.sql.AutocommitEnabled() {
		err = errors.New("its SQL ended the transaction of the trial")
	}
	return out, err
}

// savepoint runs the steps so that a refusal leaves nothing.
func (c *conn) savepoint(p *plan, in *call) (done, error) {
	if !p.writes {
		return c.steps(p, in)
	}
	if err := c.run(savepoint); err != nil {
		return done{}, err
	}
	out, err := c.steps(p, in)
	if err != nil {
		return done{}, err
	}
	if out.reply.OK() && in.effect != discard {
		out.changes = c.changes
	} else if err := c.run(revert); err != nil {
		return done{}, err
	}
	return out, c.run(release)
}

func (c *conn) steps(p *plan, in *call) (done, error) {
	for i := range p.steps {
		s := &p.steps[i]
		found, err := c.step(s, in)
		switch {
		case err != nil && !s.check && sqlite.ErrCode(err).ToPrimary() == sqlite.ResultConstraint:
			return done{
				reply:    trace.Failure("", 409, "conflict", "The change conflicts with what is on record."),
				problems: []string{message(err)},
			}, nil
		case err != nil:
			return done{}, fmt.Errorf("step %d: %w", i+1, err)
		case s.check && !found:
			return done{reply: trace.Failure("", s.error.Status, s.error.Code, s.error.Message)}, nil
		}
	}
	if p.answer == nil {
		return done{reply: trace.Reply{Status: 200, Body: map[string]any{"ok": true}}}, nil
	}
	body, err := c.answer(p, in)
	if err != nil {
		return done{}, fmt.Errorf("result: %w", err)
	}
	return done{reply: trace.Reply{Status: 200, Body: body}}, nil
}

// step runs one statement and binds the columns of its first row; NULL where
// there is none.
func (c *conn) step(s *step, in *call) (found bool, err error) {
	stmt, err := c.start(s.query, in)
	if err != nil {
		return false, err
	}
	defer func() { err = cmp.Or(err, stmt.Reset(), c.failed()) }()
	found, err = stmt.Step()
	if err != nil {
		return false, err
	}
	if len(s.query.columns) > 0 && in.bound == nil {
		in.bound = map[string]any{}
	}
	for i, column := range s.query.columns {
		in.bound[column.name] = nil
		if found {
			if in.bound[column.name], err = value(stmt, i); err != nil {
				return false, fmt.Errorf("column %s: %w", column.name, err)
			}
		}
	}
	for row := found && !s.check; row && err == nil; {
		row, err = stmt.Step()
	}
	return found, err
}

// start makes a statement ready to be stepped.
func (c *conn) start(q *query, in *call) (*sqlite.Stmt, error) {
	stmt := c.prepared[q]
	if stmt == nil {
		var err error
		if stmt, err = c.sql.Prepare(q.sql); err != nil {
			return nil, err
		}
		c.prepared[q] = stmt
	}
	for i := range q.params {
		bindValue(stmt, i+1, q.params[i].of(in))
	}
	return stmt, nil
}
