package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// At the bound, as much or more happens with the probability alpha, exactly.
func TestLeastIsExact(t *testing.T) {
	for _, c := range []Count{{1, 1}, {1, 200}, {5, 200}, {199, 200}, {200, 200}, {40, 12_000}} {
		for _, alpha := range []float64{.05, .01, .001} {
			low, err := Least(c, alpha)
			if err != nil {
				t.Fatal(err)
			}
			if tail := 1 - (distuv.Binomial{N: float64(c.Trials), P: low}).CDF(float64(c.Pass-1)); math.Abs(tail-alpha) > 1e-6 {
				t.Errorf("%+v: at %v so much happens with probability %v, want %v", c, low, tail, alpha)
			}
		}
	}
	if low, err := Least(Count{0, 9}, .05); low != 0 || err != nil {
		t.Errorf("nothing of 9: %v, %v", low, err)
	}
	if _, err := Least(Count{10, 9}, .05); err == nil {
		t.Error("10 of 9 has a bound")
	}
}
