package agent

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// player plays a script against whatever the tools reply. Each call is an effort
// that ends when it is known, as far as can be, what became of it; then the
// script goes on. It makes no write that depends on a call which failed: then it
// stops, says so, and files what it did not do as not done, and what may have
// been done as unconfirmed.
//
// It files its closing record when the harness offers the turn for it, and
// before it hands the call over.
type player struct {
	script  *Script
	later   int        // which call of the trial is played
	rng     chance     // for lapses that choose while playing
	jitter  *rand.Rand // for how long to wait
	prefix  string     // of idempotency keys
	at      int        // the next move
	efforts []*effort  // under way, oldest first
	saved   map[string]any
	seen    []any              // bodies of good replies, oldest first
	failed  map[string]setback // by tool: a call that failed and that nothing has made up for
	earned  []int              // for each claim: how many calls that earn it went well
	doubted []int              // and how many may have
	wrote   bool               // some write was done, or may have been
	orders  orders             // for an agent that follows instructions in data
	stopped bool
	filed   bool
	parted  bool
	ids     int
}

// setback is a call that failed.
type setback struct {
	move    int  // of the script
	trouble bool // not refused, as the script may mean it to be, but kept from being done
}

// newPlayer plays the part of a prepared script that belongs to the call.
func newPlayer(s *Script, rng chance, b Briefing) *player {
	keys := rand.New(rand.NewPCG(b.Seed, 1))
	for range b.Later {
		keys.Uint32() // each call has keys of its own
	}
	from, to := s.span(b.Later)
	s.Moves = s.Moves[from:to]
	return &player{
		script: s, later: b.Later, rng: rng, jitter: rand.New(rand.NewPCG(b.Seed, 2)), prefix: fmt.Sprintf("call-%08x", keys.Uint32()),
		saved: map[string]any{}, failed: map[string]setback{},
		earned: make([]int, len(s.Claims)), doubted: make([]int, len(s.Claims)),
	}
}

// Close implements Session.
func (p *player) Close() error {
	p.abandon()
	return nil
}

// Next implements Session. What the caller says does not change the course: a
// script holds the answers to what its caller is going to say.
func (p *player) Next(ctx context.Context, msg trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	if err := ctx.Err(); err != nil {
		return trace.Message{}, trace.Usage{}, err
	}
	said := p.answer(msg, tools)
	said.Role = trace.RoleCandidate
	return said, trace.Usage{}, nil
}

func (p *player) answer(msg trace.Message, tools []trace.Tool) trace.Message {
	if msg.Role == trace.RoleHarness {
		p.abandon()
		return p.file(tools)
	}
	p.learn(msg.Replies)
	if said, busy := p.dispatch(tools); busy {
		return said
	}
	if said, ordered := p.obey(tools); ordered {
		return said
	}
	return p.repeat(p.move(tools))
}

// move makes the next move of the script.
func (p *player) move(tools []trace.Tool) trace.Message {
	if p.at == len(p.script.Moves) {
		return p.part()
	}
	m := p.script.Moves[p.at]
	if m.Handover != "" && !p.filed && served(tools, trace.ToolCloseCall) {
		return p.file(tools)
	}
	text, known := p.fill(m.Say + m.Confirm + m.Handover)
	calls, good := p.resolve(m.Calls)
	switch lacks := !known || !good; {
	case lacks && p.script.manner.brazen:
		p.at++
		return trace.Message{Text: "That is all done."}
	case lacks, m.Say+m.Confirm != "" && p.lost():
		return p.stop()
	}
	p.at++
	switch {
	case m.Ask != "":
		return trace.Message{Text: question(m.Ask)}
	case m.Handover != "":
		return p.send(tools, ScriptCall{Tool: trace.ToolHandover, Kind: trace.Control, Args: map[string]any{"reason": text}})
	case len(m.Calls) > 0:
		for i := range calls {
			for _, alter := range calls[i].alter {
				alter(p, &calls[i], tools)
			}
			p.key(&calls[i], i)
		}
		return p.send(tools, p.doubled(calls)...)
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
	for tool, s := range p.failed {
		if s.trouble || !calling(tool)(Move{Calls: calls}) {
			return true
		}
	}
	return false
}

// lost tells whether a write failed that nothing to come makes up for, so that
// what the script says next would not be true.
func (p *player) lost() bool {
	for tool, s := range p.failed {
		if s.trouble || !slices.ContainsFunc(p.script.Moves[p.at:], calling(tool)) {
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

// send begins the efforts for some calls and returns their first message.
func (p *player) send(tools []trace.Tool, calls ...ScriptCall) trace.Message {
	for _, c := range calls {
		p.filed = p.filed || c.Tool == trace.ToolCloseCall
		p.begin(c)
	}
	said, _ := p.dispatch(tools)
	return said
}

// settle takes in how an effort ended.
func (p *player) settle(e *effort) {
	c := &e.call
	if before, has := p.failed[c.Tool]; has && e.end == done && before.move < e.move && !c.extra {
		delete(p.failed, c.Tool)
	}
	if e.end != done && (c.writes() || e.trouble) && !c.extra {
		p.failed[c.Tool] = setback{e.move, e.trouble}
	}
	if e.end != failed {
		p.wrote = p.wrote || c.writes()
		tally := p.earned
		if e.end == unsure {
			tally = p.doubted
		}
		for _, n := range c.Earns {
			if n >= 0 && n < len(tally) {
				tally[n]++
			}
		}
	}
	if e.end != done {
		return
	}
	if e.body != nil {
		p.seen = append(p.seen, e.body)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Save)) {
		if v, ok := e.result(c.Save[name]); ok {
			p.saved[name] = v
		}
	}
}
