package agent

import (
	"context"
	"sync"
	"time"
)

// Bounds on what is asked of providers.
const (
	maxPerAddress = 128  // requests open at once at one address
	maxOpen       = 1024 // requests open at once in all
	maxDrought    = 10 * time.Minute
	firstPause    = time.Second // where a provider limits the rate and does not say for how long
	longestPause  = time.Minute
	leastPause    = 50 * time.Millisecond // where it says: at once
	leastPauseMax = 5 * time.Second
)

// Traffic is what a run asks of providers. All candidates of a run share one, so
// that what asks the same address slows down together: where a provider limits
// the rate, half as many requests go there at once, and none until the time that
// it names is over; with every round of answers it is one more again. A limited
// request is made again until it is answered. It fails when nothing at all was
// answered at its address for ten minutes.
type Traffic struct {
	jitter func() float64
	slowed func()

	mu    sync.Mutex
	lanes map[string]*lane
	total *places
}

// NewTraffic makes the traffic of one run. Jitter gives numbers from 0 to 1, by
// chance, that spread what several runs do at once; nil spreads nothing. Slowed is
// called when a provider begins to limit the rate; it may be nil.
func NewTraffic(jitter func() float64, slowed func()) *Traffic {
	if jitter == nil {
		jitter = func() float64 { return 0 }
	}
	if slowed == nil {
		slowed = func() {}
	}
	return &Traffic{jitter: jitter, slowed: slowed, lanes: map[string]*lane{}, total: newPlaces(maxOpen)}
}

// lane is the traffic to one address.
type lane struct {
	places *places

	mu       sync.Mutex
	limit    int       // of places
	round    int       // how often the limit was halved
	answers  int       // since the limit last changed
	refusals int       // rounds of refusals since the last answer
	dry      time.Time // of the first refusal since the last answer; zero: there was none
	until    time.Time // nothing goes before
}

func (t *Traffic) lane(address string) *lane {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.lanes[address]
	if l == nil {
		l = &lane{places: newPlaces(maxPerAddress), limit: maxPerAddress}
		t.lanes[address] = l
	}
	return l
}

// pass is one request on its way. Its round tells a refusal of a request that was
// sent before the limit was halved from one that was sent since.
type pass struct {
	traffic *Traffic
	lane    *lane
	round   int
}

// enter waits until a request may go to an address: for a place there, for the
// end of a pause, and only then for a place among all. Its error is the context's.
func (t *Traffic) enter(ctx context.Context, address string) (*pass, error) {
	l := t.lane(address)
	if err := l.places.take(ctx); err != nil {
		return nil, err
	}
	for {
		if err := pauseUntil(ctx, l.rest); err != nil {
			l.places.give()
			return nil, err
		}
		if err := t.total.take(ctx); err != nil {
			l.places.give()
			return nil, err
		}
		if l.rest() <= 0 {
			l.mu.Lock()
			defer l.mu.Unlock()
			return &pass{t, l, l.round}, nil
		}
		t.total.give() // a pause began in the meantime
	}
}

// rest is what is left of a pause.
func (l *lane) rest() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.until)
}

// pauseUntil waits until nothing is left. What is left may grow meanwhile.
func pauseUntil(ctx context.Context, rest func() time.Duration) error {
	for left := rest(); left > 0; left = rest() {
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// leave ends a request that was neither answered nor limited.
func (p *pass) leave() {
	p.traffic.total.give()
	p.lane.places.give()
}

// answered ends a request that was answered.
func (p *pass) answered() {
	l := p.lane
	l.mu.Lock()
	l.refusals, l.dry = 0, time.Time{}
	if l.answers++; l.answers >= l.limit && l.limit < maxPerAddress {
		l.limit, l.answers = l.limit+1, 0
		l.places.resize(l.limit)
	}
	l.mu.Unlock()
	p.leave()
}

// limited ends a request that the provider put off: by a time that it named, where
// told. It is false where waiting so long is in vain.
func (p *pass) limited(after time.Duration, told bool) bool {
	defer p.leave()
	l, now := p.lane, time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dry.IsZero() {
		l.dry = now
		p.traffic.slowed()
	}
	if p.round == l.round {
		l.limit, l.answers = max(1, l.limit/2), 0
		l.places.resize(l.limit)
		l.round++
		l.refusals++
	}
	if !told {
		after = doubled(firstPause, l.refusals, longestPause)
		after += time.Duration(p.traffic.jitter() * float64(after) / 4)
	}
	until := now.Add(max(after, doubled(leastPause, l.refusals, leastPauseMax)))
	if until.Sub(l.dry) > maxDrought {
		return false
	}
	if until.After(l.until) {
		l.until = until
	}
	return true
}

// doubled is a time that doubles with every further of n times, up to a most.
func doubled(first time.Duration, n int, most time.Duration) time.Duration {
	for ; n > 1 && first < most; n-- {
		first *= 2
	}
	return min(first, most)
}
