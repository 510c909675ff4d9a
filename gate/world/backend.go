package world

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// backend is the state of one trial, below validation, drift, capacity, faults
// and ledger: rows in SQL, a user's server, or its recorded answers. One goroutine
// uses it at a time.
type backend interface {
	// apply runs one call. An error is the suite's or the machine's; what a tool
	// refuses is a reply.
	apply(ctx context.Context, p *plan, in call) (done, error)
	// late tells what changed since the last call, which nobody was told of.
	late(ctx context.Context) ([]trace.Change, error)
	// mend takes away what a call of apply that failed has left. It is false where
	// nothing can be done any more.
	mend(p *plan) bool
	// close puts all back to the start. What is broken is thrown away.
	close(broken bool) error
}

// effect says what is to become of a call's effect.
type effect int

const (
	keep    effect = iota // it stands
	discard               // the reply stands, the changes do not
	before                // the reply is that of the state at the trial's start
	aside                 // the call is a statement of the suite's own, no tool
)

// can tells whether calls can have such an effect in the world of a suite. A server
// has no other state than the one it is in, and takes no SQL.
func can(s *suites.Suite, e effect) bool { return s.Server == nil || e == keep }

// call is what the statements of a tool see.
type call struct {
	args    map[string]any
	bound   map[string]any // columns of earlier steps
	session map[string]any
	now     time.Time
	effect  effect
	origin  *origin // for effect before
}

// origin says what the start of a trial was.
type origin struct {
	damage []*plan // run before it, in their order
	began  time.Time
	seed   uint64
}

// done is what became of a call. Its changes stand. In SQL a call that is refused
// has none; a server may change something and then fail.
type done struct {
	reply    trace.Reply
	changes  []trace.Change
	problems []string // for people: the constraint that was violated
}

// stands tells whether the call of a tool has had an effect that stands, or may
// have.
func (d done) stands(kind trace.Kind) bool {
	return d.reply.OK() && kind != trace.Read || len(d.changes) > 0
}

// streamOfSQL sets what SQL draws from a seed apart from what others draw.
const streamOfSQL = 0x6b657074

// chanceOfSQL is what SQL draws in a trial.
func chanceOfSQL(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, streamOfSQL)) }
