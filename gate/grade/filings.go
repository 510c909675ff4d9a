package grade

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// filing is the record that was filed of one call of the caller, and what it is
// held against: the ledger up to the end of that call.
type filing struct {
	visit      int
	entry      *trace.Entry // nil: none was filed
	claims     []trace.Claim
	sofar      *history // of all calls up to this one
	own        *history // of this call alone
	handedOver bool     // in this call or before
}

// newFilings finds the record of each call: the last valid one. Whole is the
// history of all calls.
func newFilings(ru *rules, whole *history) []filing {
	out := make([]filing, 0, len(ru.visits))
	l := ru.r.Ledger
	for v, visit := range ru.visits {
		f := filing{visit: v, sofar: whole, own: whole, handedOver: l[:visit.To].Find(trace.ToolHandover) != nil}
		if len(ru.visits) > 1 {
			f.sofar, f.own = newHistory(ru, 0, visit.To), newHistory(ru, visit.From, visit.To)
		}
		for i, e := range slices.Backward(l[visit.From:visit.To]) {
			if e.Tool == trace.ToolCloseCall && e.Outcome == trace.Done {
				f.entry = &l[visit.From+i]
				f.claims, _ = (&trace.Record{Ledger: l[visit.From : visit.From+i+1]}).Closing()
				break
			}
		}
		out = append(out, f)
	}
	return out
}

// find is a row that a claim of something done names. It was done if it stands at
// the end of the call against the start of the trial, or against that of the call:
// who sets back what an earlier call did has done something.
func (f *filing) find(c *suites.Case, claim trace.Claim, names naming, taken map[place]bool) *place {
	if p := f.sofar.find(c, claim, names, taken); p != nil || f.own == f.sofar {
		return p
	}
	return f.own.find(c, claim, names, taken)
}

// as is the same record with other claims in it.
func (f *filing) as(claims ...trace.Claim) *filing {
	other := *f
	other.claims = claims
	return &other
}

// due picks those of some changes that are due in some call of the caller; all of
// them where the case has but one.
func (s *Settlement) due(specs []suites.ChangeSpec, when func(*suites.ChangeSpec) bool) []suites.ChangeSpec {
	if len(s.rules.c.Later) == 0 {
		return specs
	}
	return slices.DeleteFunc(slices.Clone(specs), func(spec suites.ChangeSpec) bool { return !when(&spec) })
}
