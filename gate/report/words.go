package report

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/suites"
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
		if r.Carried != nil {
			return carried(r.Carried) + " It was: " + held(r) + "."
		}
		return "No regression: " + held(r) + "." + risen(r.Comparison)
	}
	const most = 3
	var parts []string
	for _, reason := range reasons[:min(len(reasons), most)] {
		parts = append(parts, plain(reason.Text))
	}
	s := strings.TrimSuffix(strings.Join(parts, "; "), ".")
	if n := len(reasons) - most; n > 0 {
		s += fmt.Sprintf("; and %d more", n)
	}
	s += "."
	if r.Decision.Verdict == gate.Block && r.Comparison != nil && onlyRegressions(reasons) {
		s += " Everything else held."
	}
	if next := reasons[0].Next; next != "" {
		s += " Next: " + strings.TrimSuffix(plain(next), ".") + "."
	}
	return s
}

// carried says whose verdict it is.
func carried(c *gate.Carried) string {
	from := "the baseline"
	if c.Commit != "" {
		from = plain(short(c.Commit))
	}
	return fmt.Sprintf("Nothing that the candidate is made of has changed: the verdict of %s (profile %s) is carried over, and no token was spent.", from, plain(c.Profile))
}

// risen names the categories that did better, the best first: a comparison lists
// the worst first.
func risen(c *gate.Comparison) string {
	const most = 2
	s := ""
	for n, i := 0, len(c.Categories)-1; i >= 0 && n < most; i-- {
		if d := c.Categories[i]; d.Improved {
			s += fmt.Sprintf(" %s rose from %s to %s.", plain(d.Name), gate.Percent(d.Baseline), gate.Percent(d.Candidate))
			n++
		}
	}
	return s
}

// pooled says of how many runs the baseline is, where they are several; the last
// one's name follows.
func pooled(c *gate.Comparison) string {
	if c.Pooled < 2 {
		return ""
	}
	return fmt.Sprintf("pooled over %d runs, the last ", c.Pooled)
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
	n := passes(r)
	if n.Trials == 0 {
		return "nothing was measured"
	}
	s := fmt.Sprintf("%s of %s passed", gate.Percent(float64(n.Pass)/float64(n.Trials)), plural(n.Trials, "trial", "trials"))
	if c := r.Comparison; c != nil {
		s += fmt.Sprintf(", against %s in the baseline", gate.Percent(c.Whole.Baseline))
		if c.Whole.Smallest != nil {
			s += "; a drop of " + wholePoints(*c.Whole.Smallest) + " points or more would have shown"
		}
	}
	return s
}

// class writes a failure class in words.
func class(name string) string {
	if name == "" {
		return "failed"
	}
	return strings.ReplaceAll(plain(name), "_", " ")
}

// caseName is a case with the condition it ran under, unless that is steady.
func caseName(id, condition string) string {
	if condition == "" || condition == gate.Steady {
		return id
	}
	return id + " " + under(condition)
}

// replay is the command that runs one failing trial alone.
func replay(base string, c *gate.CaseResult, index int) string {
	if base == "" {
		base = "keptgate run --candidate CANDIDATE"
	}
	return fmt.Sprintf("%s --case %s --condition %s --trial %d", base, argument(suites.Settled(c.ID())), argument(c.Condition), index)
}

// harmless is an argument that a shell takes as it stands.
var harmless = regexp.MustCompile(`^[A-Za-z0-9_./:-]+$`)

// argument quotes outside text for a shell: a command in a report gets copied.
func argument(s string) string {
	if harmless.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(plain(s), "'", `'\''`) + "'"
}

// left counts the failing cases that a report does not show.
func left(n int, where string) string {
	if n == 1 {
		return "1 more failing case is in " + where + "."
	}
	return fmt.Sprintf("%d more failing cases are in %s.", n, where)
}

// alike is the mark where no difference is shown.
const alike = "~"

// sign is the mark of a difference: worse, better, or not told apart.
func sign(d gate.Difference) string {
	switch {
	case d.Regressed:
		return "⛔"
	case d.Improved:
		return "✅"
	default:
		return alike
	}
}
