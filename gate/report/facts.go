package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// fact is one line beside the tables.
type fact struct{ label, text string }

// facts say where isolation is reduced, what came of faults and load, whether changes could be taken back,
// and what was sampled, each where there is something to say.
func facts(r *gate.Result) []fact {
	var out []fact
	for _, f := range []fact{{"isolation is reduced", isolation(r)}, {"held out", sides(r)}, {"faults", mended(r)}, {"load", loaded(r)}, {"undo", undone(r)}, {"sampled", chosen(r)}} {
		if f.text != "" {
			out = append(out, f)
		}
	}
	return append(out, gaps(r)...)
}

// loaded sums up the trials under load: what was refused, how long calls took in
// virtual time, and apart from that what the candidate asked for and planned.
func loaded(r *gate.Result) string {
	var parts []string
	if f := r.Load; f != nil && f.Calls > 0 {
		parts = append(parts, fmt.Sprintf("%s calls, %s refused for capacity", many(f.Calls), gate.Percent(float64(f.Refused)/float64(f.Calls))))
		if f.Calls > f.Refused {
			parts = append(parts,
				fmt.Sprintf("p50 %s s, p95 %s s, p99 %s s", brief(f.P50), brief(f.P95), brief(f.P99)),
				brief(f.Throughput)+" calls a second")
		}
	}
	for _, m := range []struct{ name, words string }{
		{"load_completion", "%s of trials completed"}, {"overload_rate", "overload in %s"}, {"planning_rate", "right calls planned in %s"},
	} {
		if v := r.Metric(m.name); v != nil && v.Value != nil {
			parts = append(parts, fmt.Sprintf(m.words, gate.Percent(*v.Value)))
		}
	}
	return strings.Join(parts, " · ")
}

// undone says how many of the trials that changed something could be taken back.
func undone(r *gate.Result) string {
	m := r.Metric("unrecoverable_rate")
	if m == nil || m.Value == nil {
		return ""
	}
	left := int(math.Round(*m.Value * float64(m.Samples)))
	return fmt.Sprintf("changes could be taken back in %d of %s", m.Samples-left, plural(m.Samples, "trial", "trials"))
}
