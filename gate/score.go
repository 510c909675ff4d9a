package gate

import (
	"cmp"
	"fmt"

	"github.com/keptgate/keptgate/gate/stats"
	"github.com/keptgate/keptgate/thresholds"
)

// leastExercised is the share of the planned trials under faults whose fault
// must have reached the candidate, or recovery is not known.
const leastExercised = .8

// component is a part of the score with its metric.
type component struct {
	thresholds.Component
	planned bool // the run has trials of it
	metric  Metric
	figures stats.Component
}

// components measures the parts of the score.
func components(r *Result, policy *thresholds.Policy) ([]component, error) {
	var out []component
	for _, c := range policy.Components() {
		part := component{Component: c, planned: policy.Plan.K > 0 && r.tries(c.Condition) && c.Trials > 0, metric: Metric{Name: c.Metric}}
		var err error
		switch {
		case policy.Plan.K == 0:
			part.metric.Why = "the profile " + policy.Profile + " measures no score"
		case !part.planned:
			part.metric.Why = "the run has no trials under " + c.Condition
		case c.Condition == Steady:
			err = part.passK(r)
		default:
			err = part.share(r)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, part)
	}
	return out, nil
}

// tries tells whether the result has trials under a condition.
func (r *Result) tries(condition string) bool {
	for i := range r.Cases {
		if r.Cases[i].Condition == condition {
			return true
		}
	}
	return false
}

// counts are the trials of all cases under a condition that the score stands on,
// and what each case weighs.
func (r *Result) counts(condition string) (counts []stats.Count, weights []float64) {
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Condition == condition {
			counts, weights = append(counts, r.measured(c)), append(weights, c.weight())
		}
	}
	return counts, weights
}

// weight is what the case weighs in the score.
func (c *CaseResult) weight() float64 { return cmp.Or(c.Weight, 1) }

// measured are the trials of a case that the score stands on. Where the run could
// have stopped early these are the first k of a steady case, which are always
// run: all of them would count good and bad luck unlike.
func (r *Result) measured(c *CaseResult) stats.Count {
	if r.Look == nil || c.Condition != Steady {
		return count(c)
	}
	var n stats.Count
	for _, t := range c.Trials {
		if t.Void == nil && n.Trials < r.K {
			n.Trials++
			if t.Pass {
				n.Pass++
			}
		}
	}
	return n
}

// passK is pass^k.
func (c *component) passK(r *Result) error {
	counts, weights := r.counts(Steady)
	p, err := stats.EstimatePassK(counts, weights, r.K)
	if err != nil {
		return err
	}
	c.metric.Samples = p.Cases
	if !p.Complete() {
		c.metric.Why = fmt.Sprintf("%d cases have fewer than %d trials with a verdict", len(p.Undefined), p.K)
		return nil
	}
	c.metric.Value = &p.Value
	if p.Again.Defined {
		c.metric.Low, c.metric.High = &p.Again.Low, &p.Again.High
	}
	if p.NewCases.Defined {
		c.metric.NewLow, c.metric.NewHigh = &p.NewCases.Low, &p.NewCases.High
	}
	c.figures = stats.Component{Weight: c.Weight, Value: p.Value, SE: p.Again.SE, K: p.K}
	if !p.Again.Defined {
		c.figures.SE = p.NewCases.SE
	}
	for _, n := range counts {
		c.figures.Failures, c.figures.Trials = c.figures.Failures+n.Trials-n.Pass, c.figures.Trials+n.Trials
	}
	return nil
}

// share is recovery, completion under load or robustness against drift: the mean
// over cases of the share of trials that kept the promise.
func (c *component) share(r *Result) error {
	s, err := stats.EstimateShare(r.counts(c.Condition))
	if err != nil {
		return err
	}
	c.metric.Samples = s.Trials
	reached, planned := r.exercised(c.Condition)
	switch {
	case !s.Defined:
		c.metric.Why = unsampled
		return nil
	case float64(reached) < leastExercised*float64(planned):
		c.metric.Why = fmt.Sprintf("only %d of %d planned faults reached the candidate, fewer than 80%%", reached, planned)
		return nil
	}
	low, high := max(0, s.Value-1.96*s.SE), min(1, s.Value+1.96*s.SE)
	if wl, wh := stats.Wilson(stats.Count{Pass: s.Trials - s.Failures, Trials: s.Trials}); s.SE == 0 {
		low, high = wl, wh
	}
	c.metric.Value, c.metric.Low, c.metric.High = &s.Value, &low, &high
	c.figures = stats.Component{Weight: c.Weight, Value: s.Value, SE: s.SE, Failures: s.Failures, Trials: s.Trials, K: 1}
	return nil
}

// exercised counts the trials under a condition with a verdict, and with them
// those whose fault reached nobody.
func (r *Result) exercised(condition string) (reached, planned int) {
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Condition == condition {
			reached += c.Valid()
			planned += c.Valid() + c.Unreached
		}
	}
	return reached, planned
}

// score weighs the components that the run has trials of. One of them without a
// value leaves the score without one: what is missing must not look like a pass.
func score(parts []component) (Metric, []Weight, error) {
	m := Metric{Name: "score"}
	var used []stats.Component
	var weights []Weight
	sum := 0.0
	bounded := true
	for _, c := range parts {
		if !c.planned || c.Weight == 0 {
			continue
		}
		sum += c.Weight
		weights = append(weights, Weight{Component: c.Name, Metric: c.Metric, Weight: c.Weight})
		if c.metric.Value == nil {
			m.Why = c.Metric + " is not measured: " + c.metric.Why
			continue
		}
		bounded = bounded && c.metric.Low != nil
		used = append(used, c.figures)
		m.Samples += c.figures.Trials
	}
	for i := range weights {
		weights[i].Weight /= sum
	}
	switch {
	case m.Why != "":
		return m, weights, nil
	case len(used) == 0:
		m.Why = "no component of it is measured"
		return m, nil, nil
	}
	s, err := stats.NewScore(used)
	if err != nil {
		return m, nil, err
	}
	m.Value = &s.Value
	if bounded {
		m.Low, m.High = &s.Low, &s.High
	}
	return m, weights, nil
}
