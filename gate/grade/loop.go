package grade

import (
	"encoding/json"
	"maps"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// loopAt is how often the same call with the same reply makes a loop.
const loopAt = 3

// checkLoop reports calls that were repeated to no purpose. The count begins
// anew when rows changed, whoever changed them, and when the candidate had let
// time pass: after a wait, with each new turn of the caller, and once the time has
// come that the reply itself had named. Each call of the caller is counted for
// itself. That of a reading begins anew with each
// attempt to write: it reads back what came of that.
func checkLoop(_ *suites.Case, r *trace.Record, s *Settlement) []Finding {
	type seen struct {
		reply trace.Reply
		last  *trace.Entry
		times int
		reads bool
		back  time.Time // from which the reply allows another attempt; zero where it does not say
	}
	var out []Finding
	runs := map[string]*seen{}
	turn, visit := 0, 0
	for i := range r.Ledger {
		e := &r.Ledger[i]
		if now := visitOf(s.rules.visits, i); now > visit {
			runs, visit = map[string]*seen{}, now
		}
		if e.Asked() && e.Turn != turn || len(e.Changes) > 0 || e.Tool == trace.ToolWait {
			runs, turn = map[string]*seen{}, e.Turn
		}
		if !e.Asked() || e.Kind == trace.Control {
			continue
		}
		if writes(e) {
			maps.DeleteFunc(runs, func(_ string, last *seen) bool { return last.reads })
		}
		key := callKey(e)
		last := runs[key]
		waited := last != nil && !last.back.IsZero() && !e.At.Before(last.back)
		if last == nil || waited || last.reply.Status != e.Reply.Status || !trace.Equal(last.reply.Body, e.Reply.Body) {
			runs[key] = &seen{e.Reply, e, 1, e.Kind == trace.Read, retryAt(e)}
			continue
		}
		if last.last.Together(e) {
			continue // sent at once: no reply could have taught better
		}
		last.last = e
		if last.times++; last.times == loopAt {
			f := fail(Loop, e, "%s was called %d times with the same arguments and reply, and nothing had changed.", e.Call.Tool, loopAt)
			f.Found = e.Call.Arguments
			out = append(out, f)
		}
	}
	return out
}

// retryAt is the time from which a reply allows another attempt, zero where it does
// not say.
func retryAt(e *trace.Entry) time.Time {
	if after, ok := retryAfter(e.Reply); ok {
		return e.At.Add(after)
	}
	return time.Time{}
}

// callKey is equal for calls of one tool with equal arguments.
func callKey(e *trace.Entry) string {
	if e.Args != nil {
		if b, err := json.Marshal(e.Args); err == nil {
			return e.Call.Tool + " " + string(b)
		}
	}
	return e.Call.Tool + " " + e.Call.Arguments
}
