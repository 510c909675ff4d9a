package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// categoryRows are the categories: against the baseline where there is one, else
// as they are.
func categoryRows(r *gate.Result) ([]column, [][]string) {
	var rows [][]string
	c := r.Comparison
	if c == nil || len(c.Categories) == 0 {
		counts := rates(r)
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			rows = append(rows, []string{name, counts[name].String(), fmt.Sprint(counts[name].trials)})
		}
		if tried(r) == 0 {
			rows = nil // all of them would say the same
		}
		return []column{{"category", false}, {"kept the promise", true}, {"trials", true}}, rows
	}
	differ, rest := split(c)
	for _, d := range differ {
		rows = append(rows, categoryRow(d, flips(d, 4)))
	}
	const most = 3 // categories without a difference that each get a row
	if len(rest) <= most {
		for _, d := range rest {
			rows = append(rows, categoryRow(d, least([]gate.Difference{d})))
		}
	} else {
		label := fmt.Sprintf("~ %d others", len(rest))
		if len(rows) == 0 {
			label = fmt.Sprintf("~ all %d categories", len(rest))
		}
		rows = append(rows, []string{label, "", "", "", least(rest)})
	}
	last := ""
	if len(differ) > 0 {
		last = "cases that flipped"
	}
	return []column{{"category", false}, {"baseline", true}, {"this change", true}, {"difference", true}, {last, false}}, rows
}

func categoryRow(d gate.Difference, note string) []string {
	return []string{sign(d) + " " + d.Name, gate.Percent(d.Baseline), gate.Percent(d.Candidate), points(d.Candidate - d.Baseline), note}
}

// split sets the categories in which a difference is shown apart from the others.
func split(c *gate.Comparison) (differ, rest []gate.Difference) {
	for _, d := range c.Categories {
		if d.Regressed || d.Improved {
			differ = append(differ, d)
		} else {
			rest = append(rest, d)
		}
	}
	return differ, rest
}

// least says which drop could not have gone unseen in any of the groups.
func least(list []gate.Difference) string {
	worst := 0.0
	for _, d := range list {
		switch {
		case d.Smallest != nil:
			worst = max(worst, *d.Smallest)
		case len(list) == 1:
			return "too few trials to show a drop"
		default:
			return "some have too few trials to show a drop"
		}
	}
	return "a drop of " + wholePoints(worst) + " points or more would have shown"
}

// wholePoints rounds a visible drop up, so as not to promise more than was seen.
func wholePoints(drop float64) string { return fmt.Sprintf("%.0f", math.Ceil(drop-1e-9)) }

// flips names the cases that changed, worst first, and counts those beyond a few.
func flips(d gate.Difference, most int) string {
	var names []string
	for _, f := range d.Flipped {
		if d.Regressed && f.Candidate >= f.Baseline || d.Improved && f.Candidate <= f.Baseline {
			continue
		}
		names = append(names, f.Case)
	}
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// tried is the number of trials with a verdict.
func tried(r *gate.Result) int {
	n := 0
	for i := range r.Cases {
		n += r.Cases[i].Valid()
	}
	return n
}

// rate counts the trials of one category.
type rate struct{ pass, trials int }

// rates counts the trials of every category.
func rates(r *gate.Result) map[string]rate {
	out := map[string]rate{}
	for i := range r.Cases {
		c := &r.Cases[i]
		was := out[c.Category]
		out[c.Category] = rate{was.pass + c.Passed, was.trials + c.Valid()}
	}
	return out
}

// String writes the count as a share.
func (c rate) String() string {
	if c.trials == 0 {
		return "not measured"
	}
	return gate.Percent(float64(c.pass) / float64(c.trials))
}
