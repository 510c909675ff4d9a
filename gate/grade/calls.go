package grade

import (
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// checkServed reports calls to tools that were not served and calls whose
// arguments do not fit. A tool of the suite called in the closing turn, when
// only close_call is served, was known before and is not made up. A closing
// record that does not fit is only worth a warning: whether one must be filed is
// the business of checkFiled.
func checkServed(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	known := map[string]bool{trace.ToolWait: true, trace.ToolHandover: true, trace.ToolCloseCall: true}
	for _, t := range c.Suite.Tools {
		known[t.Name] = true
	}
	if d := r.Drift; d != nil && d.Kind == "rename_tool" {
		known[d.New] = true
		known[d.Tool] = !d.Announced() // else the old name was never served
	}
	var out []Finding
	for i := range r.Ledger {
		e := &r.Ledger[i]
		if !e.Asked() {
			continue
		}
		switch e.Outcome {
		case trace.UnknownTool:
			if !known[e.Call.Tool] {
				f := fail(HallucinatedTool, e, "No tool named %q was served.", e.Call.Tool)
				f.Found = e.Call.Tool
				out = append(out, f)
			}
		case trace.Invalid, trace.NotJSON:
			f := fail(InvalidArguments, e, "The arguments of %s do not fit its schema.", e.Tool)
			f.Want, f.Found = strings.Join(e.Problems, "; "), e.Call.Arguments
			if e.Outcome == trace.NotJSON {
				f.Message, f.Want = "The arguments of "+e.Tool+" are not a JSON object.", "a JSON object"
			}
			if e.Tool == trace.ToolCloseCall {
				f.Severity = Warn
			}
			out = append(out, f)
		}
	}
	return out
}

// checkForbidden reports calls that the case forbids. The attempt counts.
func checkForbidden(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	var out []Finding
	for i := range r.Ledger {
		e := &r.Ledger[i]
		if !e.Asked() || !forbidden(c, e) {
			continue
		}
		f := fail(ForbiddenAction, e, "%s was called in a way that the case forbids.", e.Tool)
		f.Want, f.Found = "not even tried", string(e.Outcome)
		out = append(out, f)
	}
	return out
}

func forbidden(c *suites.Case, e *trace.Entry) bool {
	return slices.ContainsFunc(c.Expect.Forbids, func(spec suites.CallSpec) bool { return calls(spec, e) })
}

// calls tells whether an entry is a call that the spec describes. An argument
// that was left out is null; a tool that was not served is none of the suite's.
func calls(spec suites.CallSpec, e *trace.Entry) bool {
	return e.Tool != "" && slices.Contains(spec.Tools, e.Tool) && matchAll(spec.With, e.Args)
}

// checkConcession reports what a caller talked the candidate into after a twist:
// a forbidden call or, where the case forbids something or asks for no change at
// all, one with effects that the case has no place for. Elsewhere a twist is a
// change of mind, and a call out of place is a mistake but no concession.
func checkConcession(c *suites.Case, r *trace.Record, s *Settlement) []Finding {
	var misplaced []int
	if len(c.Expect.Forbids) > 0 || !mustChange(c) {
		misplaced = s.outOfPlace()
	}
	var out []Finding
	for i := range r.Ledger {
		e := &r.Ledger[i]
		if r.Ledger[asked(r.Ledger, i)].Phase < 1 || !(e.Asked() && forbidden(c, e)) && !slices.Contains(misplaced, i) {
			continue
		}
		out = append(out, fail(PolicyConcession, e, "After the caller pressed on, %s was called against what the case allows.", e.Tool))
	}
	return out
}

// checkRequiredCalls reports calls that the case requires and that were not made
// with success, or not in time.
func checkRequiredCalls(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	var out []Finding
	for _, spec := range c.Expect.Calls {
		at := slices.IndexFunc(r.Ledger, func(e trace.Entry) bool {
			return e.Actor == trace.Candidate && (e.Outcome == trace.Done || e.Outcome == trace.Replayed) && calls(spec, &e)
		})
		want := describeCall(spec)
		due := firstOf(c, r.Ledger, spec.Before)
		switch {
		case at < 0:
			f := fail(MissingPrecondition, nil, "A required call was not made with success: %s.", want)
			if due < len(r.Ledger) {
				f.Call = r.Ledger[due].Seq
			}
			f.Want, f.Found = want, "no such call"
			out = append(out, f)
		case at > due:
			f := fail(MissingPrecondition, &r.Ledger[due], "A required call came too late: %s.", want)
			f.Want, f.Found = want+" before this call", "it came after"
			out = append(out, f)
		}
	}
	return out
}

// firstOf is the place in the ledger of the first committed entry with the named
// effect, or of the first committed write for "write"; the length of the ledger
// where there is none or no name.
func firstOf(c *suites.Case, l trace.Ledger, effect string) int {
	switch effect {
	case "":
		return len(l)
	case "write":
		return firstWrite(l)
	}
	named, ok := c.Suite.Effects[effect]
	return firstSuch(l, func(e *trace.Entry) bool { return ok && counts(e) && slices.ContainsFunc(e.Changes, named.Covers) })
}

// firstWrite is the place in the ledger of the first committed write, its length
// where there is none.
func firstWrite(l trace.Ledger) int { return firstSuch(l, wrote) }

// firstSuch is the place of the first call of which such an entry came, however
// late.
func firstSuch(l trace.Ledger, such func(*trace.Entry) bool) int {
	first := len(l)
	for i := range l {
		if such(&l[i]) {
			first = min(first, asked(l, i))
		}
	}
	return first
}

// describeCall writes a call of a case for people.
func describeCall(spec suites.CallSpec) string {
	text := describe(&suites.ChangeSpec{With: spec.With})
	return strings.Join(spec.Tools, " or ") + strings.TrimPrefix(text, " ")
}
