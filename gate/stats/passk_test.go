package stats_test

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/stat"

	"github.com/keptgate/keptgate/gate/stats"
)

// near compares floats to nine places.
var near = cmpopts.EquateApprox(1e-9, 1e-12)

func TestCasePassK(t *testing.T) {
	for _, tt := range []struct {
		pass, trials, k int
		want            float64
		ok              bool
	}{
		{10, 10, 5, 1, true},
		{5, 10, 5, 1. / 252, true},
		{4, 10, 5, 0, true},
		{8, 10, 5, 56. / 252, true},
		{7, 10, 1, .7, true},
		{5, 5, 5, 1, true},
		{4, 4, 5, 0, false}, // fewer trials than k
		{0, 0, 1, 0, false},
		{3, 3, 0, 0, false},
		{999, 1000, 500, .5, true},
	} {
		got, ok := stats.CasePassK(stats.Count{Pass: tt.pass, Trials: tt.trials}, tt.k)
		if ok != tt.ok || !cmp.Equal(got, tt.want, near) {
			t.Errorf("CasePassK(%d of %d, k=%d) = %v, %v; want %v, %v", tt.pass, tt.trials, tt.k, got, ok, tt.want, tt.ok)
		}
	}
}

// By brute force: of all ways to pick k of n trials, the share that picks passes only.
func TestPassKCountsSubsets(t *testing.T) {
	for n := 1; n <= 10; n++ {
		for c := 0; c <= n; c++ {
			all, passing := make([]int, n+1), make([]int, n+1) // by k
			for picked := range uint(1) << n {
				k := bits.OnesCount(picked)
				all[k]++
				if picked>>c == 0 { // the first c trials pass
					passing[k]++
				}
			}
			for k := 1; k <= n; k++ {
				got, ok := stats.CasePassK(stats.Count{Pass: c, Trials: n}, k)
				if want := float64(passing[k]) / float64(all[k]); !ok || !cmp.Equal(got, want, near) {
					t.Errorf("CasePassK(%d of %d, k=%d) = %v, %v; want %v", c, n, k, got, ok, want)
				}
			}
		}
	}
}

// Over all outcomes of n trials, the estimate averages to p^k, and its variance estimate to its variance. The plain power
// does not: its bias at n = 10, k = 5 is the reason for this package's formula.
func TestPassKIsUnbiased(t *testing.T) {
	for _, n := range []int{4, 5, 10} {
		for k := 1; k <= 5 && k <= n; k++ {
			for _, p := range []float64{.05, .3, .5, .7, .9, .99} {
				var mean, square, variance float64
				for c := range n + 1 {
					est := estimate(t, []stats.Count{{Pass: c, Trials: n}}, nil, k)
					chance := binomial(n, c, p)
					mean += chance * est.Value
					square += chance * est.Value * est.Value
					variance += chance * est.Again.SE * est.Again.SE
					if est.Again.Defined != (n >= 2*k) {
						t.Errorf("n=%d k=%d: Again.Defined = %v", n, k, est.Again.Defined)
					}
				}
				if want := math.Pow(p, float64(k)); !cmp.Equal(mean, want, near) {
					t.Errorf("n=%d k=%d p=%v: mean %v, want %v", n, k, p, mean, want)
				}
				if want := square - mean*mean; n >= 2*k && !cmp.Equal(variance, want, near) {
					t.Errorf("n=%d k=%d p=%v: mean variance estimate %v, want %v", n, k, p, variance, want)
				}
			}
		}
	}
}

func TestPlainPowerIsBiased(t *testing.T) {
	const n, k = 10, 5
	for _, p := range []float64{.65, .7, .75, .8, .85, .9} {
		bias := -math.Pow(p, k)
		for c := range n + 1 {
			bias += binomial(n, c, p) * math.Pow(float64(c)/n, k)
		}
		if bias < .06 || bias > .08 {
			t.Errorf("p=%v: bias of (c/n)^k = %+.3f, want .06 to .08", p, bias)
		}
	}
}

func TestEstimatePassK(t *testing.T) {
	cases := []stats.Count{{Pass: 10, Trials: 10}, {Pass: 8, Trials: 10}, {Pass: 3, Trials: 4}, {Pass: 0, Trials: 10}}
	got := estimate(t, cases, nil, 5)
	us := []float64{1, 56. / 252, 0}
	mean, sd := stat.MeanStdDev(us, nil)
	if !cmp.Equal(got.Value, mean, near) || !cmp.Equal(got.NewCases.SE, sd/math.Sqrt(3), near) {
		t.Errorf("got %v ± %v, want %v ± %v", got.Value, got.NewCases.SE, mean, sd/math.Sqrt(3))
	}
	if diff := cmp.Diff([]int{2}, got.Undefined); diff != "" || got.Complete() || got.Cases != 3 {
		t.Errorf("a case with fewer than k trials must be named (-want +got):\n%s%+v", diff, got)
	}
	if got.NewCases.Low != 0 || got.NewCases.High != 1 { // t with 2 degrees of freedom reaches far beyond
		t.Errorf("interval %+v is not cut to 0..1", got.NewCases)
	}
	want := math.Sqrt(us[1] * us[1] / 9) // C(8,10) is 0; the other two cases never vary
	if !cmp.Equal(got.Again.SE, want, near) {
		t.Errorf("Again.SE = %v, want %v", got.Again.SE, want)
	}
}

