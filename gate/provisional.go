package gate

import (
	"fmt"
	"slices"
	"strings"
)

// voters is the result without the cases that are provisional: those are
// reported, and count in no metric, no comparison and no verdict.
func (r *Result) voters() *Result {
	if !slices.ContainsFunc(r.Cases, func(c CaseResult) bool { return c.Provisional }) {
		return r
	}
	out := *r
	out.Cases = slices.DeleteFunc(slices.Clone(r.Cases), func(c CaseResult) bool { return c.Provisional })
	return &out
}

// abstaining says which cases have no vote, with how they went.
func (j *judge) abstaining() []string {
	if j.all == nil {
		return nil
	}
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
	return []string{"provisional, without a vote: " + strings.Join(told[:min(len(told), maxTold)], ", ") + more(len(told)-maxTold)}
}

// maxTold bounds how many cases without a vote are named.
const maxTold = 6

func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}
