package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
)

// failing lists the public cases with failing trials: regressed categories first,
// then by the number of failures.
func failing(r *gate.Result) []*gate.CaseResult {
	worse := map[string]bool{}
	if r.Comparison != nil {
		for _, d := range r.Comparison.Categories {
			worse[d.Name] = d.Regressed
		}
	}
	var list []*gate.CaseResult
	for i := range r.Cases {
		if r.Cases[i].Failed > 0 && !r.Cases[i].HeldOut {
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
