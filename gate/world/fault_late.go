package world

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// operation is an accepted call, whose effect comes later or never.
type operation struct {
	attempt *attempt
	seq     int // of its entry
	due     time.Time
	fails   bool
	status  string // pending, done, failed
}

// accept takes a call in that the tool would do, and leaves its effect for later.
func accept(ctx context.Context, a *attempt, l *live) error {
	out, err := a.foresee(ctx)
	if err != nil || !out.reply.OK() {
		return err
	}
	t := a.trial
	status := t.face.called(a.plan.tool.Status.Tool, t.ledger.Asked())
	o := &operation{attempt: a, seq: len(t.ledger) + 1, due: l.fire(a), fails: l.Fails, status: "pending"}
	l.mark.Until = o.due
	a.answer(trace.Accepted, trace.Reply{Status: 202, Body: object{
		"accepted": true,
		"message":  fmt.Sprintf("The request was accepted and is being worked on. Read the outcome with %s: operation.status becomes done or failed.", status),
	}})
	a.keep(a.entry.Reply)
	f := t.faults
	f.accepted = append(f.accepted, o)
	at, _ := slices.BinarySearchFunc(f.pending, o.due.Add(1), func(o *operation, due time.Time) int { return o.due.Compare(due) })
	f.pending = slices.Insert(f.pending, at, o)
	return nil
}

// Settle lets every effect come that was accepted and is still to come, however
// late. It is called once the conversation is over, before the ledger is read.
func (t *Trial) Settle(ctx context.Context) error {
	pending := t.faults != nil && len(t.faults.pending) > 0
	if !pending && t.world.suite.Server == nil {
		return nil
	}
	if t.broken == nil && t.state == nil {
		return errors.New("settle trial: it is closed")
	}
	if t.broken != nil {
		return t.broken
	}
	if pending {
		if err := t.settle(ctx, t.faults.pending[len(t.faults.pending)-1].due); err != nil {
			return err
		}
	}
	return t.lookAgain(ctx)
}

// lookAgain notes what changed after the last call was answered. It came of that
// call; where there was none, of others.
func (t *Trial) lookAgain(ctx context.Context) error {
	changes, err := t.state.late(ctx)
	if err != nil {
		t.broken = fmt.Errorf("look at the state once more: %w", err)
		return t.broken
	}
	if len(changes) == 0 {
		return nil
	}
	e := trace.Entry{Step: t.step, Turn: t.turn, Phase: t.phase, Actor: trace.Others}
	for i := len(t.ledger) - 1; i >= 0; i-- {
		if t.ledger[i].Asked() && t.ledger[i].Kind != trace.Control {
			e = echo(t.ledger[i], done{})
			e.Echo = t.ledger[i].Seq
			break
		}
	}
	e.At, e.Outcome, e.Committed, e.Changes, e.Reply = t.now, trace.Done, true, changes, trace.Reply{Status: 200}
	t.note(e)
	return nil
}

// settle lets the effects come that are due by then.
func (t *Trial) settle(ctx context.Context, by time.Time) error {
	for f := t.faults; f != nil && len(f.pending) > 0 && !f.pending[0].due.After(by); {
		o := f.pending[0]
		f.pending = f.pending[1:]
		if err := t.finish(ctx, o); err != nil {
			t.broken = fmt.Errorf("run accepted call %s: %w", o.attempt.entry.Tool, err)
			return t.broken
		}
	}
	return nil
}

// finish brings the effect of an accepted call. Once it has failed, its key is
// free again.
func (t *Trial) finish(ctx context.Context, o *operation) error {
	a := o.attempt
	if o.fails {
		o.status = "failed"
		a.forget()
		return nil
	}
	out, err := a.applyAt(ctx, keep, o.due)
	if err != nil {
		return err
	}
	e := echo(a.entry, out)
	e.Echo, e.At, e.Phase = o.seq, o.due, t.phase
	t.note(e)
	switch {
	case !out.reply.OK():
		o.status = "failed"
		a.forget()
	default:
		o.status = "done"
		a.keep(out.reply)
	}
	return nil
}

// supersede forgets an accepted call that failed once it was made again with
// success.
func (f *faults) supersede(a *attempt) {
	if a.entry.Outcome == trace.Done {
		f.accepted = slices.DeleteFunc(f.accepted, func(o *operation) bool {
			return o.status == "failed" && o.attempt.entry.Logical == a.entry.Logical
		})
	}
}

// tell adds to the reply of a call that reads an accepted one back how far that
// is.
func (f *faults) tell(a *attempt) {
	body, isObject := a.entry.Reply.Body.(object)
	if !isObject || !a.entry.Reply.OK() {
		return
	}
	for _, o := range slices.Backward(f.accepted) {
		if o.readBy(a) {
			body = maps.Clone(body)
			body["operation"] = object{"status": o.status}
			a.entry.Reply.Body = body
			return
		}
	}
}

// readBy tells whether a call is the one that reads the operation back.
func (o *operation) readBy(a *attempt) bool {
	status := o.attempt.plan.tool.Status
	if status.Tool != a.entry.Tool {
		return false
	}
	for name, value := range status.Args {
		if !o.gives(value, a.entry.Args[name]) {
			return false
		}
	}
	return true
}

// gives tells whether a value of the read-back, which may name an argument of the
// accepted call or stand for one of its items, is the value given.
func (o *operation) gives(value, given any) bool {
	a := o.attempt
	text, _ := value.(string)
	name, isName := strings.CutPrefix(text, ":")
	switch {
	case !isName:
		return trace.Equal(trace.Normal(value), given)
	case name == "item":
		items, _ := a.entry.Args[a.plan.tool.Items].([]any)
		return slices.ContainsFunc(items, func(item any) bool { return trace.Equal(item, given) })
	default:
		return trace.Equal(a.entry.Args[name], given)
	}
}
