package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// categoryRows are the categories: against the baseline where there is one, else
// as they are.
func categoryRows(r *gate.Result) ([]column, [][]string) {
	c := r.Comparison
	if c == nil || len(c.Categories) == 0 {
		return rateRows(r)
	}
	differ, rest, few := split(r)
	var rows [][]string
	for _, d := range differ {
		rows = append(rows, categoryRow(d, "", flips(d, 4)))
	}
	const most = 3 // categories without a difference that each get a row
	if len(rest)+len(few) <= most {
		for _, d := range rest {
			rows = append(rows, categoryRow(d, "", least([]gate.Difference{d})))
		}
		for _, d := range few {
			rows = append(rows, categoryRow(d, tooFew, least([]gate.Difference{d})))
		}
	} else {
		one, many := "other", "others"
		if len(rows) == 0 {
			one, many = "category", "categories"
		}
		for _, g := range []struct {
			list []gate.Difference
			mark string
		}{{rest, ""}, {few, tooFew}} {
			if len(g.list) > 0 {
				rows = append(rows, []string{alike + " " + plural(len(g.list), one, many) + g.mark, "", "", "", least(g.list)})
			}
		}
	}
	last := ""
	if len(differ) > 0 {
		last = "cases that flipped"
	}
	return []column{{"category", false}, {"baseline", true}, {"this change", true}, {"difference", true}, {last, false}}, rows
}

func categoryRow(d gate.Difference, mark, note string) []string {
	return []string{sign(d) + " " + d.Name + mark, gate.Percent(d.Baseline), gate.Percent(d.Candidate), points(d.Candidate - d.Baseline), note}
}

// rateRows are the categories as they are, none without a trial that has a
// verdict: all of them would say the same.
func rateRows(r *gate.Result) ([]column, [][]string) {
	var rows [][]string
	counts := rates(r)
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		rows = append(rows, []string{name, counts[name].String(), fmt.Sprint(counts[name].trials)})
	}
	if passes(r).Trials == 0 {
		rows = nil
	}
	return []column{{"category", false}, {"passed", true}, {"trials", true}}, rows
}

// A small profile takes few cases of a category: below so many, that nothing is
// shown says little.
const (
	smallProfile = "quick"
	enoughCases  = 8
	tooFew       = " · too few"
)

// split sets the categories in which a difference is shown apart from the
// others, and of these under a small profile those of few cases.
func split(r *gate.Result) (differ, rest, few []gate.Difference) {
	cases := compared(r)
	for _, d := range r.Comparison.Categories {
		switch {
		case d.Regressed || d.Improved:
			differ = append(differ, d)
		case r.Profile == smallProfile && cases[d.Name] < enoughCases:
			few = append(few, d)
		default:
			rest = append(rest, d)
		}
	}
	return differ, rest, few
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

// flips names the cases that changed, worst first, and counts those beyond a few.
func flips(d gate.Difference, most int) string {
	var names []string
	for _, f := range d.Flipped {
		if d.Regressed && f.Candidate >= f.Baseline || d.Improved && f.Candidate <= f.Baseline {
			continue
		}
		names = append(names, caseName(f.Case, f.Condition))
	}
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// rate counts the trials of one category.
type rate struct{ pass, trials int }

// rates counts the trials of every category, of cases that have a vote.
func rates(r *gate.Result) map[string]rate {
	out := map[string]rate{}
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Abstains() {
			continue
		}
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
