package world

import (
	"errors"
	"fmt"
	"sync"
)

// pool keeps connections that no trial uses, the last used on top: its pages and
// statements are still warm. There are never more than trials have run at once,
// and one more for each stale read that was answered at the same time.
type pool struct {
	mu      sync.Mutex
	idle    []*conn
	drained bool
}

// take returns an idle connection, or a new one.
func (p *pool) take(w *World) (*conn, error) {
	p.mu.Lock()
	drained, n := p.drained, len(p.idle)
	var c *conn
	if n > 0 {
		c = p.idle[n-1]
		p.idle = p.idle[:n-1]
	}
	p.mu.Unlock()
	switch {
	case drained:
		return nil, errors.New("the world is closed")
	case c != nil:
		return c, nil
	}
	c, err := w.connect()
	if err != nil {
		return nil, err
	}
	if err := c.serve(); err != nil {
		return nil, errors.Join(fmt.Errorf("prepare connection: %w", err), c.close())
	}
	return c, nil
}

// give puts a connection back for the next trial.
func (p *pool) give(c *conn) error {
	p.mu.Lock()
	keep := !p.drained
	if keep {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if keep {
		return nil
	}
	return c.close()
}

// drain closes what is idle, and whatever is given back from now on.
func (p *pool) drain() error {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.drained = nil, true
	p.mu.Unlock()
	var errs []error
	for _, c := range idle {
		errs = append(errs, c.close())
	}
	return errors.Join(errs...)
}
