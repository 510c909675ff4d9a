package grade

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// gradeAnswer grades a call-level case: the calls of one message against those
// that the case wants, in any order and one to one.
func gradeAnswer(c *suites.Case, r *trace.Record) Verdict {
	a := answer{c: c, r: r, wanted: map[int]int{}}
	a.match()
	all := slices.Concat(a.unfit(), a.others(), a.missing())
	g := graded{record: r, position: positions(r.Ledger)}
	for i := range all {
		all[i].finish()
	}
	slices.SortStableFunc(all, g.compare)
	v := Verdict{Classes: failing(all), Findings: bounded(all)}
	if v.Pass = len(v.Classes) == 0; !v.Pass {
		v.Divergence = g.divergence(all)
		v.Primary = v.Divergence.Class
	}
	return v
}

// answer holds the calls of a record against those of a case.
type answer struct {
	c      *suites.Case
	r      *trace.Record
	wanted map[int]int // place in the ledger -> call of the case that it is, or was meant to be
	good   map[int]bool
}

// match pairs calls with those wanted, as many as can be; then those left over
// with one of the same tool that is still open, of several the nearest.
func (a *answer) match() {
	m := newMatching()
	for i := range a.r.Ledger {
		e := &a.r.Ledger[i]
		if !made(e) {
			continue
		}
		var slots []int
		for j, want := range a.c.Expect.Answer {
			if want.Tool == e.Tool && want.Fits(e.Args) {
				slots = append(slots, j)
			}
		}
		m.add(i, slots)
	}
	a.good = make(map[int]bool, len(m.slotOf))
	for i, j := range m.slotOf {
		a.good[i], a.wanted[i] = true, j
	}
	for i := range a.r.Ledger {
		if a.good[i] || !a.r.Ledger[i].Asked() {
			continue
		}
		if j := a.nearest(&a.r.Ledger[i]); j >= 0 {
			a.wanted[i] = j
		}
	}
}

// made tells whether an entry is a call of the candidate that fits its schema.
func made(e *trace.Entry) bool { return e.Asked() && e.Outcome == trace.Done }

// nearest is the open call of the same tool with the fewest arguments that differ;
// -1 where there is none.
func (a *answer) nearest(e *trace.Entry) int {
	best, least := -1, 0
	for j, want := range a.c.Expect.Answer {
		if want.Tool != e.Tool || !a.open(j) {
			continue
		}
		if n := len(differing(want, e.Args)); best < 0 || n < least {
			best, least = j, n
		}
	}
	return best
}

func (a *answer) open(slot int) bool {
	for _, j := range a.wanted {
		if j == slot {
			return false
		}
	}
	return true
}

// unfit are calls that nobody could carry out.
func (a *answer) unfit() []Finding {
	var out []Finding
	for i := range a.r.Ledger {
		e := &a.r.Ledger[i]
		if !e.Asked() {
			continue
		}
		switch e.Outcome {
		case trace.UnknownTool:
			f := fail(HallucinatedTool, e, "No tool named %q was offered.", e.Call.Tool)
			f.Found = e.Call.Tool
			out = append(out, f)
		case trace.Invalid:
			f := fail(InvalidArguments, e, "The arguments of %s do not fit its schema.", e.Tool)
			f.Want, f.Found = strings.Join(e.Problems, "; "), e.Call.Arguments
			out = append(out, f)
		case trace.NotJSON:
			f := fail(InvalidArguments, e, "The arguments of %s are not a JSON object.", e.Tool)
			f.Want, f.Found = "a JSON object", e.Call.Arguments
			out = append(out, f)
		}
	}
	return out
}

