package stats

import "fmt"

// WeightedShare estimates a component of the score that is a share: recovery, completion under load, drift.
type WeightedShare struct {
	Defined          bool    // some case of some weight has a trial; all else is 0 otherwise
	Value            float64 // weighted mean of the cases' shares of trials kept, 0..1
	SE               float64 // of Value if this suite ran again
	Failures, Trials int     // over the cases that Value stands on
	Cases            int     // how many those are
}

// EstimateShare averages the shares of trials kept over cases. Weights are as for EstimatePassK. Cases without trials are
// left out, and the others weigh the more for it: where that matters, hold Cases against the cases planned.
//
// With two trials or more of every case it is pass^1 with its standard error Again: SE² = Σw²v with Σw = 1 and
// v = p(1-p)/(n-1). A case of a single trial has no v of its own and takes the variance of one trial from all the cases:
// p(1-p)/(1-Σw²) where p is Value. Cases differ, and the pool counts that as noise, so such a SE errs wide; if all cases
// have one trial, it is the SE of NewCases. Where too few cases share the weight for a pool (1/Σw² < 1.5), v is the most
// that a yes or no can vary, ¼. Without failures SE is 0 and says nothing about the true share: Score has a floor for that.
//
// Impossible counts or weights are errors.
func EstimateShare(cases []Count, weights []float64) (WeightedShare, error) {
	var s WeightedShare
	weights, err := checkWeighted(cases, weights)
	if err != nil {
		return s, fmt.Errorf("estimate share: %w", err)
	}
	var used []Count
	var us, ws []float64
	for i, c := range cases {
		if c.Trials == 0 || weights[i] == 0 {
			continue
		}
		used, us, ws = append(used, c), append(us, c.rate()), append(ws, weights[i])
		s.Failures += c.Trials - c.Pass
		s.Trials += c.Trials
	}
	s.Cases = len(used)
	if s.Cases == 0 {
		return s, nil
	}
	s.Defined = true
	normalise(ws)
	s.Value = mean(ws, us)
	single := singleVariance(s.Value, dot(ws, ws))
	vs := make([]float64, len(used))
	for i, c := range used {
		if v, ok := caseVariance(c, 1); ok {
			vs[i] = v
		} else {
			vs[i] = single
		}
	}
	s.SE = again(ws, vs, s.Value).SE
	return s, nil
}

// singleVariance is the variance of one trial, from the share over all cases whose squared weights sum to squares.
func singleVariance(share, squares float64) float64 {
	if 1/squares < 1.5 {
		return .25
	}
	return share * (1 - share) / (1 - squares)
}
