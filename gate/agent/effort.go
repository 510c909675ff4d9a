package agent

import (
	"iter"
	"net/http"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// outcome is what became of a call, as far as the agent can tell.
type outcome int

const (
	failed outcome = iota // it was not done
	done
	unsure // it may have been done
)

// effort is what is undertaken for one call of the script until it is settled.
// It runs as a coroutine that sleeps from a request to the reply, so that
// recovery reads as one course of action, while the efforts of one message go on
// side by side (dispatch.go).
type effort struct {
	player *player
	call   ScriptCall // its arguments filled, altered and keyed
	move   int        // of the script, 1-based

	asked request     // what it waits for
	id    string      // of the call that carries the request; "" until it is sent
	sent  bool        // some request of it was
	reply trace.Reply // to the last request
	yield func(request) bool
	next  func() (request, bool)
	stop  func() // ends it before it is settled

	sends  int    // times that the call itself was sent
	open   string // id by which the call can be followed up, once a reply held one
	maybe  bool   // an earlier attempt may have been done
	part   bool   // some items were done, and are out of the call by now
	proven bool   // a good answer was asked for once more with the same key
	before any    // the body of the last read, where it is compared with the next

	end   outcome
	body  any // of the good reply, in the script's names; nil: done, but the reply is lost
	shown any // where a read-back that is a list shows it as done
	// trouble says that it failed for no reason of its own: what a read would have
	// shown is unknown, and a write was not refused for what it asks.
	trouble bool
}

// request is one thing that an effort wants sent: a call, or that time passes.
type request struct {
	call   *ScriptCall
	shared bool // one call does for all efforts that ask the same

	wait int    // seconds, at least 1: this is no call
	shut string // the tool that must not be called meanwhile
}

// begin starts the effort for a call and runs it to its first request.
func (p *player) begin(call ScriptCall) {
	e := &effort{player: p, call: call, move: p.at}
	e.next, e.stop = iter.Pull(iter.Seq[request](e.run))
	p.efforts = append(p.efforts, e)
	e.resume()
}

func (e *effort) run(yield func(request) bool) {
	e.yield = yield
	switch {
	case e.call.writes():
		e.end = e.write()
	case e.call.Kind == trace.Control:
		e.end = e.settle(e.ask(&e.call))
	default:
		e.end = e.fetch()
	}
}

// resume runs the effort to its next request and tells whether there is one.
func (e *effort) resume() bool {
	var more bool
	e.asked, more = e.next()
	e.id = ""
	return more
}

// ask sends a call once. The reply to an effort that was given up is empty, and
// whatever it asks from then on is answered so at once.
func (e *effort) ask(c *ScriptCall) trace.Reply {
	own := c == &e.call
	if own {
		e.sends++
		c = e.rekeyed()
		if e.open != "" && !e.habit().freshKeys {
			c = e.followUp()
		}
	}
	if !e.yield(request{call: c}) {
		return trace.Reply{}
	}
	if own {
		e.reply = e.followed(c, e.reply)
	}
	return e.reply
}

// followUp is the call that tells what became of this one, and finishes it.
func (e *effort) followUp() *ScriptCall {
	return &ScriptCall{Tool: trace.ToolResume, Kind: e.call.Kind, Args: map[string]any{"call_id": e.open}, about: e.call.Tool}
}

// followed reads the reply to a call or to what follows it up: it notes the id to
// follow it up by, and brings the result to where it is in the reply to the call
// itself.
func (e *effort) followed(c *ScriptCall, r trace.Reply) trace.Reply {
	if c.about != "" && r.OK() {
		r.Body, _ = at(r.Body, "result")
	}
	for _, path := range []string{"error.call_id", "call_id"} {
		if id, ok := at(r.Body, path); ok && c.writes() && (r.Status == http.StatusAccepted || !r.OK()) {
			e.open, _ = id.(string)
		}
	}
	return r
}

// wait lets time pass during which a tool is not called, "" for any.
func (e *effort) wait(seconds int, shut string) {
	if !e.habit().impatient {
		e.yield(request{wait: max(1, seconds), shut: shut})
	}
}

func (e *effort) habit() manner { return e.player.script.manner }

// careful tells whether the agent makes sure of what it is told.
func (e *effort) careful() bool {
	return e.player.script.Careful && !e.habit().trusting && !e.habit().givesUp && !e.habit().brazen
}

// settle takes a reply for what it says.
func (e *effort) settle(r trace.Reply) outcome {
	if !r.OK() {
		return failed
	}
	e.body = r.Body
	return done
}

// result is a value of the call's result. Where the reply was lost, the record
// that shows the call as done may hold it.
func (e *effort) result(path string) (any, bool) {
	if e.body == nil && e.shown != nil {
		return at(e.shown, path[strings.LastIndex(path, ".")+1:])
	}
	return at(e.body, path)
}
