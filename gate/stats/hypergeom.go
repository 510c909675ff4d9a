package stats

import "math"

// hypergeom is the null distribution of one stratum: how many of its passes fall to the candidate if the passes are
// dealt out blindly over the trials of both sides. Value lo+i has probability mass[i]; below[i] is P(X <= lo+i).
type hypergeom struct {
	lo          int
	mass, below []float64
}

// newHypergeom deals passes over candidate + baseline trials. Terms are exp of log-gammas, so that no factorial
// overflows; their sum is brought to exactly 1.
func newHypergeom(candidate, baseline, passes int) hypergeom {
	lo, hi := max(0, passes-baseline), min(candidate, passes)
	h := hypergeom{lo: lo, mass: make([]float64, hi-lo+1), below: make([]float64, hi-lo+1)}
	all := logBinomial(candidate+baseline, passes)
	sum := 0.0
	for i := range h.mass {
		x := lo + i
		h.mass[i] = math.Exp(logBinomial(candidate, x) + logBinomial(baseline, passes-x) - all)
		sum += h.mass[i]
		h.below[i] = sum
	}
	for i := range h.mass {
		h.mass[i] /= sum
		h.below[i] /= sum
	}
	return h
}

// null returns the null distribution of a stratum and the place of its observed candidate passes in it.
func (s Stratum) null() (hypergeom, int) {
	h := newHypergeom(s.Candidate.Trials, s.Baseline.Trials, s.Candidate.Pass+s.Baseline.Pass)
	return h, s.Candidate.Pass - h.lo
}

// logBinomial is ln C(n, k) for 0 <= k <= n.
func logBinomial(n, k int) float64 {
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}
