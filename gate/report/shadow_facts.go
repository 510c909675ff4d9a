package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate/shadow"
)

// shadowFacts are what has to be known beside the tables, a sentence or two each.
func shadowFacts(r *shadow.Report) []string {
	var out []string
	add := func(when bool, format string, args ...any) {
		if when {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	some := r.Count.Played > 0
	w := r.Writes
	add(some && r.Nothing(), "Neither side made a call: there is nothing to agree in.")
	add(some, "All writes agree in %d of %s that have any, %s (%s); %d without any.", w.Agreement.Agreed, plural(w.Agreement.Of, "conversation", "conversations"), share(w.Agreement), interval(w.Agreement), w.None)
	add(some, "Intervals take calls as independent. Those of one conversation are not, so that the true ones are wider.")
	add(some, "The user of a record says what was recorded, whatever the candidate asked.")
	add(notKept(r), "Where the record says that the promise was not kept, what does not agree with it may be better.")
	add(r.Noted > 0, "Writes that the record does not hold, noted and not carried out: %d.", r.Noted)
	add(r.Unrecorded > 0, "Calls that the record could not answer (reads that it does not hold, tools that nobody offered, arguments that are no object): %d.", r.Unrecorded)
	add(r.Unanswered > 0, "Calls that the record holds without what came back: %d.", r.Unanswered)
	for _, e := range []struct{ end, words string }{
		{shadow.EndSteps, "at the limit of messages"}, {shadow.EndCalls, "at the limit of calls"}, {shadow.EndCutOff, "with an output that was cut off by its length"},
	} {
		n := r.Ends[e.end]
		add(n > 0, "%s ended %s; what came later in the record counts as not made.", plural(n, "conversation", "conversations"), e.words)
	}
	reads, writes := guessed(r, shadow.Read), guessed(r, shadow.Write)
	add(reads+writes != "", "By their names alone tools are taken for what they do, the doubtful for writes. Reads: %s. Writes: %s. Say otherwise by --reads and --writes.", cmp.Or(reads, "none"), cmp.Or(writes, "none"))
	for _, v := range r.Void[:min(len(r.Void), maxNotes)] {
		out = append(out, fmt.Sprintf("Void in %s: %s", plural(v.Conversations, "conversation", "conversations"), v.Reason))
	}
	add(len(r.Void) > maxNotes, "%d more reasons are in shadow.json.", len(r.Void)-maxNotes)
	out = append(out, r.Notes...)
	u := r.Usage
	add(u.Requests > 0, "%s tokens in, %s out, in %s.", many(u.InputTokens), many(u.OutputTokens), plural(u.Requests, "request", "requests"))
	return out
}

// notKept tells whether the record holds conversations that it says were not kept.
func notKept(r *shadow.Report) bool {
	for _, s := range r.Outcomes {
		if s.Name == shadow.NotKept {
			return true
		}
	}
	return false
}

// guessed are the tools of an effect that nothing but their name tells.
func guessed(r *shadow.Report, effect shadow.Effect) string {
	const most = 30
	var out []string
	for _, t := range r.Tools {
		if t.By == shadow.ByName && t.Effect == effect {
			out = append(out, t.Tool)
		}
	}
	if n := len(out) - most; n > 0 {
		out = append(out[:most], fmt.Sprintf("and %d more", n))
	}
	return strings.Join(out, ", ")
}
