package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// PassK estimates pass^k over the cases of a suite. With k = 1 it is the plain pass rate.
type PassK struct {
	K     int
	Value float64 // weighted mean of the cases' estimates, 0..1; over the cases that have one
	Cases int     // how many cases Value stands on
	// Undefined lists, by index, the cases with fewer than K trials. They are not in Value: with any of them the
	// metric is incomplete, and the remedy is more trials.
	Undefined []int
	// NewCases is the spread to expect had other cases of the same kind been drawn: s(u)/√m, with Student's t.
	// It needs two cases of similar weight.
	NewCases Spread
	// Again is the spread to expect if this very suite ran again. It needs 2K trials of every case.
	Again Spread
}

// Complete says whether the estimate stands on every case, and on at least one.
func (p PassK) Complete() bool { return p.Cases > 0 && len(p.Undefined) == 0 }

// Spread is a standard error with its 95% interval, cut to 0..1; all zero unless Defined. Where every trial agreed, SE
// is 0 and says nothing about the true rate: Score has a floor for that.
type Spread struct {
	Defined       bool
	SE, Low, High float64
}

// CasePassK is the unbiased estimate of pass^k for one case: C(c,k)/C(n,k), the share of all k-subsets of its n trials
// that hold passes only (Yao et al., τ-bench, 2024; Halmos, 1946, for why it is the best unbiased one). It is false
// when n < k, where no unbiased estimate exists, or k < 1.
func CasePassK(c Count, k int) (float64, bool) {
	if k < 1 || c.Trials < k {
		return 0, false
	}
	return subsets(c, 0, k), true
}

// subsets is the product of (c-i)/(n-i) for i in from..to-1: from 0, C(c,to)/C(n,to) without large numbers.
func subsets(c Count, from, to int) float64 {
	u := 1.0
	for i := from; i < to && u > 0; i++ {
		u *= float64(c.Pass-i) / float64(c.Trials-i)
	}
	return u
}

// caseVariance estimates, without bias, the variance of CasePassK when the same case runs again:
// u² - C(c,2k)/C(n,2k), since the second term estimates the square of pass^k (Hoeffding, 1948). It needs n >= 2k.
// It is never negative: written as u·(u - rest), every factor of rest is at most its counterpart in u.
func caseVariance(c Count, k int) (float64, bool) {
	if c.Trials < 2*k {
		return 0, false
	}
	u := subsets(c, 0, k)
	return u * (u - subsets(c, k, 2*k)), true
}

// EstimatePassK averages CasePassK over cases. Weights are the tiers' weights, one per case; nil weighs all alike, and a
// case of weight 0 is left out. Both standard errors use the weights: with Σw = 1,
//
//	new cases:  SE² = Σw² · Σw(u-ū)² / (1-Σw²), which is s²/m for equal weights; 1/Σw² - 1 degrees of freedom (Kish)
//	again:      SE² = Σw²v, v as in caseVariance
//
// Impossible counts or weights are errors.
func EstimatePassK(cases []Count, weights []float64, k int) (PassK, error) {
	est := PassK{K: k}
	if k < 1 {
		return est, fmt.Errorf("estimate pass^k: k is %d, must be at least 1", k)
	}
	weights, err := checkWeighted(cases, weights)
	if err != nil {
		return est, fmt.Errorf("estimate pass^k: %w", err)
	}
	var us, ws, vs []float64
	repeatable := true
	for i, c := range cases {
		w := weights[i]
		if w == 0 {
			continue
		}
		u, ok := CasePassK(c, k)
		if !ok {
			est.Undefined = append(est.Undefined, i)
			continue
		}
		v, ok := caseVariance(c, k)
		repeatable = repeatable && ok
		us, ws, vs = append(us, u), append(ws, w), append(vs, v)
	}
	est.Cases = len(us)
	if est.Cases == 0 {
		return est, nil
	}
	normalise(ws)
	est.Value = mean(ws, us)
	est.NewCases = newCases(us, ws, est.Value)
	if repeatable {
		est.Again = again(ws, vs, est.Value)
	}
	return est, nil
}

// checkWeighted refuses impossible counts and weights, and returns the weights, 1 each for nil.
func checkWeighted(cases []Count, weights []float64) ([]float64, error) {
	if weights == nil {
		weights = make([]float64, len(cases))
		for i := range weights {
			weights[i] = 1
		}
	}
	if len(weights) != len(cases) {
		return nil, fmt.Errorf("%d weights for %d cases", len(weights), len(cases))
	}
	for i, c := range cases {
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("case %d: %w", i, err)
		}
		if w := weights[i]; !(w >= 0 && w <= math.MaxFloat32) { // also refuses NaN; the ceiling keeps sums finite
			return nil, fmt.Errorf("case %d: weight %v cannot be", i, w)
		}
	}
	return weights, nil
}

func newCases(us, ws []float64, mean float64) Spread {
	squares, scatter := dot(ws, ws), 0.0
	for i, u := range us {
		scatter += ws[i] * (u - mean) * (u - mean)
	}
	df := 1/squares - 1
	if df < .5 { // one case, or one that outweighs all others
		return Spread{}
	}
	se := math.Sqrt(squares * scatter / (1 - squares))
	return spread(mean, se, distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(.975))
}

func again(ws, vs []float64, mean float64) Spread {
	sum := 0.0
	for i, v := range vs {
		sum += ws[i] * ws[i] * v
	}
	return spread(mean, math.Sqrt(sum), distuv.UnitNormal.Quantile(.975))
}

func spread(mean, se, z float64) Spread {
	return Spread{Defined: true, SE: se, Low: max(0, mean-z*se), High: min(1, mean+z*se)}
}

// normalise scales positive weights to sum 1.
func normalise(ws []float64) {
	sum := 0.0
	for _, w := range ws {
		sum += w
	}
	for i := range ws {
		ws[i] /= sum
	}
}

// mean is the weighted mean of values up to 1, which is 1 where all of them are: weights that were scaled add up to
// about 1, and values below it must not come of that.
func mean(ws, us []float64) float64 {
	values, sum := 0.0, 0.0
	for i, w := range ws {
		values += w * us[i]
		sum += w
	}
	return min(1, values/sum)
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
