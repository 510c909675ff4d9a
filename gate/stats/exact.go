package stats

import (
	"cmp"
	"math"
	"slices"
)

// Resolution and bounds of the combination's grid.
const (
	gridStep = 0.01    // of -ln p
	gridCap  = 69.0    // -ln p counts at most this much: p of about 1e-30
	gridWork = 1 << 29 // multiplications; beyond them the grid is coarsened
)

// Combination returns the one-sided p-value of "some case got worse" over strata, against the null that no case changed.
//
// Per stratum p_i = P(Hypergeom(n_c+n_b, c_c+c_b, n_c) <= c_c), Fisher's exact test; they are combined as Fisher did,
// T = -Σ ln p_i (Statistical Methods for Research Workers, 1932, section 21.1), but with the exact null distribution of T
// given the margins of every stratum instead of chi-squared, which discrete p_i make far too cautious.
//
// Each -ln p_i is rounded to a grid of 0.01 before it is summed, in the observed T and in the null alike. The result is
// therefore the exact p-value of the rounded statistic: rounding costs a trace of power and never validity. For one
// stratum it is Fisher's p, or at most 1% above it where neighbouring values share a grid point. Past 500 million steps
// the grid is coarsened by doubling. Values below about 1e-30 are not told apart.
//
// With the margins held, p falls as passes move from the candidate to the baseline. One more pass also changes the
// margins, and with them what other results could have shown; with very few trials p can then move the other way.
//
// Strata without trials on one side say nothing and are passed over; without any other, p is 1. The order of strata does
// not matter, to the last bit. Impossible counts and inputs beyond MaxStrata and MaxTrials are errors.
func Combination(strata []Stratum) (float64, error) {
	if err := check(strata); err != nil {
		return 0, err
	}
	return combination(strata), nil
}

// CMH returns the exact one-sided p-value of "fewer passes in all", given the margins of every stratum: the
// Cochran–Mantel–Haenszel statistic, P(Σ c_c <= observed), with its null distribution by convolution of the strata's
// hypergeometrics instead of the normal one of Mantel and Haenszel (1959).
//
// Unlike Combination it sees the net change only: cases that swap places cancel. Inputs are treated as there.
func CMH(strata []Stratum) (float64, error) {
	if err := check(strata); err != nil {
		return 0, err
	}
	return cmh(strata), nil
}

func combination(strata []Stratum) float64 {
	strata = canonical(strata)
	nulls, seen := make([]hypergeom, len(strata)), make([]int, len(strata))
	for i, s := range strata {
		nulls[i], seen[i] = s.null()
	}
	for step := gridStep; ; step *= 2 {
		dists, t, atoms := make([][]atom, len(strata)), 0, 0
		for i, h := range nulls {
			dists[i] = onGrid(h, step)
			atoms += len(dists[i])
			t += gridPoint(h.below[seen[i]], step)
		}
		if atoms*t <= gridWork {
			return upperTail(dists, t)
		}
	}
}

func cmh(strata []Stratum) float64 {
	strata = canonical(strata)
	dists, t := make([][]atom, len(strata)), 0
	for i, s := range strata {
		h, seen := s.null()
		top := len(h.mass) - 1
		for j, p := range h.mass { // counted down from the greatest possible, so that a loss is an upper tail
			dists[i] = append(dists[i], atom{top - j, p})
		}
		t += top - seen
	}
	return upperTail(dists, t)
}

// onGrid is the distribution of a stratum's rounded -ln p, equal values merged.
func onGrid(h hypergeom, step float64) []atom {
	var dist []atom
	for i, p := range h.mass {
		at := gridPoint(h.below[i], step)
		if n := len(dist); n > 0 && dist[n-1].at == at {
			dist[n-1].p += p
		} else {
			dist = append(dist, atom{at, p})
		}
	}
	return dist
}

func gridPoint(p, step float64) int {
	return int(math.Round(min(-math.Log(p), gridCap) / step))
}

// canonical drops strata that cannot be compared and sorts the rest, so that sums are taken in one order.
func canonical(strata []Stratum) []Stratum {
	var kept []Stratum
	for _, s := range strata {
		if s.compared() {
			kept = append(kept, s)
		}
	}
	slices.SortFunc(kept, func(a, b Stratum) int {
		return cmp.Or(
			cmp.Compare(a.Candidate.Trials, b.Candidate.Trials),
			cmp.Compare(a.Baseline.Trials, b.Baseline.Trials),
			cmp.Compare(a.Candidate.Pass+a.Baseline.Pass, b.Candidate.Pass+b.Baseline.Pass),
			cmp.Compare(a.Candidate.Pass, b.Candidate.Pass),
		)
	})
	return kept
}
