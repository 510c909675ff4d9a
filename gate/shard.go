package gate

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// MaxShards is the number of parts that a run may be cut into.
const MaxShards = 256

// Shard marks a result as that of one part of a run. It lists all cases of the
// plan, with the trials of other parts as not run, and has no verdict: Merge puts
// the parts together.
type Shard struct {
	Index  int    `json:"index"`  // 1 to Of
	Of     int    `json:"of"`     // parts of the run, 1 to MaxShards
	Plan   string `json:"plan"`   // digest of the whole plan
	Trials int    `json:"trials"` // that fall to it
	Name   string `json:"name"`   // the candidate as it was named, such as its file
	// Place and Among say which candidate of several it is, from 1; absent for one
	// alone.
	Place int `json:"place,omitempty"`
	Among int `json:"among,omitempty"`
	// NoLoad: load was left out of the plan, since an agent that acts by itself
	// takes part.
	NoLoad bool `json:"no_load,omitempty"`
	// HeldOut counts the rows of cases of each held-out suite, which all go by one
	// name, in the order of the plan.
	HeldOut []int `json:"held_out,omitempty"`
}

// String is I/N, or "" for no shard.
func (s *Shard) String() string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// Words is the shard in a sentence.
func (s *Shard) Words() string { return fmt.Sprintf("shard %d of %d", s.Index, s.Of) }

// Shard is the part of the plan that falls to s.Index of s.Of, and says so. What
// it takes from s beside these are Name, Place, Among and NoLoad.
func (p *Plan) Shard(s Shard) *Plan {
	part := *p
	s.Plan, s.HeldOut = p.digest(), p.heldOutRows()
	part.shard, part.whole, part.Tasks = &s, p.Tasks, nil
	units := p.units()
	for i, at := range deal(units, s.Of) {
		if at == s.Index {
			part.Tasks = append(part.Tasks, units[i]...)
		}
	}
	s.Trials = len(part.Tasks)
	return &part
}

// deal says which of n shards runs each unit. Cohorts, which are large and stay
// whole, are dealt first; then each unit, in the order of the plan, goes to the
// shard that has the fewest trials, the first of them where there are several. So
// suites and conditions spread, and no two shards differ by more than the largest
// cohort has trials.
func deal(units [][]Task, n int) []int {
	out, load := make([]int, len(units)), make([]int, n)
	for _, cohorts := range []bool{true, false} {
		for i, unit := range units {
			if (unit[0].Condition == Load) != cohorts {
				continue
			}
			at := slices.Index(load, slices.Min(load))
			out[i] = at + 1
			load[at] += len(unit)
		}
	}
	return out
}

// all are the trials of the plan, or of the plan that it is a part of.
func (p *Plan) all() []Task {
	if p.shard != nil {
		return p.whole
	}
	return p.Tasks
}

// digest covers what every shard of a run must agree on, beside the candidate:
// the trials in their order, and what happens in them.
func (p *Plan) digest() string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	values := []any{p.Seed, p.Policy.Plan.K, modesDigest(p.Policy.Spectrum), p.Policy.Plan.Budget.Trial}
	for _, s := range p.Samples {
		values = append(values, []any{s.Condition, s.Trials, s.Cases, s.Of, s.Categories})
	}
	for _, t := range p.Tasks {
		values = append(values, t.Key())
	}
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return err.Error() // cannot be: these are names and numbers
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// heldOutRows counts the rows of a result that each held-out suite has.
func (p *Plan) heldOutRows() []int {
	var out []int
	for _, s := range p.Suites {
		if !s.HeldOut {
			continue
		}
		rows := map[caseKey]bool{}
		for _, t := range p.Tasks {
			if t.Case.Suite == s {
				rows[caseKey{t.Case.ID(), t.Condition}] = true
			}
		}
		if len(rows) > 0 {
			out = append(out, len(rows))
		}
	}
	return out
}

// partial makes the result of a shard: the whole plan, the trials of others not
// run, and no verdict.
func (p *Plan) partial(g *gatherer, r *Result) {
	own := map[Key]bool{}
	for _, t := range p.Tasks {
		own[t.Key()] = true
	}
	for key, t := range g.trial {
		if !own[key] {
			*t = TrialResult{Index: t.Index, Void: &trace.Void{Class: notRun, Reason: "another shard runs this trial"}}
		}
	}
	r.Shard, r.Cases = p.shard, g.cases()
	r.Decision = &Decision{Verdict: NotEvaluated, Reasons: []Reason{{
		Kind: "shard", Text: fmt.Sprintf("%s has no verdict of its own", p.shard.Words()), Next: "put all shards together: keptgate merge DIR...",
	}}}
	if r.Stopped != "" {
		r.Decision.Reasons = append(r.Decision.Reasons, Reason{Kind: "stopped", Text: "it stopped before its trials were done: " + r.Stopped})
	}
}

// Ran counts the trials of a shard that were run, and of these the ones with a
// verdict.
func (r *Result) Ran() (ran, valid int) {
	for i := range r.Cases {
		for _, t := range r.Cases[i].Trials {
			if t.Void == nil {
				valid++
			}
			if t.Void == nil || t.Void.Class != notRun {
				ran++
			}
		}
	}
	return ran, valid
}

// wholeRun refuses a result that is a part of one.
func (r *Result) wholeRun() error {
	if r == nil || r.Shard == nil {
		return nil
	}
	return fmt.Errorf("it is %s of a run, which says nothing by itself; put all of them together by keptgate merge", r.Shard.Words())
}
