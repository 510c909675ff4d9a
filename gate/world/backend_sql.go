package world

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
)

// rows is a trial's state in SQL: one transaction on a connection of its own.
type rows struct {
	*conn
}

// beginRows opens the state at its start.
func (w *World) beginRows(seed uint64) (backend, error) {
	c, err := w.pool.take(w)
	if err != nil {
		return nil, err
	}
	if err := c.run(begin); err != nil {
		return nil, errors.Join(err, c.close())
	}
	c.random = chanceOfSQL(seed)
	return rows{c}, nil
}

func (r rows) apply(ctx context.Context, p *plan, in call) (done, error) {
	if in.effect == before {
		return r.fromStart(ctx, p, in)
	}
	return r.conn.apply(ctx, p, in)
}

// fromStart runs a call in the state at the start of the trial, on a connection
// of its own.
func (r rows) fromStart(ctx context.Context, p *plan, in call) (done, error) {
	c, err := r.world.pool.take(r.world)
	if err != nil {
		return done{}, err
	}
	c.random = chanceOfSQL(in.origin.seed)
	out, err := c.once(ctx, p, in)
	if err != nil {
		return done{}, errors.Join(err, c.close())
	}
	return out, r.world.pool.give(c)
}

// once runs one call in a transaction of its own and takes all back.
func (c *conn) once(ctx context.Context, p *plan, in call) (done, error) {
	if err := c.run(begin); err != nil {
		return done{}, err
	}
	for _, damage := range in.origin.damage {
		if _, err := c.apply(ctx, damage, call{session: in.session, now: in.origin.began}); err != nil {
			return done{}, err
		}
	}
	out, err := c.apply(ctx, p, call{args: in.args, session: in.session, now: in.now})
	if err != nil {
		return done{}, err
	}
	return out, c.run(rollback)
}

// late is nothing: no row changes but by a call.
func (rows) late(context.Context) ([]trace.Change, error) { return nil, nil }

func (r rows) mend(p *plan) bool {
	if r.sql.AutocommitEnabled() {
		return false
	}
	return !p.writes || errors.Join(r.run(revert), r.run(release)) == nil
}

func (r rows) close(broken bool) error {
	if broken {
		return r.conn.close()
	}
	if err := r.run(rollback); err != nil {
		return errors.Join(fmt.Errorf("reset world: %w", err), r.conn.close())
	}
	return r.world.pool.give(r.conn)
}
