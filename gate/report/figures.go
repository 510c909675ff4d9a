package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/stats"
)

// figures are the rows of the score table: name, baseline, here, difference,
// mark. Beside the score, what it is made of and the trials that passed these are
// the metrics whose limit decided.
func figures(r *gate.Result) [][]string {
	rows := append(scores(r), passed(r))
	if c := r.Comparison; c != nil && len(c.Incomparable) > 0 && c.Whole.Cases > 0 {
		cases := 0
		for _, n := range compared(r) {
			cases += n
		}
		last := &rows[0][4]
		*last = strings.TrimPrefix(*last+", compared over "+plural(cases, "case", "cases"), ", ")
	}
	seen := map[string]bool{"score": true}
	for _, w := range r.Weights {
		seen[w.Metric] = true
	}
	for _, reason := range r.Decision.Reasons {
		if m := r.Metric(reason.Subject); m != nil && reason.Kind == "threshold" && !seen[reason.Subject] {
			seen[reason.Subject] = true
			rows = append(rows, figure(r, m, reason.Subject, nil, func(v float64) string { return gate.Amount(v, v) }))
		}
	}
	return rows
}

// before is what a metric was in the baseline and is now, both over the
// comparable cases.
type before struct{ baseline, candidate float64 }

// scores are the rows of the score and of its components with their weights as
// used; the score alone where it has only one, or none of them is measured.
func scores(r *gate.Result) [][]string {
	m := r.Metric("score")
	if m == nil {
		return nil
	}
	var was *before
	parts := map[string]*before{}
	if c := r.Comparison; c != nil {
		if c.Score != nil {
			was = &before{c.Score.Baseline, c.Score.Candidate}
		}
		for _, d := range c.Components {
			parts[d.Metric] = &before{d.Baseline, d.Candidate}
		}
	}
	const label = "Reliability score"
	if len(r.Weights) == 1 {
		return [][]string{figure(r, m, label+", "+component(r, r.Weights[0]), was, decimals)}
	}
	if why, none := unmeasured(r); none {
		return [][]string{{label, "", "not measured", "", why}}
	}
	rows := [][]string{figure(r, m, label, was, decimals)}
	for _, w := range r.Weights {
		if part := r.Metric(w.Metric); part != nil {
			rows = append(rows, figure(r, part, component(r, w)+" · "+weight(w.Weight), parts[w.Metric], decimals))
			if part.Value == nil { // its own row says why
				rows[0][4] = strings.TrimSuffix(rows[0][4], ": "+part.Why)
			}
		}
	}
	return rows
}

// component names a part of the score.
func component(r *gate.Result, w gate.Weight) string {
	switch w.Metric {
	case "pass_k":
		return fmt.Sprintf("pass^%d", r.K)
	case "recovery":
		return "Recovery"
	case "load_completion":
		return "Completion under load"
	case "drift_robustness":
		return "Drift"
	default:
		return w.Metric
	}
}

// unmeasured tells whether neither the score nor any component of it has a value,
// and why.
func unmeasured(r *gate.Result) (why string, none bool) {
	score := r.Metric("score")
	if score.Value != nil {
		return "", false
	}
	why = score.Why
	for i, w := range r.Weights {
		m := r.Metric(w.Metric)
		switch {
		case m == nil:
		case m.Value != nil:
			return "", false
		case i == 0:
			why = m.Why
		case m.Why != why:
			why = score.Why
		}
	}
	return why, true
}

// passed is the row of the trials that passed, under all conditions.
func passed(r *gate.Result) []string {
	const label = "Trials passed"
	n := passes(r)
	if n.Trials == 0 {
		return []string{label, "", "not measured", "", "no trial with a verdict"}
	}
	value := float64(n.Pass) / float64(n.Trials)
	low, high := stats.Wilson(n)
	row := []string{label, "", valued(&gate.Metric{Value: &value, Low: &low, High: &high}, gate.Percent), "", ""}
	if c := r.Comparison; c != nil && c.Whole.Cases > 0 {
		row[1], row[3], row[4] = gate.Percent(c.Whole.Baseline), points(c.Whole.Candidate-c.Whole.Baseline), sign(c.Whole)
	}
	return row
}

// figure is the row of one metric.
func figure(r *gate.Result, m *gate.Metric, label string, was *before, write func(float64) string) []string {
	old, diff := "", ""
	if was != nil {
		old, diff = write(was.baseline), signed(was.candidate-was.baseline)
	}
	if m.Value == nil {
		return []string{label, old, "not measured", "", m.Why}
	}
	note := broken(r, m.Name)
	if note == "" && was != nil && level(m, was.candidate-was.baseline) {
		note = alike
	}
	return []string{label, old, valued(m, write), diff, note}
}

// valued writes a value with its interval.
func valued(m *gate.Metric, write func(float64) string) string {
	s := write(*m.Value)
	if m.Low != nil && m.High != nil {
		s += fmt.Sprintf(" (%s–%s)", write(*m.Low), write(*m.High))
	}
	return s
}

// level tells whether a difference is not more than chance makes of two runs as
// exact as this one: √2 arms of its interval. It is a remark for readers, no test.
func level(m *gate.Metric, diff float64) bool {
	if m.Low == nil || m.High == nil {
		return false
	}
	return math.Abs(diff) <= math.Sqrt2*max(*m.Value-*m.Low, *m.High-*m.Value)
}

// broken says which limit of a metric decided, or "".
func broken(r *gate.Result, metric string) string {
	for _, reason := range r.Decision.Reasons {
		switch {
		case reason.Kind != "threshold" || reason.Subject != metric:
		case reason.Value == nil || reason.Limit == nil:
			return "⛔ " + reason.Text
		case r.Decision.Verdict == gate.Inconclusive:
			return "? limit " + gate.Amount(*reason.Limit, *reason.Limit)
		case *reason.Value < *reason.Limit:
			return "⛔ below " + gate.Amount(*reason.Limit, *reason.Limit)
		default:
			return "⛔ above " + gate.Amount(*reason.Limit, *reason.Limit)
		}
	}
	return ""
}
