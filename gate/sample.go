package gate

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// Conditions under which a trial can run.
const (
	Steady = "steady" // nothing goes wrong, but for what the case itself declares
	Faults = "faults" // a fault is planned over the case's own calls
	Drift  = "drift"  // the interface served is not the one that the world has
	Load   = "load"   // all cases of a suite share finite capacity
)

// Conditions lists them in the order of plans and reports.
func Conditions() []string { return []string{Steady, Faults, Drift, Load} }

// trials is how many trials a plan has of each case under a condition.
func trials(p thresholds.Plan, condition string) int {
	return map[string]int{Steady: p.Steady, Faults: p.Faults, Drift: p.Drift, Load: p.Load}[condition]
}

// limits bound the cases that take part under each condition; 0 is no limit.
func limits(p thresholds.Plan) map[string]int {
	return map[string]int{Steady: p.Cases.Steady, Faults: p.Cases.Faults, Drift: p.Cases.Drift, Load: p.Cases.Load}
}

// Sample is the part of the cases that takes part under a condition.
type Sample struct {
	Condition  string
	Trials     int      // of each case
	Cases      int      // that take part
	Of         int      // that could take part
	Categories []string // of those that take part, sorted

	cases []*suites.Case
}

// sample takes as many cases as the plan allows under a condition, in whole
// categories as long as they fit.
func (p *Plan) sample(condition string, f Filter) Sample {
	plan := p.Policy.Plan
	var all []*suites.Case
	var proposed []*suites.Case
	for _, s := range p.Suites {
		for _, c := range s.Cases {
			if s.Proposal {
				proposed = append(proposed, c)
			} else if (f.told == nil || !s.HeldOut) && (condition == Steady || p.plannable(c, condition, f)) {
				all = append(all, c)
			}
		}
	}
	out := Sample{Condition: condition, Trials: trials(plan, condition), Of: len(all), cases: all}
	switch limit := limits(plan)[condition]; {
	case f.told != nil:
		out.Of, out.cases = f.told.sample(all, condition, limit, f)
	case limit > 0 && limit < len(all):
		out.cases = chooseSides(all, limit, f)
	}
	if condition == Steady { // beside the sample, which is of cases with a vote
		out.cases, out.Of = append(out.cases[:len(out.cases):len(out.cases)], proposed...), out.Of+len(proposed)
	}
	out.Cases = len(out.cases)
	for _, c := range out.cases {
		out.Categories = append(out.Categories, c.Category)
	}
	slices.Sort(out.Categories)
	out.Categories = slices.Compact(out.Categories)
	return out
}

// plannable tells whether a case can be tried under a condition. A fault that is
// to be tried leaves out the cases that it does not fit, unless they were named:
// then the reader wants to know why.
func (p *Plan) plannable(c *suites.Case, condition string, f Filter) bool {
	switch {
	case f.Try == nil:
		return world.Plannable(c, condition)
	case c.Suite.HeldOut:
		return false // what fits a held-out case would tell of its tools
	}
	_, err := p.world(Task{Case: c, Condition: condition})
	return err == nil || len(f.Cases) > 0
}

// chooseSides gives the held-out side its part of a sample, so that the same
// categories are taken of both.
func chooseSides(all []*suites.Case, limit int, f Filter) []*suites.Case {
	var public, heldOut []*suites.Case
	for _, c := range all {
		if c.Suite.HeldOut {
			heldOut = append(heldOut, c)
		} else {
			public = append(public, c)
		}
	}
	part := heldOutPart(limit, len(heldOut), len(all))
	return append(choose(public, limit-part, f), choose(heldOut, part, f)...)
}

// heldOutPart is how many held-out cases a sample of so many takes.
func heldOutPart(limit, heldOut, all int) int { return (limit*heldOut + all/2) / all }

// choose takes whole categories, those with touched cases first, the others in
// an order that the rotation draws. Only the last of them may be taken in part.
// The cases come back in the order of the suites.
func choose(all []*suites.Case, limit int, f Filter) []*suites.Case {
	groups := map[string][]*suites.Case{}
	touched := map[string]bool{}
	for _, c := range all {
		groups[c.Category] = append(groups[c.Category], c)
		touched[c.Category] = touched[c.Category] || f.touches(c)
	}
	names := make([]string, 0, len(groups))
	for name, cases := range groups {
		names = append(names, name)
		slices.SortStableFunc(cases, func(a, b *suites.Case) int { return first(f.touches(a), f.touches(b)) })
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(first(touched[a], touched[b]), cmp.Compare(drawn(f.Rotation, a), drawn(f.Rotation, b)))
	})
	taken := map[*suites.Case]bool{}
	for _, name := range names {
		for _, c := range groups[name][:min(len(groups[name]), limit-len(taken))] {
			taken[c] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(c *suites.Case) bool { return !taken[c] })
}

// first orders what is true before what is false.
func first(a, b bool) int { return -compareBool(a, b) }

// drawn is the place of a category in the order of a rotation.
func drawn(rotation, category string) string {
	sum := sha256.Sum256([]byte(rotation + "\n" + category))
	return string(sum[:])
}

// touches tells whether a case is about a tool that the change touches.
func (f Filter) touches(c *suites.Case) bool {
	return slices.ContainsFunc(touched(c), func(tool string) bool { return slices.Contains(f.Touched, tool) })
}
