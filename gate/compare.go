package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/stats"
	"github.com/keptgate/keptgate/thresholds"
)

// maxFlips bounds the cases listed for one difference.
const maxFlips = 50

// pair is a comparable case on both sides.
type pair struct{ candidate, baseline *CaseResult }

func (p pair) stratum() stats.Stratum {
	return stats.Stratum{Candidate: count(p.candidate), Baseline: count(p.baseline)}
}

func count(c *CaseResult) stats.Count { return stats.Count{Pass: c.Passed, Trials: c.Valid()} }

// Digest is the SHA-256 of the result as Encode writes it, but for its Times: the
// same candidate, suites and seed have the same one.
func (r *Result) Digest() (string, error) {
	timeless := *r
	timeless.Times = Times{}
	data, err := timeless.Encode()
	return version(data), err
}

// Compare holds a result against its baseline. Only cases whose digest is the
// same on both sides compare. A baseline that has no suite in common with the
// result is an error: it is the wrong file. net takes it for granted only that a
// category as a whole did not change, for another model rather than another
// version.
func Compare(r, base *Result, net bool) (*Comparison, error) {
	if err := sameSuites(r, base); err != nil {
		return nil, err
	}
	pairs, apart := match(r, base)
	c := &Comparison{Baseline: base.Candidate, Commit: base.Commit, Pooled: base.Pooled, Incomparable: apart}
	var err error
	if c.Digest, err = base.Digest(); err != nil {
		return nil, fmt.Errorf("compare with baseline: %w", err)
	}
	null := stats.EachCase
	if net {
		null = stats.Net
	}
	names, groups := byCategory(pairs)
	worse, err := r.regressions(statsGroups(names, groups, false), null)
	if err != nil {
		return nil, fmt.Errorf("compare with baseline: %w", err)
	}
	better, err := stats.Regressions(statsGroups(names, groups, true), null)
	if err != nil {
		return nil, fmt.Errorf("compare with baseline: %w", err)
	}
	smallest := visibleDrops{}
	family := worse.Size
	if r.Look != nil {
		family *= 2 // what looks cost in power, by simulation: see gate/stats
	}
	for i, name := range names {
		d := difference(worse.Groups[i], better.Groups[i], groups[name])
		d.Smallest = smallest.of(groups[name], family, null, r.Seed)
		c.Categories = append(c.Categories, d)
	}
	slices.SortStableFunc(c.Categories, func(a, b Difference) int {
		return cmp.Or(-compareBool(a.Regressed, b.Regressed), cmp.Compare(a.Candidate-a.Baseline, b.Candidate-b.Baseline))
	})
	c.Whole = difference(worse.Whole, better.Whole, pairs)
	c.Whole.Smallest = smallest.of(pairs, family, stats.Net, r.Seed)
	c.Components = parts(pairs, r)
	c.Score = weighed(c.Components, r.Weights)
	if c.Curve, err = baselineCurve(pairs, r.K); err != nil {
		return nil, fmt.Errorf("compare with baseline: %w", err)
	}
	if c.Gap, err = improvement(r, base, pairs); err != nil {
		return nil, fmt.Errorf("compare with baseline: %w", err)
	}
	return c, nil
}

// regressions judges at the level of the look that ended the run, where there
// was one: judged at the whole level once more, it would be judged too often.
func (r *Result) regressions(groups []stats.Group, null stats.Null) (stats.Family, error) {
	if r.Look == nil {
		return stats.Regressions(groups, null)
	}
	f, _, err := stats.Look{Alpha: r.Look.Alpha, Last: true, Pass: 1}.Judge(groups, null)
	return f, err
}

// null is what the tests of a policy take for granted.
func null(p *thresholds.Policy) stats.Null {
	if p.Null == "net" {
		return stats.Net
	}
	return stats.EachCase
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}

