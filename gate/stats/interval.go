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
