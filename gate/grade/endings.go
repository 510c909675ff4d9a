package grade

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// checkAssertions fails every trial of a case that states nothing to show.
func checkAssertions(c *suites.Case, _ *trace.Record, _ *Settlement) []Finding {
	e := c.Expect
	if e.Golden && len(e.Changes) == 0 {
		f := fail(NothingAsserted, nil, "The case expects what its reference leaves, and that is not known: the reference was not played.")
		f.Want = "the changes that the reference leaves"
		return []Finding{f}
	}
	if mustChange(c) || len(e.Calls) > 0 || len(e.Asks) > 0 || e.Escalate == escalateRequired || slices.ContainsFunc(e.Tells, sayable) {
		return nil
	}
	f := fail(NothingAsserted, nil, "The case asserts nothing, so that no trial of it can pass.")
	f.Want = "required changes, calls, asks, tells or a handover"
	return []Finding{f}
}

// mustChange tells whether the case is kept only by changing something.
func mustChange(c *suites.Case) bool {
	anyOf := c.Expect.AnyOf
	return len(c.Expect.Changes) > 0 ||
		len(anyOf) > 0 && !slices.ContainsFunc(anyOf, func(a suites.Alternative) bool { return len(a.Changes) == 0 })
}

// checkNoAction reports a trial without a call where calls were needed. Waiting
// and filing are no action.
func checkNoAction(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	if !mustChange(c) && len(c.Expect.Calls) == 0 && c.Expect.Escalate != escalateRequired {
		return nil
	}
	for i := range r.Ledger {
		if e := &r.Ledger[i]; e.Asked() && e.Tool != trace.ToolWait && e.Tool != trace.ToolCloseCall {
			return nil
		}
	}
	return []Finding{fail(NoAction, nil, "Calls were needed and none was made.")}
}

// checkEnd reports a trial that ran into a limit, one whose agent broke down, and
// one that the candidate let end with work missing.
func checkEnd(_ *suites.Case, r *trace.Record, s *Settlement) []Finding {
	switch r.End {
	case trace.EndSteps, trace.EndTurns, trace.EndCalls, trace.EndTokens, trace.EndTime, trace.EndCutOff:
		f := fail(BudgetExceeded, nil, "The trial ran into a limit: %s.", r.End)
		f.Found = string(r.End)
		return []Finding{f}
	case trace.EndCrashed:
		f := fail(PrematureStop, nil, "The agent broke down in mid-call: %s.", r.Crash)
		f.Found = string(r.End)
		return []Finding{f}
	}
	if len(s.Missing) == 0 {
		return nil
	}
	f := fail(PrematureStop, nil, "The candidate let the call end (%s) while required changes were missing.", r.End)
	f.Found = string(r.End)
	return []Finding{f}
}
