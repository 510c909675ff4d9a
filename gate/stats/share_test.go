package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/stats"
)

func TestEstimateShare(t *testing.T) {
	for _, tt := range []struct {
		name    string
		cases   []stats.Count
		weights []float64
		want    stats.WeightedShare
	}{
		{
			"two trials or more: v = p(1-p)/(n-1)",
			[]stats.Count{{Pass: 3, Trials: 4}, {Pass: 1, Trials: 2}},
			nil,
			stats.WeightedShare{Defined: true, Value: .625, SE: math.Sqrt((.0625 + .25) / 4), Failures: 2, Trials: 6, Cases: 2},
		},
		{
			"weights, a case left out by each of weight and trials",
			[]stats.Count{{Pass: 3, Trials: 4}, {Pass: 0, Trials: 9}, {}, {Pass: 1, Trials: 2}},
			[]float64{3, 0, 5, 1},
			stats.WeightedShare{Defined: true, Value: .6875, SE: math.Sqrt(.0625*9/16 + .25/16), Failures: 2, Trials: 6, Cases: 2},
		},
		{
			"single trials share the pool: .8·.2/(1-1/5), at its mean",
			[]stats.Count{{Pass: 1, Trials: 1}, {Pass: 1, Trials: 1}, {Pass: 0, Trials: 1}, {Pass: 1, Trials: 1}, {Pass: 1, Trials: 1}},
			nil,
			stats.WeightedShare{Defined: true, Value: .8, SE: .2, Failures: 1, Trials: 5, Cases: 5},
		},
		{
			"a single trial beside others: .75·.25/(1-1/2) from the pool",
			[]stats.Count{{Pass: 1, Trials: 1}, {Pass: 2, Trials: 4}},
			nil,
			stats.WeightedShare{Defined: true, Value: .75, SE: math.Sqrt((.375 + .25/3) / 4), Failures: 2, Trials: 5, Cases: 2},
		},
		{
			"one trial in all says nothing",
			[]stats.Count{{Pass: 1, Trials: 1}},
			nil,
			stats.WeightedShare{Defined: true, Value: 1, SE: .5, Trials: 1, Cases: 1},
		},
		{
			"no failure: left to the score's floor",
			[]stats.Count{{Pass: 2, Trials: 2}, {Pass: 1, Trials: 1}},
			nil,
			stats.WeightedShare{Defined: true, Value: 1, Trials: 3, Cases: 2},
		},
		{"no trials", make([]stats.Count, 3), nil, stats.WeightedShare{}},
		{"no weight", []stats.Count{{Pass: 1, Trials: 2}}, []float64{0}, stats.WeightedShare{}},
		{"no cases", nil, nil, stats.WeightedShare{}},
	} {
		if diff := cmp.Diff(tt.want, estimateShare(t, tt.cases, tt.weights), near); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for name, tt := range map[string]struct {
		c stats.Count
		w []float64
	}{
		"more passes than trials": {stats.Count{Pass: 2, Trials: 1}, nil},
		"weights missing":         {stats.Count{Pass: 1, Trials: 1}, []float64{}},
		"weight is no number":     {stats.Count{Pass: 1, Trials: 1}, []float64{math.NaN()}},
	} {
		if got, err := stats.EstimateShare([]stats.Count{tt.c}, tt.w); err == nil {
			t.Errorf("%s: want an error, got %+v", name, got)
		}
	}
}

// With two trials or more of every case a share is pass^1, and with one of each its error is that for new cases.
func TestShareIsPassOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	for range 200 {
		several, single, weights := make([]stats.Count, 12), make([]stats.Count, 12), make([]float64, 12)
		for i := range several {
			n := 2 + rng.IntN(4)
			several[i] = stats.Count{Pass: rng.IntN(n + 1), Trials: n}
			single[i] = stats.Count{Pass: rng.IntN(2), Trials: 1}
			weights[i] = float64(1 + rng.IntN(3))
		}
		share, pass1 := estimateShare(t, several, weights), estimate(t, several, weights, 1)
		if want := []float64{pass1.Value, pass1.Again.SE}; !cmp.Equal([]float64{share.Value, share.SE}, want, near) {
			t.Fatalf("%v: share %v ± %v, pass^1 %v", several, share.Value, share.SE, want)
		}
		share, pass1 = estimateShare(t, single, weights), estimate(t, single, weights, 1)
		if want := []float64{pass1.Value, pass1.NewCases.SE}; !cmp.Equal([]float64{share.Value, share.SE}, want, near) {
			t.Fatalf("%v: share %v ± %v, pass^1 %v", single, share.Value, share.SE, want)
		}
	}
}

// The variance estimate is right on average with two trials a case; with one it is too large by the variance between the
// cases, .05/3 to their own .175. Enumerated over all outcomes of four cases of rates .6 to .9.
func TestShareVariance(t *testing.T) {
	rates := []float64{.6, .7, .8, .9}
	for n, want := range map[int]float64{1: 1 + .05/3/.175, 2: 1, 3: 1} {
		truth, mean, outcomes := 0.0, 0.0, n+1
		for _, p := range rates {
			truth += p * (1 - p) / float64(n) / 16
		}
		for code := range outcomes * outcomes * outcomes * outcomes {
			chance, cases := 1.0, make([]stats.Count, len(rates))
			for j := range cases {
				cases[j] = stats.Count{Pass: code % outcomes, Trials: n}
				chance *= binomial(n, cases[j].Pass, rates[j])
				code /= outcomes
			}
			se := estimateShare(t, cases, nil).SE
			mean += chance * se * se
		}
		if !cmp.Equal(mean/truth, want, near) {
			t.Errorf("%d trials: mean variance estimate is %v of the variance, want %v", n, mean/truth, want)
		}
	}
}

func estimateShare(t *testing.T, cases []stats.Count, weights []float64) stats.WeightedShare {
	t.Helper()
	s, err := stats.EstimateShare(cases, weights)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
