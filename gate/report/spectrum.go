package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// maxListed bounds the names that one line lists.
const maxListed = 8

// tierRows are the tiers of the tool spectrum, the heaviest first.
func tierRows(r *gate.Result) ([]column, [][]string) {
	var rows [][]string
	if r.Spectrum != nil {
		for _, t := range r.Spectrum.Tiers {
			passed := ""
			if n := t.Passed + t.Failed; n > 0 {
				passed = gate.Percent(float64(t.Passed) / float64(n))
			}
			rows = append(rows, []string{t.Name, fmt.Sprintf("%g", t.Weight), fmt.Sprintf("%d of %d", t.Touched, t.Tools), fmt.Sprint(t.Cases), passed})
		}
	}
	return []column{{"tier of tools", false}, {"weight", true}, {"tools tried", true}, {"cases", true}, {"trials passed", true}}, rows
}

// gaps say what of the tool spectrum the suites do not cover.
func gaps(r *gate.Result) []fact {
	s := r.Spectrum
	if s == nil {
		return nil
	}
	var unmet []string
	for _, u := range s.Unmet {
		unmet = append(unmet, fmt.Sprintf("%s at %s (%s)", kindWords(u.Fault), u.Tool, u.Why))
	}
	var out []fact
	for _, f := range []fact{
		{"tools that no case touches", listing(s.Untouched)},
		{"error modes that reached no trial", listing(unmet)},
		{"tools that write and are not in the spectrum", listing(s.Unlisted)},
	} {
		if f.text != "" {
			out = append(out, f)
		}
	}
	return out
}

// listing writes the first names of a list, and counts the others.
func listing(names []string) string {
	if n := len(names) - maxListed; n > 0 {
		names = append(slices.Clone(names[:maxListed]), fmt.Sprintf("%d more", n))
	}
	return strings.Join(names, ", ")
}
