package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// player plays a script against whatever the tools reply. It makes no write that
// depends on a call which failed: then it stops, says so, and files what it did
// not do as not done.
//
// It files its closing record when the harness offers the turn for it, and
// before it hands the call over.
type player struct {
	script  *Script
	rng     *rand.Rand // for lapses that choose while playing
	at      int        // the next move
	saved   map[string]any
	seen    []any // bodies of good replies, oldest first
	sent    []sent
	failed  map[string]bool // tools whose last write failed
	earned  []int           // for each claim: how many calls that earn it went well
	stopped bool
	filed   bool
	parted  bool
	ids     int
}

// sent is a call that awaits its reply.
type sent struct {
	id   string
	call *ScriptCall
}

func newPlayer(s *Script, rng *rand.Rand) *player {
	return &player{
		script: s, rng: rng, saved: map[string]any{}, failed: map[string]bool{},
		earned: make([]int, len(s.Claims)),
	}
}

// Close implements Session.
func (p *player) Close() error { return nil }

// Next implements Session. What the caller says does not change the course: a
// script holds the answers to what its caller is going to say.
func (p *player) Next(ctx context.Context, msg trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	if err := ctx.Err(); err != nil {
		return trace.Message{}, trace.Usage{}, err
	}
	p.learn(msg.Replies)
	said := p.move(msg, tools)
	said.Role = trace.RoleCandidate
	return said, trace.Usage{}, nil
}

func (p *player) move(msg trace.Message, tools []trace.Tool) trace.Message {
	if msg.Role == trace.RoleHarness {
		return p.file(tools)
	}
	if p.at == len(p.script.Moves) {
		return p.part()
	}
	m := p.script.Moves[p.at]
	if m.Handover != "" && !p.filed && served(tools, trace.ToolCloseCall) {
		return p.file(tools)
	}
	text, known := p.fill(m.Say + m.Confirm + m.Handover)
	calls, good := p.resolve(m.Calls)
	if !known || !good || (m.Say+m.Confirm != "" && p.lost()) {
		return p.stop()
	}
	p.at++
	switch {
	case m.Ask != "":
		return trace.Message{Text: question(m.Ask)}
	case m.Handover != "":
		return p.send(ScriptCall{Tool: trace.ToolHandover, Kind: trace.Control, Args: map[string]any{"reason": text}})
	case len(m.Calls) > 0:
		for i := range calls {
			for _, alter := range calls[i].alter {
				alter(p, &calls[i], tools)
			}
		}
		return p.send(calls...)
	default:
		return trace.Message{Text: text}
	}
}

// resolve fills saved values into calls and tells whether they may be made.
func (p *player) resolve(calls []ScriptCall) ([]ScriptCall, bool) {
	out := slices.Clone(calls)
	for i := range out {
		args, known := p.value(out[i].Args)
		if !known || (out[i].writes() && !out[i].extra && p.held(calls)) {
			return nil, false
		}
		out[i].Args, _ = trace.Normal(args).(map[string]any) // a copy: the script's stay as they are
	}
	return out, true
}

// held tells whether an earlier write failed that these calls do not make up for:
// a notice is not sent of a change that was refused, but a refused booking may
// be tried with another slot.
func (p *player) held(calls []ScriptCall) bool {
	for tool := range p.failed {
		if !calling(tool)(Move{Calls: calls}) {
			return true
		}
	}
	return false
}

// lost tells whether a write failed that nothing to come makes up for, so that
// what the script says next would not be true.
func (p *player) lost() bool {
	for tool := range p.failed {
		if !slices.ContainsFunc(p.script.Moves[p.at:], calling(tool)) {
			return true
		}
	}
	return false
}

func calling(tool string) func(Move) bool {
	return func(m Move) bool {
		return slices.ContainsFunc(m.Calls, func(c ScriptCall) bool { return c.Tool == tool })
	}
}

// send makes a message of calls and remembers them until they are answered.
func (p *player) send(calls ...ScriptCall) trace.Message {
	var msg trace.Message
	p.sent = nil
	for i := range calls {
		c := &calls[i]
		p.ids++
		id := fmt.Sprintf("call_%d", p.ids)
		if c.Args == nil {
			c.Args = map[string]any{}
		}
		text, err := json.Marshal(c.Args)
		if err != nil {
			text = []byte("null") // the world answers it as what it is
		}
		msg.Calls = append(msg.Calls, trace.Call{ID: id, Tool: c.Tool, Arguments: string(text)})
		p.sent = append(p.sent, sent{id, c})
		p.filed = p.filed || c.Tool == trace.ToolCloseCall
	}
	return msg
}

// learn takes in the replies to the calls of the last message.
func (p *player) learn(replies []trace.Reply) {
	for _, s := range p.sent {
		i := slices.IndexFunc(replies, func(r trace.Reply) bool { return r.CallID == s.id })
		good := i >= 0 && replies[i].OK()
		if s.call.writes() && !s.call.extra {
			p.failed[s.call.Tool] = true
			if good {
				delete(p.failed, s.call.Tool)
			}
		}
		if !good {
			continue
		}
		p.seen = append(p.seen, replies[i].Body)
		for _, n := range s.call.Earns {
			if n >= 0 && n < len(p.earned) {
				p.earned[n]++
			}
		}
		for _, name := range slices.Sorted(maps.Keys(s.call.Save)) {
			if v, ok := at(replies[i].Body, s.call.Save[name]); ok {
				p.saved[name] = v
			}
		}
	}
	p.sent = nil
}

// stop gives the rest of the script up, honestly.
func (p *player) stop() trace.Message {
	p.at, p.stopped, p.parted = len(p.script.Moves), true, true
	return trace.Message{Text: "I am sorry, I could not complete this. I have left the rest as it was."}
}

// part says goodbye once, and then no more.
func (p *player) part() trace.Message {
	if p.parted {
		return trace.Message{}
	}
	p.parted = true
	return trace.Message{Text: "Thank you for calling. Goodbye."}
}

// file files the closing record, where it can be filed and was not.
func (p *player) file(tools []trace.Tool) trace.Message {
	if p.filed || !served(tools, trace.ToolCloseCall) {
		return trace.Message{}
	}
	items := make([]any, 0, len(p.script.Claims))
	for i, claim := range p.script.Claims {
		record, known := p.fill(claim.Record)
		if !known {
			record = ""
		}
		items = append(items, map[string]any{"effect": claim.Effect, "record": record, "status": p.status(i)})
	}
	return p.send(ScriptCall{Tool: trace.ToolCloseCall, Kind: trace.Control, Args: map[string]any{"items": items}})
}

// status is what the i-th claim can honestly be filed as.
func (p *player) status(i int) string {
	owed, got := p.script.owed[i], p.earned[i]
	switch as := p.script.Claims[i].Status; {
	case as != trace.ClaimDone || p.script.lies[i]:
		return as
	case owed > 0 && got == 0:
		return trace.ClaimNotDone
	case got < owed || (owed == 0 && p.stopped):
		return trace.ClaimUnconfirmed
	default:
		return as
	}
}

func served(tools []trace.Tool, name string) bool {
	return slices.ContainsFunc(tools, func(t trace.Tool) bool { return t.Name == name })
}
