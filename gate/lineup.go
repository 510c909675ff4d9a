package gate

import (
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/gate/stats"
)

// MaxLineup is the number of candidates that fit side by side.
const MaxLineup = 26

// Parts of the pairs of a row that may be missing before it is not judged: those
// of CheckMissing in gate/stats.
const (
	missingOfAll = .05
	missingOfRow = .10
)

// Lineup sets several results of one plan beside each other. The others are held
// against one of them, trial by trial: the same case, condition and index, and so
// the same seed.
type Lineup struct {
	Results []*Result   // two or more, in the order they were named
	Names   []string    // by result: what its reader calls it, such as a file; nil, or "" where its candidate's name will do
	Verdict Verdict     // of all together, see Worst
	Base    int         // index of the result that the others are held against: the first that has a trial with a verdict
	Rows    []LineupRow // all trials, conditions where there are several, the held-out side, categories by name
	Alpha   float64     // chance that any row of any candidate is called different though none is
	Tests   int         // that share Alpha
	Apart   []string    // by result: why no trial of it pairs with the base, "" where some may
	Unlike  []int       // by result: cases that either side does not have, or has in another form
}

// LineupRow is a group of cases side by side.
type LineupRow struct {
	Kind   LineupKind
	Name   string           // the condition or the category, else ""
	Counts []stats.Count    // by result: its trials with a verdict
	Paired []*PairedOutcome // by result; nil for the base, and where nothing pairs
}

// LineupKind says what a row is of.
type LineupKind int

// The kinds of rows.
const (
	OfAll LineupKind = iota
	OfCondition
	OfHeldOut
	OfCategory
)

// PairedOutcome is what a candidate did against the base over the same trials.
type PairedOutcome struct {
	stats.Paired
	Pairs     stats.Pairs // First is the base, Second this candidate
	Lost      int         // pairs of which a trial gave no verdict
	Missing   bool        // too many are lost: the difference is not judged
	Adjusted  float64     // P after Holm over all rows of all candidates; 1 where it is not judged
	Different bool        // Adjusted is at most Alpha
}

// NewLineup pairs results. Cases without a vote are left out. The verdict of all is
// for the caller to change where the first result is a baseline, which has none.
func NewLineup(results []*Result) (*Lineup, error) {
	if len(results) < 2 || len(results) > MaxLineup {
		return nil, fmt.Errorf("set candidates side by side: there are %d results, and 2 to %d are wanted", len(results), MaxLineup)
	}
	l := &Lineup{Results: results, Verdict: Worst(results), Alpha: stats.Alpha, Apart: make([]string, len(results)), Unlike: make([]int, len(results))}
	voters := make([]*Result, len(results))
	for i, r := range results {
		voters[i] = r.voters()
	}
	l.Base = max(0, slices.IndexFunc(voters, func(r *Result) bool { return r.valids() > 0 }))
	rows := lineupRows{count: len(results), byKey: map[lineupKey]*LineupRow{}}
	base := voters[l.Base]
	old := byKey(base)
	for i, r := range voters {
		rows.counts(i, r)
		if i == l.Base {
			continue
		}
		if l.Apart[i] = apart(base, r); l.Apart[i] == "" {
			l.Unlike[i] = rows.pair(i, r, base, old)
		}
	}
	l.Rows = rows.sorted()
	return l, l.judge()
}

// valids is the number of trials with a verdict.
func (r *Result) valids() int {
	n := 0
	for i := range r.Cases {
		n += r.Cases[i].Valid()
	}
	return n
}

// apart says why nothing of a result pairs with the base.
func apart(base, r *Result) string {
	switch {
	case base.Grader != r.Grader:
		return fmt.Sprintf("graded by grader %s here, by %s there", r.Grader, base.Grader)
	case base.Seed != r.Seed:
		return fmt.Sprintf("run with seed %d here, with %d there, so that no two trials are alike", r.Seed, base.Seed)
	case !base.listsTrials() || !r.listsTrials():
		return "one of both is a baseline, which does not list its trials; name the result.json of its run"
	default:
		return ""
	}
}

func (r *Result) listsTrials() bool {
	return len(r.Cases) == 0 || slices.ContainsFunc(r.Cases, func(c CaseResult) bool { return len(c.Trials) > 0 })
}

func byKey(r *Result) map[caseKey]*CaseResult {
	out := map[caseKey]*CaseResult{}
	for i := range r.Cases {
		c := &r.Cases[i]
		out[caseKey{c.ID(), c.Condition}] = c
	}
	return out
}

// judge tests every row of every candidate against the first, all in one family:
// whoever looks for the best of many finds a difference too easily.
func (l *Lineup) judge() error {
	var judged []*PairedOutcome
	var ps []float64
	for _, row := range l.Rows {
		limit := missingOfRow
		if row.Kind == OfAll {
			limit = missingOfAll
		}
		for _, o := range row.Paired {
			if o == nil {
				continue
			}
			var err error
			if o.Paired, err = o.Pairs.Compare(); err != nil {
				return fmt.Errorf("set candidates side by side: %w", err)
			}
			n := o.Pairs.Total()
			o.Missing, o.Adjusted = float64(o.Lost) > limit*float64(n+o.Lost), 1
			if n > 0 && !o.Missing {
				judged, ps = append(judged, o), append(ps, o.P)
			}
		}
	}
	for i, adjusted := range stats.Holm(ps) {
		judged[i].Adjusted, judged[i].Different = adjusted, adjusted <= l.Alpha
	}
	l.Tests = len(judged)
	return nil
}

// Worst is the verdict of several candidates together: block, which is known
// whatever became of the others; then not-evaluated; then inconclusive; pass only
// where all of them pass, and there is one.
func Worst(results []*Result) Verdict {
	order := []Verdict{Block, NotEvaluated, Inconclusive, Pass}
	worst := len(order) - 1
	if len(results) == 0 {
		return NotEvaluated
	}
	for _, r := range results {
		at := -1
		if r.Decision != nil {
			at = slices.Index(order, r.Decision.Verdict)
		}
		if at < 0 {
			at = slices.Index(order, NotEvaluated)
		}
		worst = min(worst, at)
	}
	return order[worst]
}
