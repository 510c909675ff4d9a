package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// The run rule's levels.
const (
	Alpha = .01 // chance that a run blames any category, or the whole suite, of a candidate that did not change
	Guard = .05 // a category's net change must be significant by itself at this level, too
)

// Null is what a category's test takes for granted until shown otherwise.
type Null int

const (
	// EachCase: no case changed. For another version of the same model. Tested by Combination.
	EachCase Null = iota
	// Net: the category as a whole did not change. For another model, where some cases always swap places. Tested
	// by CMH.
	Net
)

// Group is a category with its strata.
type Group struct {
	Name   string
	Strata []Stratum
}

// Test is the outcome for one category, or for the whole suite.
type Test struct {
	Name                string
	Compared            int     // strata with trials on both sides; the figures below stand on these
	Baseline, Candidate float64 // unweighted means of the strata's pass rates, 0..1; 0 if Compared is 0
	P                   float64 // one-sided p-value under the Null in force; 1 if Compared is 0
	CMH                 float64 // one-sided p-value of the net change
	Adjusted            float64 // P after Holm, to be held against Family.Alpha
	Regressed           bool    // worse beyond chance
}

// Family is every test of a run, judged together.
type Family struct {
	Groups []Test  // in the order given
	Whole  Test    // all strata together; its P is its CMH
	Size   int     // tests that share Alpha: groups with something to compare, and the whole
	Alpha  float64 // level the family was judged at: the package's Alpha, or a Look's part of it
}

// Regressed says whether any category or the whole suite got worse.
func (f Family) Regressed() bool {
	return f.Whole.Regressed || slices.ContainsFunc(f.Groups, func(t Test) bool { return t.Regressed })
}

// Regressions applies the run rule: Holm's step-down at Alpha over the groups and the whole suite; a group counts only if
// its own CMH is significant at Guard, too, so that cases swapping places within it do not block. As the tests are exact,
// identical candidates are blocked at most at the rate Alpha, whatever the counts: simulated, .003 with five trials a case
// to .0098. Groups with nothing to compare take no share of Alpha.
//
// Impossible counts are errors, and so are more strata or trials than MaxStrata and MaxTrials allow, over all groups.
func Regressions(groups []Group, null Null) (Family, error) {
	return regressions(groups, null, Alpha)
}

// regressions is Regressions at any level.
func regressions(groups []Group, null Null, alpha float64) (Family, error) {
	var all []Stratum
	for _, g := range groups {
		if err := check(g.Strata); err != nil {
			return Family{}, fmt.Errorf("test group %q: %w", g.Name, err)
		}
		all = append(all, g.Strata...)
	}
	if err := check(all); err != nil {
		return Family{}, fmt.Errorf("test whole suite: %w", err)
	}
	tests := make([]Test, 0, len(groups)+1)
	for _, g := range groups {
		tests = append(tests, newTest(g.Name, g.Strata, null))
	}
	tests = append(tests, newTest("", all, Net))
	size := judge(tests, alpha)
	return Family{Groups: tests[:len(groups)], Whole: tests[len(groups)], Size: size, Alpha: alpha}, nil
}

func newTest(name string, strata []Stratum, null Null) Test {
	t := Test{Name: name, P: 1, CMH: 1, Adjusted: 1}
	strata = canonical(strata)
	if len(strata) == 0 {
		return t
	}
	for _, s := range strata {
		t.Baseline += s.Baseline.rate()
		t.Candidate += s.Candidate.rate()
	}
	t.Compared = len(strata)
	t.Baseline /= float64(t.Compared)
	t.Candidate /= float64(t.Compared)
	t.CMH = cmh(strata)
	t.P = t.CMH
	if null == EachCase {
		t.P = combination(strata)
	}
	return t
}

// judge fills Adjusted and Regressed, and returns how many tests shared alpha.
func judge(tests []Test, alpha float64) int {
	var at []int
	var ps []float64
	for i, t := range tests {
		if t.Compared > 0 {
			at, ps = append(at, i), append(ps, t.P)
		}
	}
	for j, adjusted := range Holm(ps) {
		t := &tests[at[j]]
		t.Adjusted = adjusted
		t.Regressed = adjusted <= alpha && t.CMH <= Guard
	}
	return len(at)
}

// Holm returns the step-down adjusted p-values, in the order given (Holm, Scandinavian Journal of Statistics 6, 1979):
// to reject where the result is at most α keeps the chance of any false rejection below α, however the tests depend on
// one another.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[a], ps[b]) })
	adjusted, floor := make([]float64, len(ps)), 0.0
	for rank, i := range order {
		floor = max(floor, min(1, float64(len(ps)-rank)*ps[i]))
		adjusted[i] = floor
	}
	return adjusted
}
