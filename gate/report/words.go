package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// title is the verdict as a heading.
func title(v gate.Verdict) string {
	switch v {
	case gate.Pass:
		return "✅ Passed"
	case gate.Block:
		return "⛔ Blocked"
	case gate.Inconclusive:
		return "⚠️ Inconclusive"
	default:
		return "⚪ Not evaluated"
	}
}

// Headline is the verdict's ground in one or two sentences of plain text. Outside
// text in it is on one line but not escaped.
func Headline(r *gate.Result) string {
	reasons := r.Decision.Reasons
	if len(reasons) == 0 {
		if r.Comparison == nil {
			return "No baseline yet, and no threshold is broken: " + held(r) + "."
		}
		return "No regression: " + held(r) + "."
	}
	const most = 3
	var parts []string
	for _, reason := range reasons[:min(len(reasons), most)] {
		parts = append(parts, plain(reason.Text))
	}
	s := strings.Join(parts, "; ")
	if n := len(reasons) - most; n > 0 {
		s += fmt.Sprintf("; and %d more", n)
	}
	s += "."
	if r.Decision.Verdict == gate.Block && r.Comparison != nil && onlyRegressions(reasons) {
		s += " Everything else held."
	}
	if next := reasons[0].Next; next != "" {
		s += " Next: " + plain(next) + "."
	}
	return s
}

func onlyRegressions(reasons []gate.Reason) bool {
	for _, r := range reasons {
		if r.Kind != "regression" {
			return false
		}
	}
	return true
}

// held says what a passing run stands on.
func held(r *gate.Result) string {
	m := r.Metric("pass_rate")
	if m == nil || m.Value == nil {
		return "nothing was measured"
	}
	s := fmt.Sprintf("%s of %d trials kept their promise", percent(*m.Value), m.Samples)
	if c := r.Comparison; c != nil {
		s += fmt.Sprintf(", against %s in the baseline", percent(c.Whole.Baseline))
		if c.Whole.Smallest != nil {
			s += fmt.Sprintf("; a drop of %.0f points or more would have shown", *c.Whole.Smallest)
		}
	}
	return s
}

// percent writes a rate without pretending: only all is 100%, only none is 0%.
func percent(rate float64) string {
	p := 100 * rate
	switch {
	case rate == 1 || rate == 0:
		return fmt.Sprintf("%.0f%%", p)
	case p > 99:
		return "99%"
	case p < 1:
		return "1%"
	default:
		return fmt.Sprintf("%.0f%%", p)
	}
}

// points writes a difference of rates in points with its sign.
func points(diff float64) string {
	p := math.Round(100 * diff)
	switch {
	case p > 0:
		return fmt.Sprintf("+%.0f", p)
	case p < 0:
		return fmt.Sprintf("−%.0f", -p)
	default:
		return "0"
	}
}

// plural writes a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// name writes a failure class in words.
func name(class string) string { return strings.ReplaceAll(plain(class), "_", " ") }

// replay is the command that runs one failing trial alone.
func replay(base string, c *gate.CaseResult, index int) string {
	if base == "" {
		base = "keptgate run --candidate CANDIDATE"
	}
	return fmt.Sprintf("%s --case %s --condition %s --trial %d", base, c.ID(), c.Condition, index)
}

// sign is the mark of a difference: worse, better, or not told apart.
func sign(d gate.Difference) string {
	switch {
	case d.Regressed:
		return "⛔"
	case d.Improved:
		return "✅"
	default:
		return "~"
	}
}
