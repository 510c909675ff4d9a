package grade

import (
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// outdated are changes that were right until a twist, or until the caller rang
// again: below a phase.
type outdated struct {
	allows []suites.ChangeSpec
	until  int
}

// phases finds out in which phase each twist and each later call began. A phase is
// the number of twists that had fired; with each call of the caller it goes on from
// a number that no call before can reach.
func (ru *rules) phases() {
	ru.visits, ru.stride = ru.r.Visits(), 1
	for _, caller := range ru.c.Callers() {
		ru.stride += len(caller.Twists)
	}
	n := 0
	for visit, caller := range ru.c.Callers() {
		if visit > 0 {
			ru.outdated = append(ru.outdated, outdated{ru.c.Later[visit-1].Allows, visit * ru.stride})
		}
		for _, t := range caller.Twists {
			n++
			ordinal := n
			for _, x := range ru.r.Exchanges {
				if x.Twist != "" && x.Twist == t.Name {
					ordinal = x.Phase
					break
				}
			}
			ru.outdated = append(ru.outdated, outdated{t.Allows, visit*ru.stride + ordinal})
		}
	}
}

// phase is that in which an entry of the ledger was asked for.
func (ru *rules) phase(i int) int { return ru.phaseAt(asked(ru.r.Ledger, i)) }

// phaseAt is that in which an entry of the ledger came.
func (ru *rules) phaseAt(i int) int {
	return visitOf(ru.visits, i)*ru.stride + ru.r.Ledger[i].Phase
}

// visitOf tells in which call of the caller an entry of the ledger stands.
func visitOf(visits []trace.Visit, i int) int {
	for v, visit := range visits {
		if i < visit.To {
			return v
		}
	}
	return len(visits) - 1
}

// nth writes which call of the caller it was for people.
func nth(visit int) string {
	words := []string{"first", "second", "third", "fourth", "fifth", "sixth"}
	if visit < len(words) {
		return words[visit]
	}
	return "last"
}
