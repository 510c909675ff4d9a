package grade

import (
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// corrected counts the calls that failed, as the candidate could see or find
// out, and those of them that were followed by an action that could mend it.
func (v *recovery) corrected() (failed, mended int) {
	for i := range v.r.Ledger {
		if e := &v.r.Ledger[i]; !failedCall(e) {
			continue
		}
		failed++
		if v.mended(i) {
			mended++
		}
	}
	return failed, mended
}

// failedCall tells whether a call did not do what was asked and its reply was
// handed over. A reply that only looks good counts: a reading would show it.
func failedCall(e *trace.Entry) bool {
	return e.Asked() && e.Delivered && (!e.Reply.OK() || e.Outcome == trace.Refused || e.Outcome == trace.Faulted)
}

// mended tells whether a call that failed was followed, in a later message
// or later in a script, by
// another attempt at the tool outside its window, by a reading, by a renewal of
// the session, by a handover, or by saying or filing that it was not done.
func (v *recovery) mended(i int) bool {
	l := v.r.Ledger
	refresh := ""
	if t := v.tool(l[i].Tool); t != nil {
		refresh = t.Refresh
	}
	open := back(&l[i])
	for j := i + 1; j < len(l); j++ {
		e := &l[j]
		if !e.Asked() || e.Together(&l[i]) {
			continue
		}
		again := e.Tool == l[i].Tool || l[i].Outcome == trace.UnknownTool && e.Outcome != trace.UnknownTool
		switch {
		case e.Tool == trace.ToolCloseCall:
			if filesShortfall(e) {
				return true
			}
		case e.Tool == trace.ToolWait:
		case e.Tool == trace.ToolHandover, e.Kind == trace.Read && e.Tool != l[i].Tool, e.Tool != "" && e.Tool == refresh:
			return true
		case again && !e.At.Before(open):
			return true
		}
	}
	return v.saysNo(i)
}

// back is the time from which the tool of a failed call may be called again.
func back(e *trace.Entry) time.Time {
	open := retryAt(e)
	for _, m := range e.Marks {
		if m.Fired && m.Until.After(open) {
			open = m.Until
		}
	}
	return open
}

// filesShortfall tells whether a closing record holds a line that is not done.
func filesShortfall(e *trace.Entry) bool {
	filed, _ := (&trace.Record{Ledger: trace.Ledger{*e}}).Closing()
	return slices.ContainsFunc(filed, func(c trace.Claim) bool { return c.Status != trace.ClaimDone })
}
