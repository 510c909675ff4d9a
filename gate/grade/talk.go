package grade

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// checkAsks reports facts that the caller had not given when the first write was
// committed. A question that goes out with the write has no answer yet.
func checkAsks(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	var out []Finding
	for _, about := range c.Expect.Asks {
		if heardBefore(r, func(x trace.Exchange) bool { return slices.Contains(x.Released, about) }) {
			continue
		}
		f := fail(MissedClarification, writeEntry(r), "The caller was not asked about this before the first write: %s.", about)
		if f.Call == 0 {
			f.Message = "The caller was never asked about this: " + about + "."
		}
		f.Want, f.Found = "the caller's answer about "+about, "no answer in time"
		out = append(out, f)
	}
	return out
}

// checkConfirmation reports a first write that the caller had not agreed to.
func checkConfirmation(c *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	if !c.Expect.Confirm || heardBefore(r, func(x trace.Exchange) bool { return x.Confirmed }) {
		return nil
	}
	f := fail(MissingPrecondition, writeEntry(r), "The caller had not confirmed before the first write.")
	if f.Call == 0 {
		f.Message = "The caller was never asked to confirm."
	}
	f.Want, f.Found = "a confirmation", "none in time"
	return []Finding{f}
}

// heardBefore tells whether such an exchange took place before the first write
// was committed.
func heardBefore(r *trace.Record, such func(trace.Exchange) bool) bool {
	first := firstWrite(r.Ledger)
	return slices.ContainsFunc(r.Exchanges, func(x trace.Exchange) bool { return x.Ledger <= first && such(x) })
}

// writeEntry is the first committed write, nil where there is none.
func writeEntry(r *trace.Record) *trace.Entry {
	if i := firstWrite(r.Ledger); i < len(r.Ledger) {
		return &r.Ledger[i]
	}
	return nil
}

// checkNeedlessAsks reports questions about what was known or could be read,
// once for each fact.
func checkNeedlessAsks(_ *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	var out []Finding
	seen := map[string]bool{}
	for _, x := range r.Exchanges {
		for _, about := range x.Needless {
			if !seen[about] {
				seen[about] = true
				f := fail(OverClarification, nil, "The caller was asked for what was known or could be read: %s.", about)
				f.Found = about
				out = append(out, f)
			}
		}
	}
	return out
}

// checkTells reports what the caller was not told after the last change that
// matters. Only messages without calls reach the caller.
func checkTells(c *suites.Case, r *trace.Record, s *Settlement) []Finding {
	if len(c.Expect.Tells) == 0 {
		return nil
	}
	messages := s.spoken(r)
	said := make([]text, len(messages))
	for i, m := range messages {
		said[i] = plain(m.Text)
	}
	var out []Finding
	for _, tell := range c.Expect.Tells {
		told := false
		for i := 0; i < len(messages) && !told; i++ {
			told = slices.ContainsFunc(tell.Any, func(l suites.Literal) bool {
				return tells(said[i], l, today(c, messages[i]), mustChange(c))
			})
		}
		if told {
			continue
		}
		f := fail(Untold, nil, "The caller was not told this after the last change: %s.", describeTell(tell))
		f.Want, f.Found = describeTell(tell), "nothing was said"
		if len(messages) > 0 {
			f.Found = messages[len(messages)-1].Text
		}
		out = append(out, f)
	}
	return out
}

// spoken lists the messages that the caller heard after the last committed write
// to more than bookkeeping, all of them where nothing was written.
func (s *Settlement) spoken(r *trace.Record) []trace.Message {
	after := 0
	for i := range r.Ledger {
		if e := &r.Ledger[i]; wrote(e) && slices.ContainsFunc(s.lasting(e), func(c trace.Change) bool { return !s.rules.bookkeeping[c.Table] }) {
			after = i + 1
		}
	}
	var out []trace.Message
	left := false
	for _, m := range r.Messages {
		left = m.Later == 0 && (left || m.Role == trace.RoleHarness)
		if left {
			continue // the caller has left, until they ring again
		}
		if m.Role == trace.RoleCandidate && len(m.Calls) == 0 && m.Ledger >= after && strings.TrimSpace(m.Text) != "" {
			out = append(out, m)
		}
	}
	return out
}

// today is the virtual time of a message.
func today(c *suites.Case, m trace.Message) time.Time {
	if m.At.IsZero() {
		return c.Now
	}
	return m.At
}

// sayable tells whether a tell has something that can be said.
func sayable(t suites.Tell) bool {
	return slices.ContainsFunc(t.Any, func(l suites.Literal) bool { return strings.TrimSpace(l.Text) != "" })
}

func describeTell(t suites.Tell) string {
	parts := make([]string, len(t.Any))
	for i, l := range t.Any {
		parts[i] = fmt.Sprintf("%s %q", l.Type, l.Text)
	}
	return strings.Join(parts, " or ")
}
