package grade

import (
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Settlement is how the rows that changed over a trial were matched, one to one,
// with the changes that the case requires and allows.
type Settlement struct {
	Alternative string              // of any_of: the one reached, or the nearest; "" without any_of
	Achieved    []suites.ChangeSpec // one for each required row that was changed as asked
	Missing     []suites.ChangeSpec // one for each required row that was not
	Extra       []trace.Change      // changed rows, or parts of them, that nothing allows; bookkeeping is not among them

	rules   *rules
	history *history
	filings []filing // one for each call of the caller
	slots   []slot
	parts   []part
	byRow   map[place][]int // parts of each row that changed
	pairs   *matching
	near    map[int]nearMiss // slot -> the part that comes near it
}

// Settle matches what a record changed with what its case expects. Where the
// case has several good end states, the one nearest to the record counts: the
// one with the fewest changes missing and left over. They are never mixed.
func Settle(c *suites.Case, r *trace.Record) *Settlement { return settleAs(c, r, false) }

// settleAs settles; with stuck, rows may also have stayed as they were right
// until a twist.
func settleAs(c *suites.Case, r *trace.Record, stuck bool) *Settlement {
	ru := newRules(c, r)
	ru.stuck = stuck
	h := newHistory(ru, 0, len(r.Ledger))
	net := r.Ledger.Net()
	alternatives := c.Expect.AnyOf
	if len(alternatives) == 0 {
		alternatives = []suites.Alternative{{}}
	}
	var best *Settlement
	for _, a := range alternatives {
		s := settle(ru, h, net, a)
		if best == nil || s.distance() < best.distance() {
			best = s
		}
	}
	best.near = best.nearMisses()
	best.filings = newFilings(ru, h)
	return best
}

func (s *Settlement) distance() int { return len(s.Missing) + len(s.Extra) }

func settle(ru *rules, h *history, net []trace.Change, a suites.Alternative) *Settlement {
	s := &Settlement{Alternative: a.Name, rules: ru, history: h, byRow: map[place][]int{}}
	s.slots = ru.slots(a, len(h.places))
	s.parts = ru.parts(s.slots, h, net)
	fits := make(map[int][]int, len(s.parts))
	rows := make([]int, len(s.parts))
	for i := range s.parts {
		rows[i] = i
		s.byRow[s.parts[i].place()] = append(s.byRow[s.parts[i].place()], i)
		for j := range s.slots {
			if s.slots[j].fits(&s.parts[i]) {
				fits[i] = append(fits[i], j)
			}
		}
	}
	var needed []int
	for j, slot := range s.slots {
		if slot.required {
			needed = append(needed, j)
		}
	}
	s.pairs = pair(fits, rows, needed, func(row int) bool { return ru.bookkeeping[s.parts[row].Table] })
	for _, j := range needed {
		if _, ok := s.pairs.rowOf[j]; ok {
			s.Achieved = append(s.Achieved, *s.slots[j].spec)
		} else {
			s.Missing = append(s.Missing, *s.slots[j].spec)
		}
	}
	for _, i := range s.left() {
		s.Extra = append(s.Extra, s.parts[i].Change)
	}
	return s
}

// left lists the parts that no slot took, without bookkeeping.
func (s *Settlement) left() []int {
	var left []int
	for i, p := range s.parts {
		if _, ok := s.pairs.slotOf[i]; !ok && !s.rules.bookkeeping[p.Table] {
			left = append(left, i)
		}
	}
	return left
}

// open lists the required slots that no part filled.
func (s *Settlement) open() []int {
	var open []int
	for j, slot := range s.slots {
		if _, ok := s.pairs.rowOf[j]; !ok && slot.required {
			open = append(open, j)
		}
	}
	return open
}

// covered tells whether every part of the row's change was matched; false where
// the row did not change in the end.
func (s *Settlement) covered(p place) bool {
	for _, i := range s.byRow[p] {
		if _, ok := s.pairs.slotOf[i]; !ok {
			return false
		}
	}
	return s.changed(p)
}

// changed tells whether the row differs in the end from how it began, as far as
// the grader compares it.
func (s *Settlement) changed(p place) bool { return len(s.byRow[p]) > 0 }

// slot is one row that a case asks for or allows.
type slot struct {
	spec     *suites.ChangeSpec
	required bool
	until    int // the row was last touched in a phase below this; 0: whenever
}

// maxSlots bounds the rows that one change of a case can ask for.
const maxSlots = 10_000

// slots lists the rows that a case wants with one of its alternatives, in an
// order that does not depend on the order in the file.
func (ru *rules) slots(a suites.Alternative, rows int) []slot {
	var out []slot
	add := func(specs []suites.ChangeSpec, required bool, until int) {
		for _, spec := range inOrder(specs) {
			n := min(max(1, spec.Times), maxSlots)
			if !required {
				n = min(n, rows)
			}
			for range n {
				out = append(out, slot{spec, required, until})
			}
		}
	}
	add(slices.Concat(ru.c.Expect.Changes, a.Changes), true, 0)
	add(slices.Concat(ru.c.Expect.May, a.May), false, 0)
	for _, o := range ru.outdated {
		allowed := o.allows
		if !ru.stuck {
			allowed = lasting(allowed)
		}
		add(allowed, false, o.until)
	}
	return out
}

// lasting are the changes of an outdated phase that may still stand at the end:
// rows that were added, such as a notice, which nobody can take back. A row that
// was changed or deleted then must have become what the case expects.
func lasting(specs []suites.ChangeSpec) []suites.ChangeSpec {
	return slices.DeleteFunc(slices.Clone(specs), func(s suites.ChangeSpec) bool { return s.Op != trace.Insert })
}

// inOrder sorts specs by what they say.
func inOrder(specs []suites.ChangeSpec) []*suites.ChangeSpec {
	type keyed struct {
		key  string
		spec *suites.ChangeSpec
	}
	list := make([]keyed, len(specs))
	for i := range specs {
		list[i] = keyed{specs[i].Name + "\x00" + describe(&specs[i]), &specs[i]}
	}
	slices.SortStableFunc(list, func(a, b keyed) int { return strings.Compare(a.key, b.key) })
	out := make([]*suites.ChangeSpec, len(list))
	for i, k := range list {
		out[i] = k.spec
	}
	return out
}
