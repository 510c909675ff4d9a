package audit

import (
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// operability warns of tools that can be called but not operated: an agent whose
// write was not answered can neither repeat it safely nor see what came of it.
func operability(s *suites.Suite) []schemas.Problem {
	var out []schemas.Problem
	warn := func(t *suites.Tool, rule, fix, format string) {
		out = append(out, schemas.Problem{
			Rule: rule, Severity: schemas.Warning, File: t.File, Line: t.Line, Column: 1,
			Message: fmt.Sprintf(format, t.Name), Fix: fix,
		})
	}
	for _, t := range s.Tools {
		switch {
		case !t.Writes():
		case t.Idempotency == "" && t.Status == nil:
			warn(t, "tool-operability", "give it an idempotency key, or name the status that shows what came of it", "%s can be called but not operated: no key makes a repeat safe, and nothing reads its outcome back")
		}
		if t.Kind == trace.Write && t.Undo == nil {
			warn(t, "tool-undo", "declare its undo, or call its effect irreversible", "%s declares no undo")
		}
	}
	return out
}
