package gate

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/keptgate/keptgate/gate/stats"
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
	if err := errors.Join(r.wholeRun(), base.wholeRun()); err != nil {
		return fmt.Errorf("judge result: %w", err)
	}
	j := &judge{all: r, result: r.voters(), base: base, policy: policy}
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
	all        *Result
	result     *Result // the cases that have a vote
	base       *Result
	policy     *thresholds.Policy
	comparison *Comparison
}

func (j *judge) compare() error {
	if j.base == nil {
		return nil
	}
	var err error
	j.comparison, err = Compare(j.all, j.base, j.policy.Null == "net")
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
	if j.base == nil && d.Verdict == Pass && j.all.Offer != "" {
		d.Notes = append(d.Notes, j.all.Offer)
	}
	return d, nil
}

// zeroTolerance finds the classes of which one trial is too many. A waiver says
// that a promise may be broken for a time, not that anything may happen: waived
// cases count here.
func (j *judge) zeroTolerance() []Reason {
	trials := map[string]int{}
	first := map[string]string{}
	for _, c := range j.all.Cases {
		if c.Provisional {
			continue
		}
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
			text := fmt.Sprintf("%s occurred in %d of the trials (first in %s), and the policy tolerates none", class, n, first[class])
			if n == 1 {
				text = fmt.Sprintf("%s occurred in one trial (of %s), and the policy tolerates none", class, first[class])
			}
			out = append(out, Reason{Kind: "zero_tolerance", Subject: class, Value: &value, Limit: &limit, Text: text})
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
		Text: fmt.Sprintf("%s fell from %s to %s (%s)", subject, Percent(d.Baseline), Percent(d.Candidate), PValue(d.P)),
	}
}

func breaks(m *Metric, b thresholds.Bound) (Reason, bool) {
	r := Reason{Kind: "threshold", Subject: m.Name, Value: m.Value}
	switch {
	case b.Min != nil && *m.Value < *b.Min:
		r.Limit = b.Min
		r.Text = fmt.Sprintf("%s is %s, below %s", m.Name, Amount(*m.Value, *b.Min), number(*b.Min))
	case b.Max != nil && *m.Value > *b.Max:
		r.Limit = b.Max
		r.Text = fmt.Sprintf("%s is %s, above %s", m.Name, Amount(*m.Value, *b.Max), number(*b.Max))
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
	for _, o := range j.open() {
		m := o.metric
		out = append(out, Reason{
			Kind: "threshold", Subject: m.Name, Value: m.Value, Limit: &o.limit,
			Text: fmt.Sprintf("%s is %s, %s, which does not settle the limit of %s", m.Name, Amount(*m.Value, o.limit), interval(m, o.limit), number(o.limit)),
			Next: fmt.Sprintf("run more trials (%splan.steady), or set strict: false to let the estimate decide", j.enough(o)),
		})
	}
	return out
}

// openLimit is a limit that lies inside the interval of its metric.
type openLimit struct {
	metric *Metric
	limit  float64
}

// open lists the limits, by metric, on whose other side the truth may well lie.
func (j *judge) open() []openLimit {
	var out []openLimit
	for _, name := range slices.Sorted(maps.Keys(j.policy.Thresholds)) {
		b, m := j.policy.Thresholds[name], j.result.Metric(name)
		if m == nil || m.Value == nil || m.Low == nil || m.High == nil {
			continue
		}
		if b.Min != nil && *m.Low < *b.Min && *b.Min <= *m.High {
			out = append(out, openLimit{m, *b.Min})
		}
		if b.Max != nil && *m.Low <= *b.Max && *b.Max < *m.High {
			out = append(out, openLimit{m, *b.Max})
		}
	}
	return out
}

// enough tells how many trials of each case would settle a limit with 80% power
// if the truth is where the estimate stands (stats.Score.Decide).
func (j *judge) enough(o openLimit) string {
	const z95, most = 1.96, 1_000
	z := z95
	if o.metric.Name == "score" {
		z = stats.Z
	}
	m := o.metric
	s := stats.Score{Value: *m.Value, Low: *m.Low, High: *m.High, SE: max(*m.Value-*m.Low, *m.High-*m.Value) / z}
	n := j.policy.Plan.Steady
	more := s.Decide(o.limit, n, most, true).More
	if more == 0 || more >= most {
		return ""
	}
	return fmt.Sprintf("about %d of each case instead of %d: ", n+more, n)
}

func interval(m *Metric, limit float64) string {
	return fmt.Sprintf("between %s and %s with 95%% confidence", Amount(*m.Low, limit), Amount(*m.High, limit))
}

// notes are facts that a reader should know beside the verdict.
func (j *judge) notes() []string {
	out := slices.Concat(j.abstaining(), j.overfitting())
	for _, name := range slices.Sorted(maps.Keys(j.policy.Thresholds)) {
		if j.policy.Unmeasured(name) {
			out = append(out, fmt.Sprintf("%s has a threshold, which the profile %s does not measure; a larger profile does", name, j.policy.Profile))
		}
	}
	for _, c := range j.policy.Components() {
		if c.Weight > 0 && j.policy.Plan.K > 0 && !j.result.tries(c.Condition) {
			out = append(out, fmt.Sprintf("%s is left out of the score: the run has no trials under %s", c.Metric, c.Condition))
		}
	}
	if l := j.result.Look; l != nil && l.Early {
		out = append(out, fmt.Sprintf("stopped early after %s of the trials, as the comparison was clear", Percent(l.Share)))
	}
	switch kept := j.all.Kept; {
	case j.base != nil:
	case kept == nil || kept.Why == "":
		out = append(out, "no baseline yet: thresholds and zero tolerance decide, regressions cannot")
	case j.all.Stopped == "": // else that is why
		out = append(out, "the baseline was not read: "+kept.Why)
	}
	if c := j.comparison; c != nil && len(c.Incomparable) > 0 {
		first := c.Incomparable[0].Case + ": " + c.Incomparable[0].Why
		if n := len(c.Incomparable); n == 1 {
			out = append(out, "one case has no vote, since it does not compare with the baseline ("+first+")")
		} else {
			out = append(out, fmt.Sprintf("%d cases have no vote, since they do not compare with the baseline (first %s)", n, first))
		}
	}
	if !j.policy.Strict {
		for _, o := range j.open() {
			m := o.metric
			out = append(out, fmt.Sprintf("low confidence: %s is %s by the estimate, but %s, and the limit is %s",
				m.Name, Amount(*m.Value, o.limit), interval(m, o.limit), number(o.limit)))
		}
	}
	return out
}
