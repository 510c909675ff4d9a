package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// critical applies the tests of a design by approximate critical values: as cheap as a few additions per stratum, where
// the exact convolution would take a thousand times as long.
type critical struct {
	null         Null
	level, guard float64 // normal quantiles
	margins      []*margin
	trials, base int
}

// margin is what a stratum contributes, given its passes on both sides together.
type margin struct {
	lo    int
	score []float64 // -ln p by candidate passes, from lo
	log   cumulants // of -ln p
	loss  cumulants // of minus the candidate's passes
}

func newCritical(d Design) *critical {
	return &critical{
		null:    d.Null,
		level:   distuv.UnitNormal.Quantile(1 - Alpha/float64(d.Family)),
		guard:   distuv.UnitNormal.Quantile(1 - Guard),
		margins: make([]*margin, d.Trials+d.BaselineTrials+1),
		trials:  d.Trials, base: d.BaselineTrials,
	}
}

func (c *critical) rejects(strata []Stratum) bool {
	var logs, losses cumulants
	log, loss := 0.0, 0.0
	for _, s := range strata {
		m := c.margin(s.Candidate.Pass + s.Baseline.Pass)
		log += m.score[s.Candidate.Pass-m.lo]
		loss -= float64(s.Candidate.Pass)
		logs.add(m.log)
		losses.add(m.loss)
	}
	loss -= .5 // continuity: sums of passes are whole numbers
	if c.null == Net {
		return loss >= losses.quantile(c.level)
	}
	return loss >= losses.quantile(c.guard) && log >= logs.quantile(c.level)
}

func (c *critical) margin(passes int) *margin {
	if c.margins[passes] == nil {
		h := newHypergeom(c.trials, c.base, passes)
		m := &margin{lo: h.lo}
		losses := make([]float64, len(h.mass))
		for i, p := range h.below {
			m.score = append(m.score, min(-math.Log(p), gridCap))
			losses[i] = -float64(h.lo + i)
		}
		m.log, m.loss = newCumulants(h.mass, m.score), newCumulants(h.mass, losses)
		c.margins[passes] = m
	}
	return c.margins[passes]
}

// cumulants are mean, variance and third central moment; those of independent sums add up.
type cumulants struct{ mean, variance, third float64 }

func newCumulants(mass, values []float64) cumulants {
	c := cumulants{mean: dot(mass, values)}
	for i, v := range values {
		d := v - c.mean
		c.variance += mass[i] * d * d
		c.third += mass[i] * d * d * d
	}
	return c
}

func (c *cumulants) add(other cumulants) {
	c.mean += other.mean
	c.variance += other.variance
	c.third += other.third
}

// quantile is that of the gamma distribution (shifted, perhaps mirrored) with these cumulants, at the normal quantile z.
func (c *cumulants) quantile(z float64) float64 {
	if c.variance < 1e-12 {
		return math.Inf(1) // nothing varies: nothing can be shown
	}
	sd := math.Sqrt(c.variance)
	skew := c.third / (c.variance * sd)
	if math.Abs(skew) < 1e-3 {
		return c.mean + sd*(z+(z*z-1)*skew/6)
	}
	root := 1 + skew*z/6 - skew*skew/36
	return c.mean + sd*(2/skew)*(root*root*root-1)
}
