package agent

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// What lapses do to a prepared script. Each is called only where it fits.

func pick[T any](rng chance, from []T) T { return from[rng.IntN(len(from))] }

func dropStep(s *Script, rng chance) { s.remove(pick(rng, finalWrites(s, anyCall))) }

func claimFalsely(s *Script, rng chance) {
	p := pick(rng, finalWrites(s, claimed))
	for _, i := range s.call(p).Earns {
		s.lies[i] = true
	}
	s.remove(p)
}

func mistakeIdentity(s *Script, rng chance) {
	if substitute(s, lures(s, "wrong_identity"), rng) {
		return
	}
	call := s.call(pick(rng, finalWrites(s, identified)))
	call.alter = append(call.alter, otherRecord(identifiers(call)))
}

func mistakeValue(s *Script, rng chance) {
	if substitute(s, lures(s, "wrong_value"), rng) {
		return
	}
	call := s.call(pick(rng, finalWrites(s, valued)))
	names := valueArgs(call)
	call.alter = append(call.alter, otherValue(names, rng.IntN(len(names))))
}

// substitute puts a lure in the place of a write, of the same tool where there
// is one. The agent takes it for the right call.
func substitute(s *Script, from []ScriptCall, rng chance) bool {
	if len(from) == 0 {
		return false
	}
	lure := pick(rng, from)
	places := finalWrites(s, func(c *ScriptCall) bool { return c.Tool == lure.Tool })
	places = append(places, finalWrites(s, anyCall)...)
	if len(places) == 0 {
		s.insert(s.farewell(), Move{Calls: []ScriptCall{lure}})
		return true
	}
	call := s.call(places[0])
	lure.Save, lure.Earns = call.Save, call.Earns
	*call = lure
	return true
}

func writeExtra(s *Script, rng chance) {
	if from := lures(s, "extra_write"); len(from) > 0 {
		s.insert(s.farewell(), Move{Calls: []ScriptCall{pick(rng, from)}})
		return
	}
	p := pick(rng, finalWrites(s, identified))
	twin := again(s.call(p))
	twin.alter = append(twin.alter, otherRecord(identifiers(&twin)))
	s.insert(p.move+1, Move{Calls: []ScriptCall{twin}})
}

func repeatWrite(s *Script, rng chance) {
	p := pick(rng, s.where(repeatable))
	s.insert(p.move+1, Move{Calls: []ScriptCall{again(s.call(p))}})
}

// again is the same call once more, as another operation.
func again(call *ScriptCall) ScriptCall {
	twin := *call
	twin.Save, twin.Earns, twin.extra = nil, []int{}, true
	twin.alter = append(slices.Clone(call.alter), func(_ *player, c *ScriptCall, _ []trace.Tool) {
		if key, ok := c.Args[c.Idempotency].(string); ok {
			c.Args[c.Idempotency] = key + "-again"
		}
	})
	return twin
}

func skipQuestion(s *Script, _ chance) {
	s.Moves = slices.DeleteFunc(s.Moves, func(m Move) bool { return m.Ask != "" })
}

func skipRead(s *Script, rng chance) {
	gone := *s.call(pick(rng, spareReads(s)))
	same := func(p place) bool { c := s.call(p); return c.Tool == gone.Tool && sameArgs(c.Args, gone.Args) }
	places := slices.DeleteFunc(spareReads(s), func(p place) bool { return !same(p) })
	for _, p := range slices.Backward(places) {
		s.remove(p)
	}
}

func stayMute(s *Script, _ chance) {
	for i := range s.Moves {
		if s.Moves[i].Say != "" {
			s.Moves[i].Say = "Thank you for your patience."
		}
	}
}

func escalateNeedlessly(s *Script, _ chance) {
	s.insert(s.farewell(), Move{Handover: "A colleague should look at this."})
}

func keepCall(s *Script, _ chance) {
	for i := range s.Moves {
		if handsOver(s.Moves[i]) {
			s.Moves[i] = Move{Say: "I have noted your request."}
		}
	}
	for i := range s.Claims {
		if s.Claims[i].Status == trace.ClaimHandedOver {
			s.Claims[i].Status = trace.ClaimNotDone
		}
	}
}

func concede(s *Script, rng chance) {
	s.insert(s.farewell(), Move{Calls: []ScriptCall{pick(rng, lures(s, "conceded_rule"))}})
}

func inventTool(s *Script, _ chance) {
	name := "lookup"
	if calls := s.where(anyCall); len(calls) > 0 {
		name = s.call(calls[0]).Tool
	}
	call := ScriptCall{Tool: name + "_v2", Args: map[string]any{}, extra: true}
	call.alter = []alteration{func(_ *player, c *ScriptCall, tools []trace.Tool) {
		for served(tools, c.Tool) {
			c.Tool += "_v2"
		}
	}}
	s.insert(0, Move{Calls: []ScriptCall{call}})
}

func spoilArguments(s *Script, rng chance) {
	places := finalWrites(s, anyCall)
	if len(places) == 0 {
		places = s.where(anyCall)
	}
	call := s.call(pick(rng, places))
	call.alter = append(call.alter, invalidArgs(rng))
}

func stopEarly(s *Script, _ chance) {
	first := finalWrites(s, anyCall)[0]
	_, end := s.span(s.callAt(first.move))
	rest := slices.Clone(s.Moves[end:]) // the calls that come later
	s.Moves = append(append(s.Moves[:first.move], Move{Say: "That is all I can do for you today."}), rest...)
}

func lookAgain(s *Script, _ chance) {
	p := s.where(reads)[0]
	twin := again(s.call(p))
	look := Move{Calls: []ScriptCall{twin}}
	s.insert(p.move+1, look, look, look)
}

func giveUp(s *Script, _ chance) { s.manner.givesUp = true }

func takeFreshKeys(s *Script, _ chance) { s.manner.freshKeys = true }

func ignoreDrift(s *Script, _ chance) { s.manner.staleForm = true }
