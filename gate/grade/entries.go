package grade

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// counts tells whether the candidate answers for the entry's changes: they stand,
// and are its own doing, be it late or twice over.
func counts(e *trace.Entry) bool { return e.Committed && e.Actor == trace.Candidate }

// writes tells whether the entry's tool may change the business.
func writes(e *trace.Entry) bool { return e.Kind == trace.Write || e.Kind == trace.Irreversible }

// wrote tells whether a write of the candidate was committed in the entry.
func wrote(e *trace.Entry) bool { return counts(e) && writes(e) }

// asked is the place in the ledger of the call that an entry came of: its own,
// but for an effect that came late or a second time.
func asked(l trace.Ledger, i int) int {
	if l[i].Echo == 0 {
		return i
	}
	for j := range l[:i] {
		if l[j].Seq == l[i].Echo {
			return j
		}
	}
	return i
}

// fired tells whether a planned fault happened at the entry.
func fired(e *trace.Entry, fault int) bool {
	return slices.ContainsFunc(e.Marks, func(m trace.Mark) bool { return m.Fired && m.Fault == fault })
}

// succeeded tells whether the candidate's call was done and answered as done. A
// call that was only accepted is not.
func succeeded(e *trace.Entry) bool {
	return e.Asked() && (e.Outcome == trace.Done || e.Outcome == trace.Replayed) && e.Reply.OK() && e.Reply.Status != 202
}

// dig returns the value that lies at a path of names in a decoded value; nil
// where there is none.
func dig(v any, path ...string) any {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}
