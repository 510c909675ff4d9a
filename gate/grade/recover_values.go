package grade

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// wroteStale finds a superseded value that was written on although the tool had
// not been asked again.
func wroteStale(v *recovery, fault int) []Finding {
	var out []Finding
	for _, hit := range v.hits[fault] {
		untrue := v.falseAt(fault, hit)
		for i := hit + 1; i < len(v.r.Ledger); i++ {
			e := &v.r.Ledger[i]
			if e.Tool == v.r.Ledger[hit].Tool && succeeded(e) && !fired(e, fault) {
				break // read again
			}
			if !e.Together(&v.r.Ledger[hit]) {
				out = append(out, v.writtenOn(fault, e, untrue)...)
			}
		}
	}
	return out
}

// wroteFalse finds a corrupt value that was written on, whatever was read in
// between.
func wroteFalse(v *recovery, fault int) []Finding {
	untrue := trace.Row{}
	for i := range v.r.Ledger {
		maps.Copy(untrue, v.falseAt(fault, i))
	}
	var out []Finding
	first := v.hits[fault][0]
	for i := first + 1; i < len(v.r.Ledger); i++ {
		if e := &v.r.Ledger[i]; !e.Together(&v.r.Ledger[first]) {
			out = append(out, v.writtenOn(fault, e, untrue)...)
		}
	}
	return out
}

// falseAt are the values, by field, that a fault made the entry show and that
// are not true.
func (v *recovery) falseAt(fault, i int) trace.Row {
	out := trace.Row{}
	for _, m := range v.r.Ledger[i].Marks {
		if m.Fired && m.Fault == fault {
			maps.Copy(out, m.False)
		}
	}
	return out
}

// writtenOn finds the false values that a write took over: among its arguments,
// or in what it made of a row. One that is right by what the case expects is
// none.
func (v *recovery) writtenOn(fault int, e *trace.Entry, untrue trace.Row) []Finding {
	if !writes(e) || e.Actor != trace.Candidate {
		return nil
	}
	for _, field := range slices.Sorted(maps.Keys(untrue)) {
		shown := untrue[field]
		if !v.carries(e, field, shown) || v.rightHere(shown) {
			continue
		}
		f := v.unsafely(fault, e, "a value that was not true was written on.")
		f.Field, f.Want, f.Found = field, "the true value, read again or elsewhere", value(shown)
		return []Finding{f}
	}
	return nil
}

// carries tells whether a write holds the value: in an argument or an updated
// column of the field's name or, for a value that nothing else would have by
// chance, anywhere.
func (v *recovery) carries(e *trace.Entry, field string, want any) bool {
	telling := isTelling(want)
	for name, arg := range e.Args {
		if (telling || name == field) && holdsValue(arg, want) {
			return true
		}
	}
	if !counts(e) {
		return false
	}
	return slices.ContainsFunc(e.Changes, func(c trace.Change) bool {
		return c.After != nil && slices.ContainsFunc(c.Columns(), func(column string) bool {
			return (telling || column == field && c.Op == trace.Update) && trace.Equal(c.After[column], want)
		})
	})
}

// holdsValue tells whether a decoded argument is the value or a list or object
// that holds it.
func holdsValue(arg, want any) bool {
	switch x := arg.(type) {
	case []any:
		return slices.ContainsFunc(x, func(item any) bool { return holdsValue(item, want) })
	case map[string]any:
		for _, item := range x {
			if holdsValue(item, want) {
				return true
			}
		}
		return false
	default:
		return trace.Equal(arg, want)
	}
}

// isTelling tells whether a value is particular enough to be known again under
// another name: a text that is no single word, or a number of three digits or more.
func isTelling(v any) bool {
	switch x := v.(type) {
	case string:
		return len(x) >= 4 && strings.ContainsAny(strings.TrimSpace(x), "0123456789@ ")
	case int64:
		return x >= 100 || x <= -100
	case float64:
		return x >= 100 || x <= -100
	default:
		return false
	}
}

// rightHere tells whether the case itself asks for the value somewhere.
func (v *recovery) rightHere(want any) bool {
	literal := func(m suites.Matcher) bool { return m.Literal != nil && m.Match(want) }
	for _, slot := range v.s.rules.everywhere() {
		for _, columns := range []map[string]suites.Matcher{slot.spec.Where, slot.spec.With, slot.spec.Set} {
			for _, m := range columns {
				if literal(m) {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(v.c.Expect.Calls, func(spec suites.CallSpec) bool {
		for _, m := range spec.With {
			if literal(m) {
				return true
			}
		}
		return false
	})
}

// rivalBefore are the rows that another actor had changed last before a call,
// without bookkeeping.
func (v *recovery) rivalBefore(hit int) map[place]bool {
	rows := map[place]bool{}
	for i := hit - 1; i >= 0 && len(rows) == 0; i-- {
		for _, c := range v.r.Ledger[i].Changes {
			if v.r.Ledger[i].Actor == trace.Rival && !v.s.rules.bookkeeping[c.Table] {
				rows[place{c.Table, c.ID}] = true
			}
		}
	}
	return rows
}

// overwrote finds a row that another actor had changed just before the call and
// that the candidate then changed in a way the case has no place for.
func overwrote(v *recovery, fault int) []Finding {
	l := v.r.Ledger
	for _, hit := range v.hits[fault] {
		rivals := v.rivalBefore(hit)
		for i := hit; i < len(l); i++ {
			e := &l[i]
			if !counts(e) {
				continue
			}
			for _, c := range e.Changes {
				if !rivals[place{c.Table, c.ID}] || v.s.inPlace(touch{i, v.s.rules.phaseAt(i), c}, v.s.rules.everywhere()) {
					continue
				}
				f := v.unsafely(fault, e, fmt.Sprintf("row %s of %s, which another had just changed, was overwritten.", c.ID, c.Table))
				f.Table, f.Row, f.Want, f.Found = c.Table, c.ID, "the other's change left as it is", string(c.Op)
				return []Finding{f}
			}
		}
	}
	return nil
}
