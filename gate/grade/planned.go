package grade

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// planned tells of a trial under load whether the right calls were there: every
// change that the case requires was made, or tried by a call that found no room;
// and each came after those that it needs. It is false without load.
func planned(c *suites.Case, r *trace.Record, s *Settlement) bool {
	if r.Load == nil {
		return false
	}
	o := overload{c: c, r: r}
	first := map[string]int{} // name of a change -> place of the first call for it
	made := make([]int, len(s.slots))
	used := map[int]bool{}
	for j, slot := range s.slots {
		if !slot.required {
			continue
		}
		if row, ok := s.pairs.rowOf[j]; ok {
			made[j] = o.firstTry(s.history.culprit(&s.parts[row]))
		} else if made[j] = o.tried(slot.spec, used); made[j] < 0 {
			return false
		}
		if at, known := first[slot.spec.Name]; slot.spec.Name != "" && (!known || made[j] < at) {
			first[slot.spec.Name] = made[j]
		}
	}
	for j, slot := range s.slots {
		if slot.required && slices.ContainsFunc(slot.spec.Needs, func(name string) bool {
			at, known := first[name]
			return known && at > made[j]
		}) {
			return false
		}
	}
	return true
}

// firstTry is the place of the first attempt at the call that an entry came of:
// those before it found no room.
func (o *overload) firstTry(i int) int {
	l := o.r.Ledger
	i = asked(l, i)
	first := i
	for j := i - 1; j >= 0; j-- {
		e := &l[j]
		if !e.Asked() || e.Logical == "" || e.Logical != l[i].Logical {
			continue
		}
		if !o.refused(e) {
			break
		}
		first = j
	}
	return first
}

// tried is the place of a call that found no room and would have made the
// change, each used once; -1 where there is none.
func (o *overload) tried(spec *suites.ChangeSpec, used map[int]bool) int {
	logical := map[string]bool{}
	for i := range used {
		logical[o.r.Ledger[i].Logical] = true
	}
	for i := range o.r.Ledger {
		e := &o.r.Ledger[i]
		t := toolOf(o.c, e.Tool)
		if t == nil || logical[e.Logical] || !o.refused(e) || !slices.Contains(t.Changes(), spec.Table) || !couldMake(spec, e.Args) {
			continue
		}
		used[i] = true
		return i
	}
	return -1
}
