package suites

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// Covers tells whether a change is one that the effect names.
func (e Effect) Covers(c trace.Change) bool {
	if e.Op != c.Op || e.Table != c.Table {
		return false
	}
	return len(e.Columns) == 0 || slices.ContainsFunc(e.Columns, c.Differs)
}

// Effect names the effect that a change of this form has, the most specific one
// where several fit; false where the suite names none.
func (spec ChangeSpec) Effect(s *Suite) (string, bool) {
	best, found := "", false
	columns := slices.Collect(maps.Keys(spec.Set))
	for _, name := range slices.Sorted(maps.Keys(s.Effects)) {
		e := s.Effects[name]
		if e.Op != spec.Op || e.Table != spec.Table {
			continue
		}
		if len(e.Columns) > 0 {
			if overlap(e.Columns, columns) {
				return name, true
			}
			continue
		}
		if !found {
			best, found = name, true
		}
	}
	return best, found
}

// Record is the key of the row that the form is about, by the columns of its
// table's key; "" where the form leaves it open.
func (spec ChangeSpec) Record(key []string) string {
	from := spec.Where
	if spec.Op == trace.Insert {
		from = spec.With
	}
	var parts []string
	for _, column := range key {
		m, ok := from[column]
		if !ok || m.Literal == nil {
			return ""
		}
		parts = append(parts, fmt.Sprint(m.Literal))
	}
	return strings.Join(parts, "/")
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
