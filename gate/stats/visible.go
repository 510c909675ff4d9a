package stats

import (
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// Design is a comparison that is planned or was made.
type Design struct {
	Cases          int  // strata of the category, or of the whole suite
	Trials         int  // of the candidate, per stratum
	BaselineTrials int  // of the baseline, per stratum
	Family         int  // tests that share Alpha, as Family.Size
	Null           Null // EachCase for a category; Net for the whole suite, and for all if the run is set to it
}

// Assumptions of SmallestDrop.
const (
	power     = .8
	shape     = 8   // rates spread as the quantiles of Beta(8, 1)
	levels    = 100 // distinct rates at most
	fewTrials = 80  // up to this many in all, p-values are exact
)

// SmallestDrop returns the drop in pass rate, as a share (.12 is 12 points), that the design sees with 80% probability;
// false if it would not see even a candidate that fails everything.
//
// Assumed: trials are independent; the baseline's cases have the rates ((j-½)/m)^(1/8), quantiles of Beta(8, 1) with mean
// .89: most cases are safe and a few shaky, as in a suite worth gating on; the candidate loses the same number of points
// in every case, down to 0; the drop is seen if this test alone passes Holm's first step, p <= Alpha/Family, and a
// category's guard. A baseline with rates nearer to one half hides more: about a third more at rates of .8.
//
// A run that is judged at Looks sees a little less than one that is judged once; twice the Family allows for it: the drop
// found so was seen in .80 to .86 of simulated runs.
//
// It simulates up to 1,000 comparisons from the seed and finds the drop by halving, with the same random numbers at every
// step; the error is 2 to 3% of the drop. Up to 80 trials the tests are the exact ones; above, critical values come from
// the first three cumulants of the null (Wilson and Hilferty's cube-root approximation, 1931, of a gamma tail). Counts
// above MaxStrata and MaxTrials are taken as these. A call takes some hundredths of a second, a second at these limits.
func SmallestDrop(d Design, seed uint64) (drop float64, visible bool) {
	if d.Cases < 1 || d.Trials < 1 || d.BaselineTrials < 1 || d.Family < 1 {
		return 0, false
	}
	d.Cases, d.Trials, d.BaselineTrials = min(d.Cases, MaxStrata), min(d.Trials, MaxTrials), min(d.BaselineTrials, MaxTrials)
	sim := newSimulation(d, seed)
	if !sim.sees(1) {
		return 0, false
	}
	low, high := 0.0, 1.0
	for high-low > .001 {
		if mid := (low + high) / 2; sim.sees(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, true
}

// simulation holds the random numbers of many comparisons of one design.
type simulation struct {
	Design
	rates    []float64   // of the baseline, one per level; case j has level j mod len
	baseline [][]int     // passes, per comparison and case
	luck     [][]float64 // where the candidate's passes lie in their distribution, 0..1, likewise
	rejects  func([]Stratum) bool
}

func newSimulation(d Design, seed uint64) *simulation {
	s := &simulation{Design: d, rates: make([]float64, min(d.Cases, levels))}
	for j := range s.rates {
		s.rates[j] = math.Pow((float64(j)+.5)/float64(len(s.rates)), 1./shape)
	}
	runs := min(1000, max(100, 200_000/d.Cases))
	s.rejects = newCritical(d).rejects
	if d.Cases*(d.Trials+d.BaselineTrials) <= fewTrials {
		s.rejects, runs = s.exact, 400
	}
	rng := rand.New(rand.NewPCG(seed, seed))
	cdfs := s.cdfs(d.BaselineTrials, 0)
	for range runs {
		baseline, luck := make([]int, d.Cases), make([]float64, d.Cases)
		for j := range d.Cases {
			baseline[j] = sort.SearchFloat64s(cdfs[j%len(cdfs)], rng.Float64())
			luck[j] = rng.Float64()
		}
		s.baseline, s.luck = append(s.baseline, baseline), append(s.luck, luck)
	}
	return s
}

// sees says whether at least 80% of the comparisons reject when every case of the candidate drops by this much.
func (s *simulation) sees(drop float64) bool {
	cdfs := s.cdfs(s.Trials, drop)
	strata := make([]Stratum, s.Cases)
	rejected := 0
	for r := range s.luck {
		for j := range strata {
			strata[j] = Stratum{
				Candidate: Count{sort.SearchFloat64s(cdfs[j%len(cdfs)], s.luck[r][j]), s.Trials},
				Baseline:  Count{s.baseline[r][j], s.BaselineTrials},
			}
		}
		if s.rejects(strata) {
			rejected++
		}
	}
	return float64(rejected) >= power*float64(len(s.luck))
}

// cdfs are the binomial distributions of the passes in n trials, per level.
func (s *simulation) cdfs(n int, drop float64) [][]float64 {
	out := make([][]float64, len(s.rates))
	for j, rate := range s.rates {
		out[j] = make([]float64, n+1)
		passes := distuv.Binomial{N: float64(n), P: max(0, rate-drop)}
		sum := 0.0
		for x := range n {
			if passes.P == 0 {
				sum = 1
			} else {
				sum += passes.Prob(float64(x))
			}
			out[j][x] = sum
		}
		out[j][n] = 1
	}
	return out
}

// exact applies the tests of the run rule.
func (s *simulation) exact(strata []Stratum) bool {
	level := Alpha / float64(s.Family)
	net := cmh(strata)
	if s.Null == Net {
		return net <= level
	}
	return net <= Guard && combination(strata) <= level
}
