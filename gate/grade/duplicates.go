package grade

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// checkDuplicates reports logical operations that took effect more than once,
// even where the rows look right in the end. A logical operation is an effect,
// its target and the item expected. A call answered from its idempotency key ran
// nothing and is no duplicate; an effect that came a second time because the call
// gave no key is one.
func checkDuplicates(_ *suites.Case, r *trace.Record, s *Settlement) []Finding {
	twice := map[int]string{}
	for entry, message := range s.repeatedCalls(r.Ledger) {
		twice[entry] = message
	}
	for entry, message := range s.repeatedRows(r.Ledger) {
		twice[entry] = message
	}
	var out []Finding
	for i := range r.Ledger {
		if message, ok := twice[i]; ok {
			f := fail(DuplicateEffect, &r.Ledger[i], "%s", message)
			f.Want, f.Found = "one effect", "a further one: "+kindOf(s.lasting(&r.Ledger[i]))
			out = append(out, f)
		}
	}
	return out
}

// repeatedCalls finds calls that committed the same logical call again. The
// second is no duplicate where the first had been undone in between, or where
// the case has a place for what it changed: then it is another item.
func (s *Settlement) repeatedCalls(l trace.Ledger) map[int]string {
	found := map[int]string{}
	before := map[string]int{}
	for j := range l {
		e := &l[j]
		if !wrote(e) || e.Logical == "" {
			continue
		}
		changes := s.lasting(e)
		if len(changes) == 0 {
			continue
		}
		if i, again := before[e.Logical]; again && !s.undone(l, i, j) && !s.needed(changes) {
			found[j] = "The same logical call took effect again: " + e.Tool + "."
		}
		before[e.Logical] = j
	}
	return found
}

// lasting lists the changes of an entry to more than volatile columns.
func (s *Settlement) lasting(e *trace.Entry) []trace.Change {
	return slices.DeleteFunc(slices.Clone(e.Changes), func(c trace.Change) bool {
		return c.Op == trace.Update && len(s.compared(c)) == 0
	})
}

// needed tells whether rows changed that the case has a place for in the end,
// and no others; bookkeeping says nothing either way.
func (s *Settlement) needed(changes []trace.Change) bool {
	any := false
	for _, c := range changes {
		if s.rules.bookkeeping[c.Table] {
			continue
		}
		if !s.covered(place{c.Table, c.ID}) {
			return false
		}
		any = true
	}
	return any
}

// undone tells whether an entry between i and j set back, or set anew, something
// that entry i had changed.
func (s *Settlement) undone(l trace.Ledger, i, j int) bool {
	for _, c := range s.lasting(&l[i]) {
		if s.rules.bookkeeping[c.Table] {
			continue
		}
		for _, t := range s.history.rows[place{c.Table, c.ID}].touches {
			if t.entry > i && t.entry < j && s.undoes(t.Change, c) {
				return true
			}
		}
	}
	return false
}

// undoes tells whether the later change of a row replaces the earlier one.
func (s *Settlement) undoes(later, earlier trace.Change) bool {
	if later.Op != trace.Update {
		return true
	}
	return earlier.Op == trace.Update && overlap(s.compared(earlier), s.compared(later))
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// repeatedRows plays the ledger and finds entries that add a row of a kind that
// the case expects when all places for such rows are taken by rows that exist. A
// log that tools keep by themselves is no effect: bookkeeping counts here only
// where the suite names the added row as one.
func (s *Settlement) repeatedRows(l trace.Ledger) map[int]string {
	found := map[int]string{}
	live := newMatching()
	number := map[place]int{}
	for i := range l {
		e := &l[i]
		if !counts(e) {
			continue
		}
		for _, c := range e.Changes {
			p := place{c.Table, c.ID}
			n, known := number[p]
			if !known {
				n = len(number)
				number[p] = n
			}
			live.remove(n)
			if c.After == nil || !s.isEffect(c.Table) || s.history.rows[p].start() != nil {
				continue
			}
			row := &part{Change: trace.Change{Table: c.Table, Op: trace.Insert, ID: c.ID, After: c.After}, phase: s.rules.phase(i)}
			var slots []int
			for j, slot := range s.slots {
				if slot.spec.Op == trace.Insert && slot.fits(row) {
					slots = append(slots, j)
				}
			}
			if len(slots) > 0 && !live.add(n, slots) && c.Op == trace.Insert {
				found[i] = "One row more than the case expects was added to " + c.Table + "."
			}
		}
	}
	return found
}

// isEffect tells whether adding a row to the table is an effect.
func (s *Settlement) isEffect(table string) bool {
	if !s.rules.bookkeeping[table] {
		return true
	}
	for _, e := range s.rules.c.Suite.Effects {
		if e.Op == trace.Insert && e.Table == table {
			return true
		}
	}
	return false
}
