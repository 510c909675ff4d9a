//go:build !race

package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/keptgate/keptgate/gate/stats"
)

// The exact p-values agree with a million random permutations: the trials of every case dealt anew to both sides. The
// statistics are computed apart from the package, Fisher's p in whole numbers and without a grid; up to 1% of the
// combination's p is allowed to the grid.
func TestPermutations(t *testing.T) {
	const deals = 1_000_000
	strata := []stats.Stratum{of(6, 10, 9, 10), of(2, 4, 9, 10), of(9, 10, 8, 10), of(1, 5, 6, 10), of(3, 3, 4, 5)}
	scores := make([]map[int]float64, len(strata)) // -ln p by candidate passes
	seen, kept := 0.0, 0
	for i, s := range strata {
		scores[i] = map[int]float64{}
		for c := range s.Candidate.Trials + 1 {
			if b := s.Candidate.Pass + s.Baseline.Pass - c; b >= 0 && b <= s.Baseline.Trials {
				scores[i][c] = -math.Log(fisher(of(c, s.Candidate.Trials, b, s.Baseline.Trials)))
			}
		}
		seen += scores[i][s.Candidate.Pass]
		kept += s.Candidate.Pass
	}
	rng := rand.New(rand.NewPCG(13, 13))
	scored, lost := 0, 0
	for range deals {
		score, passes := 0.0, 0
		for i, s := range strata {
			c := deal(rng, s)
			score += scores[i][c]
			passes += c
		}
		if score >= seen-1e-9 {
			scored++
		}
		if passes <= kept {
			lost++
		}
	}
	for _, tt := range []struct {
		name  string
		p     float64
		count int
		grid  float64
	}{
		{"Combination", combination(t, strata), scored, .01},
		{"CMH", cmh(t, strata), lost, 0},
	} {
		share := float64(tt.count) / deals
		t.Logf("%s = %.5f, of the permutations %.5f", tt.name, tt.p, share)
		if limit := 4*math.Sqrt(tt.p*(1-tt.p)/deals) + tt.grid*tt.p; math.Abs(share-tt.p) > limit {
			t.Errorf("%s = %.5f, and %.5f of the permutations are as extreme; want within %.5f", tt.name, tt.p, share, limit)
		}
	}
}

// deal shuffles the stratum's trials and counts the passes among the first, which are the candidate's.
func deal(rng *rand.Rand, s stats.Stratum) int {
	left, passes := s.Candidate.Trials+s.Baseline.Trials, s.Candidate.Pass+s.Baseline.Pass
	got := 0
	for range s.Candidate.Trials {
		if rng.IntN(left) < passes {
			passes--
			got++
		}
		left--
	}
	return got
}
