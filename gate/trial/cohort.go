package trial

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
)

// Virtual times of a cohort: trials begin within spread, and a candidate thinks
// from minThink to maxThink before each of its messages.
const (
	spread   = 10 * time.Second
	minThink = time.Second
	maxThink = 5 * time.Second
)

// Streams set what a cohort draws from a trial's seed apart from what others
// draw.
const (
	streamOfArrival = 0x61727276
	streamOfThought = 0x7468696e
)

// RunCohort runs trials of one suite that share the capacity of its business, and
// nothing else. It is a discrete-event simulation: calls enter in the order of
// their virtual time, then of the trials in setups, so that the records are the
// same however many candidates are asked at once, 1 or more, and however long
// they take on the wall clock. The plans' own Crowd and Offset are replaced.
//
// The error is that of ctx, or says that the setups are of different suites. A
// trial that is void leaves the cohort as one that ended.
func RunCohort(ctx context.Context, setups []Setup, inFlight int) ([]*trace.Record, error) {
	if len(setups) == 0 {
		return nil, ctx.Err()
	}
	suite := setups[0].Case.Suite
	for _, s := range setups {
		if s.Case.Suite != suite {
			return nil, errors.New("run cohort: its trials are of different suites: " + suite.Name + " and " + s.Case.Suite.Name)
		}
	}
	crowd := world.NewCrowd(suite, setups[0].Plan.Modes, setups[0].seed())
	queue := newQueue(len(setups))
	asking := make(chan struct{}, max(inFlight, 1))
	records := make([]*trace.Record, len(setups))
	var running sync.WaitGroup
	for i, s := range setups {
		running.Go(func() {
			seat := newSeat(s, i, queue, asking)
			defer seat.leave()
			s.Plan.Crowd, s.Plan.Offset = crowd, seat.offset
			records[i], _ = s.run(ctx, seat) // the error is that of ctx
		})
	}
	running.Wait()
	if slices.Contains(records, nil) {
		return nil, ctx.Err()
	}
	return records, nil
}

// seat is a trial's place in a cohort.
type seat struct {
	order   int
	offset  time.Duration // at which the trial begins
	queue   *queue
	asking  chan struct{} // has room for as many candidates as may be asked at once
	thought *rand.Rand
}

func newSeat(s Setup, order int, queue *queue, asking chan struct{}) *seat {
	arrival := rand.New(rand.NewPCG(s.seed(), streamOfArrival))
	p := &seat{
		order: order, queue: queue, asking: asking,
		offset:  between(arrival, 0, spread),
		thought: rand.New(rand.NewPCG(s.seed(), streamOfThought)),
	}
	queue.expect(order, p.offset)
	return p
}

// between draws a time in whole milliseconds.
func between(r *rand.Rand, from, to time.Duration) time.Duration {
	return from + time.Duration(r.Int64N(int64((to-from)/time.Millisecond)+1))*time.Millisecond
}

func (p *seat) think() time.Duration { return between(p.thought, minThink, maxThink) }

// load is what the record of the trial says of the cohort.
func (p *seat) load(c *world.Crowd) *trace.Load {
	return &trace.Load{
		Trials: len(p.queue.next), Offset: int(p.offset / time.Millisecond), InFlight: c.InFlight()[""],
	}
}

// turn waits until no other trial can act before a time.
func (p *seat) turn(ctx context.Context, at time.Duration) bool {
	return p.queue.turn(ctx, p.order, at)
}

// expect promises that the trial does nothing before a time.
func (p *seat) expect(at time.Duration) { p.queue.expect(p.order, at) }

// leave promises that the trial does nothing any more.
func (p *seat) leave() { p.queue.leave(p.order) }

// enter waits until one more candidate may be asked.
func (p *seat) enter(ctx context.Context) bool {
	select {
	case p.asking <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p *seat) exit() { <-p.asking }
