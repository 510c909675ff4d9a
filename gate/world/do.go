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

// maxProblems is how many complaints about one call's arguments are told.
const maxProblems = 10

// Do runs the calls one after another and notes each in the ledger. Their replies
// come together when the slowest is there. An error is the harness's or the
// suite's; the trial is void then, and the call that failed is not in the ledger.
func (t *Trial) Do(ctx context.Context, turn []trace.Call) ([]trace.Reply, error) {
	replies := make([]trace.Reply, 0, len(turn))
	t.late = 0
	t.faults.message()
	if t.batch > 0 { // a script goes on: it has read what it sent for before
		t.Delivered()
	}
	for _, call := range turn {
		if t.broken == nil && t.state == nil {
			t.broken = errors.New("the trial is closed")
		}
		if t.broken != nil {
			return nil, t.broken
		}
		if err := t.settle(ctx, t.now); err != nil {
			return nil, err
		}
		entry, err := t.one(ctx, call)
		if err != nil {
			t.broken = fmt.Errorf("run tool %s: %w", bounded(call).Tool, err)
			return nil, t.broken
		}
		entry.Reply.CallID = call.ID
		t.late = max(t.late, time.Duration(entry.Took)*time.Millisecond)
		t.note(entry)
		replies = append(replies, entry.Reply)
	}
	t.Advance(t.late)
	t.batch++
	return replies, nil
}

// note puts an entry into the ledger, and behind it what came of the same call
// beside.
func (t *Trial) note(e trace.Entry) {
	e.Seq = len(t.ledger) + 1
	t.ledger = append(t.ledger, e)
	for _, echo := range t.faults.echoed(e.Seq) {
		echo.Seq = len(t.ledger) + 1
		t.ledger = append(t.ledger, echo)
	}
}

// one carries a call through its checks: is there such a tool, can the arguments
// be read, do they fit the schema served, was the call answered before.
func (t *Trial) one(ctx context.Context, call trace.Call) (trace.Entry, error) {
	e := trace.Entry{Step: t.step, Batch: t.batch, Turn: t.turn, Phase: t.phase, At: t.now, Call: bounded(call)}
	made := t.ledger.Asked()
	args, problem := arguments(call.Arguments)
	p, stale := t.plan(call.Tool, made)
	switch {
	case p == nil:
		t.attempt(&e, e.Call.Tool+e.Call.Arguments)
		return refused(e, trace.UnknownTool, 404, "unknown_tool", t.unknown(e.Call.Tool)), nil
	case stale != "" || problem != nil:
		e.Tool, e.Kind = p.own().served.Name, p.kind
		t.attempt(&e, e.Tool+e.Call.Arguments)
		if stale != "" {
			return refused(e, trace.Stale, 410, "interface_changed", stale), nil
		}
		return refused(e, trace.NotJSON, 400, "invalid_arguments", problem.Error()), nil
	}
	e.Tool, e.Kind = p.own().served.Name, p.kind
	read := t.face.canonical(p, args, made, t.now)
	e.Args, e.Problems = read.own, read.problems
	if len(e.Problems) == 0 && read.stale == "" {
		e.Args, e.Problems = p.standsFor(read.own)
	}
	if p.resumes && len(e.Problems) == 0 {
		return t.resume(ctx, e)
	}
	t.attempt(&e, logical(e.Tool, p.key, e.Args))
	switch {
	case read.stale != "":
		return refused(e, trace.Stale, 410, "interface_changed", read.stale), nil
	case len(e.Problems) > 0:
		return refused(e, trace.Invalid, 400, "invalid_arguments", misfit(e.Problems)), nil
	case read.wrong != "":
		return refused(e, trace.Refused, 422, "wrong_date", read.wrong), nil
	}
	e, err := t.run(ctx, p.own(), e, "")
	e.Reply = t.face.served(p, e.Reply, made)
	return e, err
}

// run makes a call whose arguments are good. Where it follows up an earlier one,
// again is the id of that.
func (t *Trial) run(ctx context.Context, p *plan, e trace.Entry, again string) (trace.Entry, error) {
	if p.control != nil {
		e.Outcome, e.Reply = trace.Done, trace.Reply{Status: 200, Body: p.control(t, e.Args)}
		return e, nil
	}
	if !t.enter(p, &e) {
		return e, nil
	}
	key, rest := t.idempotency(p, e.Args)
	given := e.Args
	if p.added {
		e.Args = maps.Clone(e.Args)
		delete(e.Args, p.replay)
	}
	for _, name := range []string{key, again} {
		first, ok := t.answers[name]
		if !ok {
			continue
		}
		if first.arguments != rest {
			return refused(e, trace.Refused, 409, "idempotency_conflict", "This idempotency key was used for a call with other arguments."), nil
		}
		e.Outcome, e.Reply = trace.Replayed, first.reply
		return e, nil
	}
	a := &attempt{trial: t, plan: p, entry: e, args: e.Args, key: key, id: t.followable(p, again), rest: rest}
	if p.cursor != "" && !a.page() {
		return a.entry, nil
	}
	var err error
	if t.faults == nil {
		err = a.run(ctx)
	} else {
		err = t.faults.carry(ctx, a)
	}
	a.unsettled(given)
	return a.entry, err
}

// attempt is a call that has come as far as the tool.
type attempt struct {
	trial *Trial
	plan  *plan
	entry trace.Entry
	args  map[string]any // as the tool itself sees them
	from  int            // of a further page: the place of its first item
	key   string         // under which the answer is kept; "" for none
	id    string         // by which the call can be followed up, and its answer is kept as well; "" for none
	rest  string

	answered bool // a fault answered in the tool's place
}

// run runs the tool and keeps what it did.
func (a *attempt) run(ctx context.Context) error {
	done, err := a.apply(ctx, keep)
	if err != nil {
		return err
	}
	e := &a.entry
	e.Reply, e.Changes, e.Problems, e.Outcome = done.reply, done.changes, done.problems, trace.Refused
	e.Committed = done.stands(a.plan.kind)
	if done.reply.OK() {
		e.Outcome = trace.Done
		a.keep(done.reply)
		if a.from > 0 {
			e.Reply.Body = rest(e.Reply.Body, a.from)
		}
	}
	return nil
}

// apply makes the call in the state of the trial.
func (a *attempt) apply(ctx context.Context, e effect) (done, error) {
	return a.applyAt(ctx, e, a.trial.now)
}

func (a *attempt) applyAt(ctx context.Context, e effect, now time.Time) (done, error) {
	t := a.trial
	out, err := t.state.apply(ctx, a.plan, call{args: a.args, session: t.session, now: now, effect: e})
	if err == nil && t.world.iface.Has(trace.VariantReadBack) && a.plan.tool.Writes() && out.reply.OK() {
		out.reply.Body = t.shownBack(out)
	}
	return out, err
}

// keep keeps an answer for whoever asks for it again.
func (a *attempt) keep(r trace.Reply) {
	for _, name := range []string{a.key, a.id} {
		if name != "" {
			a.trial.answers[name] = answer{a.rest, r}
		}
	}
}

// forget makes room for another attempt.
func (a *attempt) forget() {
	delete(a.trial.answers, a.key)
	delete(a.trial.answers, a.id)
}

// plan returns the plan of a tool that is served now, or nil; stale where the
// name is no longer the right one.
func (t *Trial) plan(tool string, made int) (p *plan, stale string) {
	if t.closing && tool != trace.ToolCloseCall {
		return nil, ""
	}
	return t.face.named(tool, made)
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
