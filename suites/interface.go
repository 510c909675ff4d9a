package suites

import (
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// Interface is how a candidate is served the tools of a suite. The zero Interface
// serves them as the suite declares them. Whatever it is, cases, expectations,
// faults and the ledger use the names of the suite's own tools.
type Interface struct {
	Variants []string // of trace.Variants
	Faces    []*Face  // the tools of another file, in the order served; nil: the suite's own
}

// Has tells whether a variant is on.
func (i Interface) Has(variant string) bool { return slices.Contains(i.Variants, variant) }

// NewInterface is an interface to a suite. The error is schemas.Problems where it
// does not fit the suite.
func NewInterface(s *Suite, variants []string) (Interface, error) {
	i := Interface{Variants: variants}
	if problems := i.taken(s); len(problems) > 0 {
		return i, schemas.Problems(problems)
	}
	return i, nil
}

// taken refuses variants that would serve a tool under a name that the suite uses
// itself.
func (i Interface) taken(s *Suite) []schemas.Problem {
	var out []schemas.Problem
	for _, taken := range []struct{ variant, tool string }{
		{trace.VariantResumable, trace.ToolResume}, {trace.VariantProgrammatic, trace.ToolScript},
	} {
		if t := s.Tool(taken.tool); t != nil && i.Has(taken.variant) {
			out = append(out, schemas.Problem{
				Rule: "interface-name", Severity: schemas.Error, File: t.File, Line: t.Line, Column: 1,
				Message: fmt.Sprintf("the variant %s serves %s itself", taken.variant, taken.tool), Fix: "rename the tool, or leave the variant out",
			})
		}
	}
	return out
}

// Face is one tool as another file of tools serves it.
type Face struct {
	Tool
}
