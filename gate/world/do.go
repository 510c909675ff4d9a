package world

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// maxProblems is how many complaints about one call's arguments are told.
const maxProblems = 10

// Do runs the calls one after another and notes each in the ledger. An error is
// the harness's or the suite's; the trial is void then, and the call that failed
// is not in the ledger.
func (t *Trial) Do(ctx context.Context, turn []trace.Call) ([]trace.Reply, error) {
	replies := make([]trace.Reply, 0, len(turn))
	for _, call := range turn {
		if t.broken == nil && t.conn == nil {
			t.broken = errors.New("the trial is closed")
		}
		if t.broken != nil {
			return nil, t.broken
		}
		entry, err := t.one(ctx, call)
		if err != nil {
			t.broken = fmt.Errorf("run tool %s: %w", bounded(call).Tool, err)
			return nil, t.broken
		}
		entry.Reply.CallID = call.ID
		t.ledger = append(t.ledger, entry)
		replies = append(replies, entry.Reply)
	}
	return replies, nil
}

// one carries a call through its checks: is there such a tool, can the arguments
// be read, do they fit the schema, was the call answered before.
func (t *Trial) one(ctx context.Context, call trace.Call) (trace.Entry, error) {
	e := trace.Entry{
		Seq: len(t.ledger) + 1, Step: t.step, Turn: t.turn, Phase: t.phase, At: t.now, Call: bounded(call),
	}
	args, problem := arguments(call.Arguments)
	p := t.plan(call.Tool)
	switch {
	case p == nil:
		t.attempt(&e, e.Call.Tool+e.Call.Arguments)
		return refused(e, trace.UnknownTool, 404, "unknown_tool", t.unknown(e.Call.Tool)), nil
	case problem != nil:
		e.Tool, e.Kind = p.served.Name, p.kind
		t.attempt(&e, e.Tool+e.Call.Arguments)
		return refused(e, trace.NotJSON, 400, "invalid_arguments", problem.Error()), nil
	}
	e.Tool, e.Kind, e.Args = p.served.Name, p.kind, args
	t.attempt(&e, logical(e.Tool, p.key, args))
	if e.Problems = violations(p, args); len(e.Problems) > 0 {
		return refused(e, trace.Invalid, 400, "invalid_arguments", "The arguments do not fit the schema: "+strings.Join(e.Problems, "; ")), nil
	}
	key, rest := t.idempotency(p, args)
	if first, ok := t.answers[key]; ok {
		if first.arguments != rest {
			return refused(e, trace.Refused, 409, "idempotency_conflict", "This idempotency key was used for a call with other arguments."), nil
		}
		e.Outcome, e.Reply = trace.Replayed, first.reply
		return e, nil
	}
	return t.perform(ctx, p, e, key, rest)
}

// perform runs the call at last.
func (t *Trial) perform(ctx context.Context, p *plan, e trace.Entry, key, rest string) (trace.Entry, error) {
	if p.control != nil {
		e.Outcome, e.Reply = trace.Done, trace.Reply{Status: 200, Body: p.control(t, e.Args)}
		return e, nil
	}
	done, err := t.conn.apply(ctx, p, call{args: e.Args, session: t.session, now: t.now})
	if err != nil {
		return e, err
	}
	e.Reply, e.Changes, e.Problems, e.Outcome = done.reply, done.changes, done.problems, trace.Refused
	if done.reply.OK() {
		e.Outcome, e.Committed = trace.Done, p.kind != trace.Read
		if key != "" {
			t.answers[key] = answer{rest, done.reply}
		}
	}
	return e, nil
}

// plan returns the plan of a tool that is served now, or nil.
func (t *Trial) plan(tool string) *plan {
	if t.closing && tool != trace.ToolCloseCall {
		return nil
	}
	return t.world.plans[tool]
}

func (t *Trial) unknown(tool string) string {
	var names []string
	for _, served := range t.Tools() {
		names = append(names, served.Name)
	}
	return fmt.Sprintf("There is no tool %q. The tools are: %s.", tool, strings.Join(names, ", "))
}

func (t *Trial) attempt(e *trace.Entry, logical string) {
	t.attempts[logical]++
	e.Logical, e.Attempt = logical, t.attempts[logical]
}

// idempotency returns under which key the answer to a call is kept, "" if the
// call gives none, and the other arguments in one spelling.
func (t *Trial) idempotency(p *plan, args map[string]any) (key, rest string) {
	given := args[p.replay]
	if p.replay == "" || given == nil || given == "" {
		return "", ""
	}
	others := make(map[string]any, len(args))
	for name, value := range args {
		if name != p.replay {
			others[name] = value
		}
	}
	return spelled([]any{p.served.Name, t.session["account"], given}), spelled(others)
}

func refused(e trace.Entry, outcome trace.Outcome, status int, code, message string) trace.Entry {
	e.Outcome, e.Reply = outcome, trace.Failure("", status, code, message)
	if outcome == trace.NotJSON {
		e.Problems = []string{message}
	}
	return e
}

// violations tells why arguments do not fit the schema, each thing once.
func violations(p *plan, args map[string]any) []string {
	var out []string
	for _, v := range p.schema.Validate(args) {
		if s := v.String(); !slices.Contains(out, s) {
			out = append(out, s)
		}
		if len(out) == maxProblems {
			break
		}
	}
	return out
}
