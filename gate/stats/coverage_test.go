//go:build !race

package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/keptgate/keptgate/gate/stats"
)

// How often the true score lies under Low, in runs of the plan `full` with the usual weights, where every fourth case is
// of a tier that weighs double.
//
// From rates of .99 on, where the floor decides, that is far rarer than the nominal .0125; without the floor it is not.
// Below, a standard error from some ten failures is too small just when luck was good, which the second bound of NewScore
// makes up for. What is left is held against .025, what both looks at a threshold may spend together.
func TestScoreCoverage(t *testing.T) {
	const runs, oneLook, bothLooks = 4000, .0125, .025
	for _, tt := range []struct {
		name    string
		rate    func(share float64) float64 // of the case at this share of its list
		level   float64
		without float64 // the floor, misses are at least these
	}{
		{".8", even(.8), bothLooks, 0},
		{"Beta(8, 1)", func(share float64) float64 { return math.Pow(share, 1./8) }, bothLooks, 0},
		{".95", even(.95), bothLooks, 0},
		{".98", even(.98), bothLooks, .04},
		{".995", even(.995), oneLook, .10},
		{".999", even(.999), oneLook, .40},
	} {
		rng := rand.New(rand.NewPCG(8, 8))
		truth := trueScore(tt.rate)
		missed, bare := 0, 0
		for range runs {
			s := simulateScore(t, rng, tt.rate)
			if truth < s.Low {
				missed++
			}
			if truth < s.Value-stats.Z*s.SE {
				bare++
			}
		}
		got, without := float64(missed)/runs, float64(bare)/runs
		t.Logf("rates %s, score %.4f: under Low in %.4f, without the floor %.4f", tt.name, truth, got, without)
		if limit := tt.level; got > limit {
			t.Errorf("rates %s: the true score is under Low in %.4f of runs, want at most %.4f", tt.name, got, limit)
		}
		if without < tt.without {
			t.Errorf("rates %s: without the floor %.4f, want at least %.2f: what is it for?", tt.name, without, tt.without)
		}
	}
}

// plan is what the profile `full` runs, with the score's weights.
var plan = []struct {
	weight           float64
	cases, trials, k int
}{{.4, 50, 10, 5}, {.3, 50, 4, 1}, {.2, 20, 2, 1}, {.1, 25, 2, 1}}

func even(rate float64) func(float64) float64 { return func(float64) float64 { return rate } }

// tiers are the weights of so many cases.
func tiers(cases int) []float64 {
	ws := make([]float64, cases)
	for j := range ws {
		ws[j] = 1
		if j%4 == 0 {
			ws[j] = 2
		}
	}
	return ws
}

func trueScore(rate func(float64) float64) float64 {
	score := 0.0
	for _, p := range plan {
		sum, all := 0.0, 0.0
		for j, w := range tiers(p.cases) {
			sum += w * math.Pow(rate((float64(j)+.5)/float64(p.cases)), float64(p.k))
			all += w
		}
		score += p.weight * sum / all
	}
	return score
}

func simulateScore(t *testing.T, rng *rand.Rand, rate func(float64) float64) stats.Score {
	t.Helper()
	var components []stats.Component
	for _, p := range plan {
		counts := make([]stats.Count, p.cases)
		for j := range counts {
			counts[j] = stats.Count{Pass: draw(rng, p.trials, rate((float64(j)+.5)/float64(p.cases))), Trials: p.trials}
		}
		share := estimateShare(t, counts, tiers(p.cases))
		c := stats.Component{
			Weight: p.weight, Value: share.Value, SE: share.SE, Failures: share.Failures, Trials: share.Trials, K: p.k,
		}
		if p.k > 1 {
			est := estimate(t, counts, tiers(p.cases), p.k)
			c.Value, c.SE = est.Value, est.Again.SE
		}
		components = append(components, c)
	}
	s, err := stats.NewScore(components)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
