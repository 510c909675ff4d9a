package grade

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// nearMiss says which left-over part was meant to fill an open slot, and what
// is wrong with it. It explains a failure and never decides one.
type nearMiss struct {
	part     int
	identity bool     // the wrong row; otherwise the right one with wrong values
	fields   []string // what does not match
}

// maxNear bounds the left-over parts that are looked at.
const maxNear = 500

// nearMisses pairs open slots with left-over parts of the same kind: first those
// of the right row, then those with the right values, then the rest.
func (s *Settlement) nearMisses() map[int]nearMiss {
	near := map[int]nearMiss{}
	used := map[int]bool{}
	left := s.left()
	left = left[:min(len(left), maxNear)]
	open := s.open()
	for pass := range 3 {
		for _, j := range open {
			if _, done := near[j]; done {
				continue
			}
			for _, i := range left {
				if used[i] {
					continue
				}
				wrongKey, wrongValue, ok := compare(s.slots[j].spec, &s.parts[i])
				if !ok || pass == 0 && len(wrongKey) > 0 || pass == 1 && len(wrongValue) > 0 {
					continue
				}
				near[j], used[i] = nearMiss{i, len(wrongKey) > 0, append(wrongKey, wrongValue...)}, true
				break
			}
		}
	}
	return near
}

// compare lists the columns by which a part misses a spec: those that say which
// row it is, and those that say what becomes of it. It is not ok where the two
// are not of one kind.
func compare(spec *suites.ChangeSpec, p *part) (wrongKey, wrongValue []string, ok bool) {
	if spec.Op != p.Op || spec.Table != p.Table {
		return nil, nil, false
	}
	switch spec.Op {
	case trace.Insert:
		for _, column := range misses(spec.With, p.After) {
			if identifies(column, spec.With[column]) {
				wrongKey = append(wrongKey, column)
			} else {
				wrongValue = append(wrongValue, column)
			}
		}
	case trace.Delete:
		wrongKey = misses(spec.Where, p.Before)
	default:
		set := slices.Sorted(maps.Keys(spec.Set))
		if !slices.ContainsFunc(p.columns, func(c string) bool { return slices.Contains(set, c) }) {
			return nil, nil, false
		}
		wrongKey = misses(spec.Where, p.Before)
		wrongValue = append(misses(spec.Set, p.After), beyond(spec, p)...)
	}
	return wrongKey, wrongValue, true
}

// misses lists the columns whose value is not accepted, sorted.
func misses(want map[string]suites.Matcher, row trace.Row) []string {
	var out []string
	for _, column := range slices.Sorted(maps.Keys(want)) {
		if !want[column].Match(row[column]) {
			out = append(out, column)
		}
	}
	return out
}

// identifier is text that reads like a key: letters and digits without a space,
// such as c204 or INV-2031.
var identifier = regexp.MustCompile(`^[\pL_-]*\pL[\pL_-]*[-_.#]?\d[\pL\d._-]*$`)

// identifies tells whether a column of an inserted row says whom or what it is
// about, rather than what is said about it: by its name, or by a value that
// reads like a key. The ledger does not hold the foreign keys of the tables.
func identifies(column string, m suites.Matcher) bool {
	if column == "id" || strings.HasSuffix(column, "_id") {
		return true
	}
	text, ok := m.Literal.(string)
	return ok && identifier.MatchString(text)
}
