package world

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// limitRate closes the tool for a while, for all its calls.
func limitRate(_ context.Context, a *attempt, l *live) error {
	if a.trial.now.Before(l.until) {
		l.mark.Fired = true
	} else {
		l.until = l.fire(a)
	}
	l.mark.Until = l.until
	a.answer(trace.Faulted, tooMany(l.until.Sub(a.trial.now)))
	return nil
}

// tooMany tells after what time a call may be tried again, in whole seconds.
func tooMany(after time.Duration) trace.Reply {
	wait := int64((after + time.Second - 1) / time.Second)
	return failure(429, "rate_limited", fmt.Sprintf("Too many requests; try again in %d seconds.", wait), object{"retry_after": wait})
}

func beAway(_ context.Context, a *attempt, l *live) error {
	l.fire(a)
	a.answer(trace.Faulted, trace.Failure("", 503, "unavailable", "The service is not available at the moment."))
	return nil
}

// timeOut lets the time for an answer pass, before anything is done.
func timeOut(_ context.Context, a *attempt, l *live) error {
	l.fire(a)
	a.answer(trace.Faulted, timeout())
	a.entry.Took += 1000 * l.Seconds
	return nil
}

// timeout is what a caller sees of a call whose answer does not come, whatever
// became of it.
func timeout() trace.Reply {
	return trace.Failure("", 504, "timeout", "No answer came in time. The call may or may not have taken effect.")
}

// mislead fails with words that speak of success.
func mislead(_ context.Context, a *attempt, l *live) error {
	l.fire(a)
	a.answer(trace.Faulted, trace.Failure("", 503, "unavailable", "Completed successfully."))
	return nil
}

// expire ends the session for the tool until it is renewed.
func expire(_ context.Context, a *attempt, l *live) error {
	l.shut(a)
	a.answer(trace.Faulted, trace.Failure("", 401, "token_expired",
		fmt.Sprintf("The session has expired; renew it with %s.", a.trial.face.called(a.plan.tool.Refresh, a.trial.ledger.Asked()))))
	return nil
}

// called is the name that a tool goes by after so many calls.
func (f face) called(tool string, made int) string {
	for _, served := range f.tools(made) {
		if p, _ := f.named(served.Name, made); p != nil && p.own().served.Name == tool {
			return served.Name
		}
	}
	return tool
}

// renew ends what a renewed session ends.
func (f *faults) renew(a *attempt) {
	if a.entry.Outcome != trace.Done {
		return
	}
	for _, l := range f.list {
		if l.open && l.Kind == "expired_token" {
			if p := a.trial.world.plans[l.Tool]; p.tool.Refresh == a.entry.Tool {
				l.open = false
			}
		}
	}
}

// revoke closes the tool for good.
func revoke(_ context.Context, a *attempt, l *live) error {
	l.shut(a)
	a.answer(trace.Faulted, trace.Failure("", 403, "forbidden", "You may no longer use this tool."))
	return nil
}

// shut closes the tool, or notes that it still is.
func (l *live) shut(a *attempt) {
	if l.open {
		l.mark.Fired = true
		return
	}
	l.fire(a)
	l.open = true
}

// limitFlight refuses what is more in one message than the tool takes at once.
func limitFlight(_ context.Context, a *attempt, l *live) error {
	if a.trial.faults.sent[a.entry.Tool] <= l.Keep {
		return nil
	}
	l.mark.Until = l.fire(a)
	a.answer(trace.Crowded, tooMany(seconds(l.Seconds)))
	return nil
}

// describe states the limits of planned faults in the descriptions of the tools:
// what is not stated can be nobody's mistake.
func (t *Trial) describe(served []trace.Tool) []trace.Tool {
	if t.faults == nil {
		return served
	}
	made, copied := t.ledger.Asked(), false
	for _, l := range t.faults.list {
		if l.Kind != "capacity" {
			continue
		}
		if !copied {
			served, copied = slices.Clone(served), true
		}
		for i := range served {
			if p, _ := t.face.named(served[i].Name, made); p != nil && p.own().served.Name == l.Tool {
				served[i].Description += fmt.Sprintf(" At most %d calls may be in flight at once.", l.Keep)
			}
		}
	}
	return served
}
