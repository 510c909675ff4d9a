package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// sides sets the public cases beside the held-out ones: what both came to, the
// gap with its test, and the classes of the held-out failures. Of the held-out
// side there is nothing else to tell.
func sides(r *gate.Result) string {
	s := r.HeldOut
	if s == nil {
		return ""
	}
	parts := []string{bothSides(s), gapped(r)}
	if classes := classCounts(s.HeldOut.Classes); classes != "" {
		parts = append(parts, "held-out trials failed by "+classes)
	}
	return strings.Join(parts, " · ")
}

// bothSides is the score of both sides, or the share of trials that passed where
// none is measured.
func bothSides(s *gate.Sides) string {
	size := fmt.Sprintf("%d public cases and %d held-out ones", s.Public.Cases, s.HeldOut.Cases)
	if a, b := s.Public.Metric("score"), s.HeldOut.Metric("score"); a != nil && b != nil && a.Value != nil && b.Value != nil {
		return fmt.Sprintf("%s: score %s and %s", size, decimals(*a.Value), decimals(*b.Value))
	}
	return fmt.Sprintf("%s: %s and %s of trials passed", size,
		rate{s.Public.Passed, s.Public.Passed + s.Public.Failed}, rate{s.HeldOut.Passed, s.HeldOut.Passed + s.HeldOut.Failed})
}

// gapped says what the test of a gap came to: in improvement where there is a
// baseline, else of what both sides came to.
func gapped(r *gate.Result) string {
	g, what := r.HeldOut.Gap, "gap"
	why := ""
	if c := r.Comparison; c != nil && c.Gap != nil {
		if c.Gap.Why == "" {
			g, what = *c.Gap, "gap in improvement"
		} else {
			why = " · gap in improvement not evaluated: " + c.Gap.Why
		}
	}
	if g.P == nil {
		return "held-out side too small to tell" + why
	}
	s := fmt.Sprintf("%s %s points (%s): ", what, points(g.Value), gate.PValue(*g.P))
	switch {
	case g.Shown:
		s += "a sign of overfitting"
	case g.Small:
		s += "held-out side too small to tell"
	default:
		s += "no sign of overfitting"
	}
	return s + why
}

// classCounts names the commonest classes with the number of their trials.
func classCounts(counts map[string]int) string {
	const most = 4
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	var parts []string
	for _, name := range names[:min(len(names), most)] {
		parts = append(parts, fmt.Sprintf("%s %d", class(name), counts[name]))
	}
	if n := len(names) - most; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, ", ")
}
