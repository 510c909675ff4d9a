package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// Remark says of one failing case what went wrong, to be shown beside its file.
// It is plain text: nothing in it is meant as Markdown.
type Remark struct {
	Case  string // SUITE/CASE
	Grave bool   // the verdict may hang on it: a class that is not tolerated, or a category that fell
	Title string // one line
	Text  string // promise, first divergence, command that runs the trial alone: a line each
}

// Remarks are the failing cases of a result, the worst first: those with a class
// that is not tolerated, those of categories that fell, then by trials that
// failed. What is held out has none. replay is the beginning of the command that
// runs one trial.
func Remarks(r *gate.Result, replay string) []Remark {
	list := failing(r)
	weight := weigh(r)
	slices.SortStableFunc(list, func(a, b *gate.CaseResult) int { return cmp.Compare(weight(b), weight(a)) })
	var out []Remark
	for _, c := range list {
		out = append(out, Remark{Case: c.ID(), Grave: weight(c) > 0, Title: remarkTitle(c), Text: remarkText(c, replay)})
	}
	return out
}

// weigh tells how much of the verdict may hang on a case: 2 for a class that is
// not tolerated, 1 for a category that fell, else 0. A case without a vote weighs
// nothing, but for the first in a waived one.
func weigh(r *gate.Result) func(*gate.CaseResult) int {
	var intolerable []string
	for _, reason := range r.Decision.Reasons {
		if reason.Kind == "zero_tolerance" {
			intolerable = append(intolerable, reason.Subject)
		}
	}
	fell := map[string]bool{}
	if r.Comparison != nil {
		for _, d := range r.Comparison.Categories {
			fell[d.Name] = d.Regressed
		}
	}
	return func(c *gate.CaseResult) int {
		switch {
		case c.Provisional:
			return 0
		case slices.ContainsFunc(intolerable, func(class string) bool { return c.Classes[class] > 0 }):
			return 2
		case fell[c.Category] && !c.Waived:
			return 1
		default:
			return 0
		}
	}
}

func remarkTitle(c *gate.CaseResult) string {
	primary := ""
	if len(c.Evidence) > 0 {
		primary = c.Evidence[0].Primary
	}
	return plain(fmt.Sprintf("%s: %s, %d of %d trials", caseName(c.ID(), c.Condition), class(primary), c.Failed, c.Valid()))
}

func remarkText(c *gate.CaseResult, base string) string {
	lines := []string{"Promise: " + within(c.Promise, maxNote)}
	if len(c.Evidence) == 0 {
		return lines[0]
	}
	e := c.Evidence[0]
	first := divergence(e)
	if e.Call != "" {
		first = fmt.Sprintf("call %d, %s. %s", e.Seq, within(e.Call, maxNote), first)
	}
	if first != "" {
		lines = append(lines, "First divergence: "+within(first, 2*maxNote))
	}
	return strings.Join(append(lines, "Replay: "+plain(replay(base, c, e.Index))), "\n")
}

// Undecided is the Markdown of a run that came to no result, and why.
func Undecided(why string) string {
	return "## " + title(gate.NotEvaluated) + "\n\n" + opening(proseWithin(why, maxHeadline)) + "\n"
}
