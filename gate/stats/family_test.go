package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/stats"
)

func TestHolm(t *testing.T) {
	for _, tt := range []struct{ ps, want []float64 }{
		{nil, []float64{}},
		{[]float64{.03}, []float64{.03}},
		{[]float64{.01, .04, .03, .005}, []float64{.03, .06, .06, .02}}, // order kept, the third step's value carried
		{[]float64{.5, .6}, []float64{1, 1}},
		{[]float64{.02, .02}, []float64{.04, .04}},
	} {
		if diff := cmp.Diff(tt.want, stats.Holm(tt.ps), near); diff != "" {
			t.Errorf("Holm(%v) (-want +got):\n%s", tt.ps, diff)
		}
	}
}

func TestHolmProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 500 {
		ps := make([]float64, 1+rng.IntN(12))
		for i := range ps {
			ps[i] = math.Pow(rng.Float64(), 3)
		}
		adjusted := stats.Holm(ps)
		for i, p := range ps {
			if adjusted[i] < p || adjusted[i] > min(1, p*float64(len(ps))) {
				t.Fatalf("%v: adjusted %v is not between p and Bonferroni", ps, adjusted)
			}
			for j := range ps {
				if p < ps[j] && adjusted[i] > adjusted[j] {
					t.Fatalf("%v: adjusted %v changed the order", ps, adjusted)
				}
			}
		}
	}
}

func TestRegressions(t *testing.T) {
	steady := stats.Group{Name: "steady", Strata: repeat(of(9, 10, 9, 10), 8)}
	broken := stats.Group{Name: "broken", Strata: repeat(of(4, 10, 9, 10), 8)}
	swapped := stats.Group{Name: "swapped", Strata: append(repeat(of(0, 10, 10, 10), 4), repeat(of(10, 10, 0, 10), 4)...)}
	fresh := stats.Group{Name: "fresh", Strata: repeat(of(9, 10, 0, 0), 8)}

	got := regressions(t, []stats.Group{steady, broken, swapped, fresh}, stats.EachCase)
	if want := []string{"broken"}; !cmp.Equal(names(got), want) || !got.Whole.Regressed || !got.Regressed() {
		t.Errorf("regressed %v, whole %v; want %v and the whole", names(got), got.Whole.Regressed, want)
	}
	if got.Size != 4 {
		t.Errorf("Size = %d, want 4: a group with nothing to compare takes no share", got.Size)
	}
	if b := got.Groups[1]; b.Compared != 8 || !cmp.Equal([]float64{b.Baseline, b.Candidate}, []float64{.9, .4}, near) {
		t.Errorf("broken: got %+v, want rates .9 and .4 over 8", b)
	}
	if s := got.Groups[2]; s.Adjusted > stats.Alpha || s.Regressed {
		t.Errorf("swapped: got %+v, want a significant combination that its CMH holds back", s)
	}
	if diff := cmp.Diff(stats.Test{Name: "fresh", P: 1, CMH: 1, Adjusted: 1}, got.Groups[3]); diff != "" {
		t.Errorf("fresh (-want +got):\n%s", diff)
	}

	net := regressions(t, []stats.Group{broken, swapped}, stats.Net)
	for _, test := range append(net.Groups, net.Whole) {
		if test.P != test.CMH {
			t.Errorf("%q under Net: P = %v, CMH = %v; want one value", test.Name, test.P, test.CMH)
		}
	}
}

// A drop too thin for any one category shows in the whole.
func TestWholeSuiteAlone(t *testing.T) {
	var groups []stats.Group
	for i := range 8 {
		groups = append(groups, stats.Group{Name: fmt.Sprint(i), Strata: repeat(of(8, 10, 9, 10), 10)})
	}
	if got := regressions(t, groups, stats.EachCase); len(names(got)) > 0 || !got.Whole.Regressed {
		t.Errorf("regressed %v, whole %+v; want the whole alone", names(got), got.Whole)
	}
}

func TestNothingToCompare(t *testing.T) {
	for _, groups := range [][]stats.Group{nil, {{Name: "empty"}}} {
		if got := regressions(t, groups, stats.EachCase); got.Regressed() || got.Size != 0 || got.Whole.P != 1 {
			t.Errorf("%v: got %+v", groups, got)
		}
	}
	half := stats.Group{Strata: repeat(of(1, 1, 1, 1), stats.MaxStrata/2+1)}
	for name, groups := range map[string][]stats.Group{
		"impossible counts":    {{Name: "bad", Strata: []stats.Stratum{of(2, 1, 0, 1)}}},
		"too many in all":      {half, half},
		"too many trials, too": {{Strata: repeat(of(1, 1000, 1, 1000), 1001)}},
	} {
		if got, err := stats.Regressions(groups, stats.EachCase); err == nil {
			t.Errorf("%s: want an error, got %+v", name, got)
		}
	}
}

func regressions(t *testing.T, groups []stats.Group, null stats.Null) stats.Family {
	t.Helper()
	f, err := stats.Regressions(groups, null)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func names(f stats.Family) []string {
	var out []string
	for _, g := range f.Groups {
		if g.Regressed {
			out = append(out, g.Name)
		}
	}
	return out
}

func repeat(s stats.Stratum, n int) []stats.Stratum {
	out := make([]stats.Stratum, n)
	for i := range out {
		out[i] = s
	}
	return out
}
