package shadow

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites/recorded"
)

// Archive is all that a candidate can touch in one conversation: what was recorded of
// it, and nothing else. It has no field through which anything could be reached, and a test holds it
// to that.
type Archive struct {
	tools []trace.Tool
	known *catalogue
	held  map[string][]recorded.Call // by key, in the order of the record
	given map[string]int             // how many of them were handed out

	made       []action
	unrecorded int // calls without an answer: reads that the record does not hold, unknown tools, arguments that are no object
	noted      int // writes that the record does not hold
	unanswered int // calls that the record holds without what came back
}

// Statuses of replies, as HTTP has them.
const (
	statusOK       = 200
	statusAccepted = 202
	statusBad      = 400
	statusNotFound = 404
)

// action is one call, of the record or of the candidate.
type action struct {
	tool   string
	effect Effect
	args   arguments
	key    string
}

func (a *Archive) action(tool string, args arguments) action {
	effect, _ := a.known.effect(tool)
	return action{tool, effect, args, args.key(tool)}
}

// newArchive files the calls of a conversation.
func newArchive(tools []trace.Tool, calls []recorded.Call, c *catalogue) (*Archive, []action) {
	a := &Archive{tools: tools, known: c, held: map[string][]recorded.Call{}, given: map[string]int{}}
	var list []action
	for _, call := range calls {
		args := arguments{object: call.Args}
		if call.Args == nil {
			args = decoded(call.Raw)
		}
		one := a.action(call.Tool, args)
		list = append(list, one)
		a.held[one.key] = append(a.held[one.key], call)
	}
	return a, list
}

// Answer answers the calls of one message, in order.
func (a *Archive) Answer(calls []trace.Call) []trace.Reply {
	out := make([]trace.Reply, len(calls))
	for i, call := range calls {
		out[i] = a.answer(call)
	}
	return out
}

// answer answers one call from the record.
func (a *Archive) answer(call trace.Call) trace.Reply {
	one := a.action(call.Tool, decoded(call.Arguments))
	a.made = append(a.made, one)
	held, n := a.held[one.key], a.given[one.key]
	if one.effect == Read {
		n = min(n, len(held)-1) // what was read last is as good as any
	}
	switch {
	case n >= 0 && n < len(held):
		a.given[one.key]++
		return a.repeat(call.ID, held[n])
	case !slices.ContainsFunc(a.tools, func(t trace.Tool) bool { return t.Name == call.Tool }):
		a.unrecorded++
		return trace.Failure(call.ID, statusNotFound, "unknown_tool", "There is no tool of this name.")
	case one.args.object == nil:
		a.unrecorded++
		return trace.Failure(call.ID, statusBad, "invalid_arguments", "The arguments are no JSON object.")
	case one.effect == Read:
		a.unrecorded++
		return trace.Failure(call.ID, statusNotFound, "not_recorded", "This conversation is replayed from a record, and the record does not hold the answer to this call. Go on without it.")
	default:
		if one.effect == Write {
			a.noted++
		}
		return trace.Reply{CallID: call.ID, Status: statusAccepted, Body: map[string]any{
			"noted": true, "carried_out": false, "message": "This conversation is replayed from a record: the call was noted and not carried out.",
		}}
	}
}

// repeat hands out a recorded reply.
func (a *Archive) repeat(id string, c recorded.Call) trace.Reply {
	switch {
	case !c.Answered:
		a.unanswered++
		return trace.Failure(id, statusNotFound, "no_reply_recorded", "The record holds this call, but not what came back. Go on without it.")
	case c.Failed:
		return trace.Reply{CallID: id, Status: statusBad, Body: c.Value()}
	default:
		return trace.Reply{CallID: id, Status: statusOK, Body: c.Value()}
	}
}
