package agent

import (
	"maps"
	"net/http"

	"github.com/keptgate/keptgate/gate/trace"
)

const (
	maxWrites = 3 // times that a write is made before it is given up
	maxReads  = 3 // times that a read is made before it is given up
)

// write makes a write and what is needed to know what became of it.
//
// A write without an answer is made again with the same key, which can do no
// harm; without a key the outcome is looked up first. Where there is neither, it
// stays unconfirmed. A careful agent looks at what it is told was done, or, where
// there is nothing to look at, asks once more with the same key.
func (e *effort) write() outcome {
	var r trace.Reply
	for n := range maxWrites {
		if n > 1 {
			e.wait(10, "") // asking once more at once would teach nothing
		}
		r = e.try(&e.call)
		if end, known := e.assume(r); known {
			return end
		}
		switch {
		case r.Status == http.StatusAccepted:
			return e.poll()
		case r.OK() && e.careful() && empty(r.Body):
			return e.refused()
		case r.OK() && e.careful() && e.call.Status == nil && e.keyed() && !e.proven && !e.habit().freshKeys:
			e.proven = true // the key brings the same answer again, or does what was not done
		case r.OK() && (!e.careful() || e.look() != absent):
			return e.settle(r)
		case r.OK():
			e.maybe = true // it is said to be done, and is not there
		case e.broken(r):
			if !e.mend() {
				return e.refused()
			}
			if len(e.items()) == 0 {
				return done
			}
		case unanswered(r):
			e.maybe = true
			if e.keyed() || e.open != "" || e.habit().freshKeys || e.habit().blind {
				continue
			}
			if sight := e.look(); sight != absent {
				return e.according(sight)
			}
		default:
			e.trouble = e.troubled(r)
			return e.refused()
		}
	}
	if !r.OK() && e.look() == seen {
		return e.according(seen)
	}
	return unsure
}

// assume is what bad habits make of a reply, where they do not wait for more.
func (e *effort) assume(r trace.Reply) (outcome, bool) {
	switch habit := e.habit(); {
	case habit.brazen, habit.trusting && r.OK():
		e.settle(r)
		return done, true
	case !habit.givesUp || (r.OK() && r.Status != http.StatusAccepted):
		return failed, false
	case habit.shrugs || r.OK() || unanswered(r):
		return unsure, true
	default:
		return failed, true
	}
}

// refused is the end of a write that the last answer refused, when an earlier
// attempt may have been done all the same.
func (e *effort) refused() outcome {
	switch {
	case e.maybe:
		return e.according(e.look())
	case e.part:
		return unsure
	default:
		return failed
	}
}

// according is the outcome that a look at the state shows.
func (e *effort) according(s sight) outcome {
	switch {
	case s == seen:
		return done
	case s == hidden || e.part:
		return unsure
	default:
		return failed
	}
}

// broken tells whether a call of several items broke off among them.
func (e *effort) broken(r trace.Reply) bool {
	code, _ := at(r.Body, "error.code")
	return e.call.Items != "" && r.Status == http.StatusInternalServerError && code == "partial_failure"
}

// mend takes the items that were done out of a call that broke off. It is false
// where nothing shows which they are.
func (e *effort) mend() bool {
	missing, ok := e.missing()
	if !ok {
		e.part = true
		return false
	}
	e.part = e.part || len(missing) < len(e.items())
	e.call.Args = maps.Clone(e.call.Args)
	e.call.Args[e.call.Items] = missing
	e.open = ""
	if key, ok := e.call.Args[e.call.Idempotency].(string); ok {
		e.call.Args[e.call.Idempotency] = key + "-rest" // other arguments: another request
	}
	return true
}

// empty tells whether a good reply brings nothing but a remark: a refusal under
// a good status.
func empty(body any) bool {
	object, _ := body.(map[string]any)
	result, has := object["result"]
	return has && result == nil && object["detail"] != nil
}

// fetch makes a read, and makes sure of a value that the script goes on with.
func (e *effort) fetch() outcome {
	for n := range maxReads {
		e.breathe(n)
		r := e.read(&e.call)
		switch {
		case e.habit().brazen:
			e.settle(r)
			return done
		case !r.OK(), e.careful() && empty(r.Body):
			e.trouble = e.troubled(r)
			return failed
		case e.malformed(r) && !e.habit().trusting:
			e.trouble = true
			return failed
		case !e.careful() || e.agrees(r):
			return e.settle(r)
		}
	}
	e.trouble = true
	return failed
}

// troubled tells whether a refusal says nothing of what was asked for. Where
// nothing should go wrong, a script that meets "forbidden" means to.
func (e *effort) troubled(r trace.Reply) bool {
	switch r.Status {
	case http.StatusTooManyRequests, http.StatusUnauthorized:
		return true
	case http.StatusForbidden:
		return e.careful()
	default:
		return r.Status >= 500
	}
}

// read makes a read until it is well formed and whole.
func (e *effort) read(c *ScriptCall) trace.Reply {
	var r trace.Reply
	for n := range maxReads {
		e.breathe(n)
		r = e.try(c)
		if !r.OK() || e.habit().trusting || !e.malformed(r) {
			break
		}
	}
	return e.whole(c, r)
}

// breathe lets time pass before a read is made a third time: asking the same
// once more would teach nothing.
func (e *effort) breathe(times int) {
	if times > 1 {
		e.wait(5, "")
	}
}

// malformed tells whether a reply is a text where data was due.
func (e *effort) malformed(r trace.Reply) bool {
	_, text := r.Body.(string)
	return text && (e.careful() || len(e.call.Save) > 0)
}
