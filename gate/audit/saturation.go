package audit

import (
	"maps"
	"slices"

	"github.com/keptgate/keptgate/gate"
)

// Saturation is a category that tells candidates apart no more.
type Saturation struct {
	Category string
	Cases    int
	Trials   int
	Passed   bool // every trial passed; else every trial failed
}

// Saturated lists the categories of a result in which all steady trials with a
// verdict went the same way, sorted by name. A category with a case that has no
// verdict is not judged.
func Saturated(r *gate.Result) []Saturation {
	type tally struct{ cases, passed, failed, silent int }
	all := map[string]*tally{}
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Condition != gate.Steady {
			continue
		}
		t := all[c.Category]
		if t == nil {
			t = &tally{}
			all[c.Category] = t
		}
		t.cases++
		t.passed += c.Passed
		t.failed += c.Failed
		if c.Valid() == 0 {
			t.silent++
		}
	}
	var out []Saturation
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if t := all[name]; t.silent == 0 && (t.passed == 0) != (t.failed == 0) {
			out = append(out, Saturation{name, t.cases, t.passed + t.failed, t.failed == 0})
		}
	}
	return out
}
