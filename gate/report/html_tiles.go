package report

import (
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// tile is one figure in large.
type tile struct {
	Label, Value, Interval, Baseline, Difference string
	Note                                         cell
	Main                                         bool
}

var figureColumns = []column{{"", false}, {"baseline", true}, {"this change", true}, {"difference", true}, {"", false}}

func figureTable(r *gate.Result) table { return newTable(figureColumns, figures(r)) }

// tiles are the score, what it is made of, and the trials that passed.
func tiles(r *gate.Result) []tile {
	var out []tile
	for i, row := range append(scores(r), passed(r)) {
		t := tile{Label: within(row[0], maxName), Baseline: row[1], Difference: row[3], Note: newCell(row[4], false), Main: i == 0}
		value, interval, _ := strings.Cut(row[2], " (")
		t.Value, t.Interval = value, strings.TrimSuffix(interval, ")")
		out = append(out, t)
	}
	return out
}

// changed are the categories in which a difference is shown, with the ways to the
// failing trials of the cases that flipped, of those that are listed. No held-out
// case is named.
func changed(r *gate.Result, listed []*failedCase) table {
	if r.Comparison == nil {
		return table{}
	}
	known := map[string]string{} // anchors by case and condition
	for _, c := range listed {
		known[c.result.ID()+"\x00"+c.result.Condition] = c.Anchor
	}
	hidden := hiddenCases(r)
	differ, _, _ := split(r)
	var rows [][]string
	var links [][]link
	for _, d := range differ {
		note, ways := flipped(d, known, hidden)
		rows = append(rows, categoryRow(d, "", note))
		links = append(links, ways)
	}
	t := wholeTable([]column{{"category", false}, {"baseline", true}, {"this change", true}, {"difference", true}, {"cases that flipped", false}}, rows)
	for i := range t.Rows {
		last := &t.Rows[i][len(t.Rows[i])-1]
		last.Links = links[i]
	}
	return t
}

// hiddenCases are the names of the held-out cases.
func hiddenCases(r *gate.Result) map[string]bool {
	out := map[string]bool{}
	for i := range r.Cases {
		if r.Cases[i].HeldOut {
			out[r.Cases[i].ID()] = true
		}
	}
	return out
}

// flipped are the cases that moved the way the category did: those with failing
// trials as links, others by name, held-out ones and those beyond a few counted.
func flipped(d gate.Difference, known map[string]string, hidden map[string]bool) (note string, ways []link) {
	const most = 8
	var names []string
	more := 0
	for _, f := range d.Flipped {
		name := within(caseName(f.Case, f.Condition), maxName)
		condition := f.Condition
		if condition == "" {
			condition = gate.Steady
		}
		to, ok := known[f.Case+"\x00"+condition]
		switch {
		case d.Regressed && f.Candidate >= f.Baseline || d.Improved && f.Candidate <= f.Baseline:
		case hidden[f.Case], len(names)+len(ways) >= most:
			more++
		case ok:
			ways = append(ways, link{to, name})
		default:
			names = append(names, name)
		}
	}
	if more > 0 {
		names = append(names, plural(more, "more", "more"))
	}
	return strings.Join(names, ", "), ways
}
