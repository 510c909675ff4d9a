package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// duel is one candidate held against the base.
type duel struct {
	at       int
	sentence string
	columns  []column
	rows     [][]string
}

// duels hold every other candidate against the base.
func duels(l *gate.Lineup) []duel {
	var out []duel
	for i := range l.Results {
		if i == l.Base {
			continue
		}
		d := duel{at: i, sentence: duelSentence(l, i)}
		if o := whole(l, i); o != nil && o.Pairs.Total() > 0 {
			d.columns, d.rows = duelRows(l, i)
		}
		out = append(out, d)
	}
	return out
}

// duelSentence says what came of the same trials of both, or why nothing did.
func duelSentence(l *gate.Lineup, i int) string {
	a, b := Letter(l.Base), Letter(i)
	if why := l.Apart[i]; why != "" {
		return fmt.Sprintf("%s does not pair with %s: %s.", b, a, why)
	}
	o := whole(l, i)
	if o == nil || o.Pairs.Total() == 0 {
		return fmt.Sprintf("%s has no trial to hold against %s: no difference is known.", b, a)
	}
	n := o.Pairs.Total()
	rates := fmt.Sprintf("%s against %s of the same %s", gate.Percent(float64(o.Pairs.Both+o.Pairs.Second)/float64(n)),
		gate.Percent(float64(o.Pairs.Both+o.Pairs.First)/float64(n)), plural(n, "trial", "trials"))
	differ := o.Pairs.First + o.Pairs.Second
	var s string
	switch {
	case o.Missing:
		s = fmt.Sprintf("%s against %s is not judged: %d of %d pairs have a trial without a verdict, more than 5%%.", b, a, o.Lost, n+o.Lost)
	case differ == 0:
		s = fmt.Sprintf("%s and %s came out alike in all of the same %s.", b, a, plural(n, "trial", "trials"))
	case !o.Different:
		s = fmt.Sprintf("%s is not shown to differ from %s: %s passed (%s points, 95%% %s).", b, a, rates, points(o.Difference), bounds(o))
	case o.Difference < 0:
		s = fmt.Sprintf("%s is worse than %s: %s passed (%s points, 95%% %s, %s).", b, a, rates, points(o.Difference), bounds(o), gate.PValue(o.Adjusted))
	default:
		s = fmt.Sprintf("%s is better than %s: %s passed (%s points, 95%% %s, %s).", b, a, rates, points(o.Difference), bounds(o), gate.PValue(o.Adjusted))
	}
	if unlike := l.Unlike[i]; unlike > 0 {
		s += fmt.Sprintf(" %s not compared: only one of both has them, or they changed.", plural(unlike, "case is", "cases are"))
	}
	return s
}

// whole is the outcome over all trials, nil where there is none.
func whole(l *gate.Lineup, i int) *gate.PairedOutcome {
	if len(l.Rows) == 0 {
		return nil
	}
	return l.Rows[0].Paired[i]
}

// bounds writes the 95% interval of a difference in points.
func bounds(o *gate.PairedOutcome) string { return points(o.Low) + " to " + points(o.High) }

// duelRows are the differences of one candidate: all trials, conditions, the
// held-out side, and the categories where one is shown; the other categories are
// counted together.
func duelRows(l *gate.Lineup, i int) ([]column, [][]string) {
	a, b := Letter(l.Base), Letter(i)
	columns := []column{
		{b + " against " + a, false},
		{"pairs", true},
		{"only " + a, true},
		{"only " + b, true},
		{"difference", true},
		{"95%", true},
		{"adjusted p", true},
	}
	var rows [][]string
	var rest []*gate.PairedOutcome
	missing := 0
	for _, row := range l.Rows {
		o := row.Paired[i]
		switch {
		case o == nil:
		case row.Kind == gate.OfCategory && pairSign(o) == "?":
			missing++
		case row.Kind == gate.OfCategory && !o.Different:
			rest = append(rest, o)
		default:
			rows = append(rows, duelRow(rowName(row), o))
		}
	}
	if len(rest) > 0 {
		words := "other categories"
		if len(rest) == 1 {
			words = "other category"
		}
		rows = append(rows, []string{fmt.Sprintf("%s %d %s", alike, len(rest), words), "", "", "", "none shown", within95(rest), ""})
	}
	if missing > 0 {
		rows = append(rows, []string{"? " + plural(missing, "category", "categories") + " not judged", "", "", "", "", "", "too few pairs"})
	}
	return columns, rows
}

func duelRow(name string, o *gate.PairedOutcome) []string {
	p := strings.TrimPrefix(strings.TrimPrefix(gate.PValue(o.Adjusted), "p "), "= ")
	if pairSign(o) == "?" {
		p = fmt.Sprintf("%d lost", o.Lost)
	}
	return []string{
		pairSign(o) + " " + name, fmt.Sprint(o.Pairs.Total()), fmt.Sprint(o.Pairs.First), fmt.Sprint(o.Pairs.Second),
		points(o.Difference), bounds(o), p,
	}
}

// within95 is how great a difference in any of some groups could be unseen.
func within95(list []*gate.PairedOutcome) string {
	worst := 0.0
	for _, o := range list {
		worst = max(worst, math.Abs(o.Low), math.Abs(o.High))
	}
	return "within ±" + wholePoints(100*worst)
}

// lineupNote says how differences were tested.
func lineupNote(l *gate.Lineup) string {
	if l.Tests == 0 {
		return "No difference could be tested." + isolations(l)
	}
	s := fmt.Sprintf("Differences are within pairs: the same case, condition and trial, so the same seed. %s; Holm's correction over all of them, 1%% in all (exact test of McNemar); intervals are for one difference by itself. ~ means that none was shown, not that there is none.",
		plural(l.Tests, "test", "tests"))
	for i, r := range l.Results {
		if r.Look != nil && r.Look.Early {
			s += fmt.Sprintf(" %s stopped early, so that only its first trials pair.", Letter(i))
		}
	}
	return s + isolations(l)
}
