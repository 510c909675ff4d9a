package grade

import (
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// rules is what a case says about rows, made ready for look-ups.
type rules struct {
	c           *suites.Case
	r           *trace.Record
	bookkeeping map[string]bool // tables
	volatile    map[string]bool // "table.column"
	visits      []trace.Visit
	stride      int // how far the phases of two calls of the caller lie apart
	outdated    []outdated
	stuck       bool // rows may have stayed as they were right until a twist
}

func newRules(c *suites.Case, r *trace.Record) *rules {
	ru := &rules{c: c, r: r, bookkeeping: map[string]bool{}, volatile: map[string]bool{}}
	for _, table := range c.Suite.Bookkeeping {
		ru.bookkeeping[table] = true
	}
	for _, column := range c.Suite.Volatile {
		ru.volatile[column] = true
	}
	ru.phases()
	return ru
}

// everywhere lists all changes that any phase or alternative of the case has a
// place for, each with the phase below which it counts; 0 is any.
func (ru *rules) everywhere() []slot {
	var out []slot
	add := func(specs []suites.ChangeSpec, until int) {
		for i := range specs {
			out = append(out, slot{spec: &specs[i], until: until})
		}
	}
	e := ru.c.Expect
	add(e.Changes, 0)
	add(e.May, 0)
	for _, a := range e.AnyOf {
		add(a.Changes, 0)
		add(a.May, 0)
	}
	for _, o := range ru.outdated {
		add(o.allows, o.until)
	}
	return out
}

// part is a changed row or, of an updated row, some of its changed columns. A
// change in the ledger is by row; where a case describes columns of one row
// apart, they are matched apart.
type part struct {
	trace.Change
	columns []string // of an update: those that changed, the volatile ones only where a change of the case sets them
	first   int      // place in the ledger of the first entry that touched the row
	phase   int      // of the last one
}

func (p *part) place() place { return place{p.Table, p.ID} }

// parts cuts the net changes into parts, in the order in which the rows were
// first touched.
func (ru *rules) parts(slots []slot, h *history, net []trace.Change) []part {
	var out []part
	for _, c := range net {
		row := h.rows[place{c.Table, c.ID}]
		p := part{Change: c, first: row.touches[0].entry, phase: row.phase()}
		if c.Op != trace.Update {
			out = append(out, p)
			continue
		}
		for _, columns := range ru.groups(slots, c, row) {
			p.columns = columns
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b part) int { return a.first - b.first })
	return out
}

// groups cuts the columns that the candidate changed of an updated row: those
// that one change of the case sets stay together, those that none sets form the
// last group.
func (ru *rules) groups(slots []slot, c trace.Change, row *life) [][]string {
	group := map[string]string{} // column -> a column that stands for its group
	for _, s := range slots {
		if s.spec.Op != trace.Update || s.spec.Table != c.Table || !matchAll(s.spec.Where, c.Before) {
			continue
		}
		join(group, slices.Sorted(maps.Keys(s.spec.Set)))
	}
	byGroup := map[string][]string{}
	for _, column := range c.Columns() {
		if !row.changes(column) {
			continue // somebody else's doing
		}
		stands, named := group[column]
		if named || !ru.volatile[c.Table+"."+column] {
			byGroup[stands] = append(byGroup[stands], column)
		}
	}
	var out [][]string
	for _, stands := range slices.Sorted(maps.Keys(byGroup)) {
		out = append(out, byGroup[stands])
	}
	return out
}

// join puts the columns, and all that stand in one group with any of them, into
// one group.
func join(group map[string]string, columns []string) {
	if len(columns) == 0 {
		return
	}
	stands := columns[0]
	for _, column := range columns {
		old, ok := group[column]
		group[column] = stands
		if !ok || old == stands {
			continue
		}
		for other, g := range group {
			if g == old {
				group[other] = stands
			}
		}
	}
}

// fits tells whether the part is what the slot asks for.
func (s slot) fits(p *part) bool {
	spec := s.spec
	if spec.Table != p.Table || spec.Op != p.Op || s.until > 0 && p.phase >= s.until {
		return false
	}
	switch spec.Op {
	case trace.Insert:
		return matchAll(spec.With, p.After)
	case trace.Delete:
		return matchAll(spec.Where, p.Before)
	default:
		return matchAll(spec.Where, p.Before) && matchAll(spec.Set, p.After) && len(beyond(spec, p)) == 0
	}
}

// beyond lists the changed columns of a part that the spec does not set.
func beyond(spec *suites.ChangeSpec, p *part) []string {
	var out []string
	for _, column := range p.columns {
		if _, ok := spec.Set[column]; !ok {
			out = append(out, column)
		}
	}
	return out
}

// matchAll tells whether every matcher accepts its column, one that the row does
// not have being null.
func matchAll(want map[string]suites.Matcher, row map[string]any) bool {
	for column, m := range want {
		if !m.Match(row[column]) {
			return false
		}
	}
	return true
}

// describe writes a change of a case as a reader of a report should see it.
func describe(spec *suites.ChangeSpec) string {
	var b strings.Builder
	b.WriteString(string(spec.Op) + " " + spec.Table)
	list := func(word string, m map[string]suites.Matcher) {
		for i, column := range slices.Sorted(maps.Keys(m)) {
			if i > 0 {
				word = ","
			}
			b.WriteString(word + " " + column + " = " + m[column].String())
		}
	}
	list(" where", spec.Where)
	list(" with", spec.With)
	list(" set", spec.Set)
	return b.String()
}
