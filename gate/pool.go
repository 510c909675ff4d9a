package gate

import (
	"errors"
	"maps"
	"slices"
)

// MaxPool is the largest number of runs that one baseline may be pooled over.
const MaxPool = 10

// Pool makes one baseline of several runs, the oldest first: their trials are
// summed for each case and condition. Behaviour drifts between days, which one run
// does not show. The newest run says what is compared: of an older one only those
// cases count that have the newest one's digest, grader and disturbances. A case
// that the newest did not draw, where it drew a sample, is taken from the newest run
// that has it.
//
// The pooled baseline has the newest run's names and commit. It holds counts alone:
// trials, evidence and figures of single runs are left out. One run is returned as it
// is.
func Pool(runs []*Result) (*Result, error) {
	if len(runs) == 0 {
		return nil, errors.New("pool baselines: there is none")
	}
	last := runs[len(runs)-1]
	if len(runs) == 1 {
		return last, nil
	}
	out := *last
	out.Pooled = len(runs)
	out.Metrics, out.Weights, out.Curve, out.Comparison, out.Decision = nil, nil, nil, nil, nil
	out.Load, out.HeldOut, out.CostUSD = nil, nil, nil
	out.Cases = nil
	type key struct{ id, condition string }
	at := map[key]int{}
	for _, r := range slices.Backward(runs) {
		for i := range r.Cases {
			c := r.Cases[i]
			k := key{c.ID(), c.Condition}
			n, known := at[k]
			switch {
			case r != last && (r.Grader != last.Grader || disturbed(r, last, c.Condition)):
			case known:
				out.Cases[n].add(&c)
			case r == last || last.has(c.Suite) && !last.whole(c.Condition):
				c.Trials, c.Evidence, c.Classes = nil, nil, maps.Clone(c.Classes)
				at[k] = len(out.Cases)
				out.Cases = append(out.Cases, c)
			}
		}
	}
	return &out, nil
}

// add counts the trials of the same case in another run; of a case that only bears
// the same name it counts none.
func (c *CaseResult) add(o *CaseResult) {
	if o.Digest != c.Digest || o.HeldOut != c.HeldOut {
		return
	}
	c.Passed, c.Failed = c.Passed+o.Passed, c.Failed+o.Failed
	c.Missing, c.Unreached = c.Missing+o.Missing, c.Unreached+o.Unreached
	for class, n := range o.Classes {
		if c.Classes == nil {
			c.Classes = map[string]int{}
		}
		c.Classes[class] += n
	}
}