// The weighted standard error for new cases is unbiased too: enumerated over three cases of weights 1, 2, 3 whose pass^1
// is 1 or 0 with chance p.
func TestWeightedStandardErrors(t *testing.T) {
	weights := []float64{1, 2, 3}
	const p, squares = .3, 14. / 36
	mean, variance := 0.0, 0.0
	for code := range 8 {
		chance, cases := 1.0, make([]stats.Count, 3)
		for j := range cases {
			cases[j] = stats.Count{Pass: 2 * (code >> j & 1), Trials: 2}
			chance *= map[int]float64{0: 1 - p, 2: p}[cases[j].Pass]
		}
		est := estimate(t, cases, weights, 1)
		mean += chance * est.Value
		variance += chance * est.NewCases.SE * est.NewCases.SE
	}
	if !cmp.Equal(mean, p, near) || !cmp.Equal(variance, p*(1-p)*squares, near) {
		t.Errorf("mean %v, variance %v; want %v, %v", mean, variance, p, p*(1-p)*squares)
	}

	got := estimate(t, []stats.Count{{Pass: 1, Trials: 2}, {Pass: 2, Trials: 2}, {Pass: 0, Trials: 1}}, []float64{3, 1, 0}, 1)
	// v of one pass in two trials with k = 1 is 1/4: p(1-p)/n without bias.
	want := stats.PassK{K: 1, Value: .625, Cases: 2, NewCases: got.NewCases, Again: stats.Spread{Defined: true, SE: .375}}
	if diff := cmp.Diff(want, got, near, cmpopts.IgnoreFields(stats.Spread{}, "Low", "High")); diff != "" {
		t.Errorf("weights 3 and 1, and a case left out (-want +got):\n%s", diff)
	}
}

func TestPassKOfTooLittle(t *testing.T) {
	one := []stats.Count{{Pass: 9, Trials: 10}}
	if got := estimate(t, one, nil, 5); got.NewCases.Defined || !got.Again.Defined {
		t.Errorf("one case says nothing about new cases, but something about itself; got %+v", got)
	}
	for name, got := range map[string]stats.PassK{
		"no cases":      estimate(t, nil, nil, 5),
		"no trials":     estimate(t, make([]stats.Count, 3), nil, 5),
		"weightless":    estimate(t, one, []float64{0}, 5),
		"one outweighs": estimate(t, []stats.Count{{Pass: 1, Trials: 1}, {Trials: 1}}, []float64{1e30, 1e-30}, 1),
	} {
		if got.NewCases.Defined || (got.Complete() && name != "one outweighs") {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	for name, bad := range map[string]struct {
		c stats.Count
		w []float64
		k int
	}{
		"more passes than trials": {stats.Count{Pass: 2, Trials: 1}, nil, 1},
		"negative":                {stats.Count{Pass: -1, Trials: 1}, nil, 1},
		"k of 0":                  {stats.Count{Pass: 1, Trials: 1}, nil, 0},
		"weights missing":         {stats.Count{Pass: 1, Trials: 1}, []float64{}, 1},
		"weight is no number":     {stats.Count{Pass: 1, Trials: 1}, []float64{math.NaN()}, 1},
		"weight without end":      {stats.Count{Pass: 1, Trials: 1}, []float64{math.Inf(1)}, 1},
	} {
		if got, err := stats.EstimatePassK([]stats.Count{bad.c}, bad.w, bad.k); err == nil {
			t.Errorf("%s: want an error, got %+v", name, got)
		}
	}
}

func estimate(t *testing.T, cases []stats.Count, weights []float64, k int) stats.PassK {
	t.Helper()
	est, err := stats.EstimatePassK(cases, weights, k)
	if err != nil {
		t.Fatal(err)
	}
	return est
}

// binomial is the chance of c passes in n trials.
func binomial(n, c int, p float64) float64 {
	ways, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(c))).Float64()
	return ways * math.Pow(p, float64(c)) * math.Pow(1-p, float64(n-c))
}

// TestAllKeptIsOne: whatever the number of cases, rounding makes no less of it.
func TestAllKeptIsOne(t *testing.T) {
	for n := 1; n <= 400; n++ {
		cases := make([]stats.Count, n)
		for i := range cases {
			cases[i] = stats.Count{Pass: 4, Trials: 4}
		}
		p, err := stats.EstimatePassK(cases, nil, 2)
		if err != nil {
			t.Fatal(err)
		}
		s, err := stats.EstimateShare(cases, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.Value != 1 || s.Value != 1 {
			t.Fatalf("%d cases: pass^2 is %v, the share %v", n, p.Value, s.Value)
		}
	}
}
