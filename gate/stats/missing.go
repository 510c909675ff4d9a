package stats

import "fmt"

// Tally counts the trials of one case, those included that infrastructure lost.
type Tally struct {
	Category            string
	Pass, Fail, Missing int
}

// Share is a part of a whole.
type Share struct {
	Name        string // the category; empty for the whole run
	Part, Whole int
}

func (s *Share) add(c Tally) {
	s.Part += c.Missing
	s.Whole += c.Pass + c.Fail + c.Missing
}

// over says whether the part exceeds so many percent of the whole; exactly as many does not.
func (s Share) over(percent int) bool { return 100*s.Part > percent*s.Whole }

// Limits on missing trials, in percent.
const (
	maxMissing         = 5
	maxMissingCategory = 10
)

// Missing says whether a run's missing trials leave it fit to be judged. Even then the verdict must be the same for both
// Completions.
type Missing struct {
	All     Share
	Over    bool    // more than 5% are missing
	Crowded []Share // categories with more than 10% missing, in the order of their first case
	Short   []int   // cases, by index, left with fewer than k trials
}

// Evaluable says whether the run may be judged: something was planned, and no limit is passed.
func (m Missing) Evaluable() bool {
	return m.All.Whole > 0 && !m.Over && len(m.Crowded) == 0 && len(m.Short) == 0
}

// CheckMissing holds tallies against the limits. A k of 0 is for runs that compute no pass^k: no case is then too short.
// Negative counts are errors.
func CheckMissing(cases []Tally, k int) (Missing, error) {
	var m Missing
	var categories []Share
	place := map[string]int{}
	for i, c := range cases {
		if min(c.Pass, c.Fail, c.Missing) < 0 {
			return Missing{}, fmt.Errorf("count missing trials: case %d: %d passed, %d failed, %d missing cannot be",
				i, c.Pass, c.Fail, c.Missing)
		}
		j, known := place[c.Category]
		if !known {
			j = len(categories)
			place[c.Category] = j
			categories = append(categories, Share{Name: c.Category})
		}
		m.All.add(c)
		categories[j].add(c)
		if c.Pass+c.Fail < k {
			m.Short = append(m.Short, i)
		}
	}
	m.Over = m.All.over(maxMissing)
	for _, s := range categories {
		if s.over(maxMissingCategory) {
			m.Crowded = append(m.Crowded, s)
		}
	}
	return m, nil
}

// Completions are the two extremes that the missing trials allow: all of them fail, all of them pass.
func Completions(cases []Tally) (failing, passing []Count) {
	for _, c := range cases {
		trials := c.Pass + c.Fail + c.Missing
		failing = append(failing, Count{c.Pass, trials})
		passing = append(passing, Count{c.Pass + c.Missing, trials})
	}
	return failing, passing
}
