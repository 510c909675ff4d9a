package gate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"github.com/keptgate/keptgate/gate/stats"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// Sides sets the public cases of a run beside its held-out ones. The score of the
// result counts both.
type Sides struct {
	Public  Side `json:"public"`
	HeldOut Side `json:"held_out"`
	// Gap is how much more often the steady trials of public cases passed, by the
	// mean over cases. Held-out cases may be harder ones: only a gap in improvement
	// (Comparison.Gap) shows that a change was fitted to the public ones.
	Gap Gap `json:"gap"`
}

// Side is what one side came to.
type Side struct {
	Cases   int            `json:"cases"`
	Passed  int            `json:"passed"` // trials, under all conditions
	Failed  int            `json:"failed"`
	Metrics []Metric       `json:"metrics"`           // the score, its components, and pass_rate
	Classes map[string]int `json:"classes,omitempty"` // trials that have the class
}

// Gap is by how much public cases are ahead of held-out ones. Rates are -1 to 1.
type Gap struct {
	Public  float64  `json:"public"`
	HeldOut float64  `json:"held_out"`
	Value   float64  `json:"value"`           // Public - HeldOut
	SE      float64  `json:"se"`              // standard error of Value
	P       *float64 `json:"p,omitempty"`     // one-sided, of "no gap"; absent where a side has fewer than two cases
	Low     *float64 `json:"low,omitempty"`   // bounds of a 95% interval
	High    *float64 `json:"high,omitempty"`  //
	Shown   bool     `json:"shown"`           // P <= .01 and Value >= .05: worth a warning
	Small   bool     `json:"small,omitempty"` // too few cases to tell: that there is no warning then says little
	Why     string   `json:"why,omitempty"`   // set: why it was not evaluated; nothing else is then
}

// fewest is how many cases a side must have for its gap to be judged: where all of
// a handful are alike their spread is no measure of chance.
const fewest = 8

// newGap tests a gap between what cases of both sides came to.
func newGap(public, heldOut []float64) (Gap, error) {
	g, err := stats.CompareGap(public, heldOut)
	if err != nil {
		return Gap{}, err
	}
	few := min(len(public), len(heldOut)) < fewest
	out := Gap{Public: g.Public, HeldOut: g.HeldOut, Value: g.Value, SE: g.SE, Shown: g.Overfit && !few, Small: g.TooSmall || few}
	if g.Defined {
		low, high := g.Interval()
		out.P, out.Low, out.High = &g.P, &low, &high
	}
	return out, nil
}

// sides are nil where the result has no held-out case.
func sides(r *Result, policy *thresholds.Policy) (*Sides, error) {
	if !r.holdsOut() {
		return nil, nil
	}
	s := &Sides{}
	var err error
	if s.Public, err = r.side(false, policy); err == nil {
		s.HeldOut, err = r.side(true, policy)
	}
	if err == nil {
		s.Gap, err = newGap(r.rates(false), r.rates(true))
	}
	return s, err
}

func (r *Result) holdsOut() bool {
	return slices.ContainsFunc(r.Cases, func(c CaseResult) bool { return c.HeldOut })
}

// side measures one side as if there were no other.
func (r *Result) side(heldOut bool, policy *thresholds.Policy) (Side, error) {
	one := *r
	one.Cases = slices.DeleteFunc(slices.Clone(r.Cases), func(c CaseResult) bool { return c.HeldOut != heldOut })
	out := Side{Classes: map[string]int{}}
	ids := map[string]bool{}
	for i := range one.Cases {
		c := &one.Cases[i]
		ids[c.ID()] = true
		out.Passed, out.Failed = out.Passed+c.Passed, out.Failed+c.Failed
		for class, n := range c.Classes {
			out.Classes[class] += n
		}
	}
	out.Cases = len(ids)
	parts, err := components(&one, policy)
	if err != nil {
		return out, err
	}
	total, _, err := score(parts)
	if err != nil {
		return out, err
	}
	out.Metrics = append(out.Metrics, total)
	for _, p := range parts {
		out.Metrics = append(out.Metrics, p.metric)
	}
	out.Metrics = append(out.Metrics, passRate("pass_rate", one.Cases))
	return out, nil
}

// Metric returns the side's metric of that name, or nil.
func (s *Side) Metric(name string) *Metric { return find(s.Metrics, name) }

// rates are the shares of steady trials that passed, by case.
func (r *Result) rates(heldOut bool) []float64 {
	var out []float64
	for i := range r.Cases {
		if c := &r.Cases[i]; c.HeldOut == heldOut && c.Condition == Steady && c.Valid() > 0 {
			out = append(out, share(count(c)))
		}
	}
	return out
}

