package world

import (
	"context"
	"maps"

	"github.com/keptgate/keptgate/gate/trace"
)

// doNothing answers as if the call had been done. A call that the tool refuses is
// refused.
func doNothing(ctx context.Context, a *attempt, l *live) error {
	out, err := a.apply(ctx, discard)
	if err != nil || !out.reply.OK() {
		return err
	}
	l.fire(a)
	a.answer(trace.Faulted, out.reply)
	return nil
}

// commitPart does the first of the call's items and fails. It takes a call that
// the tool would do whole, with two items or more.
func commitPart(ctx context.Context, a *attempt, l *live) error {
	items, _ := a.args[a.plan.tool.Items].([]any)
	if len(items) < 2 {
		return nil
	}
	if whole, err := a.foresee(ctx); err != nil || !whole.reply.OK() {
		return err
	}
	keep := l.Keep
	if keep <= 0 || keep >= len(items) {
		keep = len(items) / 2
	}
	part := *a
	part.args, part.key, part.id = maps.Clone(a.args), "", ""
	part.args[a.plan.tool.Items] = items[:keep:keep]
	if err := part.run(ctx); err != nil || !part.entry.Committed {
		return err
	}
	l.fire(a)
	a.entry = part.entry
	a.answer(trace.Done, trace.Failure("", 500, "partial_failure", "The call broke off; a part of it may have been done."))
	return nil
}

// letRivalAct lets another actor be faster. Where there is nothing to get in the
// way of, nothing happens.
func letRivalAct(ctx context.Context, a *attempt, l *live) error {
	t := a.trial
	out, err := t.state.apply(ctx, a.plan.rival, call{args: a.args, session: t.session, now: t.now, effect: aside})
	if err != nil || !out.reply.OK() || len(out.changes) == 0 {
		return err
	}
	l.fire(a)
	t.note(trace.Entry{
		Step: t.step, Turn: t.turn, Phase: t.phase, At: t.now, Actor: trace.Rival,
		Outcome: trace.Done, Committed: true, Changes: out.changes, Reply: trace.Reply{Status: 200},
	})
	return nil
}

// deliverTwice brings a call that was done to the tool once more. An idempotency
// key makes that harmless.
func deliverTwice(ctx context.Context, a *attempt, l *live) error {
	if a.entry.Outcome != trace.Done {
		return nil
	}
	l.fire(a)
	if a.key != "" {
		return nil
	}
	out, err := a.apply(ctx, keep)
	if err != nil {
		return err
	}
	a.trial.faults.echoes = append(a.trial.faults.echoes, echo(a.entry, out))
	return nil
}

// echo is the entry of what came of a call late, or a second time. Its reply
// reaches nobody.
func echo(of trace.Entry, out done) trace.Entry {
	of.Marks, of.Took, of.Delivered = nil, 0, false
	of.Reply, of.Changes, of.Problems = out.reply, out.changes, out.problems
	if of.Outcome = trace.Refused; out.reply.OK() {
		of.Outcome = trace.Done
	}
	of.Committed = out.stands(of.Kind)
	return of
}

// foresee tells what the tool would answer, without an effect. A world that
// cannot know is taken to do what it is asked.
func (a *attempt) foresee(ctx context.Context) (done, error) {
	if !can(a.trial.world.suite, discard) {
		return done{reply: trace.Reply{Status: 200}}, nil
	}
	return a.apply(ctx, discard)
}
