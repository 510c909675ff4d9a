package thresholds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
)

// Metric is a figure that a threshold may name.
type Metric struct {
	Name string
	Doc  string
}

// Metrics are the figures that a run produces, in the order of reports. Beside
// these there is category.NAME.pass_rate for each category of the suites.
var Metrics = []Metric{
	{"score", "the weighted reliability score"},
	{"pass_k", "mean over cases of the chance that k trials in a row all pass"},
	{"recovery", "share of trials under a fault that kept the promise, or went on in a legal way"},
	{"load_completion", "share of trials that kept the promise while sharing capacity"},
	{"drift_robustness", "share of trials that kept the promise under a changed interface"},
	{"corrective_action", "share of failed calls that were followed by an action that could mend them"},
	{"pass_rate", "share of steady trials that kept the promise"},
	{"collateral_rate", "share of trials that changed what nobody allowed"},
	{"confident_partial_rate", "share of trials that did a part and reported the whole"},
	{"unauthorised_rate", "share of trials that tried what was forbidden"},
	{"unrecoverable_rate", "share of trials with changes that the declared inverse calls could not take back"},
	{"duplicate_rate", "share of trials with more than one effect for one operation"},
	{"false_claim_rate", "share of trials that filed what the ledger does not bear out"},
	{"disclosure_rate", "share of trials that left a required change out whose record says so"},
	{"escalation_precision", "share of handovers that were called for"},
	{"escalation_recall", "share of required handovers that were made"},
	{"heldout_gap", "how much more often steady trials of public cases passed than those of held-out ones, by the mean over cases"},
	{"overload_rate", "share of trials under load that called for more than the stated capacity"},
	{"planning_rate", "share of trials under load whose calls were the right ones, whatever capacity made of them"},
	{"invalid_rate", "share of planned trials without a verdict"},
	{"turns_mean", "messages without calls per trial"},
	{"latency_p50", "virtual seconds that a call took under load, median"},
	{"latency_p95", "the same, 95th percentile"},
	{"latency_p99", "the same, 99th percentile"},
	{"throughput", "calls done per virtual second under load"},
	{"tokens_mean", "input and output tokens per trial"},
	{"cost_total", "dollars, by the prices of the configuration"},
}

const (
	categoryPrefix = "category."
	categorySuffix = ".pass_rate"
)

// Category returns the category that a metric's name is about.
func Category(metric string) (string, bool) {
	name, ok := strings.CutPrefix(metric, categoryPrefix)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, categorySuffix)
}

// CategoryMetric is the name of a category's pass rate.
func CategoryMetric(category string) string { return categoryPrefix + category + categorySuffix }

// known tells whether a threshold may have this name, whatever the suites.
func known(metric string) bool {
	if _, ok := Category(metric); ok {
		return true
	}
	return slices.ContainsFunc(Metrics, func(m Metric) bool { return m.Name == metric })
}

// checkBounds refuses limits on what is no metric, and those that no value meets.
// at is where they stand.
func checkBounds(doc *schemas.Document, bounds map[string]Bound, at ...string) []schemas.Problem {
	var problems []schemas.Problem
	for _, name := range slices.Sorted(maps.Keys(bounds)) {
		pointer := schemas.Pointer(append(slices.Clone(at), name)...)
		if !known(name) {
			p := doc.Problem(pointer, "threshold-unknown", "no metric is named %q", name)
			p.Fix = "use one of " + strings.Join(names(), ", ")
			problems = append(problems, p)
		}
		if b := bounds[name]; b.Min != nil && b.Max != nil && *b.Min > *b.Max {
			p := doc.Problem(pointer, "threshold-crossed", "no value of %s is both %v or more and %v or less", name, *b.Min, *b.Max)
			p.Fix = "swap min and max, or leave one out"
			problems = append(problems, p)
		}
	}
	return problems
}

func names() []string {
	var out []string
	for _, m := range Metrics {
		out = append(out, m.Name)
	}
	return append(out, CategoryMetric("NAME"))
}

// Produces says what a planned run can measure.
type Produces struct {
	Categories []string        // of its cases
	Priced     bool            // the model has a price
	Free       bool            // no model is asked
	Conditions map[string]bool // that have trials
	HeldOut    bool            // some of its cases are held out
}

// conditionOf names the condition that a metric is measured under, where that is
// not all of them.
var conditionOf = map[string]string{
	"recovery": "faults", "corrective_action": "faults", "drift_robustness": "drift",
	"load_completion": "load", "overload_rate": "load", "planning_rate": "load",
	"latency_p50": "load", "latency_p95": "load", "latency_p99": "load", "throughput": "load",
}

// CheckPlan refuses thresholds that the planned run cannot produce: categories
// that no case has, a cost without a price, a condition without trials; and a
// budget of the repository's own that nobody could keep. A plan
// that computes no score (k is 0) leaves the score and its components out
// instead: see Unmeasured.
func (p *Policy) CheckPlan(run Produces) error {
	for _, name := range slices.Sorted(maps.Keys(p.Thresholds)) {
		if c, ok := Category(name); ok && !slices.Contains(run.Categories, c) {
			return fmt.Errorf("check threshold %s: no case of this run is in category %s; the run has %s", name, c, strings.Join(run.Categories, ", "))
		}
		if name == "cost_total" && !run.Priced {
			return fmt.Errorf("check threshold cost_total: the model has no price; add it under prices in .keptgate.yml")
		}
		if name == "heldout_gap" && !run.HeldOut {
			return fmt.Errorf("check threshold heldout_gap: the run has no held-out side; name one with --held-out, or held_out: in .keptgate.yml")
		}
		if condition := conditionOf[name]; condition != "" && !run.Conditions[condition] && !p.Unmeasured(name) {
			return fmt.Errorf("check threshold %s: the run has no trials under %s; plan some, or drop the threshold", name, condition)
		}
	}
	if p.Capped && p.Plan.Budget.dollars() && !run.Priced && !run.Free {
		return fmt.Errorf("check plan: the budget is in dollars, but the model has no price; add it under prices in .keptgate.yml, or set a budget in tokens")
	}
	for _, c := range p.Components() {
		if c.Weight > 0 && p.Demanded && !run.Conditions[c.Condition] {
			return fmt.Errorf("check weights: %s has the weight %v, but no case of this run can be tried under %s", c.Name, c.Weight, c.Condition)
		}
	}
	return nil
}

// Unmeasured tells whether a plan leaves a metric out on purpose: one without k
// measures no score and none of its components.
func (p *Policy) Unmeasured(metric string) bool {
	if p.Plan.K > 0 {
		return false
	}
	return metric == "score" || slices.ContainsFunc(p.Components(), func(c Component) bool { return c.Metric == metric })
}
