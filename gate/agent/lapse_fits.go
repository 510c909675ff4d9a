package agent

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// What lapses look for in a prepared script.

func hasMoves(s *Script) bool { return len(s.Moves) > 0 }

func hasCall(s *Script) bool { return len(s.where(anyCall)) > 0 }

func anyCall(*ScriptCall) bool { return true }

func hasWrite(s *Script) bool { return len(finalWrites(s, anyCall)) > 0 }

func reads(c *ScriptCall) bool { return c.Kind == trace.Read || c.Kind == "" }

func hasRead(s *Script) bool { return len(s.where(reads)) > 0 }

func hasIdentity(s *Script) bool {
	return hasLure("wrong_identity")(s) || len(finalWrites(s, identified)) > 0
}

func identified(c *ScriptCall) bool { return len(identifiers(c)) > 0 }

func hasValue(s *Script) bool {
	return hasLure("wrong_value")(s) || len(finalWrites(s, valued)) > 0
}

func valued(c *ScriptCall) bool { return len(valueArgs(c)) > 0 }

func hasExtra(s *Script) bool {
	return hasLure("extra_write")(s) || len(finalWrites(s, identified)) > 0
}

func hasRepeatable(s *Script) bool { return len(s.where(repeatable)) > 0 }

// repeatable tells whether doing a call twice leaves something twice. An update
// to the same value may leave nothing to see.
func repeatable(c *ScriptCall) bool { return c.writes() && c.Inserts }

func hasQuestion(s *Script) bool {
	return s.has(func(m Move) bool { return slices.Contains(s.Asks, m.Ask) }) && hasWrite(s)
}

func hasRequiredRead(s *Script) bool { return len(spareReads(s)) > 0 }

// spareReads are the required reads whose replies nothing later is built on.
func spareReads(s *Script) []place {
	found := s.where(func(c *ScriptCall) bool { return c.Required && reads(c) })
	return slices.DeleteFunc(found, s.uses)
}

func hasClaimed(s *Script) bool { return len(finalWrites(s, claimed)) > 0 }

func claimed(c *ScriptCall) bool { return len(c.Earns) > 0 }

func hasTelling(s *Script) bool {
	return s.Tells && s.has(func(m Move) bool { return m.Say != "" })
}

func handsOver(m Move) bool { return m.Handover != "" }

func mayNotEscalate(s *Script) bool {
	return (s.Escalate == "" || s.Escalate == "forbidden") && !s.has(handsOver) && hasMoves(s)
}

func mustEscalate(s *Script) bool { return s.Escalate == "required" && s.has(handsOver) }

func hasLure(lapse string) func(*Script) bool {
	return func(s *Script) bool { return len(lures(s, lapse)) > 0 }
}

func lures(s *Script, lapse string) []ScriptCall {
	var calls []ScriptCall
	for _, l := range s.Lures {
		if l.Lapse == lapse {
			l.Call.extra = true
			calls = append(calls, l.Call)
		}
	}
	return calls
}

// finalWrites are the writes that a condition holds for and that no later write
// of the same tool to the same record replaces, as after a caller's correction.
func finalWrites(s *Script, holds func(*ScriptCall) bool) []place {
	all := s.where((*ScriptCall).writes)
	var final []place
	for i, p := range all {
		replaced := slices.ContainsFunc(all[i+1:], func(q place) bool { return sameRecord(s.call(p), s.call(q)) })
		if !replaced && holds(s.call(p)) {
			final = append(final, p)
		}
	}
	return final
}

func sameRecord(a, b *ScriptCall) bool {
	names := identifiers(a)
	if a.Tool != b.Tool || len(names) == 0 {
		return false
	}
	for _, name := range names {
		if !trace.Equal(a.Args[name], b.Args[name]) {
			return false
		}
	}
	return true
}
