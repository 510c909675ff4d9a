package agent

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// How a script is cut into the calls of the caller.

// calls is how many calls of the caller a script has.
func (s *Script) calls() int {
	n := 0
	for _, m := range s.Moves {
		n = max(n, m.Later)
	}
	return n + 1
}

// span is where the moves of a call stand, from its beginning to that of the next;
// the mark is no move to make. A call without moves stands at the end.
func (s *Script) span(later int) (from, to int) {
	if later > 0 {
		from = len(s.Moves)
		if i := slices.IndexFunc(s.Moves, func(m Move) bool { return m.Later == later }); i >= 0 {
			from = i + 1
		}
	}
	to = from
	for to < len(s.Moves) && s.Moves[to].Later == 0 {
		to++
	}
	return from, to
}

// callAt is the call that a move belongs to.
func (s *Script) callAt(move int) int {
	now := 0
	for _, m := range s.Moves[:move+1] {
		now = max(now, m.Later)
	}
	return now
}

// close replaces the claims of a call.
func (s *Script) close(later int, with []trace.Claim) {
	for i, in := range slices.Backward(s.ClaimsIn) {
		if in == later {
			s.Claims, s.ClaimsIn = slices.Delete(s.Claims, i, i+1), slices.Delete(s.ClaimsIn, i, i+1)
		}
	}
	for _, claim := range with {
		s.Claims, s.ClaimsIn = append(s.Claims, claim), append(s.ClaimsIn, later)
	}
}
