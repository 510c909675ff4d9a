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

// NewInterface is an interface to a suite; a nil file stands for the suite's own
// tools. The error is schemas.Problems where it does not fit the suite.
func NewInterface(s *Suite, variants []string, file *ToolFile) (Interface, error) {
	i := Interface{Variants: variants}
	problems := i.taken(s)
	if file != nil {
		var wrong []schemas.Problem
		i.Faces, wrong = file.faces(s)
		problems = append(problems, wrong...)
	}
	if problems = append(problems, i.functions(s)...); len(problems) > 0 {
		return i, schemas.Problems(problems)
	}
	return i, nil
}

// functions refuses tools that would be functions of one name in a script.
func (i Interface) functions(s *Suite) []schemas.Problem {
	if !i.Has(trace.VariantProgrammatic) {
		return nil
	}
	type named struct {
		name, file string
		line       int
	}
	var tools []named
	for _, t := range s.Tools {
		tools = append(tools, named{t.Name, t.File, t.Line})
	}
	if i.Faces != nil {
		tools = nil
	}
	for _, f := range i.Faces {
		tools = append(tools, named{f.Name, f.File, f.Line})
	}
	var out []schemas.Problem
	taken := map[string]string{trace.FunctionParallel: "the harness", "result": "the harness", trace.ToolWait: "the harness", trace.ToolResume: "the harness"}
	for _, t := range tools {
		function := trace.FunctionName(t.name)
		if by := taken[function]; by != "" {
			out = append(out, schemas.Problem{
				Rule: "interface-name", Severity: schemas.Error, File: t.file, Line: t.line, Column: 1,
				Message: fmt.Sprintf("%s cannot be the function %s of a script: that is a name of %s", t.name, function, by), Fix: "rename the tool, or leave the variant " + trace.VariantProgrammatic + " out",
			})
		}
		taken[function] = t.name
	}
	return out
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
