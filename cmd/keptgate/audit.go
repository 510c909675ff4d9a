package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/audit"
)

// auditCmd names the cases that results cast doubt on.
type auditCmd struct {
	Result []string `arg:"" help:"Files result.json of runs, of as many candidates as there are." placeholder:"RESULT"`
}

// Run reads the results and lists suspicious cases. It decides nothing: whoever
// knows the business reads the case, mends it, or takes its vote away.
func (c *auditCmd) Run(ctx context.Context, sys *system) error {
	var results []*gate.Result
	candidates := map[string]bool{}
	for _, name := range c.Result {
		r, err := loadResult(ctx, name)
		if err != nil {
			return err
		}
		results = append(results, r)
		candidates[r.Candidate] = true
	}
	suspects := audit.Suspects(results)
	if len(suspects) == 0 {
		_, err := fmt.Fprintf(sys.stdout, "No case is suspicious in %s of %s.\n", plural(len(results), "result"), plural(len(candidates), "candidate"))
		return err
	}
	var rows [][]string
	for _, s := range suspects {
		rows = append(rows, []string{s.Case, fmt.Sprint(s.Candidates), fmt.Sprint(s.Valid), fmt.Sprint(s.Passed), s.Category, s.Why, classes(s)})
	}
	v := &validation{out: sys.stdout, width: sys.terminal("").Width}
	head := heads("case", "candidates", "trials", "passed")
	for _, title := range []string{"category", "why", "failures"} {
		head = append(head, heads(title)...)
	}
	if err := v.table(head, rows); err != nil {
		return err
	}
	_, err := io.WriteString(sys.stdout, "\nRead each with a failing transcript beside it. A case in doubt keeps its report and loses its vote with\nprovisional: true.\n")
	return err
}

// classes lists what trials of a case failed by, most frequent first.
func classes(s audit.Suspect) string {
	names := slices.Sorted(maps.Keys(s.Classes))
	slices.SortStableFunc(names, func(a, b string) int { return s.Classes[b] - s.Classes[a] })
	var parts []string
	for _, name := range names {
		parts = append(parts, fmt.Sprintf("%s %d", name, s.Classes[name]))
	}
	if s.Breaches > 0 {
		parts = append(parts, fmt.Sprintf("caller_breach %d", s.Breaches))
	}
	return strings.Join(parts, ", ")
}