// gapMetric is the gap as a metric that a threshold may name.
func gapMetric(r *Result) (Metric, error) {
	m := Metric{Name: "heldout_gap"}
	if !r.holdsOut() {
		m.Why = "the run has no held-out side"
		return m, nil
	}
	public, heldOut := r.rates(false), r.rates(true)
	m.Samples = len(heldOut)
	g, err := newGap(public, heldOut)
	if err != nil {
		return m, err
	}
	if g.P == nil {
		m.Why = "a side has fewer than two cases with a verdict"
		return m, nil
	}
	m.Value, m.Low, m.High = &g.Value, g.Low, g.High
	return m, nil
}

// improvement tests whether public cases gained more over the baseline than
// held-out ones did; nil where the result has no held-out side.
func improvement(r, base *Result, pairs []pair) (*Gap, error) {
	if !r.holdsOut() {
		return nil, nil
	}
	var d [2][]float64
	for i, heldOut := range []bool{false, true} {
		d[i] = gains(pairs, heldOut)
	}
	switch {
	case len(d[1]) > 0:
		g, err := newGap(d[0], d[1])
		return &g, err
	case base.holdsOut():
		return &Gap{Why: fmt.Sprintf("the baseline was recorded with another held-out side, such as that of another period; run its candidate, %s, on this one and record that", base.Candidate)}, nil
	default:
		return &Gap{Why: fmt.Sprintf("the baseline has no held-out side; run its candidate, %s, on this one and record that", base.Candidate)}, nil
	}
}

// gains are the differences to the baseline by case: means over its conditions.
func gains(pairs []pair, heldOut bool) []float64 {
	var ids []string
	sums, counts := map[string]float64{}, map[string]float64{}
	for _, p := range pairs {
		id := p.candidate.ID()
		if p.candidate.HeldOut != heldOut || p.baseline.HeldOut != heldOut {
			continue
		}
		if counts[id] == 0 {
			ids = append(ids, id)
		}
		s := p.stratum()
		sums[id] += share(s.Candidate) - share(s.Baseline)
		counts[id]++
	}
	var out []float64
	for _, id := range ids {
		out = append(out, sums[id]/counts[id])
	}
	return out
}

// overfitting are the notes on a run with a held-out side.
func (j *judge) overfitting() []string {
	s := j.result.HeldOut
	if s == nil {
		return nil
	}
	if c := j.comparison; c != nil && c.Gap != nil && c.Gap.Shown {
		return []string{fmt.Sprintf("overfitting: this change looks fitted to the public cases; against the baseline they moved by %s, the held-out ones by %s (%s)",
			inPoints(c.Gap.Public), inPoints(c.Gap.HeldOut), PValue(*c.Gap.P))}
	}
	if improved := j.comparison != nil && j.comparison.Gap != nil && j.comparison.Gap.Why == ""; s.Gap.Shown && s.Gap.P != nil && !improved {
		return []string{fmt.Sprintf("overfitting: public cases passed in %s of the steady trials, held-out ones in %s (%s); the candidate may be fitted to the public ones, unless the others are harder, which a baseline with this held-out side would tell",
			Percent(s.Gap.Public), Percent(s.Gap.HeldOut), PValue(*s.Gap.P))}
	}
	return nil
}

// inPoints writes a difference of rates with its sign.
func inPoints(d float64) string {
	switch p := math.Round(100 * d); {
	case p > 0:
		return fmt.Sprintf("+%.0f points", p)
	case p < 0:
		return fmt.Sprintf("−%.0f points", -p)
	default:
		return "0 points"
	}
}

// infos names the suites that take part, the held-out ones as one.
func (p *Plan) infos() []SuiteInfo {
	var out []SuiteInfo
	held := SuiteInfo{Name: suites.HeldOutName, HeldOut: true}
	digest, face := sha256.New(), sha256.New()
	for _, s := range p.Suites {
		if s.HeldOut {
			held.Cases += len(s.Cases)
			fmt.Fprintln(digest, s.Digest)
			fmt.Fprintln(face, s.Face())
			continue
		}
		out = append(out, SuiteInfo{Name: s.Name, Version: s.Version, Digest: s.Digest, Face: s.Face(), Cases: len(s.Cases)})
	}
	if p.told != nil {
		return append(out, p.told.info...)
	}
	if held.Cases > 0 {
		held.Digest, held.Face = hex.EncodeToString(digest.Sum(nil))[:16], hex.EncodeToString(face.Sum(nil))[:16]
		out = append(out, held)
	}
	return out
}
