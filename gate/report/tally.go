package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/stats"
)

// passes counts the trials with a verdict, under all conditions, of cases that have
// a vote.
func passes(r *gate.Result) stats.Count {
	var n stats.Count
	for i := range r.Cases {
		if r.Cases[i].Abstains() {
			continue
		}
		n.Pass += r.Cases[i].Passed
		n.Trials += r.Cases[i].Valid()
	}
	return n
}

// tally counts the trials of a run, those without a verdict and those whose fault
// reached nobody apart.
func tally(r *gate.Result) string {
	trials, missing, unreached := 0, 0, 0
	ids := map[string]bool{} // a case stands in a result once for each condition
	for i := range r.Cases {
		c := &r.Cases[i]
		trials, missing, unreached = trials+c.Valid(), missing+c.Missing, unreached+c.Unreached
		ids[c.ID()] = true
	}
	s := plural(trials+missing+unreached, "trial", "trials") + " of " + plural(len(ids), "case", "cases")
	if missing > 0 {
		s += fmt.Sprintf(", %d without a verdict", missing)
	}
	if unreached > 0 {
		s += fmt.Sprintf(", %d whose fault reached nobody", unreached)
	}
	return s
}

// sampled says how many cases took part under each condition, and how often.
func sampled(r *gate.Result) string {
	var parts []string
	for i, s := range r.Samples {
		part := fmt.Sprint(s.Cases)
		if s.Cases < s.Of {
			part += fmt.Sprintf(" of %d", s.Of)
		}
		if i == 0 {
			part += " cases"
		}
		part += " " + under(s.Condition) + " × "
		if n, ok := run(r, s.Condition); ok && n < s.Trials {
			part += fmt.Sprintf("%d of ", n)
		}
		parts = append(parts, fmt.Sprintf("%s%d", part, s.Trials))
	}
	return strings.Join(parts, ", ")
}

// run is how many trials of each case a run that stopped early has under a
// condition.
func run(r *gate.Result, condition string) (int, bool) {
	if r.Look == nil {
		return 0, false
	}
	n, ok := r.Look.Trials[condition]
	return n, ok
}

// chosen names the categories that took part where not all cases did. Conditions
// that took the same are named together.
func chosen(r *gate.Result) string {
	const most = 12
	var sets [][]string
	conditions := map[string][]string{} // by set
	for _, s := range r.Samples {
		if s.Cases >= s.Of {
			continue
		}
		key := strings.Join(s.Categories, "\x00")
		if conditions[key] == nil {
			sets = append(sets, s.Categories)
		}
		conditions[key] = append(conditions[key], under(s.Condition))
	}
	var parts []string
	for _, set := range sets {
		names := set[:min(len(set), most)]
		part := strings.Join(names, ", ")
		if n := len(set) - most; n > 0 {
			part += fmt.Sprintf(", %d more", n)
		}
		parts = append(parts, part+" ("+strings.Join(conditions[strings.Join(set, "\x00")], ", ")+")")
	}
	return strings.Join(parts, "; ")
}

// under says under which condition trials ran.
func under(condition string) string {
	if condition == gate.Steady {
		return condition
	}
	return "under " + condition
}

// compared counts the cases of each category that have a vote.
func compared(r *gate.Result) map[string]int {
	apart := map[[2]string]bool{}
	for _, i := range r.Comparison.Incomparable {
		apart[[2]string{i.Case, i.Condition}] = true
	}
	ids := map[string][]string{}
	for i := range r.Cases {
		c := &r.Cases[i]
		if !apart[[2]string{c.ID(), c.Condition}] {
			ids[c.Category] = append(ids[c.Category], c.ID())
		}
	}
	out := map[string]int{}
	for name, list := range ids {
		slices.Sort(list)
		out[name] = len(slices.Compact(list))
	}
	return out
}

// spent is what the run cost: tokens, dollars, wall time, as far as known.
func spent(r *gate.Result) string {
	var parts []string
	if tokens := r.Usage.InputTokens + r.Usage.OutputTokens; tokens > 0 {
		parts = append(parts, many(tokens)+" tokens")
	}
	if r.CostUSD != nil {
		parts = append(parts, fmt.Sprintf("$%.2f", *r.CostUSD))
	}
	if d := r.Times.Finished.Sub(r.Times.Started); d >= time.Minute {
		parts = append(parts, fmt.Sprintf("%.0f min", d.Minutes()))
	}
	return strings.Join(parts, ", ")
}
