package gate

import (
	"fmt"
	"maps"
	"slices"

	"github.com/keptgate/keptgate/gate/stats"
)

// missing says why the run cannot be judged, or nothing where it can: what was
// not run must never look like what passed.
func (j *judge) missing() ([]Reason, error) {
	r := j.result
	var out []Reason
	add := func(kind, subject, text, next string) {
		out = append(out, Reason{Kind: kind, Subject: subject, Text: text, Next: next})
	}
	m, err := stats.CheckMissing(tallies(r, ""), 0)
	if err != nil {
		return nil, err
	}
	steady, err := stats.CheckMissing(tallies(r, Steady), r.K)
	if err != nil {
		return nil, err
	}
	valid := m.All.Whole - m.All.Part
	switch {
	case r.Stopped != "":
		add("stopped", "", "the run stopped before its plan was done: "+r.Stopped, "mend the cause and run again; --resume keeps the trials that finished")
	case m.All.Whole == 0 && len(j.all.Cases) > 0:
		add("empty", "", "no case of the run has a vote: all are waived or provisional", "name a suite that has other cases, or end a waiver")
	case m.All.Whole == 0:
		add("empty", "", "no trial was planned", "name a suite that has cases")
	case valid == 0:
		add("missing", "", "no trial gave a verdict; "+firstVoid(r), "mend the cause and run again")
	case r.Narrowed:
		add("narrowed", "", fmt.Sprintf("only a part of the plan was run (%d trials): good for looking closer, not for a verdict", m.All.Whole), "run without --case and --trial for a verdict")
	case m.Over:
		add("missing", "", fmt.Sprintf("%d of %d trials gave no verdict, more than 5%%; %s", m.All.Part, m.All.Whole, firstVoid(r)), "run again with --resume")
	}
	if len(out) > 0 {
		return out, nil
	}
	for _, c := range m.Crowded {
		add("missing", c.Name, fmt.Sprintf("%d of %d trials in %s gave no verdict, more than 10%%", c.Part, c.Whole, c.Name), "run again with --resume")
	}
	if n := len(steady.Short); n > 0 {
		id := r.under(Steady)[steady.Short[0]].ID()
		add("missing", id, fmt.Sprintf("%d cases have fewer trials with a verdict than pass^%d needs (first %s)", n, r.K, id), "run again with --resume, or plan more trials")
	}
	for _, name := range slices.Sorted(maps.Keys(j.policy.Thresholds)) {
		if metric := r.Metric(name); !j.policy.Unmeasured(name) && (metric == nil || metric.Value == nil) {
			add("missing", name, fmt.Sprintf("%s has a threshold but was not measured: %s", name, whyNot(metric)), "")
		}
	}
	if c := j.comparison; c != nil && c.Whole.Cases == 0 {
		add("incomparable", "", "no case compares with the baseline: "+firstApart(c), r.record())
	}
	if len(out) > 0 || m.All.Part == 0 {
		return out, nil
	}
	return j.undecided()
}

// record says how the result becomes the baseline.
func (r *Result) record() string {
	if r.Kept != nil {
		return "promote a run of the default branch anew, so that there is a baseline to compare with"
	}
	return "record a new baseline: keptgate baseline RESULT --to FILE"
}

// undecided tries both extremes of the missing trials. Where they lead to
// different verdicts the missing trials decide, and nobody knows them.
func (j *judge) undecided() ([]Reason, error) {
	worst, err := j.blocksWith(false)
	if err != nil {
		return nil, err
	}
	best, err := j.blocksWith(true)
	if err != nil || worst == best {
		return nil, err
	}
	return []Reason{{
		Kind: "missing", Text: "the verdict hangs on trials that gave none; " + firstVoid(j.result), Next: "run again with --resume",
	}}, nil
}

// blocksWith tells whether the result would block if all missing trials passed,
// or all failed.
func (j *judge) blocksWith(pass bool) (bool, error) {
	r := *j.result
	r.Cases = slices.Clone(r.Cases)
	for i := range r.Cases {
		c := &r.Cases[i]
		if pass {
			c.Passed += c.Missing
		} else {
			c.Failed += c.Missing
		}
		c.Missing = 0
	}
	var err error
	if r.Metrics, r.Weights, err = metrics(&r, j.policy); err != nil {
		return false, err
	}
	other := &judge{all: &r, result: &r, base: j.base, policy: j.policy}
	if err := other.compare(); err != nil {
		return false, err
	}
	return len(other.limits(&r)) > 0, nil
}

// tallies counts the trials of the cases under a condition for the rule of
// missing trials; "" is all.
func tallies(r *Result, condition string) []stats.Tally {
	var out []stats.Tally
	for _, c := range r.under(condition) {
		out = append(out, stats.Tally{Category: c.Category, Pass: c.Passed, Fail: c.Failed, Missing: c.Missing})
	}
	return out
}

// under lists the cases under a condition; "" is all.
func (r *Result) under(condition string) []CaseResult {
	return slices.DeleteFunc(slices.Clone(r.Cases), func(c CaseResult) bool { return condition != "" && c.Condition != condition })
}

// firstVoid names the first trial without a verdict and why it has none.
func firstVoid(r *Result) string {
	for _, c := range r.Cases {
		for _, t := range c.Trials {
			if t.Void != nil && t.Void.Class != unreached {
				return fmt.Sprintf("the first is %s, trial %d: %s: %s", c.ID(), t.Index, t.Void.Class, t.Void.Reason)
			}
		}
	}
	return "none is listed"
}

func firstApart(c *Comparison) string {
	if len(c.Incomparable) == 0 {
		return "the baseline has no cases"
	}
	return c.Incomparable[0].Case + ": " + c.Incomparable[0].Why
}

func whyNot(m *Metric) string {
	if m == nil || m.Why == "" {
		return "the run does not produce it"
	}
	return m.Why
}
