package stats

import "fmt"

// Count is what the trials of one case came to: Pass of Trials.
type Count struct {
	Pass, Trials int
}

// Stratum is one case under one condition, counted on both sides of a comparison.
type Stratum struct {
	Candidate, Baseline Count
}

// Limits on what a comparison accepts. They bound its time to a few seconds and its memory to tens of megabytes,
// whatever a result file claims.
const (
	MaxStrata = 10_000    // strata in one comparison
	MaxTrials = 1_000     // trials of one side of one stratum
	maxTotal  = 2_000_000 // trials of a whole comparison
)

// compared says whether a stratum has trials on both sides; one that has not says nothing about a change.
func (s Stratum) compared() bool {
	return s.Candidate.Trials > 0 && s.Baseline.Trials > 0
}

// rate is the share of passes; there must be trials.
func (c Count) rate() float64 { return float64(c.Pass) / float64(c.Trials) }

// check refuses counts that no run can have produced and inputs beyond the limits.
func check(strata []Stratum) error {
	if len(strata) > MaxStrata {
		return fmt.Errorf("compare counts: %d strata, at most %d are allowed", len(strata), MaxStrata)
	}
	total := 0
	for i, s := range strata {
		for _, c := range []Count{s.Candidate, s.Baseline} {
			if err := c.check(); err != nil {
				return fmt.Errorf("compare counts: stratum %d: %w", i, err)
			}
			if c.Trials > MaxTrials {
				return fmt.Errorf("compare counts: stratum %d: %d trials, at most %d are allowed", i, c.Trials, MaxTrials)
			}
			total += c.Trials
		}
	}
	if total > maxTotal {
		return fmt.Errorf("compare counts: %d trials in all, at most %d are allowed", total, maxTotal)
	}
	return nil
}

func (c Count) check() error {
	if c.Pass < 0 || c.Trials < 0 || c.Pass > c.Trials {
		return fmt.Errorf("%d passes of %d trials cannot be", c.Pass, c.Trials)
	}
	return nil
}
