package grade

import (
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// checkStale reports calls by a name or form that had been served before the
// interface drifted. One message of such calls is how a candidate learns of it.
func checkStale(_ *suites.Case, r *trace.Record, _ *Settlement) []Finding {
	var out []Finding
	var first *trace.Entry // its message is allowed
	for i := range r.Ledger {
		e := &r.Ledger[i]
		if e.Outcome != trace.Stale || !e.Asked() {
			continue
		}
		if first == nil {
			first = e
		}
		if e.Together(first) {
			continue
		}
		f := fail(StaleTool, e, "%s was called again as it had been before the interface changed.", e.Call.Tool)
		f.Want, f.Found = "the form that the reply before had named", e.Call.Tool+" "+e.Call.Arguments
		out = append(out, f)
	}
	return out
}
