package agent

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// dispatch makes a message of what the efforts under way ask for. It is false
// when all are settled. Time is let pass only when no call is left to be made,
// and a tool that asked for patience is not called by any of them meanwhile.
func (p *player) dispatch(tools []trace.Tool) (trace.Message, bool) {
	p.efforts = slices.DeleteFunc(p.efforts, p.spare)
	for len(p.efforts) > 0 {
		if msg := p.batch(); len(msg.Calls) > 0 {
			return msg, true
		}
		if served(tools, trace.ToolWait) {
			return p.pause(), true
		}
		p.efforts = slices.DeleteFunc(p.efforts, p.advance)
	}
	return trace.Message{}, false
}

// batch sends the calls that may be in flight at once, oldest first.
func (p *player) batch() trace.Message {
	shut := map[string]bool{}
	for _, e := range p.efforts {
		if e.asked.call == nil {
			shut[e.asked.shut] = e.asked.shut != ""
		}
	}
	var msg trace.Message
	flying, shared := map[string]int{}, map[string]string{}
	for _, e := range p.efforts {
		c := e.asked.call
		switch {
		case c == nil || shut[c.of()]:
		case e.asked.shared && shared[c.Tool] != "":
			e.id = shared[c.Tool]
		case p.room(flying, c.of()):
			e.id, e.sent = p.name(), true
			msg.Calls = append(msg.Calls, p.written(e.id, c))
			flying[c.of()]++
			flying[""]++
			if e.asked.shared {
				shared[c.Tool] = e.id
			}
		}
	}
	return msg
}

// room tells whether one more call of a tool may be in flight.
func (p *player) room(flying map[string]int, tool string) bool {
	for _, name := range []string{"", tool} {
		if limit, ok := p.script.InFlight[name]; ok && flying[name] >= max(1, limit) {
			return false
		}
	}
	return true
}

// pause waits as long as the most patient effort asks.
func (p *player) pause() trace.Message {
	id, seconds := p.name(), 0
	for _, e := range p.efforts {
		if e.asked.call == nil {
			e.id = id
			seconds = max(seconds, e.asked.wait)
		}
	}
	wait := ScriptCall{Tool: trace.ToolWait, Kind: trace.Control, Args: map[string]any{"seconds": seconds}}
	return trace.Message{Calls: []trace.Call{p.written(id, &wait)}}
}

func (p *player) name() string {
	p.ids++
	return fmt.Sprintf("call_%d", p.ids)
}

// written is a call in the form in force.
func (p *player) written(id string, c *ScriptCall) trace.Call {
	tool, args := c.Tool, c.Args
	if args == nil {
		args = map[string]any{}
	}
	if p.translates(c) && c.about == "" {
		tool, args = p.script.Interface.Call(tool, maps.Clone(args))
	}
	text, err := json.Marshal(args)
	if err != nil {
		text = []byte("null") // the world answers it as what it is
	}
	return trace.Call{ID: id, Tool: tool, Arguments: string(text)}
}

func (p *player) translates(c *ScriptCall) bool {
	return p.script.Interface != nil && c.Kind != trace.Control && !p.script.manner.staleForm
}

// learn hands the replies to the efforts that wait for them.
func (p *player) learn(replies []trace.Reply) {
	p.efforts = slices.DeleteFunc(p.efforts, func(e *effort) bool {
		if e.id == "" {
			return false // not sent yet
		}
		e.reply = trace.Reply{}
		if i := slices.IndexFunc(replies, func(r trace.Reply) bool { return r.CallID == e.id }); i >= 0 {
			e.reply = replies[i]
		}
		if c := e.asked.call; c != nil && e.reply.OK() && p.translates(c) {
			e.reply.Body = p.script.Interface.Body(c.of(), e.reply.Body)
		}
		p.overhear(e.reply.Body)
		return p.advance(e)
	})
}

// advance lets an effort go on, takes in how it ended, and tells whether it did.
func (p *player) advance(e *effort) bool {
	if e.resume() {
		return false
	}
	p.settle(e)
	return true
}

// spare drops an effort that waited for its turn while its tool turned out to be
// closed.
func (p *player) spare(e *effort) bool {
	if s := p.failed[e.call.Tool]; e.sent || !s.trouble || s.move != e.move {
		return false
	}
	e.stop()
	e.end, e.trouble = failed, true
	p.settle(e)
	return true
}

// abandon gives up what is under way. A write whose answer never came may have
// been done.
func (p *player) abandon() {
	for _, e := range p.efforts {
		flying := e.id != "" && e.asked.call != nil && e.asked.call.of() == e.call.Tool
		e.stop()
		e.end = failed
		if e.call.writes() && (flying || e.maybe || e.part) {
			e.end = unsure
		}
		p.settle(e)
	}
	p.efforts = nil
}
