package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Levels of the gap between public and held-out cases.
const (
	gapLevel   = .01 // one-sided
	gapLeast   = .05 // a smaller gap is no reason to warn
	gapBlurred = .03 // a greater standard error would hide a gap worth a warning
)

// Gap is how much more a candidate gained over its baseline on public cases than on held-out ones. A candidate that was
// fitted to the public cases shows a positive one.
type Gap struct {
	Public, HeldOut float64 // mean difference to the baseline per case, -1..1
	Value           float64 // Public - HeldOut
	// Defined says whether both sides have two cases or more; SE, DF and P are 0 otherwise.
	Defined bool
	SE, DF  float64 // standard error of Value, and its degrees of freedom after Satterthwaite; DF is 0 if SE is
	P       float64 // one-sided p-value of "no gap", against a positive one
	// Overfit: P <= .01 and Value >= .05. Worth a warning.
	Overfit bool
	// TooSmall: not Defined, or SE > .03. That there is no warning then says little.
	TooSmall bool
}

// CompareGap tests the gap between the cases' differences, candidate minus baseline, each -1..1, by Welch's t test
// (Biometrika 34, 1947), which lets the two kinds of cases vary unlike each other. Where no case differs from its fellows
// the standard error is 0 and P is 0 or 1. Differences that no rates can have are errors.
func CompareGap(public, heldOut []float64) (Gap, error) {
	for _, ds := range [][]float64{public, heldOut} {
		for i, d := range ds {
			if !(d >= -1 && d <= 1) { // also refuses NaN
				return Gap{}, fmt.Errorf("compare public with held-out cases: difference %d: %v cannot be", i, d)
			}
		}
	}
	var g Gap
	var v, w float64 // variances of the means
	g.Public, v = meanVariance(public)
	g.HeldOut, w = meanVariance(heldOut)
	g.Value = g.Public - g.HeldOut
	g.Defined = len(public) > 1 && len(heldOut) > 1
	if !g.Defined {
		g.TooSmall = true
		return g, nil
	}
	g.SE = math.Sqrt(v + w)
	switch {
	case v+w > 1e-24: // below, it is the rounding of equal differences
		g.DF = (v + w) * (v + w) / (v*v/float64(len(public)-1) + w*w/float64(len(heldOut)-1))
		g.P = distuv.StudentsT{Sigma: 1, Nu: g.DF}.Survival(g.Value / g.SE)
	case g.Value > 1e-12:
		g.SE = 0
	default:
		g.SE, g.P = 0, 1
	}
	g.Overfit = g.P <= gapLevel && g.Value >= gapLeast
	g.TooSmall = g.SE > gapBlurred
	return g, nil
}

// Interval is the 95% interval of Value, by the t distribution with DF degrees of
// freedom; Value twice where SE is 0.
func (g Gap) Interval() (low, high float64) {
	if g.SE == 0 || g.DF == 0 {
		return g.Value, g.Value
	}
	arm := g.SE * distuv.StudentsT{Sigma: 1, Nu: g.DF}.Quantile(.975)
	return g.Value - arm, g.Value + arm
}

// meanVariance returns the mean and the variance of the mean; 0 for what too few values leave open.
func meanVariance(ds []float64) (mean, variance float64) {
	switch n := float64(len(ds)); n {
	case 0:
		return 0, 0
	case 1:
		return ds[0], 0
	default:
		mean, variance = stat.MeanVariance(ds, nil)
		return mean, variance / n
	}
}
