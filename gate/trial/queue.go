package trial

import (
	"context"
	"math"
	"sync"
	"time"
)

// queue puts the trials of a cohort in the order of their virtual time. Each holds
// a promise, the time before which it does nothing; whoever waits has its turn
// when no promise is earlier. A trial that is not waiting always comes to keep or
// renew its promise, so that the queue moves on.
type queue struct {
	mu      sync.Mutex
	next    []time.Duration // promises, by trial
	waiting []chan struct{} // closed when the trial's turn has come; nil where it does not wait
}

// gone is the promise of a trial that is over.
const gone = time.Duration(math.MaxInt64)

// newQueue expects all trials at the time 0.
func newQueue(trials int) *queue {
	return &queue{next: make([]time.Duration, trials), waiting: make([]chan struct{}, trials)}
}

// expect renews the promise of a trial. A promise is never taken back.
func (q *queue) expect(trial int, at time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next[trial] = max(q.next[trial], at)
	q.call()
}

func (q *queue) leave(trial int) { q.expect(trial, gone) }

// turn waits until no other trial can act before this one does at a time; of two
// at the same time the one with the lower number is the first. It returns false
// where ctx ended before.
func (q *queue) turn(ctx context.Context, trial int, at time.Duration) bool {
	q.mu.Lock()
	q.next[trial] = max(q.next[trial], at)
	come := make(chan struct{})
	q.waiting[trial] = come
	q.call()
	q.mu.Unlock()
	select {
	case <-come:
		return true
	case <-ctx.Done():
		q.mu.Lock()
		defer q.mu.Unlock()
		q.waiting[trial] = nil
		return false
	}
}

// call tells the first trial, if it waits, that its turn has come.
func (q *queue) call() {
	first := 0
	for i, at := range q.next {
		if at < q.next[first] {
			first = i
		}
	}
	if come := q.waiting[first]; come != nil {
		q.waiting[first] = nil
		close(come)
	}
}
