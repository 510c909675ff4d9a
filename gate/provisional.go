package gate

import (
	"fmt"
	"slices"
)

// Abstains tells whether the case is reported without a vote: it is in doubt, or
// waived for a time.
func (c *CaseResult) Abstains() bool { return c.Provisional || c.Waived }

// voters is the result without the cases that abstain: those are reported, and
// count in no metric and no comparison. A waived one may still not do what is
// never tolerated; see zeroTolerance.
func (r *Result) voters() *Result {
	if !slices.ContainsFunc(r.Cases, func(c CaseResult) bool { return c.Abstains() }) {
		return r
	}
	out := *r
	out.Cases = slices.DeleteFunc(slices.Clone(r.Cases), func(c CaseResult) bool { return c.Abstains() })
	return &out
}

// abstaining says which cases have no vote, with how they went.
func (j *judge) abstaining() []string {
	var told []string
	for i := range j.all.Cases {
		c := &j.all.Cases[i]
		if !c.Provisional {
			continue
		}
		one := fmt.Sprintf("%s %d of %d", c.ID(), c.Passed, c.Valid())
		if c.Condition != Steady {
			one += " under " + c.Condition
		}
		told = append(told, one)
	}
	if len(told) == 0 {
		return nil
	}
	return []string{"provisional, without a vote: " + summary(told)}
}
