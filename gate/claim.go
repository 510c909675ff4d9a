package gate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// MaxClaim bounds, in bytes, a result.json that others wrote.
const MaxClaim = 16 << 20

// Bounds on the lists of a claim that a report goes through again and again, and on its name. No run comes near them.
const (
	maxClaimedList = 2_000
	maxClaimedName = 100 // characters, as of the action's input gate-name
)

// CheckClaim says why no run can have left such a result. It is for a result that others wrote, such as the run of a
// fork: whoever wrote it can write anything, so that what passes is whole and does not contradict itself, and no more.
func (r *Result) CheckClaim() error {
	if r.Decision == nil {
		return errors.New("check claim: it holds no verdict; it is a baseline or was cut off")
	}
	if len([]rune(r.Gate)) > maxClaimedName || strings.ContainsFunc(r.Gate, unicode.IsControl) {
		return fmt.Errorf("check claim: its gate's name has more than %d characters, or a control character", maxClaimedName)
	}
	for name, n := range map[string]int{
		"suites": len(r.Suites), "samples": len(r.Samples), "weights": len(r.Weights), "metrics": len(r.Metrics), "waivers": len(r.Waivers),
		"reasons": len(r.Decision.Reasons), "notes": len(r.Decision.Notes), "categories": len(r.claimedCategories()),
	} {
		if n > maxClaimedList {
			return fmt.Errorf("check claim: it has %d %s, more than the %d that any run has", n, name, maxClaimedList)
		}
	}
	valid := 0
	for i := range r.Cases {
		c := &r.Cases[i]
		if err := c.recount(); err != nil {
			return err
		}
		valid += c.Valid()
	}
	return r.checkVerdict(valid)
}

func (r *Result) claimedCategories() []Difference {
	if r.Comparison == nil {
		return nil
	}
	return r.Comparison.Categories
}

// recount holds the counts of a case against its trials.
func (c *CaseResult) recount() error {
	again := CaseResult{Classes: map[string]int{}}
	for i := range c.Trials {
		again.count(&c.Trials[i])
	}
	if again.Passed != c.Passed || again.Failed != c.Failed || again.Missing != c.Missing || again.Unreached != c.Unreached || !maps.Equal(again.Classes, c.Classes) {
		return fmt.Errorf("check claim: case %q under %q counts %d passed, %d failed, %d missing, %d unreached, and its trials give %d, %d, %d, %d or other classes",
			c.ID(), c.Condition, c.Passed, c.Failed, c.Missing, c.Unreached, again.Passed, again.Failed, again.Missing, again.Unreached)
	}
	return nil
}

// checkVerdict holds the verdict against its grounds, as far as they can be known without the policy.
func (r *Result) checkVerdict(valid int) error {
	d := r.Decision
	regressed := slices.ContainsFunc(r.claimedCategories(), func(d Difference) bool { return d.Regressed })
	switch {
	case !slices.Contains([]Verdict{Pass, Block, Inconclusive, NotEvaluated}, d.Verdict):
		return fmt.Errorf("check claim: its verdict is %q", d.Verdict)
	case d.Verdict != Pass && len(d.Reasons) == 0:
		return fmt.Errorf("check claim: its verdict is %s, without a reason", d.Verdict)
	case d.Verdict == Pass && (len(d.Reasons) > 0 || regressed || r.Stopped != "" || valid == 0):
		return errors.New("check claim: its verdict is pass, in spite of a reason, of a category that fell, of a run that stopped, or without a trial")
	}
	return nil
}