// others are calls that fit their schema and are not those wanted.
func (a *answer) others() []Finding {
	var out []Finding
	for i := range a.r.Ledger {
		e := &a.r.Ledger[i]
		if !made(e) || a.good[i] {
			continue
		}
		if j, meant := a.wanted[i]; meant {
			out = append(out, wrongArguments(a.c.Expect.Answer[j], e)...)
			continue
		}
		f := fail(NeedlessCall, e, "%s was called, and nothing of the kind was to be called.", e.Tool)
		switch {
		case len(a.c.Expect.Answer) == 0:
			f.Message = fmt.Sprintf("%s was called where no tool that is offered fits.", e.Tool)
		case a.repeats(i):
			f = fail(DuplicateEffect, e, "%s was called with these arguments once more than was asked for.", e.Tool)
		case len(a.left()) > 0:
			f = fail(WrongTool, e, "%s was called in the place of another tool.", e.Tool)
			f.Want = a.c.Expect.Answer[a.left()[0]].String()
		}
		f.Found = e.Call.Arguments
		out = append(out, f)
	}
	return out
}

// repeats tells whether a good call has the same tool and arguments.
func (a *answer) repeats(i int) bool {
	e := &a.r.Ledger[i]
	for j := range a.good {
		if o := &a.r.Ledger[j]; o.Tool == e.Tool && trace.Equal(o.Args, e.Args) {
			return true
		}
	}
	return false
}

// left are the calls wanted of which there is no trace.
func (a *answer) left() []int {
	var out []int
	for j := range a.c.Expect.Answer {
		if a.open(j) {
			out = append(out, j)
		}
	}
	return out
}

// missing are the calls wanted that were not made. A call that stands in the text
// of the message is one that nobody can carry out: neither made, nor left out.
func (a *answer) missing() []Finding {
	if ended := checkEnd(a.c, a.r, &Settlement{}); len(ended) > 0 {
		return ended
	}
	if a.r.Ledger.Asked() == 0 {
		if tool := a.written(); tool != "" {
			f := fail(InvalidArguments, nil, "A call of %s stands in the text of the message, where nothing can carry it out.", tool)
			f.Want, f.Found = "a call, or a message without one", a.said()
			return []Finding{f}
		}
		if len(a.c.Expect.Answer) > 0 {
			f := fail(NoAction, nil, "Calls were needed and none was made.")
			f.Want, f.Found = a.c.Expect.Answer[0].String(), a.said()
			return []Finding{f}
		}
	}
	var out []Finding
	for _, j := range a.left() {
		want := a.c.Expect.Answer[j].String()
		f := fail(Incomplete, nil, "A call is missing: %s.", want)
		f.Want, f.Found = want, "no such call"
		out = append(out, f)
	}
	return out
}

// said is the text of the candidate's last message.
func (a *answer) said() string {
	for _, m := range slices.Backward(a.r.Messages) {
		if m.Role == trace.RoleCandidate {
			return m.Text
		}
	}
	return ""
}

// wrongArguments says of a call which arguments are not those wanted.
func wrongArguments(want suites.AnswerCall, e *trace.Entry) []Finding {
	var out []Finding
	for _, name := range differing(want, e.Args) {
		m, wanted := want.With[name]
		if !wanted {
			m, wanted = want.May[name]
		}
		given, ok := e.Args[name]
		f := fail(WrongValue, e, "%s has a wrong value of %s.", e.Tool, name)
		f.Field, f.Want, f.Found = name, m.String(), value(given)
		switch {
		case !ok:
			f.Message, f.Found = fmt.Sprintf("%s lacks %s.", e.Tool, name), "no such argument"
		case !wanted:
			f.Message, f.Want = fmt.Sprintf("%s has an argument %s that was not to be given.", e.Tool, name), "no such argument"
		}
		out = append(out, f)
	}
	return out
}

// differing lists the arguments that are not those wanted, sorted.
func differing(want suites.AnswerCall, args map[string]any) []string {
	names := map[string]bool{}
	for name := range want.With {
		_, given := args[name]
		names[name] = !given
	}
	for name, v := range args {
		m, known := want.With[name]
		if !known {
			m, known = want.May[name]
		}
		names[name] = !known || !m.Match(v)
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(names)), func(name string) bool { return !names[name] })
}
