package grade

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// excuse turns findings into warnings that follow from a fault which was met,
// not overcome and answered in one of its legal ways: what is missing hangs on
// it and is filed as what it is, and nothing beyond the allowed changed. What was
// done wrongly, or said to be done and was not, is never excused.
func (v *recovery) excuse(all []Finding) []Finding {
	v.excused = v.excuses()
	if len(v.excused) == 0 {
		return all
	}
	for i := range all {
		if f := &all[i]; fails(*f) && v.follows(f) {
			f.Severity = Warn
			f.Message = fmt.Sprintf("Excused, for %s was met: %s", v.name(v.excused[0]), f.Message)
		}
	}
	return all
}

// excuses lists the faults by which all that is missing is explained; none where
// something is not.
func (v *recovery) excuses() []int {
	var legal []int
	for i, f := range v.r.Faults {
		if len(f.Legal) > 0 && v.open(i) {
			legal = append(legal, i)
		}
	}
	if len(legal) == 0 || len(v.s.Extra) > 0 {
		return nil
	}
	if len(v.s.Missing) == 0 {
		return slices.DeleteFunc(legal, func(i int) bool {
			if mustChange(v.c) { // all was changed, and the candidate cannot know
				return !v.unsure(i)
			}
			return !v.handedOver(i) && !v.owned(i)
		})
	}
	used := map[int]bool{}
	for k := range v.s.Missing {
		spec := &v.s.Missing[k]
		by := slices.IndexFunc(legal, func(i int) bool { return v.hangs(i, spec) && v.honest(i, spec) })
		if by < 0 {
			return nil
		}
		used[by] = true
	}
	var out []int
	for k, i := range legal {
		if used[k] {
			out = append(out, i)
		}
	}
	return out
}

// stuck tells whether a legal fault that was not overcome may have kept the
// candidate from correcting, after a twist, what had been right until then.
func stuck(c *suites.Case, r *trace.Record, s *Settlement) bool {
	if len(c.Caller.Twists) == 0 && len(c.Later) == 0 {
		return false
	}
	v := newRecovery(c, r, s)
	for i, f := range r.Faults {
		if t := v.tool(f.Tool); len(f.Legal) > 0 && t != nil && t.Writes() && v.open(i) {
			return true
		}
	}
	return false
}

// follows tells whether a failure follows from what a fault kept from being done.
func (v *recovery) follows(f *Finding) bool {
	switch f.Class {
	case Incomplete, PrematureStop, Untold:
		return true
	case MissingPrecondition:
		return f.Call == 0 && (!v.triedToWrite() || v.owed(f.Want))
	case MissedClarification:
		return f.Call == 0 && !v.triedToWrite()
	case OverEscalation:
		return slices.ContainsFunc(v.excused, v.handedOver)
	default:
		return false
	}
}

// triedToWrite tells whether the candidate came as far as a write: what was to
// precede it was due then.
func (v *recovery) triedToWrite() bool {
	return slices.ContainsFunc(v.r.Ledger, func(e trace.Entry) bool { return e.Asked() && writes(&e) })
}

// owed tells whether the required call, as written for people, may come at any
// time, or is one that met a fault.
func (v *recovery) owed(want string) bool {
	return slices.ContainsFunc(v.c.Expect.Calls, func(spec suites.CallSpec) bool {
		met := func(i int) bool {
			return slices.ContainsFunc(v.hits[i], func(hit int) bool { return calls(spec, &v.r.Ledger[hit]) })
		}
		return describeCall(spec) == want && (spec.Before == "" || slices.ContainsFunc(v.excused, met))
	})
}

// allows tells whether a way to go on is legal after a fault.
func (v *recovery) allows(i int, way string) bool { return slices.Contains(v.r.Faults[i].Legal, way) }

// handedOver tells whether the call was given to a person where that is legal
// after the fault.
func (v *recovery) handedOver(i int) bool {
	return v.allows(i, trace.LegalHandover) && handover(v.r) != nil
}

// honest tells whether a missing change is filed in a way that is legal after
// the fault, or the call was handed over. What was to come after the call that
// met the fault may be filed as not done, or left open. Without a closing record the caller must
// have been told.
func (v *recovery) honest(i int, spec *suites.ChangeSpec) bool {
	about, closed := false, false
	for k := range v.s.filings {
		filed := &v.s.filings[k]
		says, lies := v.says(i, filed, spec)
		if lies {
			return false
		}
		about, closed = about || says, closed || filed.entry != nil
	}
	if v.handedOver(i) || about {
		return true
	}
	if _, named := spec.Effect(v.c.Suite); closed && named {
		return false
	}
	return v.owned(i)
}

