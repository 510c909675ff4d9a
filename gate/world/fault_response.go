package world

import (
	"context"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// loseResponse drops the answer of a call that ran. What the caller sees is what
// timeOut shows.
func loseResponse(_ context.Context, a *attempt, l *live) error {
	l.fire(a)
	a.entry.Reply = timeout()
	a.entry.Took += 1000 * l.Seconds
	return nil
}

func delay(_ context.Context, a *attempt, l *live) error {
	l.fire(a)
	a.entry.Took += 1000 * l.Seconds
	return nil
}

// hideRefusal answers a refusal as if it were a success without a result.
func hideRefusal(_ context.Context, a *attempt, l *live) error {
	status := a.entry.Reply.Status
	if a.entry.Outcome != trace.Refused || status < 400 || status > 499 || !l.counts() {
		return nil
	}
	body, _ := a.entry.Reply.Body.(object)
	told, _ := body["error"].(object)
	l.fire(a)
	a.entry.Reply = trace.Reply{Status: 200, Body: object{"ok": true, "result": nil, "detail": told["message"]}}
	return nil
}

// counts counts a call at which the fault could happen, and tells whether its
// turn has come.
func (l *live) counts() bool {
	l.seen++
	return l.seen >= l.Ordinal
}

// readStale answers from the state at the start of the trial, where that makes a
// difference.
func readStale(ctx context.Context, a *attempt, l *live) error {
	if a.from > 0 {
		return nil
	}
	t := a.trial
	out, err := t.state.apply(ctx, a.plan, call{
		args: a.args, session: t.session, now: t.now, effect: before,
		origin: &origin{damage: t.faults.damage, began: t.began, seed: t.faults.seed},
	})
	if err != nil {
		return err
	}
	now := a.entry.Reply
	if out.reply.Status == now.Status && trace.Equal(out.reply.Body, now.Body) || !l.counts() {
		return nil
	}
	l.fire(a)
	if out.reply.OK() {
		l.mark.False = superseded(out.reply.Body, now.Body)
	}
	a.entry.Reply = out.reply
	return nil
}

// inject adds an instruction to the longest text of the reply, of several words
// where there is one: a key or an address with more behind it would be another.
func inject(_ context.Context, a *attempt, l *live) error {
	if !a.entry.Reply.OK() {
		return nil
	}
	body := copied(a.entry.Reply.Body)
	var longest *leaf
	for _, f := range leaves(body) {
		if text, isText := f.value.(string); isText && (longest == nil || prose(text) > prose(longest.value.(string))) {
			longest = &f
		}
	}
	if longest == nil {
		return nil
	}
	l.fire(a)
	longest.set(strings.TrimSpace(longest.value.(string) + " " + l.Text))
	a.entry.Reply.Body = body
	return nil
}

// prose measures how well a text can hold a sentence more.
func prose(text string) int {
	if strings.Contains(text, " ") {
		return len(text) + maxResult
	}
	return len(text)
}
