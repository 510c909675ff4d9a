package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Pairs counts the trials that two candidates ran alike: the same case, condition, index and seed. First and Second count
// those that only one of the two passed.
type Pairs struct {
	Both, First, Second, Neither int
}

// Add counts one more pair.
func (p *Pairs) Add(first, second bool) {
	switch {
	case first && second:
		p.Both++
	case first:
		p.First++
	case second:
		p.Second++
	default:
		p.Neither++
	}
}

// Total is the number of pairs.
func (p Pairs) Total() int { return p.Both + p.First + p.Second + p.Neither }

// Paired is how much more often the second candidate passed than the first, over the same trials.
type Paired struct {
	Difference float64 // rate of the second minus rate of the first, -1..1; 0 without pairs
	Low, High  float64 // bounds of its 95% interval; -1 and 1 without pairs
	P          float64 // two-sided p-value of "no difference"; 1 without pairs
}

// Compare tests the difference within pairs.
//
// P is the exact test of McNemar (Psychometrika 12, 1947): of the pairs in which only one candidate passed, either is as
// likely to be the one. It holds for these very cases, whatever their rates: where candidates swap places from case to
// case, and only the sum is level, it is on the safe side (Hoeffding, Annals of Mathematical Statistics 27, 1956). It says
// nothing about cases that were not run.
//
// The interval is method 10 of Newcombe (Statistics in Medicine 17, 1998), which has a width also where no pair differs.
// Impossible counts are errors.
func (p Pairs) Compare() (Paired, error) {
	n := p.Total()
	if min(p.Both, p.First, p.Second, p.Neither) < 0 || n > maxTotal {
		return Paired{}, fmt.Errorf("compare pairs: %+v cannot be", p)
	}
	if n == 0 {
		return Paired{Low: -1, High: 1, P: 1}, nil
	}
	out := Paired{Difference: float64(p.Second-p.First) / float64(n), P: 1}
	out.Low, out.High = p.newcombe()
	if differ := p.First + p.Second; differ > 0 {
		coin := distuv.Binomial{N: float64(differ), P: .5}
		out.P = min(1, 2*coin.CDF(float64(min(p.First, p.Second))))
	}
	return out, nil
}

// newcombe bounds the difference: Wilson's intervals of both rates, squared and added, less what the rates have in common.
func (p Pairs) newcombe() (low, high float64) {
	n := p.Total()
	first, second := Count{p.Both + p.First, n}, Count{p.Both + p.Second, n}
	l1, h1 := Wilson(first)
	l2, h2 := Wilson(second)
	r1, r2, phi := first.rate(), second.rate(), p.phi()
	below := arm(r2-l2, h1-r1, phi)
	above := arm(h2-r2, r1-l1, phi)
	return max(-1, r2-r1-below), min(1, r2-r1+above)
}

// arm is √(x² - 2φxy + y²).
func arm(x, y, phi float64) float64 { return math.Sqrt(max(0, x*x-2*phi*x*y+y*y)) }

// phi is the correlation of both outcomes with Newcombe's correction for continuity; 0 where an outcome never varies.
func (p Pairs) phi() float64 {
	a, b, c, d := float64(p.Both), float64(p.First), float64(p.Second), float64(p.Neither)
	margins := (a + b) * (c + d) * (a + c) * (b + d)
	if margins == 0 {
		return 0
	}
	common := a*d - b*c
	if common > 0 {
		common = max(0, common-(a+b+c+d)/2)
	}
	return common / math.Sqrt(margins)
}
