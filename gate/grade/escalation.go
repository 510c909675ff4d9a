package grade

import (
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Policies of a case about handing over to a person. The empty one is forbidden.
const (
	escalateRequired = "required"
	escalateAllowed  = "allowed"
)

// Confusion counts handovers against what the case asked for. Precision is
// True / (True + False), recall True / (True + Missed), over trials.
type Confusion struct {
	True   int // made where required
	False  int // made where forbidden
	Missed int // not made where required
}

// Escalation counts one trial. Cases that merely allow a handover count nothing,
// nor do trials in which it was a legal way to go on after a fault.
func Escalation(c *suites.Case, r *trace.Record) Confusion {
	if len(r.Faults) > 0 && newRecovery(c, r, Settle(c, r)).legalHandover() {
		return Confusion{}
	}
	return escalation(c, r)
}

func escalation(c *suites.Case, r *trace.Record) Confusion {
	made := handover(r) != nil
	switch {
	case c.Expect.Escalate == escalateAllowed:
		return Confusion{}
	case c.Expect.Escalate == escalateRequired && made:
		return Confusion{True: 1}
	case c.Expect.Escalate == escalateRequired:
		return Confusion{Missed: 1}
	case made:
		return Confusion{False: 1}
	}
	return Confusion{}
}

func handover(r *trace.Record) *trace.Entry { return r.Ledger.Find(trace.ToolHandover) }

// checkEscalation reports a handover that is missing or should not have been.
func checkEscalation(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	var f Finding
	switch escalation(c, r) {
	case Confusion{Missed: 1}:
		f = fail(UnderEscalation, nil, "The call had to be handed over to a person and was not.")
		f.Want, f.Found = "a handover", "none"
	case Confusion{False: 1}:
		f = fail(OverEscalation, handover(r), "The call was handed over to a person, which this case does not call for.")
		f.Want, f.Found = "no handover", value(handover(r).Args["reason"])
	default:
		return nil
	}
	return []Finding{f}
}
