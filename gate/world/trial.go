package world

import (
	"context"
	"errors"
	"fmt"
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
	state   backend        // nil once closed
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
	batch             int // of the step, that is sent next

	attempts map[string]int      // by logical call
	pages    map[string]page     // by the cursor that asks for them
	answers  map[string]answer   // by tool, account and idempotency key, or by the id of the call
	open     map[string]*unheard // calls that can be followed up, by their id
	broken   error               // the harness failed: nothing can be done any more
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
	if w.cases != nil {
		w = w.cases[s.Case.Name]
	}
	state, err := w.begin(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("begin trial of %s: %w", s.Case.Name, err)
	}
	t := &Trial{
		world: w, state: state, now: s.Case.Now.UTC(), session: s.Case.Session,
		crowd: s.Plan.Crowd, offset: s.Plan.Offset, began: s.Case.Now.UTC(),
		attempts: map[string]int{}, answers: map[string]answer{}, open: map[string]*unheard{},
	}
	if t.face, err = newFace(w, s.Plan.Drift); err != nil {
		return nil, errors.Join(fmt.Errorf("begin trial of %s: %w", s.Case.Name, err), state.close(false))
	}
	if len(s.Plan.Faults) == 0 {
		return t, nil
	}
	if err := t.plant(ctx, s); err != nil {
		return nil, errors.Join(fmt.Errorf("begin trial of %s: %w", s.Case.Name, err), state.close(true))
	}
	return t, nil
}

// begin opens the state of a trial.
func (w *World) begin(ctx context.Context, s Session) (backend, error) {
	switch {
	case w.suite.CallLevel:
		return nothing{}, nil
	case w.office != nil:
		return w.office.begin(ctx)
	}
	return w.beginRows(s.Seed)
}

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
func (t *Trial) Position(step, turn, phase int) {
	t.step, t.turn, t.phase, t.batch = step, turn, phase, 0
}

// Ledger is what was done so far. It must not be changed, and stays valid after
// Close.
func (t *Trial) Ledger() trace.Ledger { return t.ledger }

// Close puts the world back to its start. A state that is not certain to be
// there is thrown away.
func (t *Trial) Close() error {
	state := t.state
	if state == nil {
		return nil
	}
	t.state = nil
	return state.close(t.broken != nil)
}
