package gate

import (
	"fmt"
	"maps"
	"slices"

	"github.com/keptgate/keptgate/thresholds"
)

// Judge compares a result with its baseline, which may be nil, and decides. It
// fills the result's Comparison and Decision. The error is the baseline's or the
// policy's: what the reader has to mend before there can be a verdict.
//
// The order of the verdict: a zero-tolerance class in a valid trial blocks; then
// what is missing makes it not evaluated; then regressions and thresholds block;
// then an unsettled strict threshold is inconclusive; else it passes.
func Judge(r, base *Result, policy *thresholds.Policy) error {
	j := &judge{result: r, base: base, policy: policy}
	if err := j.compare(); err != nil {
		return err
	}
	decision, err := j.decide()
	if err != nil {
		return err
	}
	r.Comparison, r.Decision = j.comparison, decision
	return nil
}

type judge struct {
	result     *Result
	base       *Result
	policy     *thresholds.Policy
	comparison *Comparison
}

func (j *judge) compare() error {
	if j.base == nil {
		return nil
	}
	var err error
	j.comparison, err = Compare(j.result, j.base, j.policy.Null == "net")
	return err
}

func (j *judge) decide() (*Decision, error) {
	d := &Decision{Verdict: Block, Reasons: j.zeroTolerance()}
	missing, err := j.missing()
	if err != nil {
		return nil, err
	}
	failing, unsettled := j.limits(j.result), j.unsettled()
	switch {
	case len(d.Reasons) > 0:
		d.Reasons = append(d.Reasons, failing...)
	case len(missing) > 0:
		d.Verdict, d.Reasons = NotEvaluated, missing
	case len(failing) > 0:
		d.Reasons = failing
	case len(unsettled) > 0:
		d.Verdict, d.Reasons = Inconclusive, unsettled
	default:
		d.Verdict = Pass
	}
	d.Notes = j.notes()
	return d, nil
}

// zeroTolerance finds the classes of which one trial is too many.
func (j *judge) zeroTolerance() []Reason {
	trials := map[string]int{}
	first := map[string]string{}
	for _, c := range j.result.Cases {
		for class, n := range c.Classes {
			if trials[class] += n; first[class] == "" {
				first[class] = c.ID()
			}
		}
	}
	var out []Reason
	for _, class := range j.policy.ZeroTolerance {
		if n := trials[class]; n > 0 {
			value, limit := float64(n), 0.0
			out = append(out, Reason{
				Kind: "zero_tolerance", Subject: class, Value: &value, Limit: &limit,
				Text: fmt.Sprintf("%s occurred in %d of the trials (first in %s), and the policy tolerates none", class, n, first[class]),
			})
		}
	}
	return out
}

// limits are the regressions and the thresholds that the result breaks.
func (j *judge) limits(r *Result) []Reason {
	var out []Reason
	if c := j.comparison; c != nil {
		for _, d := range c.Categories {
			if d.Regressed {
				out = append(out, regression(d))
			}
		}
		if c.Whole.Regressed && len(out) == 0 { // the categories say more than the whole
			out = append(out, regression(c.Whole))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(j.policy.Thresholds)) {
		if m := r.Metric(name); m != nil && m.Value != nil {
			if reason, broken := breaks(m, j.policy.Thresholds[name]); broken {
				out = append(out, reason)
			}
		}
	}
	return out
}

func regression(d Difference) Reason {
	subject := d.Name
	if subject == "" {
		subject = "the whole suite"
	}
	return Reason{
		Kind: "regression", Subject: d.Name, Baseline: &d.Baseline, Value: &d.Candidate, P: &d.P,
		Text: fmt.Sprintf("%s fell from %.0f%% to %.0f%% (%s)", subject, 100*d.Baseline, 100*d.Candidate, pValue(d.P)),
	}
}

// pValue writes a p-value with as many digits as it deserves.
func pValue(p float64) string {
	switch {
	case p < 0.0001:
		return "p < 0.0001"
	case p < 0.01:
		return fmt.Sprintf("p = %.4f", p)
	default:
		return fmt.Sprintf("p = %.2f", p)
	}
}

func breaks(m *Metric, b thresholds.Bound) (Reason, bool) {
	r := Reason{Kind: "threshold", Subject: m.Name, Value: m.Value}
	switch {
	case b.Min != nil && *m.Value < *b.Min:
		r.Limit = b.Min
		r.Text = fmt.Sprintf("%s is %.3g, below %.3g", m.Name, *m.Value, *b.Min)
	case b.Max != nil && *m.Value > *b.Max:
		r.Limit = b.Max
		r.Text = fmt.Sprintf("%s is %.3g, above %.3g", m.Name, *m.Value, *b.Max)
	default:
		return r, false
	}
	return r, true
}

// unsettled lists the absolute thresholds that hold, but not with their
// interval, where the policy demands that.
func (j *judge) unsettled() []Reason {
	if !j.policy.Strict {
		return nil
	}
	var out []Reason
	for _, name := range slices.Sorted(maps.Keys(j.policy.Thresholds)) {
		b, m := j.policy.Thresholds[name], j.result.Metric(name)
		if m == nil || m.Value == nil || m.Low == nil {
			continue
		}
		if b.Min != nil && *m.Low < *b.Min || b.Max != nil && *m.High > *b.Max {
			out = append(out, Reason{
				Kind: "threshold", Subject: name, Value: m.Value, Limit: cmpOr(b.Min, b.Max),
				Text: fmt.Sprintf("%s is %.3g, between %.3g and %.3g with 95%% confidence, which does not settle the threshold", name, *m.Value, *m.Low, *m.High),
				Next: "run more trials (plan.steady), or set strict: false to let the estimate decide",
			})
		}
	}
	return out
}

func cmpOr(a, b *float64) *float64 {
	if a != nil {
		return a
	}
	return b
}

// notes are facts that a reader should know beside the verdict.
func (j *judge) notes() []string {
	var out []string
	if j.base == nil {
		out = append(out, "no baseline yet: thresholds and zero tolerance decide, regressions cannot")
	}
	if c := j.comparison; c != nil && len(c.Incomparable) > 0 {
		out = append(out, fmt.Sprintf("%d cases without a vote, since they do not compare with the baseline", len(c.Incomparable)))
	}
	return out
}
