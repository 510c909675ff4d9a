package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/stats"
)

// Letter is the short name of a candidate among several: A for the first.
func Letter(i int) string { return string(rune('A' + i)) }

// unknown stands where a candidate has no such figure.
const unknown = "–"

// LineupHeadline says in one sentence how many candidates came to which verdict.
func LineupHeadline(l *gate.Lineup) string {
	var parts []string
	for _, g := range []struct {
		verdict gate.Verdict
		words   string
	}{{gate.Block, "blocked"}, {gate.NotEvaluated, "not evaluated"}, {gate.Inconclusive, "inconclusive"}, {gate.Pass, "passed"}, {"", "given as the baseline"}} {
		var letters []string
		for i, r := range l.Results {
			if own(r) == g.verdict {
				letters = append(letters, Letter(i))
			}
		}
		if len(letters) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s (%s)", len(letters), g.words, strings.Join(letters, ", ")))
		}
	}
	return fmt.Sprintf("Of %d candidates, %s.", len(l.Results), strings.Join(parts, ", "))
}

// called is the name that a reader gave to a candidate, "" where that is no other
// than its own.
func called(l *gate.Lineup, i int) string {
	if i >= len(l.Names) || l.Names[i] == l.Results[i].Candidate {
		return ""
	}
	return l.Names[i]
}

// own is a result's verdict, "" where it has none.
func own(r *gate.Result) gate.Verdict {
	if r.Decision == nil {
		return ""
	}
	return r.Decision.Verdict
}

// standing is a candidate's verdict and its ground.
func standing(r *gate.Result) string {
	if r.Decision == nil {
		return held(r) + "."
	}
	return Headline(r)
}

// lineupColumns are a first column and one for each candidate.
func lineupColumns(l *gate.Lineup, first string) []column {
	out := []column{{first, false}}
	for i := range l.Results {
		out = append(out, column{Letter(i), true})
	}
	return out
}

// lineupFigures are the rows of what each candidate came to and took; rows that
// nobody has a figure for are left out.
func lineupFigures(l *gate.Lineup) [][]string {
	var rows [][]string
	add := func(label string, cell func(*gate.Result) string) {
		row, some := []string{label}, false
		for _, r := range l.Results {
			s := cell(r)
			some = some || s != ""
			if s == "" {
				s = unknown
			}
			row = append(row, s)
		}
		if some {
			rows = append(rows, row)
		}
	}
	write := valued
	if len(l.Results) > 3 { // no room for intervals
		write = func(m *gate.Metric, write func(float64) string) string { return write(*m.Value) }
	}
	metric := func(name string, show func(float64) string) func(*gate.Result) string {
		return func(r *gate.Result) string {
			m := r.Metric(name)
			if m == nil || m.Value == nil {
				return ""
			}
			return write(m, show)
		}
	}
	add("Reliability score", metric("score", decimals))
	for _, name := range []string{"pass_k", "recovery", "load_completion", "drift_robustness"} {
		add(component(l.Results[l.Base], gate.Weight{Metric: name}), metric(name, decimals))
	}
	add("Trials with a verdict", trialCount)
	add("Steps a trial", func(r *gate.Result) string { return perTrial(r, func(t *gate.TrialResult) int { return t.Steps }) })
	add("Calls a trial", func(r *gate.Result) string { return perTrial(r, func(t *gate.TrialResult) int { return t.Calls }) })
	add("Tokens a trial", func(r *gate.Result) string {
		if r.Usage.InputTokens+r.Usage.OutputTokens == 0 {
			return ""
		}
		return perTrial(r, func(t *gate.TrialResult) int { return t.Usage.InputTokens + t.Usage.OutputTokens })
	})
	add("Cost", costOf)
	add("Call under load, p50", seconds(func(f *gate.LoadFigures) float64 { return f.P50 }))
	add("Call under load, p95", seconds(func(f *gate.LoadFigures) float64 { return f.P95 }))
	return rows
}

func trialCount(r *gate.Result) string {
	planned := 0
	for i := range r.Cases {
		if !r.Cases[i].Abstains() {
			planned += len(r.Cases[i].Trials)
		}
	}
	n := passes(r).Trials
	if planned <= n {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d of %d", n, planned)
}

// perTrial is a mean over the trials with a verdict; "" without any.
func perTrial(r *gate.Result, of func(*gate.TrialResult) int) string {
	sum, n := 0, 0
	for i := range r.Cases {
		for j := range r.Cases[i].Trials {
			if t := &r.Cases[i].Trials[j]; t.Void == nil {
				sum, n = sum+of(t), n+1
			}
		}
	}
	switch mean := float64(sum) / float64(max(n, 1)); {
	case n == 0:
		return ""
	case mean < 1_000:
		return fmt.Sprintf("%.1f", mean)
	default:
		return many(int(math.Round(mean)))
	}
}

func costOf(r *gate.Result) string {
	if r.CostUSD == nil {
		return ""
	}
	return fmt.Sprintf("$%.2f", *r.CostUSD)
}

func seconds(of func(*gate.LoadFigures) float64) func(*gate.Result) string {
	return func(r *gate.Result) string {
		if r.Load == nil || r.Load.Calls <= r.Load.Refused {
			return ""
		}
		return brief(of(r.Load)) + " s"
	}
}

// lineupRates are the rows of the share of trials that passed, each candidate's
// with the mark of its difference to the base.
func lineupRates(l *gate.Lineup) [][]string {
	var rows [][]string
	for _, row := range l.Rows {
		cells := []string{rowName(row)}
		for i, n := range row.Counts {
			cells = append(cells, marked(n, row.Paired[i]))
		}
		rows = append(rows, cells)
	}
	return rows
}

func rowName(row gate.LineupRow) string {
	switch row.Kind {
	case gate.OfAll:
		return "Trials passed"
	case gate.OfHeldOut:
		return "held out"
	case gate.OfCondition:
		return under(row.Name)
	default:
		return row.Name
	}
}

// marked is a rate behind its mark, so that the numbers line up.
func marked(n stats.Count, o *gate.PairedOutcome) string {
	if n.Trials == 0 {
		return unknown
	}
	s := gate.Percent(float64(n.Pass) / float64(n.Trials))
	if o == nil {
		return s
	}
	return pairSign(o) + " " + s
}

// pairSign is the mark of a difference between two candidates.
func pairSign(o *gate.PairedOutcome) string {
	switch {
	case o.Missing || o.Pairs.Total() == 0:
		return "?"
	case !o.Different:
		return alike
	case o.Difference < 0:
		return "⛔"
	default:
		return "✅"
	}
}
