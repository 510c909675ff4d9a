package report

import (
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// figures are the rows of the score table: name, baseline, here, difference,
// note. Beside the score and the pass rate these are the metrics whose limit
// decided.
func figures(r *gate.Result) [][]string {
	var rows [][]string
	before, diff := "", ""
	if c := r.Comparison; c != nil && c.Score != nil {
		before, diff = decimals(c.Score.Baseline), signed(c.Score.Candidate-c.Score.Baseline)
	}
	rows = append(rows, figure(r, fmt.Sprintf("Reliability score, pass^%d", r.K), "score", before, diff, decimals)...)
	before, diff = "", ""
	if c := r.Comparison; c != nil && c.Whole.Cases > 0 {
		before, diff = gate.Percent(c.Whole.Baseline), points(c.Whole.Candidate-c.Whole.Baseline)
	}
	rows = append(rows, figure(r, "Promises kept", "pass_rate", before, diff, gate.Percent)...)
	seen := map[string]bool{"score": true, "pass_rate": true}
	for _, reason := range r.Decision.Reasons {
		if reason.Kind == "threshold" && !seen[reason.Subject] {
			seen[reason.Subject] = true
			rows = append(rows, figure(r, reason.Subject, reason.Subject, "", "", func(v float64) string { return gate.Amount(v, v) })...)
		}
	}
	return rows
}

// figure is the row of one metric, none where the result does not know it.
func figure(r *gate.Result, label, metric, before, diff string, write func(float64) string) [][]string {
	m := r.Metric(metric)
	switch {
	case m == nil:
		return nil
	case m.Value == nil:
		return [][]string{{label, before, "not measured", "", m.Why}}
	}
	value := write(*m.Value)
	if m.Low != nil && m.High != nil {
		value += fmt.Sprintf(" (%s–%s)", write(*m.Low), write(*m.High))
	}
	return [][]string{{label, before, value, diff, remark(r, metric)}}
}

// decimals writes a figure between 0 and 1 without pretending: only 1 is 1.00,
// only 0 is 0.00.
func decimals(v float64) string {
	s := fmt.Sprintf("%.2f", v)
	switch {
	case s == "1.00" && v < 1:
		return "0.99"
	case s == "0.00" && v > 0:
		return "0.01"
	default:
		return s
	}
}

func signed(diff float64) string {
	s := fmt.Sprintf("%+.2f", diff)
	if s == "+0.00" || s == "-0.00" {
		return "0.00"
	}
	return strings.Replace(s, "-", "−", 1)
}

// remark says which limit of a metric decided, or else that the difference is not
// that of the figures beside it.
func remark(r *gate.Result, metric string) string {
	for _, reason := range r.Decision.Reasons {
		switch {
		case reason.Kind != "threshold" || reason.Subject != metric:
		case reason.Value == nil || reason.Limit == nil:
			return "⛔ " + reason.Text
		case r.Decision.Verdict == gate.Inconclusive:
			return "? limit " + limit(metric, *reason.Limit)
		case *reason.Value < *reason.Limit:
			return "⛔ below " + limit(metric, *reason.Limit)
		default:
			return "⛔ above " + limit(metric, *reason.Limit)
		}
	}
	if c := r.Comparison; c != nil && len(c.Incomparable) > 0 && c.Whole.Cases > 0 && (metric == "score" || metric == "pass_rate") {
		return "compared over " + plural(c.Whole.Cases, "case", "cases")
	}
	return ""
}

// limit writes a limit in the unit of its row.
func limit(metric string, v float64) string {
	if metric == "pass_rate" {
		return gate.Amount(100*v, 100*v) + "%"
	}
	return gate.Amount(v, v)
}
