package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Wilson is the 95% score interval of a proportion (Wilson, 1927), for display beside a rate. It stays within 0..1 and
// keeps near its coverage down to a few trials, where the exact interval of Clopper and Pearson is needlessly wide
// (Brown, Cai, DasGupta, Statistical Science 16, 2001). Without trials it is 0..1. It takes trials as independent:
// over several cases use EstimatePassK with k = 1.
func Wilson(c Count) (low, high float64) {
	if c.Trials <= 0 {
		return 0, 1
	}
	n, p, z := float64(c.Trials), float64(c.Pass)/float64(c.Trials), distuv.UnitNormal.Quantile(.975)
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high = max(0, mid-half), min(1, mid+half)
	if c.Pass == 0 {
		low = 0
	}
	if c.Pass == c.Trials {
		high = 1
	}
	return low, high
}

// Apart is the 95% interval of how far the candidate lies above the baseline, by the mean over strata of their pass rates,
// for display: Regressions decides. Wilson's intervals of all rates are squared and added (Zou and Donner, Statistics in
// Medicine 27, 2008), which for one stratum is method 10 of Newcombe (Statistics in Medicine 17, 1998, p. 873). Strata
// without trials on both sides are left out; where all are, it is -1..1.
func Apart(strata []Stratum) (low, high float64) {
	n, diff, below, above := 0.0, 0.0, 0.0, 0.0
	for _, s := range strata {
		if !s.compared() {
			continue
		}
		l0, h0 := Wilson(s.Baseline)
		l1, h1 := Wilson(s.Candidate)
		r0, r1 := s.Baseline.rate(), s.Candidate.rate()
		n++
		diff += r1 - r0
		below += (r1-l1)*(r1-l1) + (h0-r0)*(h0-r0)
		above += (h1-r1)*(h1-r1) + (r0-l0)*(r0-l0)
	}
	if n == 0 {
		return -1, 1
	}
	return max(-1, (diff-math.Sqrt(below))/n), min(1, (diff+math.Sqrt(above))/n)
}

// Percentiles returns, for each q in 0..1, the least value that at least a share q of the values does not exceed: a
// value that was really seen, as readers of a p99 expect. Values may be in any order and are left as they are. It is nil
// without values.
func Percentiles(values []float64, qs ...float64) []float64 {
	if len(values) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(values))
	out := make([]float64, len(qs))
	for i, q := range qs {
		out[i] = stat.Quantile(q, stat.Empirical, sorted, nil)
	}
	return out
}
