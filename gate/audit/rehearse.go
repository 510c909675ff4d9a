package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// Rehearsed says what became of a call that was tried.
type Rehearsed struct {
	Writes bool   // its tool may change the business
	Idle   bool   // it did nothing: there is no such tool, it was refused, or it is Empty
	Empty  bool   // it is a write that changed nothing
	Why    string // what is wrong with it; "" for nothing
}

// Rehearse plays lists of calls in a suite's world, each list from the start of
// the world, as the session of the suite's first case. It is for references that
// were made elsewhere. An error is the world's or that of ctx.
func Rehearse(ctx context.Context, s *suites.Suite, lists [][]trace.Call) (_ [][]Rehearsed, err error) {
	w, err := world.Open(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	var out [][]Rehearsed
	for _, calls := range lists {
		one, err := rehearse(ctx, w, s.Cases[0], calls)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func rehearse(ctx context.Context, w *world.World, c *suites.Case, calls []trace.Call) (_ []Rehearsed, err error) {
	t, err := w.Begin(ctx, world.Session{Case: c})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	var out []Rehearsed
	writes := map[string]int{} // the first such call, 1-based
	for i, call := range calls {
		t.Position(i+1, 1, 0)
		if _, err := t.Do(ctx, []trace.Call{call}); err != nil {
			return nil, err
		}
		e := t.Ledger()[len(t.Ledger())-1]
		r := verdict(&e, c.Suite)
		if r.Writes {
			same := e.Tool + e.Call.Arguments
			if before := writes[same]; before > 0 && r.Why == "" {
				r.Why = fmt.Sprintf("does once more what call %d did", before)
			} else if before > 0 {
				r.Why += fmt.Sprintf("; call %d was the same", before)
			} else {
				writes[same] = i + 1
			}
		}
		out = append(out, r)
	}
	undone(t.Ledger(), c.Suite, out)
	return out, nil
}

// undone marks writes of which nothing is left in the end: what a case expects
// has no place for them.
func undone(l trace.Ledger, s *suites.Suite, out []Rehearsed) {
	left := map[[2]string]bool{}
	for _, c := range counting(l, s) {
		left[[2]string{c.Table, c.ID}] = true
	}
	for i := range out {
		stays := func(c trace.Change) bool { return left[[2]string{c.Table, c.ID}] }
		if out[i].Writes && out[i].Why == "" && !slices.ContainsFunc(l[i].Changes, stays) {
			out[i].Why = "what it changed is changed back later"
		}
	}
}

// verdict says what became of one call.
func verdict(e *trace.Entry, s *suites.Suite) Rehearsed {
	r := Rehearsed{Writes: e.Kind == trace.Write || e.Kind == trace.Irreversible}
	switch {
	case e.Outcome == trace.UnknownTool:
		r.Why = "there is no such tool"
	case e.Outcome == trace.Invalid || e.Outcome == trace.NotJSON:
		r.Why = "arguments do not fit: " + strings.Join(e.Problems, "; ")
	case !e.Reply.OK():
		r.Why = "refused: " + refusal(e.Reply.Body)
	case r.Writes && len(counting(trace.Ledger{*e}, s)) == 0:
		r.Empty, r.Why = true, "changed nothing"
	}
	r.Idle = r.Why != ""
	return r
}

// counting is the net change without bookkeeping.
func counting(l trace.Ledger, s *suites.Suite) []trace.Change {
	return slices.DeleteFunc(l.Net(), func(c trace.Change) bool { return slices.Contains(s.Bookkeeping, c.Table) })
}

// longest bounds what is told of a refusal, in bytes.
const longest = 300

// refusal is why a call was refused: code and message, or what else the reply
// holds.
func refusal(body any) string {
	if object, ok := body.(map[string]any); ok {
		if e, ok := object["error"].(map[string]any); ok && e["code"] != nil && e["message"] != nil {
			return fmt.Sprintf("%v: %v", e["code"], e["message"])
		}
	}
	s := text(body)
	return strings.ToValidUTF8(s[:min(len(s), longest)], "")
}
