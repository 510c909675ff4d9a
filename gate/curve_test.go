package gate

import (
	"math"
	"testing"

	"github.com/keptgate/keptgate/gate/stats"
)

// TestCurve: pass^k falls with k, has an interval while every case has twice as
// many trials, and ends where a case has too few.
func TestCurve(t *testing.T) {
	got, err := curve([]stats.Count{{Pass: 5, Trials: 6}, {Pass: 7, Trials: 7}}, []float64{1, 3}, 7)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 6 {
		t.Fatalf("%d points, want 6: the first case has no more trials", len(got))
	}
	for i, p := range got {
		want := (float64(6-p.K)/6 + 3) / 4
		if p.K != i+1 || math.Abs(p.Value-want) > 1e-9 || (p.Low != nil) != (p.K <= 3) || (p.High != nil) != (p.K <= 3) {
			t.Errorf("point %d: %+v, want %.3f", i, p, want)
		}
	}
	if none, err := curve(nil, nil, 5); err != nil || none != nil {
		t.Errorf("without cases: %v, %v", none, err)
	}
}

// TestComparisonHasCurveAndIntervals: the baseline's curve stands on its steady
// trials alone, and an interval holds the difference that it is of.
func TestComparisonHasCurveAndIntervals(t *testing.T) {
	c := compared(t,
		[]part{{Steady, 10, 5, 5, 0}, {Faults, 10, 4, 0, 0}},
		[]part{{Steady, 10, 9, 1, 0}, {Faults, 10, 0, 4, 0}},
	)
	if len(c.Curve) != 5 || math.Abs(c.Curve[0].Value-.9) > 1e-9 || math.Abs(c.Curve[4].Value-.5) > 1e-9 {
		t.Errorf("curve of the baseline: %+v", c.Curve)
	}
	for _, d := range append(c.Categories, c.Whole) {
		diff := d.Candidate - d.Baseline
		if d.Low == nil || d.High == nil || math.Abs(diff-.3) > 1e-9 || *d.Low >= diff || *d.High <= diff {
			t.Errorf("%q: %v to %v does not hold %.3f, or that is not 0.3", d.Name, *d.Low, *d.High, diff)
		}
	}
}
