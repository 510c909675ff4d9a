package stats_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/keptgate/keptgate/gate/stats"
)

func TestCompareGap(t *testing.T) {
	six := cmpopts.EquateApprox(0, 5e-7)
	spread := func(mean, half float64, n int) []float64 { // n values, half of them above the mean by half, half below
		out := make([]float64, n)
		for i := range out {
			out[i] = mean + half*float64(1-2*(i%2))
		}
		return out
	}
	for _, tt := range []struct {
		name            string
		public, heldOut []float64
		want            stats.Gap
	}{
		{
			"sides of unlike size and spread",
			[]float64{.1, .2, .3, .2},
			[]float64{0, .1, -.1},
			stats.Gap{Public: .2, Value: .2, Defined: true, SE: .0707107, DF: 27. / 7, P: .0247303, TooSmall: true},
		},
		{
			"Student's sleep data, in tens of hours: R's t.test gives t = 1.8608, df = 17.776, two-sided p = .07939",
			[]float64{.19, .08, .11, .01, -.01, .44, .55, .16, .46, .34},
			[]float64{.07, -.16, -.02, -.12, -.01, .34, .37, .08, 0, .2},
			stats.Gap{Public: .233, HeldOut: .075, Value: .158, Defined: true, SE: .158 / 1.860813, DF: 17.776474, P: .039697, TooSmall: true},
		},
		{
			"fitted to the public cases",
			spread(.15, .1, 50), spread(.02, .1, 50),
			stats.Gap{Public: .15, HeldOut: .02, Value: .13, Defined: true, SE: .020203, DF: 98, P: 2.2e-9, Overfit: true},
		},
		{
			"surely there, and too little to warn",
			spread(.05, .02, 100), spread(.01, .02, 100),
			stats.Gap{Public: .05, HeldOut: .01, Value: .04, Defined: true, SE: .002843, DF: 198, P: 0},
		},
		{
			"large, and as likely chance",
			spread(.1, .4, 16), spread(0, .4, 16),
			stats.Gap{Public: .1, Value: .1, Defined: true, SE: .146059, DF: 30, P: .2494093, TooSmall: true},
		},
		{
			"so large that even few cases show it",
			spread(.15, .1, 18), spread(0, .1, 18),
			stats.Gap{Public: .15, Value: .15, Defined: true, SE: .1 * math.Sqrt(2./17), DF: 34, P: 0.00005489, Overfit: true, TooSmall: true},
		},
		{
			"the held-out cases gained more",
			spread(0, .1, 50), spread(.1, .1, 50),
			stats.Gap{HeldOut: .1, Value: -.1, Defined: true, SE: .020203, DF: 98, P: .999998},
		},
		{"no spread, a gap", []float64{.1, .1}, []float64{0, 0, 0}, stats.Gap{Public: .1, Value: .1, Defined: true, Overfit: true}},
		{"no spread, no gap", []float64{.1, .1, .1}, []float64{.1, .1}, stats.Gap{Public: .1, HeldOut: .1, Defined: true, P: 1}},
		{"one held-out case", []float64{.1, .2}, []float64{.1}, stats.Gap{Public: .15, HeldOut: .1, Value: .05, TooSmall: true}},
		{"no cases", nil, nil, stats.Gap{TooSmall: true}},
	} {
		got, err := stats.CompareGap(tt.public, tt.heldOut)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got, six); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1.01, -1.01} {
		if got, err := stats.CompareGap([]float64{0, 0}, []float64{0, bad}); err == nil {
			t.Errorf("a difference of %v: want an error, got %+v", bad, got)
		}
	}
}