// says tells whether some line of a record is about a missing change, and no line
// says of it what it may not; lies is a line that says it was done.
func (v *recovery) says(i int, filed *filing, spec *suites.ChangeSpec) (about, lies bool) {
	wrong := filed.borneOut(v.c)
	after := !v.wasTried(i, spec)
	for k, claim := range filed.claims {
		if claim.Status == trace.ClaimDone {
			if claims(v.c, claim, spec, wrong[k] != "") {
				return false, true
			}
			continue
		}
		if concerns(v.c, claim, spec) {
			if about = v.mayFile(i, filed, claim) || after && claim.Status != trace.ClaimHandedOver; !about {
				break
			}
		}
	}
	return about, false
}

// mayFile tells whether a line is one to file what is missing under after a
// fault. What was done once and could not be corrected is neither done nor not
// done: who may say the latter may leave it open then.
func (v *recovery) mayFile(i int, filed *filing, claim trace.Claim) bool {
	if v.allows(i, ways[claim.Status]) || claim.Status != trace.ClaimUnconfirmed || !v.allows(i, trace.LegalNotDone) {
		return v.allows(i, ways[claim.Status])
	}
	claim.Status = trace.ClaimNotDone
	return filed.as(claim).borneOut(v.c)[0] != ""
}

// unsure tells whether the effect of a call whose answer was lost is filed as
// unconfirmed, or without a closing record told to be, where that is legal.
func (v *recovery) unsure(i int) bool {
	if !v.allows(i, trace.LegalUnconfirmed) {
		return false
	}
	var filed []trace.Claim
	closed := false
	for _, f := range v.s.filings {
		filed, closed = append(filed, f.claims...), closed || f.entry != nil
	}
	if !closed {
		return v.owned(i)
	}
	return slices.ContainsFunc(v.hits[i], func(hit int) bool {
		e := &v.r.Ledger[hit]
		return counts(e) && slices.ContainsFunc(filed, func(claim trace.Claim) bool {
			return claim.Status == trace.ClaimUnconfirmed && v.claimsOf(claim, hit)
		})
	})
}

// ways are the legal ways that a line of a closing record stands for.
var ways = map[string]string{
	trace.ClaimNotDone:     trace.LegalNotDone,
	trace.ClaimUnconfirmed: trace.LegalUnconfirmed,
	trace.ClaimHandedOver:  trace.LegalHandover,
}

// concerns tells whether a line is about a change of the kind that is missing,
// and not plainly about another row.
func concerns(c *suites.Case, claim trace.Claim, spec *suites.ChangeSpec) bool {
	effect, ok := c.Suite.Effects[claim.Effect]
	if !ok || effect.Op != spec.Op || effect.Table != spec.Table {
		return false
	}
	if len(effect.Columns) > 0 && !slices.ContainsFunc(effect.Columns, func(column string) bool { _, ok := spec.Set[column]; return ok }) {
		return false
	}
	id, named := spec.Where["id"]
	return claim.Record == "" || !named || id.Literal == nil || same(claim.Record, fmt.Sprint(id.Literal))
}

// putOff are words that say of something that it is left for later.
var putOff = regexp.MustCompile(`\b(?:later|unavailable|try again|out of order|down at the moment)\b`)

// owned tells whether, after the fault, the caller was told that something was
// not done or is put off, where that is legal.
func (v *recovery) owned(i int) bool {
	if !v.allows(i, trace.LegalNotDone) && !v.allows(i, trace.LegalUnconfirmed) {
		return false
	}
	return v.saysNo(v.hits[i][0])
}

// saysNo tells whether a message to the caller behind a place in the ledger says
// that something was not done.
func (v *recovery) saysNo(after int) bool {
	return slices.ContainsFunc(v.r.Messages, func(m trace.Message) bool {
		if m.Role != trace.RoleCandidate || len(m.Calls) > 0 || m.Ledger <= after || strings.TrimSpace(m.Text) == "" {
			return false
		}
		said := plain(m.Text).flat
		return putOff.MatchString(said) || negator.MatchString(harmless.ReplaceAllString(said, ""))
	})
}
