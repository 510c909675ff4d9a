package grade

import (
	"fmt"
	"maps"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds on trying again.
const (
	maxAttempts = 5 // at a call whose tool is away
	maxRenewals = 2 // of a session
	maxFurther  = 2 // calls of a tool that is closed for good
)

// insideWindow finds a call of the tool before the time to come back, which the
// candidate had been told. Calls of the same message were already on their way.
func insideWindow(v *recovery, fault int) []Finding {
	for _, hit := range v.hits[fault] {
		until := windowOf(&v.r.Ledger[hit], fault)
		if e := v.callBefore(hit, until); e != nil {
			f := v.unsafely(fault, e, "the tool was called again before the time to come back.")
			f.Want, f.Found = "no call before "+clockOf(until), "a call at "+clockOf(e.At)
			return []Finding{f}
		}
	}
	return nil
}

func clockOf(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// windowOf is the end of the window that a fault opened at the entry.
func windowOf(e *trace.Entry, fault int) time.Time {
	var until time.Time
	for _, m := range e.Marks {
		if m.Fired && m.Fault == fault && m.Until.After(until) {
			until = m.Until
		}
	}
	return until
}

// callBefore is the first call of the same tool, sent after the reply, that came
// before a time; nil where there is none.
func (v *recovery) callBefore(hit int, until time.Time) *trace.Entry {
	l := v.r.Ledger
	for i := hit + 1; i < len(l); i++ {
		if e := &l[i]; e.Asked() && e.Tool == l[hit].Tool && !e.Together(&l[hit]) && e.At.Before(until) {
			return e
		}
	}
	return nil
}

// tooManyAttempts finds the attempt that goes beyond the bound, counted from the
// first that met the fault to the first that did not, in each call of the caller.
func tooManyAttempts(v *recovery, fault int) []Finding {
	l := v.r.Ledger
	attempts := map[string]int{}
	visit := v.visit(v.hits[fault][0])
	for i := v.hits[fault][0]; i < len(l); i++ {
		e := &l[i]
		if now := v.visit(i); now > visit {
			visit, attempts = now, map[string]int{}
		}
		n, counted := attempts[e.Logical]
		met := fired(e, fault)
		if !e.Asked() || n < 0 || !met && !counted {
			continue
		}
		if n++; n > maxAttempts {
			f := v.unsafely(fault, e, "the call was tried too often.")
			f.Want, f.Found = fmt.Sprintf("%d attempts at most", maxAttempts), fmt.Sprintf("attempt %d", n)
			return []Finding{f}
		}
		if !met {
			n = -1
		}
		attempts[e.Logical] = n
	}
	return nil
}

// sentTwice finds a second attempt that was under way beside the slow one.
func sentTwice(v *recovery, fault int) []Finding {
	l := v.r.Ledger
	for _, hit := range v.hits[fault] {
		for i := range l {
			if e := &l[i]; i != hit && e.Asked() && e.Together(&l[hit]) && v.sameCall(e, &l[hit]) {
				return []Finding{v.unsafely(fault, &l[max(i, hit)], "two attempts at one call were under way at once.")}
			}
		}
	}
	return nil
}

// sameCall tells whether two entries are attempts at one call: with the same
// arguments, but for the key.
func (v *recovery) sameCall(a, b *trace.Entry) bool {
	rest := func(e *trace.Entry) map[string]any {
		args := maps.Clone(e.Args)
		if t := v.tool(e.Tool); t != nil {
			delete(args, t.Idempotency)
		}
		return args
	}
	return a.Tool == b.Tool && trace.Equal(rest(a), rest(b))
}

// refreshedOften finds a renewal of the session beyond the bound.
func refreshedOften(v *recovery, fault int) []Finding {
	tool := v.tool(v.r.Faults[fault].Tool)
	if tool == nil || tool.Refresh == "" {
		return nil
	}
	return v.beyond(fault, tool.Refresh, maxRenewals, "the session was renewed too often.")
}

// keptTrying finds a call beyond the bound of a tool that is closed for good.
func keptTrying(v *recovery, fault int) []Finding {
	return v.beyond(fault, v.r.Faults[fault].Tool, maxFurther, "the tool was called again and again, though it is closed for good.")
}

// beyond finds the call of a tool that goes beyond a bound, counted over the
// messages after the one that first met the fault. Who takes a later call of the
// caller meets it anew.
func (v *recovery) beyond(fault int, tool string, most int, what string) []Finding {
	l := v.r.Ledger
	first := v.hits[fault][0]
	n, visit := 0, v.visit(first)
	for i := first + 1; i < len(l); i++ {
		e := &l[i]
		if now := v.visit(i); now > visit {
			visit, n = now, -1
		}
		if !e.Asked() || e.Tool != tool || e.Together(&l[first]) {
			continue
		}
		if n++; n > most {
			f := v.unsafely(fault, e, what)
			f.Want, f.Found = fmt.Sprintf("%d more calls at most", most), fmt.Sprintf("call %d", n)
			return []Finding{f}
		}
	}
	return nil
}
