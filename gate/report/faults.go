package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
)

// maxKinds bounds the kinds of fault that each get a row.
const maxKinds = 20

// met counts what became of the planned faults of one kind.
type met struct {
	kind                               string
	reached, recovered, unsafe, missed int
}

func (m *met) add(f grade.FaultOutcome) {
	switch {
	case !f.Reached:
		m.missed++
		return
	case f.Recovered:
		m.recovered++
	}
	m.reached++
	if f.Unsafe {
		m.unsafe++
	}
}

func (m met) plus(o met) met {
	return met{m.kind, m.reached + o.reached, m.recovered + o.recovered, m.unsafe + o.unsafe, m.missed + o.missed}
}

// share is the part of the faults met that were recovered from.
func (m met) share() float64 { return float64(m.recovered) / float64(m.reached) }

func (m met) row() []string {
	recovered := ""
	if m.reached > 0 {
		recovered = gate.Percent(m.share())
	}
	return []string{m.kind, fmt.Sprint(m.reached), recovered, fmt.Sprint(m.unsafe), fmt.Sprint(m.missed)}
}

// faults counts the planned faults of all conditions by kind: the worst recovery
// first, those that reached nobody last.
func faults(r *gate.Result) []met {
	kinds := map[string]*met{}
	for i := range r.Cases {
		for _, t := range r.Cases[i].Trials {
			if t.Void != nil && t.Void.Class != grade.NotExercised {
				continue
			}
			for _, f := range t.Faults {
				if kinds[f.Kind] == nil {
					kinds[f.Kind] = &met{kind: kindWords(f.Kind)}
				}
				kinds[f.Kind].add(f)
			}
		}
	}
	list := make([]met, 0, len(kinds))
	for _, m := range kinds {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b met) int {
		if (a.reached == 0) != (b.reached == 0) {
			return cmp.Compare(b.reached, a.reached)
		}
		return cmp.Or(
			cmp.Compare(a.recovered*b.reached, b.recovered*a.reached),
			cmp.Compare(b.unsafe, a.unsafe), cmp.Compare(b.reached, a.reached), strings.Compare(a.kind, b.kind),
		)
	})
	return list
}

// faultRows are the faults by kind; those beyond a number share a row.
func faultRows(r *gate.Result) ([]column, [][]string) {
	list := faults(r)
	var rows [][]string
	for _, m := range list[:min(len(list), maxKinds)] {
		rows = append(rows, m.row())
	}
	if n := len(list) - maxKinds; n > 0 {
		others := met{kind: plural(n, "other kind", "other kinds")}
		for _, m := range list[maxKinds:] {
			others = others.plus(m)
		}
		rows = append(rows, others.row())
	}
	return []column{{"fault", false}, {"reached", true}, {"recovered", true}, {"unsafe", true}, {"reached nobody", true}}, rows
}

// mended says in one line what came of the faults that reached the candidate.
func mended(r *gate.Result) string {
	list := faults(r)
	var parts []string
	var all met
	for _, m := range list {
		all = all.plus(m)
	}
	if all.reached > 0 {
		s := fmt.Sprintf("%s of %d recovered, %d unsafe", gate.Percent(all.share()), all.reached, all.unsafe)
		if worst := list[0]; worst.recovered < worst.reached && len(list) > 1 {
			s += fmt.Sprintf("; worst %s, %s of %d", worst.kind, gate.Percent(worst.share()), worst.reached)
		}
		parts = append(parts, s)
	}
	if m := r.Metric("corrective_action"); m != nil && m.Value != nil {
		parts = append(parts, fmt.Sprintf("corrective action after %s of %s", gate.Percent(*m.Value), plural(m.Samples, "failed call", "failed calls")))
	}
	return strings.Join(parts, "; ")
}

// kindWords writes a kind of fault in words.
func kindWords(kind string) string { return strings.ReplaceAll(plain(kind), "_", " ") }

// trialOf is the trial of a number; an empty one where the result has none.
func trialOf(c *gate.CaseResult, index int) gate.TrialResult {
	at := slices.IndexFunc(c.Trials, func(t gate.TrialResult) bool { return t.Index == index })
	if at < 0 {
		return gate.TrialResult{}
	}
	return c.Trials[at]
}

// drifted says of one failing trial how the interface had changed.
func drifted(c *gate.CaseResult, index int) string {
	d := trialOf(c, index).Drift
	if d == nil {
		return ""
	}
	s := kindWords(d.Kind) + " at " + d.Tool
	switch {
	case d.Kind == "rename_tool":
		s += ", now " + d.New
	case d.Kind == "nested_field":
		s += fmt.Sprintf(": %s is inside %s", d.Name, d.New)
	case d.Value != "":
		s += fmt.Sprintf(": %s %q is now %q", d.Name, d.Value, d.New)
	case d.Name != "" && d.New != "":
		s += fmt.Sprintf(": %s is now %s", d.Name, d.New)
	case d.New != "":
		s += ": " + d.New
	}
	if d.Announced() {
		return s + ", from the start"
	}
	return s + ", after " + plural(d.From, "call", "calls")
}

// encountered says of one failing trial which faults it had and how it met them.
func encountered(c *gate.CaseResult, index int) string {
	const most = 5
	list := trialOf(c, index).Faults
	var parts []string
	for _, f := range list[:min(len(list), most)] {
		s := kindWords(f.Kind)
		if f.Tool != "" {
			s += " at " + f.Tool
		}
		parts = append(parts, s+" ("+outcome(f)+")")
	}
	if n := len(list) - most; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, ", ")
}

func outcome(f grade.FaultOutcome) string {
	switch {
	case !f.Reached:
		return "reached nobody"
	case f.Unsafe:
		return "unsafe"
	case f.Recovered:
		return "recovered"
	default:
		return "not recovered"
	}
}
