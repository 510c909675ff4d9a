package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Z is the normal quantile of score bounds: a threshold is looked at twice, before and after more trials, at .0125 each.
const Z = 2.24

// Component is one metric of the reliability score.
type Component struct {
	Weight           float64 // 0 leaves it out; the others are scaled to sum 1
	Value            float64 // 0..1
	SE               float64 // of Value if this suite ran again
	Failures, Trials int     // what Value was computed from
	K                int     // Value is a k-th power of a pass rate: k for pass^k, 1 for a share
}

// Score is a weighted mean of components with its bounds.
type Score struct {
	Value, SE, Low, High float64
}

// Numbers of failures below which a normal bound is not to be trusted: near 100% not at all, and beside an exact one.
const (
	fewFailures  = 5
	someFailures = 10
)

// NewScore weighs components: SE² = Σw²·SE_i², and bounds at ±Z·SE, cut to 0..1.
//
// Near 100% the normal bound collapses: a run without failures has SE 0. Low is therefore at most 1 - Σ w·k·U(f)/T over
// the components with f < 5 failures in T trials, where U(f) is the exact 97.5% upper limit of a Poisson mean,
// ChiSquared(2f+2).Quantile(.975)/2 (Garwood, Biometrika 28, 1936), and k failures in a row of k are at most k times as
// likely as one.
//
// In between, with some ten failures, a standard error is too small just when luck was good. Low is therefore also at most
// S - √Σw²h² with h the larger of Z·SE_i and Value_i - (1-U(f)/T)^k, for components with f < 10. Simulated with the plan
// and weights of TestScoreCoverage, the true score then lies under Low in .018 of runs or fewer at every pass rate, where
// it would in .030 at rates about .95 (and in .44 near 100% without the floor either); the nominal level is .0125.
func NewScore(components []Component) (Score, error) {
	var used []Component
	var ws []float64
	for i, c := range components {
		if err := c.check(); err != nil {
			return Score{}, fmt.Errorf("compute score: component %d: %w", i, err)
		}
		if c.Weight > 0 {
			used, ws = append(used, c), append(ws, c.Weight)
		}
	}
	if len(used) == 0 {
		return Score{}, fmt.Errorf("compute score: no component has weight")
	}
	normalise(ws)
	var s Score
	floor, arm := 1.0, 0.0
	values := make([]float64, len(used))
	for i, c := range used {
		values[i] = c.Value
		arm += ws[i] * ws[i] * c.arm() * c.arm()
		s.SE += ws[i] * ws[i] * c.SE * c.SE
		if c.Failures < fewFailures {
			floor -= ws[i] * float64(c.K) * poissonUpper(c.Failures) / float64(c.Trials)
		}
	}
	s.Value = mean(ws, values)
	s.SE = math.Sqrt(s.SE)
	s.Low = max(0, min(s.Value-math.Sqrt(arm), floor))
	s.High = min(1, s.Value+Z*s.SE)
	return s, nil
}

// arm is how far below its value the component may well lie.
func (c Component) arm() float64 {
	if c.Failures >= someFailures {
		return Z * c.SE
	}
	exact := math.Pow(max(0, 1-poissonUpper(c.Failures)/float64(c.Trials)), float64(c.K))
	return max(Z*c.SE, c.Value-exact)
}

func (c Component) check() error {
	switch {
	case !(c.Weight >= 0 && c.Weight <= math.MaxFloat32):
		return fmt.Errorf("weight %v cannot be", c.Weight)
	case c.Weight == 0:
		return nil
	case !(c.Value >= 0 && c.Value <= 1), !(c.SE >= 0 && c.SE <= 1):
		return fmt.Errorf("value %v with standard error %v cannot be", c.Value, c.SE)
	case c.Trials < 1, c.Failures < 0, c.Failures > c.Trials, c.K < 1:
		return fmt.Errorf("%d failures of %d trials with k = %d cannot be", c.Failures, c.Trials, c.K)
	}
	return nil
}

// poissonUpper is the 97.5% upper limit of the mean behind f events.
func poissonUpper(f int) float64 {
	return distuv.ChiSquared{K: float64(2*f + 2)}.Quantile(.975) / 2
}

// Outcome is where a score stands to a threshold.
type Outcome int

const (
	Unsettled Outcome = iota // not known; Decision.More says whether more trials are worth running
	Above                    // the threshold is met
	Below                    // it is not
)

// Decision is what a threshold makes of a score.
type Decision struct {
	Outcome       Outcome
	More          int  // if Unsettled: trials to add before asking again; 0 if the budget has none left
	LowConfidence bool // the point estimate decided, as the bounds did not
}

// Decide holds a score that stands on n trials against the threshold tau, with budget more trials to spend.
//
// Low >= tau is Above, High < tau is Below. In between, ⌈n·((Z+.84)·SE/|S-tau|)² - n⌉ more trials would settle it with
// 80% power if the true score is where it seems; no more than the budget. Without budget the point estimate decides, with
// low confidence; strict leaves it Unsettled, as it wants Low >= tau. Where the floor of Low is what keeps it from tau, SE
// counts as (S-Low)/Z, so that a run without failures asks for more trials rather than for none.
func (s Score) Decide(tau float64, n, budget int, strict bool) Decision {
	switch {
	case s.Low >= tau:
		return Decision{Outcome: Above}
	case s.High < tau:
		return Decision{Outcome: Below}
	case budget > 0:
		return Decision{More: s.more(tau, n, budget)}
	case strict:
		return Decision{}
	case s.Value >= tau:
		return Decision{Outcome: Above, LowConfidence: true}
	default:
		return Decision{Outcome: Below, LowConfidence: true}
	}
}

func (s Score) more(tau float64, n, budget int) int {
	const power80 = .84
	se := max(s.SE, (s.Value-s.Low)/Z)
	ratio := (Z + power80) * se / math.Abs(s.Value-tau)
	more := math.Ceil(float64(n) * (ratio*ratio - 1))
	if !(more < float64(budget)) { // also when the score is the threshold
		return budget
	}
	return max(1, int(more))
}
