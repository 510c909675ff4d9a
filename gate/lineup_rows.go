package gate

import (
	"cmp"
	"slices"

	"github.com/keptgate/keptgate/gate/stats"
)

// lineupRows collects the rows of a lineup.
type lineupRows struct {
	count int // results
	byKey map[lineupKey]*LineupRow
}

type lineupKey struct {
	kind LineupKind
	name string
}

// of are the rows that a case counts in.
func (l *lineupRows) of(c *CaseResult) []*LineupRow {
	keys := []lineupKey{{kind: OfAll}, {OfCondition, c.Condition}, {OfCategory, c.Category}}
	if c.HeldOut {
		keys = append(keys, lineupKey{kind: OfHeldOut})
	}
	out := make([]*LineupRow, len(keys))
	for i, k := range keys {
		if l.byKey[k] == nil {
			l.byKey[k] = &LineupRow{Kind: k.kind, Name: k.name, Counts: make([]stats.Count, l.count), Paired: make([]*PairedOutcome, l.count)}
		}
		out[i] = l.byKey[k]
	}
	return out
}

func (l *lineupRows) counts(at int, r *Result) {
	for i := range r.Cases {
		c := &r.Cases[i]
		for _, row := range l.of(c) {
			row.Counts[at].Pass += c.Passed
			row.Counts[at].Trials += c.Valid()
		}
	}
}

// pair counts the pairs of a result with the base, and returns how many cases do
// not compare.
func (l *lineupRows) pair(at int, r, first *Result, base map[caseKey]*CaseResult) (unlike int) {
	same := 0
	for i := range r.Cases {
		c := &r.Cases[i]
		b := base[caseKey{c.ID(), c.Condition}]
		if b == nil || b.Digest != c.Digest || b.HeldOut != c.HeldOut || disturbed(r, first, c.Condition) {
			unlike++
			continue
		}
		same++
		found, lost := pairTrials(b, c)
		for _, row := range l.of(c) {
			if row.Paired[at] == nil {
				row.Paired[at] = &PairedOutcome{}
			}
			row.Paired[at].add(found, lost)
		}
	}
	return max(unlike, len(base)-same)
}

func (o *PairedOutcome) add(p stats.Pairs, lost int) {
	o.Pairs.Both += p.Both
	o.Pairs.First += p.First
	o.Pairs.Second += p.Second
	o.Pairs.Neither += p.Neither
	o.Lost += lost
}

// pairTrials pairs the trials of one case. A trial whose fault reached nobody is
// no loss, but says nothing either.
func pairTrials(base, other *CaseResult) (p stats.Pairs, lost int) {
	byIndex := map[int]*TrialResult{}
	for i := range base.Trials {
		byIndex[base.Trials[i].Index] = &base.Trials[i]
	}
	for i := range other.Trials {
		b := &other.Trials[i]
		a := byIndex[b.Index]
		switch {
		case a == nil:
		case a.lost() || b.lost():
			lost++
		case a.Void == nil && b.Void == nil:
			p.Add(a.Pass, b.Pass)
		}
	}
	return p, lost
}

// lost tells whether a planned trial gave no verdict.
func (t *TrialResult) lost() bool { return t.Void != nil && t.Void.Class != unreached }

// sorted are the rows in order; conditions only where there are several.
func (l *lineupRows) sorted() []LineupRow {
	order := Conditions()
	var out []LineupRow
	conditions := 0
	for _, row := range l.byKey {
		out = append(out, *row)
		if row.Kind == OfCondition {
			conditions++
		}
	}
	out = slices.DeleteFunc(out, func(r LineupRow) bool { return r.Kind == OfCondition && conditions < 2 })
	slices.SortFunc(out, func(a, b LineupRow) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(slices.Index(order, a.Name), slices.Index(order, b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return out
}
