package stats_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/keptgate/keptgate/gate/stats"
)

func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		pass, trials int
		want         []float64
	}{
		{81, 263, []float64{.2553, .3662}}, // Newcombe, Statistics in Medicine 17, 1998
		{15, 148, []float64{.0624, .1605}},
		{0, 20, []float64{0, .1611}},
		{1, 29, []float64{.0061, .1718}},
		{29, 29, []float64{.8830, 1}},
		{0, 0, []float64{0, 1}},
	} {
		low, high := stats.Wilson(stats.Count{Pass: tt.pass, Trials: tt.trials})
		if diff := cmp.Diff(tt.want, []float64{low, high}, cmpopts.EquateApprox(0, 5.1e-5)); diff != "" {
			t.Errorf("%d of %d (-want +got):\n%s", tt.pass, tt.trials, diff)
		}
	}
}

func TestApart(t *testing.T) {
	one := func(basePass, base, pass, trials int) []stats.Stratum {
		return []stats.Stratum{{Baseline: stats.Count{Pass: basePass, Trials: base}, Candidate: stats.Count{Pass: pass, Trials: trials}}}
	}
	for _, tt := range []struct {
		strata []stats.Stratum
		want   []float64
	}{
		{one(48, 80, 56, 70), []float64{.0524, .3339}}, // Newcombe, Statistics in Medicine 17, 1998
		{one(3, 10, 9, 10), []float64{.1705, .8090}},
		{one(0, 29, 5, 56), []float64{-.0381, .1926}},
		{one(0, 10, 0, 10), []float64{-.2775, .2775}},
		{append(one(0, 10, 0, 10), one(0, 10, 0, 10)...), []float64{-.1962, .1962}}, // the former by √2
		{append(one(3, 10, 9, 10), one(0, 0, 5, 5)...), []float64{.1705, .8090}},
		{one(0, 0, 5, 5), []float64{-1, 1}},
	} {
		low, high := stats.Apart(tt.strata)
		if diff := cmp.Diff(tt.want, []float64{low, high}, cmpopts.EquateApprox(0, 5.1e-5)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.strata, diff)
		}
	}
}

func TestPercentiles(t *testing.T) {
	values := []float64{30, 10, 20, 40}
	if diff := cmp.Diff([]float64{10, 20, 40, 40}, stats.Percentiles(values, 0, .5, .95, 1)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{30, 10, 20, 40}, values); diff != "" {
		t.Errorf("values were reordered (-want +got):\n%s", diff)
	}
	if got := stats.Percentiles(nil, .5); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}
