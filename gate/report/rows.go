package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
)

// figures are the rows of the score table: name, baseline, here, difference, note.
func figures(r *gate.Result) [][]string {
	var rows [][]string
	score := func(label, metric, before string, diff string) {
		m := r.Metric(metric)
		if m == nil {
			return
		}
		if m.Value == nil {
			rows = append(rows, []string{label, before, "not measured", "", m.Why})
			return
		}
		value := fmt.Sprintf("%.2f", *m.Value)
		if m.Low != nil && m.High != nil {
			value += fmt.Sprintf(" (%.2f to %.2f)", *m.Low, *m.High)
		}
		rows = append(rows, []string{label, before, value, diff, cmp.Or(broken(r, metric), elsewhere(r, metric))})
	}
	before, diff := "", ""
	if c := r.Comparison; c != nil && c.Score != nil {
		before = fmt.Sprintf("%.2f", c.Score.Baseline)
		diff = signed(c.Score.Candidate - c.Score.Baseline)
	}
	score(fmt.Sprintf("Reliability score (pass^%d)", r.K), "score", before, diff)
	before, diff = "", ""
	if c := r.Comparison; c != nil && c.Whole.Cases > 0 {
		before, diff = fmt.Sprintf("%.2f", c.Whole.Baseline), signed(c.Whole.Candidate-c.Whole.Baseline)
	}
	score("Trials that kept the promise", "pass_rate", before, diff)
	return rows
}

// elsewhere says what the score would be with other cases of the same kind, or "".
func elsewhere(r *gate.Result, metric string) string {
	m := r.Metric("pass_k")
	if metric != "score" || m == nil || m.NewLow == nil || m.NewHigh == nil {
		return ""
	}
	return fmt.Sprintf("%.2f to %.2f with other cases of the kind", *m.NewLow, *m.NewHigh)
}

func signed(diff float64) string {
	s := fmt.Sprintf("%+.2f", diff)
	return strings.Replace(s, "-", "−", 1)
}

// broken says which threshold a metric breaks, or "".
func broken(r *gate.Result, metric string) string {
	for _, reason := range r.Decision.Reasons {
		if reason.Kind == "threshold" && reason.Subject == metric {
			return "⛔ " + reason.Text
		}
	}
	return ""
}

// shown splits the categories into those worth a row and the number of others.
func shown(c *gate.Comparison) (rows []gate.Difference, others []gate.Difference) {
	for _, d := range c.Categories {
		if d.Regressed || d.Improved {
			rows = append(rows, d)
		} else {
			others = append(others, d)
		}
	}
	return rows, others
}

// widest is the largest drop that could have gone unseen in one of the groups.
func widest(list []gate.Difference) string {
	worst := 0.0
	for _, d := range list {
		if d.Smallest == nil {
			return "some have too few trials to show any drop"
		}
		worst = max(worst, *d.Smallest)
	}
	return fmt.Sprintf("a drop of %.0f points or more would have shown", worst)
}

// flips names the cases that changed, worst first, cut to a few.
func flips(d gate.Difference) string {
	const most = 4
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

// failing lists the cases with failing trials: regressed categories first, then
// by the number of failures.
func failing(r *gate.Result) []*gate.CaseResult {
	worse := map[string]bool{}
	if r.Comparison != nil {
		for _, d := range r.Comparison.Categories {
			worse[d.Name] = d.Regressed
		}
	}
	var list []*gate.CaseResult
	for i := range r.Cases {
		if r.Cases[i].Failed > 0 {
			list = append(list, &r.Cases[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *gate.CaseResult) int {
		if worse[a.Category] != worse[b.Category] {
			if worse[a.Category] {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.Failed, a.Failed)
	})
	return list
}

// state are the rows of a failing trial's state difference: table, row, field,
// wanted, found. Findings that say the same are told once.
func state(e gate.Evidence) [][]string {
	var rows [][]string
	seen := map[string]bool{}
	for _, f := range e.Findings {
		if f.Severity != grade.Fail || f.Table == "" {
			continue
		}
		row := []string{f.Table, f.Row, f.Field, f.Want, f.Found}
		if key := strings.Join(row, "\x00"); !seen[key] {
			seen[key] = true
			rows = append(rows, row)
		}
	}
	return slices.DeleteFunc(rows, func(row []string) bool { return vague(row, rows) })
}

// vague tells whether a row says only that something happened, where another
// says what.
func vague(row []string, rows [][]string) bool {
	if row[2] != "" || row[3] != "" {
		return false
	}
	return slices.ContainsFunc(rows, func(o []string) bool {
		return o[0] == row[0] && o[1] == row[1] && (o[2] != "" || o[3] != "")
	})
}

// told are the failing findings that are neither about a row nor the divergence.
func told(e gate.Evidence) []grade.Finding {
	var out []grade.Finding
	for _, f := range e.Findings {
		if f.Severity == grade.Fail && f.Table == "" && f.Message != divergence(e) {
			out = append(out, f)
		}
	}
	return out
}

// filed writes a closing record on one line.
func filed(e gate.Evidence) string {
	var parts []string
	for _, c := range e.Filed {
		parts = append(parts, strings.TrimSpace(c.Effect+" "+c.Record)+": "+c.Status)
	}
	return strings.Join(parts, ", ")
}

// divergence is the message of the finding at the first divergence.
func divergence(e gate.Evidence) string {
	var first *grade.Finding
	for i := range e.Findings {
		f := &e.Findings[i]
		if f.Severity != grade.Fail || f.Class != e.Primary {
			continue
		}
		if first == nil || f.Call == e.Seq {
			first = f
		}
		if f.Call == e.Seq {
			break
		}
	}
	if first == nil {
		return ""
	}
	return first.Message
}

// rates counts the trials of one category.
func rates(r *gate.Result, category string) (pass, trials int) {
	for _, c := range r.Cases {
		if c.Category == category {
			pass, trials = pass+c.Passed, trials+c.Valid()
		}
	}
	return pass, trials
}

// share writes a count as a rate.
func share(pass, trials int) string {
	if trials == 0 {
		return "not measured"
	}
	return percent(float64(pass) / float64(trials))
}
