package shadow

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/keptgate/keptgate/gate/agent"
)

// work is a replay under way.
type work struct {
	candidate agent.Candidate
	known     *catalogue
	options   Options
	list      []outcome

	mu         sync.Mutex
	done, void int
	halted     bool // the provider failed in a way that all others would meet
}

// run plays all conversations, as many at once as may be, unless there is no use in
// going on. Its error is the context's.
func (w *work) run(ctx context.Context) error {
	var workers errgroup.Group
	workers.SetLimit(max(w.options.Concurrency, 1))
	for i := range w.list {
		workers.Go(func() error {
			if ctx.Err() == nil && !w.over() {
				w.one(ctx, i)
			}
			return ctx.Err()
		})
	}
	return workers.Wait()
}

func (w *work) over() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.halted
}

// one plays one conversation and notes what came of it.
func (w *work) one(ctx context.Context, i int) {
	o := &w.list[i]
	p, err := play(ctx, w.candidate, o.entry, o.rounds, w.known, w.options, uint64(i))
	var failed *agent.ProviderError
	w.mu.Lock()
	defer w.mu.Unlock()
	o.usage = p.usage
	if err == nil {
		o.played = p
	} else {
		o.void = err.Error()
		w.void++
		w.halted = w.halted || errors.As(err, &failed) && failed.Permanent
	}
	w.done++
	if w.options.Progress != nil {
		w.options.Progress(w.done, len(w.list), w.void)
	}
}
