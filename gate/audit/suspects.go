package audit

import (
	"cmp"
	"slices"

	"github.com/keptgate/keptgate/gate"
)

// Suspect is a case that results of candidates cast doubt on: it may ask for
// something that nobody can give, or for one wording out of many.
type Suspect struct {
	Case       string // SUITE/CASE
	Category   string
	Candidates int            // that have trials of it
	Valid      int            // trials with a verdict, of all candidates under all conditions
	Passed     int            //
	Breaches   int            // trials that the caller made void
	Classes    map[string]int // failing trials that have the class
	Why        string         // NobodyPasses or OnlyWords
}

// Why a case is suspicious.
const (
	// NobodyPasses: no trial of any candidate passed.
	NobodyPasses = "nobody passes it"
	// OnlyWords: trials failed by nothing but what was said, asked or understood.
	OnlyWords = "only words fail"
)

// doubtful are the classes that a case's wording may be to blame for.
var doubtful = []string{"untold", "missed_clarification"}

// minTrials is how many trials a case needs before it is suspicious.
const minTrials = 4

// Suspects holds the results of candidates against each other, and names the
// cases where each of them scored 0, or whose failures are only untold,
// missed_clarification or caller_breach. Results of one case in different
// versions are told apart by its digest; the version with most trials counts. It
// is sorted by case.
func Suspects(results []*gate.Result) []Suspect {
	type key struct{ id, digest string }
	found := map[key]*tally{}
	for _, r := range results {
		for i := range r.Cases {
			c := &r.Cases[i]
			k := key{c.ID(), c.Digest}
			if found[k] == nil {
				found[k] = &tally{Suspect: Suspect{Case: c.ID(), Category: c.Category, Classes: map[string]int{}}, candidates: map[string]bool{}}
			}
			found[k].add(r.Candidate, c)
		}
	}
	best := map[string]*tally{}
	for k, t := range found {
		if o := best[k.id]; o == nil || t.Valid > o.Valid || t.Valid == o.Valid && cmp.Less(k.digest, o.digest) {
			t.digest = k.digest
			best[k.id] = t
		}
	}
	var out []Suspect
	for _, t := range best {
		t.Candidates = len(t.candidates)
		if t.Why = t.why(); t.Why != "" {
			out = append(out, t.Suspect)
		}
	}
	slices.SortFunc(out, func(a, b Suspect) int { return cmp.Compare(a.Case, b.Case) })
	return out
}

// tally counts a case over results.
type tally struct {
	Suspect
	digest     string
	candidates map[string]bool
	serious    int // failing trials with another class than the doubtful ones
}

func (t *tally) add(candidate string, c *gate.CaseResult) {
	t.Valid += c.Valid()
	t.Passed += c.Passed
	if c.Valid() > 0 {
		t.candidates[candidate] = true
	}
	for _, trial := range c.Trials {
		switch {
		case trial.Void != nil && trial.Void.Class == "caller_breach":
			t.Breaches++
		case trial.Void != nil || trial.Pass:
		default:
			for _, class := range trial.Classes {
				t.Classes[class]++
			}
			if slices.ContainsFunc(trial.Classes, func(class string) bool { return !slices.Contains(doubtful, class) }) {
				t.serious++
			}
		}
	}
}

func (t *tally) why() string {
	failed := t.Valid - t.Passed
	switch {
	case t.Valid+t.Breaches < minTrials:
		return ""
	case t.Passed == 0 && t.Valid > 0:
		return NobodyPasses
	case t.serious == 0 && failed+t.Breaches > 1:
		return OnlyWords
	default:
		return ""
	}
}
