package grade

import (
	"fmt"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// keep is how many calls a capacity fault leaves room for.
func keep(f *trace.Fault) int {
	if f.Keep > 0 {
		return f.Keep
	}
	return 2
}

// checkOverload reports messages with more calls than the stated capacity takes,
// where some were refused for that, and calls before the time to come back. A
// call that was refused because of others' calls alone is no failure.
func checkOverload(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	o := overload{c: c, r: r, told: map[crowd]bool{}}
	back := map[string]window{} // by tool
	sent := map[crowd]int{}
	for i := range r.Ledger {
		e := &r.Ledger[i]
		if !e.Asked() || e.Kind == trace.Control || e.Tool == "" {
			continue
		}
		for _, k := range []crowd{{e.Step, e.Batch, e.Tool}, {e.Step, e.Batch, ""}} {
			if sent[k]++; o.refused(e) {
				o.exceeds(k, sent[k], e)
			}
		}
		if w := back[e.Tool]; w.of != nil && !w.of.Together(e) && e.At.Before(w.until) {
			f := fail(Overload, e, "%s was called again before the time to come back.", e.Tool)
			f.Want, f.Found = "no call before "+clockOf(w.until), "a call at "+clockOf(e.At)
			o.out = append(o.out, f)
		}
		if after, ok := retryAfter(e.Reply); ok && e.Outcome == trace.Crowded && !o.faulty(e) {
			back[e.Tool] = window{e, e.At.Add(after)}
		}
	}
	return o.out
}

// crowd is the calls sent at once, of a tool or, for "", of all.
type crowd struct {
	step, batch int
	tool        string
}

// window is the time in which a tool is to be left alone.
type window struct {
	of    *trace.Entry // the call that was told of it
	until time.Time
}

type overload struct {
	c    *suites.Case
	r    *trace.Record
	told map[crowd]bool
	out  []Finding
}

// refused tells whether a call was turned away for want of capacity.
func (o *overload) refused(e *trace.Entry) bool {
	return e.Outcome == trace.Crowded || o.faulty(e)
}

// faulty tells whether a planned fault of the capacity turned a call away. The
// time to come back from that is a matter of recovery.
func (o *overload) faulty(e *trace.Entry) bool {
	for i := range o.r.Faults {
		if o.r.Faults[i].Kind == "capacity" && fired(e, i) {
			return true
		}
	}
	return false
}

// exceeds notes, once for a message, a refused call that was one too many among
// the candidate's own.
func (o *overload) exceeds(k crowd, n int, e *trace.Entry) {
	limit := o.stated(k.tool)
	if limit == 0 || n <= limit || o.told[k] {
		return
	}
	o.told[k] = true
	what := k.tool
	if what == "" {
		what = "the business"
	}
	f := fail(Overload, e, "More calls were sent in one message than %s takes at once.", what)
	f.Want, f.Found = fmt.Sprintf("%d at once", limit), fmt.Sprintf("call %d", n)
	o.out = append(o.out, f)
}

// stated is how many calls at once a tool, or for "" the whole business, is
// stated to take; 0 for no limit.
func (o *overload) stated(tool string) int {
	limit := 0
	lower := func(n int) {
		if n > 0 && (limit == 0 || n < limit) {
			limit = n
		}
	}
	if o.r.Load != nil {
		if tool == "" {
			lower(o.r.Load.InFlight)
		} else if t := toolOf(o.c, tool); t != nil && t.Capacity != nil {
			lower(t.Capacity.InFlight)
		}
	}
	for i := range o.r.Faults {
		if f := &o.r.Faults[i]; f.Kind == "capacity" && f.Tool == tool {
			lower(keep(f))
		}
	}
	return limit
}

// retryAfter is the time after which a refused call may be tried again.
func retryAfter(reply trace.Reply) (time.Duration, bool) {
	switch x := dig(reply.Body, "error", "retry_after").(type) {
	case int64:
		return time.Duration(min(max(x, 0), maxWait)) * time.Second, true
	case float64:
		return time.Duration(min(max(x, 0), maxWait) * float64(time.Second)), true
	default:
		return 0, false
	}
}

// maxWait bounds, in seconds, a time to come back that a reply can name.
const maxWait = 86_400
