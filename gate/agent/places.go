package agent

import (
	"context"
	"slices"
	"sync"
)

// places are how many may do something at once. Who comes first is let in first.
// The limit may change while they wait.
type places struct {
	mu    sync.Mutex
	limit int
	taken int
	queue []chan struct{} // each is closed when its place is free
}

func newPlaces(limit int) *places { return &places{limit: limit} }

// take waits for a place. Its error is the context's.
func (p *places) take(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	if p.taken < p.limit && len(p.queue) == 0 {
		p.taken++
		p.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	p.queue = append(p.queue, turn)
	p.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		p.abandon(turn)
		return ctx.Err()
	}
}

// abandon leaves the queue, or gives back the place that came in the meantime.
func (p *places) abandon(turn chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.queue, turn); i >= 0 {
		p.queue = slices.Delete(p.queue, i, i+1)
		return
	}
	p.taken--
	p.admit()
}

// give gives a place back.
func (p *places) give() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
	p.admit()
}

// resize changes the limit. Who has a place keeps it.
func (p *places) resize(limit int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit = limit
	p.admit()
}

func (p *places) admit() {
	for p.taken < p.limit && len(p.queue) > 0 {
		close(p.queue[0])
		p.queue = p.queue[1:]
		p.taken++
	}
}
