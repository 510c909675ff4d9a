package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/keptgate/keptgate/gate/stats"
)

// The published table, in points: a category among eleven and the whole suite.
func TestSmallestDropTable(t *testing.T) {
	trials := [][2]int{{5, 5}, {10, 10}, {10, 20}, {20, 20}}
	for _, row := range []struct {
		cases int
		null  stats.Null
		want  [4]float64
		slack float64
	}{
		{5, stats.EachCase, [4]float64{54, 36, 29, 23}, 2},
		{10, stats.EachCase, [4]float64{37, 25, 18, 15}, 2},
		{20, stats.EachCase, [4]float64{25, 16, 12, 10}, 1.5},
		{50, stats.EachCase, [4]float64{14, 9, 7, 7}, 1},
		{100, stats.Net, [4]float64{8.8, 6.2, 5.3, 4.1}, .5},
	} {
		for i, want := range row.want {
			d := stats.Design{Cases: row.cases, Trials: trials[i][0], BaselineTrials: trials[i][1], Family: 12, Null: row.null}
			got, visible := stats.SmallestDrop(d, 1)
			if !visible || math.Abs(100*got-want) > row.slack {
				t.Errorf("%+v: %.1f points, %v; want %v", d, 100*got, visible, want)
			}
		}
	}
}

// The tests of the run rule really see that drop four times in five, on both sides of the change from exact p-values to
// approximate ones.
func TestSmallestDropIsSeen(t *testing.T) {
	for _, d := range []stats.Design{
		{Cases: 1, Trials: 10, BaselineTrials: 20, Family: 12},
		{Cases: 4, Trials: 5, BaselineTrials: 5, Family: 6},
		{Cases: 5, Trials: 10, BaselineTrials: 10, Family: 6},
		{Cases: 12, Trials: 4, BaselineTrials: 10, Family: 6},
		{Cases: 50, Trials: 10, BaselineTrials: 10, Family: 12},
		{Cases: 5, Trials: 3, BaselineTrials: 10, Family: 12, Null: stats.Net},
		{Cases: 9, Trials: 4, BaselineTrials: 10, Family: 6, Null: stats.Net},
		{Cases: 24, Trials: 4, BaselineTrials: 10, Family: 6, Null: stats.Net},
	} {
		drop, _ := stats.SmallestDrop(d, 1)
		rng := rand.New(rand.NewPCG(7, 7))
		const runs = 1500
		seen := 0
		for range runs {
			var strata []stats.Stratum
			for j := range d.Cases {
				rate := math.Pow((float64(j)+.5)/float64(d.Cases), 1./8)
				candidate, baseline := draw(rng, d.Trials, rate-drop), draw(rng, d.BaselineTrials, rate)
				strata = append(strata, of(candidate, d.Trials, baseline, d.BaselineTrials))
			}
			p := cmh(t, strata)
			if d.Null == stats.EachCase && p <= stats.Guard {
				p = combination(t, strata)
			}
			if p <= stats.Alpha/float64(d.Family) {
				seen++
			}
		}
		share := float64(seen) / runs
		t.Logf("%+v: %.3f, seen in %.3f", d, drop, share)
		if math.Abs(share-.8) > .05 {
			t.Errorf("%+v: a drop of %.3f is seen in %.3f of runs, want .8", d, drop, share)
		}
	}
}

func TestSmallestDropOfLittle(t *testing.T) {
	for _, d := range []stats.Design{
		{},
		{Cases: 10, Trials: 0, BaselineTrials: 10, Family: 2},
		{Cases: 1, Trials: 3, BaselineTrials: 3, Family: 2}, // no result of 3 against 3 is that rare
	} {
		if got, visible := stats.SmallestDrop(d, 1); visible {
			t.Errorf("%+v: %v is said to be visible", d, got)
		}
	}
	d := stats.Design{Cases: 30, Trials: 5, BaselineTrials: 10, Family: 4}
	first, _ := stats.SmallestDrop(d, 9)
	if again, _ := stats.SmallestDrop(d, 9); again != first {
		t.Errorf("the same seed gave %v, then %v", first, again)
	}
	d.Trials = 20
	if more, _ := stats.SmallestDrop(d, 9); more >= first {
		t.Errorf("four times the trials see %v, not less than %v", more, first)
	}
}

func BenchmarkSmallestDrop50Cases(b *testing.B) {
	for b.Loop() {
		stats.SmallestDrop(stats.Design{Cases: 50, Trials: 10, BaselineTrials: 10, Family: 12}, 1)
	}
}
