package agent

import (
	"math"
	"net/http"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds of patience, for one call each.
const (
	maxRounds   = 12 // attempts at a tool that is busy
	maxOutages  = 3  // attempts at a tool that is down
	maxRenewals = 2  // of the session
	maxForms    = 3  // attempts at a tool whose interface changed
	maxRushed   = 6  // attempts of an impatient agent
	maxWait     = 86_400
)

// try sends a call until the answer is about the call itself: it waits while the
// tool is busy or down, renews the session, and writes the call anew where the
// interface changed. Arguments and key stay the same. When its patience is at an
// end it returns the last refusal.
func (e *effort) try(c *ScriptCall) trace.Reply {
	rounds, outages, renewals, forms := 1, 1, 0, 1
	for attempt := 1; ; attempt++ {
		r := e.ask(c)
		passing := r.Status == http.StatusTooManyRequests || r.Status == http.StatusUnauthorized || e.down(c, r)
		switch {
		case e.habit().givesUp || e.habit().brazen:
			return r
		case e.habit().impatient && passing && attempt < maxRushed:
		case e.habit().impatient && passing:
			return r
		case r.Status == http.StatusTooManyRequests && rounds < maxRounds:
			e.wait(e.patience(r, rounds), c.Tool)
			rounds++
		case e.down(c, r) && outages < maxOutages:
			e.wait(retryAfter(r, 5*outages), "")
			outages++
		case r.Status == http.StatusUnauthorized && c.Refresh != "" && renewals < maxRenewals:
			if renewals > 0 {
				e.wait(5, "")
			}
			e.renew(c.Refresh)
			renewals++
		case e.habit().insists && attempt == 1 && r.Status >= 400 && r.Status < 500:
		case r.Status == http.StatusGone && e.player.script.Interface != nil && forms < maxForms:
			forms++
		default:
			return r
		}
	}
}

// down tells whether a tool could not be reached. What became of a write that
// was never answered is another matter.
func (e *effort) down(c *ScriptCall, r trace.Reply) bool {
	return r.Status == http.StatusServiceUnavailable || (unanswered(r) && !c.writes())
}

// unanswered tells whether the reply leaves open what happened.
func unanswered(r trace.Reply) bool {
	return r.Status >= 500 && r.Status != http.StatusServiceUnavailable
}

// patience is how long a busy tool asks to wait. From the second time on it is a
// little longer, by chance, so that a crowd that was refused at once does not
// come back at once.
func (e *effort) patience(r trace.Reply, round int) int {
	after := retryAfter(r, 5)
	if round > 1 {
		after += e.player.jitter.IntN(after*min(round, 5) + 1)
	}
	return after
}

// retryAfter is the number of seconds that a refusal names, rounded up.
func retryAfter(r trace.Reply, otherwise int) int {
	v, _ := at(r.Body, "error.retry_after")
	seconds := float64(otherwise)
	switch x := v.(type) {
	case int64:
		seconds = float64(x)
	case float64:
		seconds = x
	}
	if !(seconds >= 1) { // NaN as well
		return 1
	}
	return int(math.Ceil(min(seconds, maxWait)))
}

// renew asks for a new session, once for all calls that wait for it. Whether it
// worked shows when the call is made again.
func (e *effort) renew(tool string) {
	e.yield(request{call: &ScriptCall{Tool: tool, Kind: trace.Read}, shared: true})
}
