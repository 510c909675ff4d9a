package gate

import (
	"github.com/keptgate/keptgate/gate/stats"
)

// corrective is the share of failed calls under faults that were followed by an
// action which could mend them.
func corrective(r *Result) Metric {
	var c stats.Count
	r.valid(Faults, func(t *TrialResult) {
		c.Trials += t.FailedCalls
		c.Pass += t.Corrected
	})
	m := rate("corrective_action", c)
	if c.Trials == 0 {
		m.Why = "no call failed under faults"
	}
	return m
}

// unrecoverableRate is the share of trials with changes that could not be taken
// back.
func unrecoverableRate(r *Result) Metric {
	var c stats.Count
	r.valid("", func(t *TrialResult) {
		if t.Undo == "" {
			return
		}
		c.Trials++
		if t.Undo == unrecoverable {
			c.Pass++
		}
	})
	m := rate("unrecoverable_rate", c)
	if c.Trials == 0 {
		m.Why = "no trial changed anything"
	}
	return m
}

// loadMetrics are the figures of the trials under load.
func loadMetrics(r *Result) []Metric {
	var over, planned stats.Count
	r.valid(Load, func(t *TrialResult) {
		over.Trials++
		planned.Trials++
		if t.has("overload") {
			over.Pass++
		}
		if t.Planned {
			planned.Pass++
		}
	})
	out := []Metric{rate("overload_rate", over), rate("planning_rate", planned)}
	f := r.Load
	if f == nil {
		f = &LoadFigures{}
	}
	for _, m := range []struct {
		name  string
		value float64
	}{{"latency_p50", f.P50}, {"latency_p95", f.P95}, {"latency_p99", f.P99}, {"throughput", f.Throughput}} {
		metric := Metric{Name: m.name, Samples: f.Calls - f.Refused}
		if metric.Samples == 0 {
			metric.Why = "no call was made under load"
		} else {
			metric.Value = &m.value
		}
		out = append(out, metric)
	}
	return out
}

// valid calls f for every trial with a verdict under a condition; "" is all.
func (r *Result) valid(condition string, f func(*TrialResult)) {
	for i := range r.Cases {
		c := &r.Cases[i]
		if condition != "" && c.Condition != condition {
			continue
		}
		for j := range c.Trials {
			if c.Trials[j].Void == nil {
				f(&c.Trials[j])
			}
		}
	}
}
