package audit

import (
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// Fate is what became of a mutant.
type Fate string

// The fates. A mutant that survives breaks its case's promise unseen.
const (
	Killed     Fate = "killed"     // the trial fails
	Equivalent Fate = "equivalent" // the trial passes, and nothing in it differs that anyone could mind
	Survived   Fate = "survived"   // the trial passes, or gives no verdict, and differs
)

// Mutant is one reference with one lapse, and what became of it.
type Mutant struct {
	Case      *suites.Case
	Lapse     string
	Candidate string // plays it again, such as builtin:mutant?dropped_step=0.1; "" for one of a call-level case
	Calls     string // of a call-level case: what it answers
	Condition string // under which it was played
	Trial     int    // index of the trial that decided
	Fate      Fate
	Class     string // of a killed one: the primary class of failure
	Why       string // of a survivor without a verdict: the class that voids the trial
}

// Variant is one reference with one liberty.
type Variant struct {
	Case      *suites.Case
	Liberty   string
	Candidate string // plays it again
	Pass      bool
	Class     string // of one that does not pass: class of the failure, or of what voids the trial
	Message   string // the finding
}

// Suite is the audit of one suite.
type Suite struct {
	Suite      *suites.Suite
	Path       string    // where it is found
	References int       // cases whose reference passes all its trials
	Mutants    []Mutant  // by case, lapse and place
	Variants   []Variant // by case, liberty and way
	Warnings   []schemas.Problem
}

// Count is the number of mutants of a suite that met a fate; "" counts all.
func (s *Suite) Count(f Fate) int {
	n := 0
	for i := range s.Mutants {
		if f == "" || s.Mutants[i].Fate == f {
			n++
		}
	}
	return n
}

// Lazy is how a lazy agent fares in a category, a case and its twin taken as one.
type Lazy struct {
	Agent    string
	Category string
	Cases    int
	Passed   int
}

// Report is all that an audit found.
type Report struct {
	Suites   []Suite
	Lazy     []Lazy            // of each agent and category, those that pass something
	Problems []schemas.Problem // errors: what makes a suite unfit to judge by
}
