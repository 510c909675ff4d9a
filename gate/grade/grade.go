package grade

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Check is one row of the grader. It returns what it finds wrong; the settlement
// is that of the same case and record.
type Check func(*suites.Case, *trace.Record, *Settlement) []Finding

// checks is the grader. The order of the rows does not matter.
var checks = []Check{
	checkAssertions,
	checkMissing,
	checkNearMisses,
	checkCollateral,
	checkWrongTool,
	checkTransient,
	checkDuplicates,
	checkServed,
	checkStale,
	checkOverload,
	checkForbidden,
	checkConcession,
	checkRequiredCalls,
	checkLoop,
	checkGrounding,
	checkLeak,
	checkAsks,
	checkConfirmation,
	checkNeedlessAsks,
	checkTells,
	checkEscalation,
	checkClaims,
	checkPartial,
	checkFiled,
	checkEnd,
	checkNoAction,
}

// maxFindings bounds the findings of one class in a verdict.
const maxFindings = 20

// Grade grades one record against its case. A void record is not graded: its
// verdict names the class and neither passes nor fails. So does one that kept its
// promise and met none of the faults planned for it.
func Grade(c *suites.Case, r *trace.Record) Verdict {
	switch {
	case r.Void != nil:
		return Verdict{Void: r.Void.Class}
	case r.End == trace.EndVoid:
		return Verdict{Void: "harness_error"}
	case c.Suite.CallLevel:
		return gradeAnswer(c, r)
	}
	s := Settle(c, r)
	v := verdict(c, r, s)
	if !v.Pass && stuck(c, r, s) {
		if as := verdict(c, r, settleAs(c, r, true)); as.Pass {
			return as
		}
	}
	return v
}

// verdict grades a record that is settled.
func verdict(c *suites.Case, r *trace.Record, s *Settlement) Verdict {
	var all []Finding
	for _, check := range checks {
		all = append(all, check(c, r, s)...)
	}
	after := newRecovery(c, r, s)
	all = after.excuse(append(all, after.findings()...))
	all = append(all, after.unrecovered(all)...)
	g := graded{record: r, position: positions(r.Ledger)}
	for i := range all {
		if p := g.position[all[i].Call]; len(s.filings) > 1 && all[i].Call != 0 && p != 0 {
			all[i].Message = fmt.Sprintf("In the caller's %s call: %s", nth(visitOf(s.rules.visits, p-1)), all[i].Message)
		}
		all[i].finish()
	}
	slices.SortStableFunc(all, g.compare)
	v := Verdict{Faults: after.outcomes(all)}
	v.Classes = failing(all)
	if v.Pass = len(v.Classes) == 0; v.Pass && !after.exercised() {
		return Verdict{Void: NotExercised, Faults: v.Faults}
	}
	v.Alternative, v.Findings = s.Alternative, bounded(all)
	v.Failed, v.Corrected = after.corrected()
	v.Planned, v.LegalHandover = planned(c, r, s), after.legalHandover()
	if !v.Pass {
		v.Divergence = g.divergence(all)
		v.Primary = v.Divergence.Class
	}
	return v
}

// finish fills what follows from the class and bounds the texts.
func (f *Finding) finish() {
	f.Question = classes[rank(f.Class)].Question
	for _, text := range []*string{&f.Message, &f.Row, &f.Field, &f.Want, &f.Found} {
		*text = clip(*text)
	}
}

// graded orders the findings of one record.
type graded struct {
	record   *trace.Record
	position map[int]int // Seq -> place in the ledger, 1-based
}

func positions(l trace.Ledger) map[int]int {
	m := make(map[int]int, len(l))
	for i, e := range l {
		if m[e.Seq] == 0 {
			m[e.Seq] = i + 1
		}
	}
	return m
}

// place of a finding's call in the ledger; those of no call come last.
func (g graded) place(f Finding) int {
	if p := g.position[f.Call]; f.Call != 0 && p != 0 {
		return p
	}
	return len(g.record.Ledger) + 1
}

func (g graded) compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(g.place(a), g.place(b)),
		cmp.Compare(rank(a.Class), rank(b.Class)),
		cmp.Compare(a.Table, b.Table),
		cmp.Compare(a.Row, b.Row),
		cmp.Compare(a.Field, b.Field),
		cmp.Compare(a.Message, b.Message),
	)
}

// divergence picks the finding that explains a failing trial best.
func (g graded) divergence(sorted []Finding) *Divergence {
	var best *Finding
	for i := range sorted {
		f := &sorted[i]
		if f.Severity == Warn {
			continue
		}
		if g.mutates(f) {
			best = f
			break
		}
		if best == nil || rank(f.Class) < rank(best.Class) {
			best = f
		}
	}
	d := &Divergence{Class: best.Class, Message: best.Message}
	if p := g.position[best.Call]; best.Call != 0 && p != 0 {
		e := &g.record.Ledger[asked(g.record.Ledger, p-1)]
		d.Call, d.Step, d.Turn, d.Tool = e.Seq, e.Step, e.Turn, e.Call.Tool
	}
	return d
}

// mutates tells whether the finding's call changed rows.
func (g graded) mutates(f *Finding) bool {
	p := g.position[f.Call]
	return f.Call != 0 && p != 0 && len(g.record.Ledger[p-1].Changes) > 0
}

// failing lists the classes of the failures in order of precedence.
func failing(findings []Finding) []string {
	var names []string
	for _, c := range classes {
		if slices.ContainsFunc(findings, func(f Finding) bool { return f.Class == c.Name && f.Severity == Fail }) {
			names = append(names, c.Name)
		}
	}
	return names
}

// bounded keeps the first findings of each class and says how many more there were.
func bounded(sorted []Finding) []Finding {
	count := map[string]int{}
	last := map[string]int{}
	var kept []Finding
	for _, f := range sorted {
		if count[f.Class]++; count[f.Class] <= maxFindings {
			last[f.Class] = len(kept)
			kept = append(kept, f)
		}
	}
	for _, class := range classes {
		if more := count[class.Name] - maxFindings; more > 0 {
			kept[last[class.Name]].Message += fmt.Sprintf(" (and %d more of this class)", more)
		}
	}
	return kept
}

// fail is a failure at a call of the ledger, nil for none.
func fail(class string, e *trace.Entry, format string, args ...any) Finding {
	f := Finding{Class: class, Severity: Fail, Message: fmt.Sprintf(format, args...)}
	if e != nil {
		f.Call = e.Seq
	}
	return f
}
