package world

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Session says for which case a trial is, from which seed it draws chance, and
// what is to happen to it.
type Session struct {
	Case *suites.Case
	Seed uint64
	Plan Plan
}

// Trial is the business during one trial, a trace.Toolbox. One goroutine uses it
// at a time; it must be closed.
type Trial struct {
	world   *World
	conn    *conn          // nil once closed
	session map[string]any // bound as @name
	now     time.Time
	ledger  trace.Ledger
	closing bool
	handed  int           // ledger entries of earlier calls of the caller: what was not handed over by then never is
	face    face          // the interface in force
	late    time.Duration // until the last reply of the message that is being answered
	faults  *faults       // nil: none is planned
	crowd   *Crowd        // nil: no capacity is shared
	offset  time.Duration // of the trial's start on the clock of the crowd
	began   time.Time     // virtual

	step, turn, phase int

	attempts map[string]int    // by logical call
	pages    map[string]page   // by the cursor that asks for them
	answers  map[string]answer // by tool, account and idempotency key
	broken   error             // the harness failed: nothing can be done any more
}

// answer is the reply to a committed call that gave an idempotency key.
type answer struct {
	arguments string // the others, in one spelling
	reply     trace.Reply
}

var _ trace.Toolbox = (*Trial)(nil)

// Begin opens the world at its start, for one trial.
func (w *World) Begin(ctx context.Context, s Session) (*Trial, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c, err := w.pool.take(w)
	if err != nil {
		return nil, fmt.Errorf("begin trial of %s: %w", s.Case.Name, err)
	}
	if err := c.run(begin); err != nil {
		return nil, errors.Join(fmt.Errorf("begin trial of %s: %w", s.Case.Name, err), c.close())
	}
	t := &Trial{
		world: w, conn: c, now: s.Case.Now.UTC(), session: s.Case.Session,
		crowd: s.Plan.Crowd, offset: s.Plan.Offset, began: s.Case.Now.UTC(),
		attempts: map[string]int{}, answers: map[string]answer{},
	}
	c.random = rand.New(rand.NewPCG(s.Seed, streamOfSQL))
	if t.face, err = newFace(w, s.Plan.Drift); err != nil {
		return nil, errors.Join(fmt.Errorf("begin trial of %s: %w", s.Case.Name, err), c.run(rollback), w.pool.give(c))
	}
	if len(s.Plan.Faults) == 0 {
		return t, nil
	}
	if err := t.plant(ctx, s); err != nil {
		return nil, errors.Join(fmt.Errorf("begin trial of %s: %w", s.Case.Name, err), c.close())
	}
	return t, nil
}

// streamOfSQL sets what SQL draws from a seed apart from what others draw.
const streamOfSQL = 0x6b657074

// Tools is the catalogue in force: the suite's tools in their order, then wait,
// handover and close_call; in the closing turn close_call alone.
func (t *Trial) Tools() []trace.Tool {
	if t.closing {
		return t.world.closing
	}
	return t.describe(t.stated(t.face.tools(t.ledger.Asked())))
}

// Delivered notes that the candidate was handed all replies so far.
func (t *Trial) Delivered() {
	for i := len(t.ledger) - 1; i >= t.handed && !t.ledger[i].Delivered; i-- {
		t.ledger[i].Delivered = t.ledger[i].Asked()
	}
}

// OnlyClosing begins the closing turn: from now on there is no tool but
// close_call.
func (t *Trial) OnlyClosing() { t.closing = true }

// Now is the virtual time.
func (t *Trial) Now() time.Time { return t.now }

// Advance moves the virtual time on.
func (t *Trial) Advance(d time.Duration) { t.now = t.now.Add(d) }

// Position says where in the conversation the next calls stand: model response
// and caller's turn, 1-based, and the number of twists that have fired.
func (t *Trial) Position(step, turn, phase int) { t.step, t.turn, t.phase = step, turn, phase }

// Ledger is what was done so far. It must not be changed, and stays valid after
// Close.
func (t *Trial) Ledger() trace.Ledger { return t.ledger }

// Close puts the world back to its start. A connection that is not certain to be
// there is thrown away.
func (t *Trial) Close() error {
	c := t.conn
	if c == nil {
		return nil
	}
	t.conn = nil
	if t.broken != nil {
		return c.close()
	}
	if err := c.run(rollback); err != nil {
		return errors.Join(fmt.Errorf("reset world: %w", err), c.close())
	}
	return t.world.pool.give(c)
}