// CheckBaseline refuses a baseline that has no suite in common with the plan,
// before a trial is paid for. base may be nil.
func (p *Plan) CheckBaseline(base *Result) error {
	if base == nil {
		return nil
	}
	planned := &Result{}
	planned.Suites = p.infos()
	return sameSuites(planned, base)
}

func sameSuites(r, base *Result) error {
	var here, there []string
	for _, s := range r.Suites {
		here = append(here, s.Name)
	}
	for _, s := range base.Suites {
		if slices.Contains(here, s.Name) && !s.HeldOut {
			return nil
		}
		there = append(there, s.Name)
	}
	return fmt.Errorf("compare with baseline: it is of %s and this run is of %s; name a baseline that was recorded with the same suites",
		strings.Join(there, ", "), strings.Join(here, ", "))
}

// match pairs the cases of both sides and says why others stay apart.
func match(r, base *Result) ([]pair, []Incomparable) {
	type key struct{ id, condition string }
	old := map[key]*CaseResult{}
	for i := range base.Cases {
		c := &base.Cases[i]
		old[key{c.ID(), c.Condition}] = c
	}
	var pairs []pair
	var apart []Incomparable
	for i := range r.Cases {
		c := &r.Cases[i]
		k := key{c.ID(), c.Condition}
		b := old[k]
		delete(old, k)
		if c.Abstains() {
			continue
		}
		if why := unlike(r, base, c, b); why != "" {
			apart = append(apart, Incomparable{Case: c.ID(), Condition: c.Condition, Why: why})
			continue
		}
		pairs = append(pairs, pair{c, b})
	}
	for i := range base.Cases {
		c := &base.Cases[i]
		if old[key{c.ID(), c.Condition}] != nil && r.has(c.Suite) && r.whole(c.Condition) {
			apart = append(apart, Incomparable{Case: c.ID(), Condition: c.Condition, Why: "only in the baseline"})
		}
	}
	return pairs, apart
}

// whole tells whether the result took every case that it could under a
// condition, rather than a sample or none.
func (r *Result) whole(condition string) bool {
	return slices.ContainsFunc(r.Samples, func(s SampleInfo) bool { return s.Condition == condition && s.Cases == s.Of })
}

func (r *Result) has(suite string) bool {
	return slices.ContainsFunc(r.Suites, func(s SuiteInfo) bool { return s.Name == suite })
}

// unlike says why a case cannot be compared with its baseline, or "".
func unlike(r, base *Result, c, b *CaseResult) string {
	switch {
	case b == nil || b.HeldOut != c.HeldOut:
		return "new: the baseline does not have it"
	case base.Grader != r.Grader:
		return fmt.Sprintf("graded by grader %s in the baseline, by %s here", base.Grader, r.Grader)
	case b.Digest != c.Digest:
		return "changed since the baseline"
	case disturbed(r, base, c.Condition):
		return "run with other error modes and latencies of tools than the baseline"
	case b.Valid() == 0:
		return "no trial with a verdict in the baseline"
	case c.Valid() == 0:
		return "no trial with a verdict here"
	default:
		return ""
	}
}

func byCategory(pairs []pair) ([]string, map[string][]pair) {
	groups := map[string][]pair{}
	var names []string
	for _, p := range pairs {
		if groups[p.candidate.Category] == nil {
			names = append(names, p.candidate.Category)
		}
		groups[p.candidate.Category] = append(groups[p.candidate.Category], p)
	}
	slices.Sort(names)
	return names, groups
}

// statsGroups counts the groups; swapped asks whether the baseline is the worse.
func statsGroups(names []string, groups map[string][]pair, swapped bool) []stats.Group {
	var out []stats.Group
	for _, name := range names {
		g := stats.Group{Name: name}
		for _, p := range groups[name] {
			s := p.stratum()
			if swapped {
				s.Candidate, s.Baseline = s.Baseline, s.Candidate
			}
			g.Strata = append(g.Strata, s)
		}
		out = append(out, g)
	}
	return out
}

