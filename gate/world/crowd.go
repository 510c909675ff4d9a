package world

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// callSeconds is how long a call takes where neither its tool nor the business
// says; one call takes from half as long to half as long again.
const callSeconds = 1.0

// streamOfCrowd sets what a crowd draws from a seed apart from what others draw.
const streamOfCrowd = 0x63726f77

// Crowd is the capacity that the trials of a cohort share. It is safe for
// concurrent use, but what it serves depends on the order in which calls come:
// see Ordered.
type Crowd struct {
	turn   func(time.Duration) bool // nil: calls come in their order
	shared *shared
}

// shared is the part of a crowd that its trials have in common.
type shared struct {
	mu     sync.Mutex
	random *rand.Rand
	all    *room
	tools  map[string]*room // by canonical name; those with a capacity of their own
	modes  map[string]Modes
}

// NewCrowd makes the capacity of a suite's business, with nobody in it. How long
// each call takes is drawn from seed, by what is known of its tool.
func NewCrowd(s *suites.Suite, modes map[string]Modes, seed uint64) *Crowd {
	c := &shared{
		random: rand.New(rand.NewPCG(seed, streamOfCrowd)),
		all:    &room{capacity: business(s)}, tools: map[string]*room{}, modes: modes,
	}
	for _, t := range s.Tools {
		if t.Capacity != nil {
			c.tools[t.Name] = &room{capacity: *t.Capacity}
		}
	}
	return &Crowd{shared: c}
}

// business is what a whole business can take. One that does not say takes eight
// calls at once.
func business(s *suites.Suite) suites.Capacity {
	if s.Capacity == nil {
		return suites.Capacity{InFlight: 8, Seconds: callSeconds}
	}
	return *s.Capacity
}

// Ordered is the same crowd for one trial among several that run at the same
// time. Before a call enters, turn is given its time on the clock of the crowd
// and returns once no other trial can come earlier; false means that the trial is
// being stopped.
func (c *Crowd) Ordered(turn func(at time.Duration) bool) *Crowd {
	return &Crowd{turn: turn, shared: c.shared}
}

// InFlight is how many calls of each tool may come at once, as the tools'
// descriptions say; "" is all tools together. What has no limit is missing.
func (c *Crowd) InFlight() map[string]int {
	limits := map[string]int{}
	note := func(tool string, r *room) {
		if n := r.atOnce(); n > 0 {
			limits[tool] = n
		}
	}
	note("", c.shared.all)
	for tool, r := range c.shared.tools {
		note(tool, r)
	}
	return limits
}

// enter asks the crowd for room for a call. Where there is none it fills in the
// refusal and returns false; else Took is how long the call takes.
func (t *Trial) enter(p *plan, e *trace.Entry) bool {
	if t.crowd == nil {
		return true
	}
	at := t.offset + t.now.Sub(t.began)
	if t.crowd.turn != nil && !t.crowd.turn(at) {
		*e = crowded(*e, time.Second)
		return false
	}
	took, after := t.crowd.shared.serve(p.served.Name, at)
	if after > 0 {
		*e = crowded(*e, after)
		return false
	}
	e.Took = int(took / time.Millisecond)
	return true
}

// crowded refuses a call for which there is no room, with the time after which
// there may be some, in whole seconds.
func crowded(e trace.Entry, after time.Duration) trace.Entry {
	e = refused(e, trace.Crowded, 429, "rate_limited", "Too many calls at once; try again later.")
	if body, ok := e.Reply.Body.(object); ok {
		if failure, ok := body["error"].(object); ok {
			failure["retry_after"] = int64((after + time.Second - 1) / time.Second)
		}
	}
	return e
}

// serve takes a call in, and says how long it takes; or leaves it out, and says
// after what time there may be room, more than 0.
func (c *shared) serve(tool string, at time.Duration) (took, after time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	rooms := []*room{c.all}
	seconds := c.all.capacity.Seconds
	if own := c.tools[tool]; own != nil {
		rooms = append(rooms, own)
		if own.capacity.Seconds > 0 {
			seconds = own.capacity.Seconds
		}
	}
	if seconds <= 0 {
		seconds = callSeconds
	}
	for _, r := range rooms {
		after = max(after, r.full(at))
	}
	if after > 0 {
		return 0, after
	}
	if m := c.modes[tool]; m.P50 > 0 {
		took = m.took(c.random)
	} else {
		took = time.Duration(seconds * (0.5 + c.random.Float64()) * float64(time.Second)).Round(time.Millisecond)
	}
	took = max(took, time.Millisecond)
	for _, r := range rooms {
		r.take(at, at+took)
	}
	return took, 0
}

// room is the state of one capacity.
type room struct {
	capacity suites.Capacity
	ends     []time.Duration // of the calls in flight, sorted
	// next is when the bucket would be full again: the virtual scheduling form of
	// the generic cell rate algorithm (ITU-T I.371), which counts no fractions.
	next time.Duration
}

// full returns after what time a call that comes at a time may find room: 0 if
// there is some now.
func (r *room) full(at time.Duration) time.Duration {
	over := 0
	for over < len(r.ends) && r.ends[over] <= at {
		over++
	}
	r.ends = slices.Delete(r.ends, 0, over)
	var after time.Duration
	if r.capacity.InFlight > 0 && len(r.ends) >= r.capacity.InFlight {
		after = r.ends[0] - at
	}
	if each := r.each(); each > 0 {
		after = max(after, r.next-each*time.Duration(r.capacity.Calls-1)-at)
	}
	return after
}

// take lets a call in.
func (r *room) take(at, end time.Duration) {
	i, _ := slices.BinarySearch(r.ends, end)
	r.ends = slices.Insert(r.ends, i, end)
	r.next = max(r.next, at) + r.each()
}

// each is how long the bucket takes to get one token back; 0 where there is no
// bucket.
func (r *room) each() time.Duration {
	if r.capacity.Calls <= 0 || r.capacity.Per <= 0 {
		return 0
	}
	return time.Duration(r.capacity.Per * float64(time.Second) / float64(r.capacity.Calls))
}

// atOnce is how many calls an empty room takes at one moment; 0 is any number.
func (r *room) atOnce() int {
	n := r.capacity.InFlight
	if r.each() > 0 && (n == 0 || r.capacity.Calls < n) {
		n = r.capacity.Calls
	}
	return n
}
