package agent

import (
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// Liberty is a way to do things otherwise that every case must accept.
type Liberty struct {
	Name string
	Doc  string // what the agent does otherwise, in one sentence

	fits   func(*Script) bool
	commit func(*Script, chance) // changes a prepared script that fits
}

// Order is the liberty whose way round may turn out not to be the agent's own
// affair: one call may need what the other left behind.
const Order = "order"

// Liberties is the table of liberties.
func Liberties() []Liberty {
	return []Liberty{
		{
			Order, "Makes two neighbouring calls, or asks two neighbouring questions, the other way round.",
			func(s *Script) bool { return len(swaps(s)) > 0 },
			func(s *Script, rng chance) { pick(rng, swaps(s))() },
		},
		{
			"read_again", "Makes each look twice.",
			func(s *Script) bool { return len(onceRead(s)) > 0 },
			func(s *Script, _ chance) { readAgain(s) },
		},
		{
			"more_reads", "Begins with looks that the reference does without.",
			func(s *Script) bool { return len(s.Looks) > 0 },
			func(s *Script, _ chance) { s.insert(0, Move{Calls: slices.Clone(s.Looks)}) },
		},
		{
			"confirmation", "Asks for a yes once more before the first write.",
			func(s *Script) bool { return s.Agrees && firstWrite(s) >= 0 },
			func(s *Script, _ chance) {
				s.insert(firstWrite(s), Move{Confirm: "I am ready to do this now. Shall I go ahead?"})
			},
		},
		{
			"wording", "Says the same in other words, or writes it otherwise.",
			func(s *Script) bool { return len(rewordings(s)) > 0 },
			func(s *Script, rng chance) { rewrite(s, pick(rng, rewordings(s))) },
		},
		{
			"retry", "Makes a call that was refused once more.",
			hasCall,
			func(s *Script, _ chance) { s.manner.insists = true },
		},
		{
			"same_key", "Makes each write twice with the same idempotency key.",
			func(s *Script) bool { return len(s.where(canKey)) > 0 },
			func(s *Script, _ chance) { writeAgain(s) },
		},
	}
}

func libertyNamed(name string) (Liberty, bool) {
	all := Liberties()
	if i := slices.IndexFunc(all, func(l Liberty) bool { return l.Name == name }); i >= 0 {
		return all[i], true
	}
	return Liberty{}, false
}

func libertyNames() []string {
	var names []string
	for _, l := range Liberties() {
		names = append(names, l.Name)
	}
	return names
}

// swaps lists the exchanges that a script allows: of calls in one message, and of
// moves next to each other, where neither needs what the other brings.
func swaps(s *Script) []func() {
	var all []func()
	for i := range s.Moves {
		m := &s.Moves[i]
		if len(m.Calls) > 1 && exchangeable(m.Calls, m.Calls) {
			all = append(all, func() { slices.Reverse(m.Calls) })
		}
		if i == 0 {
			continue
		}
		before := &s.Moves[i-1]
		asks := before.Ask != "" && m.Ask != ""
		if asks || len(before.Calls) > 0 && len(m.Calls) > 0 && exchangeable(before.Calls, m.Calls) {
			all = append(all, func() { *before, *m = *m, *before })
		}
	}
	return all
}

// exchangeable tells whether the order of calls is the agent's own affair: all of
// them read or all of them write, none is a look that must come first, and none
// builds on another.
func exchangeable(a, b []ScriptCall) bool {
	writes := a[0].writes()
	other := func(c ScriptCall) bool {
		return c.Kind == trace.Control || c.writes() != writes || c.writes() && c.Required
	}
	return !slices.ContainsFunc(a, other) && !slices.ContainsFunc(b, other) && !needs(a, b) && !needs(b, a)
}

// onceRead are the reads that are made so rarely that one more is no loop, each
// once.
func onceRead(s *Script) []place {
	var found []place
	for _, p := range s.where(reads) {
		c := s.call(p)
		same := s.where(func(o *ScriptCall) bool { return o.Tool == c.Tool && sameArgs(o.Args, c.Args) })
		if len(same) == 1 && c.Tool != trace.ToolWait {
			found = append(found, p)
		}
	}
	return found
}

func readAgain(s *Script) {
	for _, p := range slices.Backward(onceRead(s)) {
		twin := again(s.call(p))
		s.insert(p.move+1, Move{Calls: []ScriptCall{twin}})
	}
}

// firstWrite is the move with the first write, or -1.
func firstWrite(s *Script) int {
	if places := s.where((*ScriptCall).writes); len(places) > 0 {
		return places[0].move
	}
	return -1
}

func canKey(c *ScriptCall) bool { return c.writes() && c.Idempotency != "" }

// writeAgain gives each write that can have one a key of its own, and makes it
// once more.
func writeAgain(s *Script) {
	for _, p := range slices.Backward(s.where(canKey)) {
		c := s.call(p)
		c.Args = maps.Clone(c.Args)
		if given := c.Args[c.Idempotency]; given == nil || given == "" {
			c.Args[c.Idempotency] = "once-" + writeWay([]int{p.move, p.call})
		}
		twin := *c
		twin.Save, twin.Earns, twin.extra = nil, []int{}, true
		s.insert(p.move+1, Move{Calls: []ScriptCall{twin}})
	}
}

// rewrite changes all that is said.
func rewrite(s *Script, words func(string) string) {
	for i := range s.Moves {
		if m := &s.Moves[i]; m.Say != "" {
			m.Say = words(m.Say)
		}
	}
}

// rewordings lists the ways to say otherwise what a script says.
func rewordings(s *Script) []func(string) string {
	var said []string
	for _, m := range s.Moves {
		said = append(said, m.Say)
	}
	all := strings.Join(said, "\n")
	return slices.DeleteFunc(wordings(), func(words func(string) string) bool { return all == "" || words(all) == all })
}