func difference(worse, better stats.Test, pairs []pair) Difference {
	d := Difference{
		Name: worse.Name, Cases: worse.Compared, Baseline: worse.Baseline, Candidate: worse.Candidate,
		P: worse.P, Adjusted: worse.Adjusted, Regressed: worse.Regressed, Improved: better.Regressed,
	}
	var strata []stats.Stratum
	for _, p := range pairs {
		s := p.stratum()
		strata = append(strata, s)
		was, is := share(s.Baseline), share(s.Candidate)
		if was != is {
			d.Flipped = append(d.Flipped, Flip{Case: p.candidate.ID(), Condition: p.candidate.Condition, Baseline: was, Candidate: is})
		}
	}
	low, high := stats.Apart(strata)
	d.Low, d.High = &low, &high
	slices.SortStableFunc(d.Flipped, func(a, b Flip) int {
		return cmp.Compare(a.Candidate-a.Baseline, b.Candidate-b.Baseline)
	})
	if len(d.Flipped) > maxFlips {
		d.Flipped = d.Flipped[:maxFlips]
	}
	return d
}

func share(c stats.Count) float64 { return float64(c.Pass) / float64(c.Trials) }

// visibleDrops remembers the smallest visible drop of designs already worked out.
type visibleDrops map[stats.Design]*float64

// of is the drop in points that the comparison would have seen; nil where it
// would have seen none.
func (v visibleDrops) of(pairs []pair, family int, null stats.Null, seed uint64) *float64 {
	d := stats.Design{Cases: len(pairs), Family: family, Null: null}
	for _, p := range pairs {
		d.Trials += p.candidate.Valid()
		d.BaselineTrials += p.baseline.Valid()
	}
	return v.drop(d, seed)
}

// drop is the smallest visible drop of a design whose trials are those of all
// its cases together.
func (v visibleDrops) drop(d stats.Design, seed uint64) *float64 {
	if d.Cases == 0 {
		return nil
	}
	d.Trials /= d.Cases
	d.BaselineTrials /= d.Cases
	if known, ok := v[d]; ok {
		return known
	}
	v[d] = nil
	if drop, visible := stats.SmallestDrop(d, seed); visible {
		points := 100 * drop
		v[d] = &points
	}
	return v[d]
}

// parts are the components of the score on both sides over the comparable cases;
// one that either side cannot measure is left out.
func parts(pairs []pair, r *Result) []PartDifference {
	var out []PartDifference
	for _, w := range r.Weights {
		condition := conditionOf(w.Component)
		var here, there []stats.Count
		var weights []float64
		for _, p := range pairs {
			if p.candidate.Condition == condition {
				here = append(here, r.measured(p.candidate))
				there = append(there, count(p.baseline))
				weights = append(weights, p.candidate.weight())
			}
		}
		k := 1
		if condition == Steady {
			k = r.K
		}
		a, err1 := stats.EstimatePassK(here, weights, k)
		b, err2 := stats.EstimatePassK(there, weights, k)
		if err1 == nil && err2 == nil && len(here) > 0 && a.Complete() && b.Complete() {
			out = append(out, PartDifference{Metric: w.Metric, Weight: w.Weight, Baseline: b.Value, Candidate: a.Value})
		}
	}
	return out
}

// weighed is the score on both sides; nil where a component of it is missing.
func weighed(parts []PartDifference, weights []Weight) *ScoreDifference {
	if len(parts) == 0 || len(parts) < len(weights) {
		return nil
	}
	s, sum := &ScoreDifference{}, 0.0 // weights add up to about 1; what is 1 throughout is to stay so
	for _, p := range parts {
		s.Baseline += p.Weight * p.Baseline
		s.Candidate += p.Weight * p.Candidate
		sum += p.Weight
	}
	s.Baseline, s.Candidate = s.Baseline/sum, s.Candidate/sum
	return s
}

// conditionOf is the condition that a component of the score is measured under.
func conditionOf(component string) string {
	return map[string]string{"pass_k": Steady, "recovery": Faults, "load": Load, "drift": Drift}[component]
}
