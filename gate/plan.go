package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// Task is one trial to run.
type Task struct {
	Case      *suites.Case
	Condition string
	Index     int
}

// Key names the trial in the trial log. Digest ties it to the case as it was.
type Key struct {
	Case      string `json:"case"` // SUITE/CASE
	Digest    string `json:"digest"`
	Condition string `json:"condition"`
	Index     int    `json:"index"`
}

// Key is the task's name in the trial log.
func (t Task) Key() Key {
	return Key{Case: t.Case.ID(), Digest: t.Case.Digest, Condition: t.Condition, Index: t.Index}
}

// Plan is all that a run will do, in order.
type Plan struct {
	Suites  []*suites.Suite
	Tasks   []Task
	Samples []Sample // the cases of each condition that has trials
	Policy  *thresholds.Policy
	Seed    uint64
	Try     *trace.Fault // set: the only fault that is planned under faults

	left   int    // trials that the filter left out
	shard  *Shard // set: Tasks are a part of those of whole
	whole  []Task
	told   *told // of the held-out side, where its suites are not at hand
	memory *world.Memory
	modes  map[*suites.Suite]map[string]world.Modes // what the policy's spectrum knows of tools
}

// Filter narrows a plan. Zero fields take everything.
type Filter struct {
	Cases     []string // SUITE/CASE
	Condition string
	Trial     int          // the only index to run; less than 0: all
	Try       *trace.Fault // a fault to try, in place of those that the profile plans

	// Rotation chooses which categories a sample takes, such as a commit: other
	// ones, other categories.
	Rotation string
	Touched  []string // tools that the change touches: their cases come first in a sample

	told *told
}

// NewPlan lists the trials of all cases that the filter lets through. The trials
// of a suite stand next to each other, and so do those of a condition and of a
// case, so that a provider finds what they share in its cache; under load, those
// that run together do.
func NewPlan(list []*suites.Suite, policy *thresholds.Policy, seed uint64, f Filter) (*Plan, error) {
	p := &Plan{Suites: list, Policy: policy, Seed: seed, Try: f.Try, memory: world.NewMemory(), modes: map[*suites.Suite]map[string]world.Modes{}, told: f.told}
	for _, s := range list {
		p.modes[s] = modes(policy.Spectrum, s)
	}
	if err := f.check(list, policy); err != nil {
		return nil, err
	}
	for _, condition := range Conditions() {
		if in := p.sample(condition, f); in.Trials > 0 && in.Cases > 0 {
			p.Samples = append(p.Samples, in)
		}
	}
	for _, s := range list {
		for _, in := range p.Samples {
			p.add(s, in, f)
		}
	}
	if p.Narrowed() {
		p.narrow(f)
	}
	switch {
	case len(p.Tasks) == 0 && f.Try != nil:
		_, err := p.world(Task{Case: list[0].Cases[0], Condition: Faults})
		return nil, fmt.Errorf("plan run: the fault fits no case: %w", err)
	case len(p.Tasks) == 0:
		return nil, fmt.Errorf("plan run: nothing is left to run; no case that was asked for can be tried under %s", f.Condition)
	}
	return p, nil
}

// add plans the trials of one suite under one condition.
func (p *Plan) add(s *suites.Suite, in Sample, f Filter) {
	n := trials(p.Policy.Plan, in.Condition)
	var tasks []Task
	for _, c := range in.cases {
		for i := range n {
			if c.Suite != s {
				continue
			}
			if f.passes(c, in.Condition, i) {
				tasks = append(tasks, Task{Case: c, Condition: in.Condition, Index: i})
			} else {
				p.left++
			}
		}
	}
	if in.Condition == Load {
		slices.SortStableFunc(tasks, func(a, b Task) int { return a.Index - b.Index })
	}
	p.Tasks = append(p.Tasks, tasks...)
}

// narrow leaves of the samples what the filter let through.
func (p *Plan) narrow(f Filter) {
	cases := map[string]map[string]bool{} // of each condition
	for _, t := range p.Tasks {
		if cases[t.Condition] == nil {
			cases[t.Condition] = map[string]bool{}
		}
		cases[t.Condition][t.Case.ID()] = true
	}
	p.Samples = slices.DeleteFunc(p.Samples, func(s Sample) bool { return cases[s.Condition] == nil })
	for i := range p.Samples {
		s := &p.Samples[i]
		if s.Cases = len(cases[s.Condition]); f.Trial >= 0 {
			s.Trials = 1
		}
	}
}

// passes tells whether the filter lets a trial through.
func (f Filter) passes(c *suites.Case, condition string, index int) bool {
	return (len(f.Cases) == 0 || slices.Contains(f.Cases, c.ID())) &&
		(f.Condition == "" || f.Condition == condition) &&
		(f.Trial < 0 || f.Trial == index) &&
		(f.Try == nil || condition == Faults)
}

func (f Filter) check(list []*suites.Suite, policy *thresholds.Policy) error {
	seen := map[string]bool{}
	var known []string
	for _, s := range list {
		switch {
		case s.HeldOut:
		case seen[s.Name]:
			return fmt.Errorf("plan run: two suites are named %s; name each once", s.Name)
		case s.Name == suites.HeldOutName:
			return fmt.Errorf("plan run: a suite is named %s, as those are that --held-out names; give it another name", s.Name)
		}
		seen[s.Name] = true
		for _, c := range s.Cases {
			known = append(known, c.ID())
		}
	}
	if len(known) == 0 {
		return fmt.Errorf("plan run: no suite has a case; a run of nothing is never a pass")
	}
	for _, id := range f.Cases {
		if !slices.Contains(known, id) {
			return fmt.Errorf("plan run: no case %s; the suites have %s", id, summary(known))
		}
	}
	if f.Condition != "" && !slices.Contains(Conditions(), f.Condition) {
		return fmt.Errorf("plan run: unknown condition %q; there are %s", f.Condition, strings.Join(Conditions(), ", "))
	}
	most := 0
	for _, condition := range Conditions() {
		if f.Condition == "" || f.Condition == condition {
			most = max(most, trials(policy.Plan, condition))
		}
	}
	if most == 0 {
		return fmt.Errorf("plan run: the plan has no trials under %s; raise plan.%s", f.Condition, f.Condition)
	}
	if f.Trial >= most {
		return fmt.Errorf("plan run: no trial %d; the plan has trials 0 to %d of each case", f.Trial, most-1)
	}
	return nil
}

// world is what is to happen to the business in a trial.
func (p *Plan) world(t Task) (world.Plan, error) {
	plan, err := world.NewPlan(t.Case, t.Condition, t.Index, p.Seed, world.Options{Try: p.Try, Memory: p.memory, Modes: p.modes[t.Case.Suite]})
	return plan, telling(t.Case.Suite, err)
}

// Check computes what is to happen in every trial, so that what cannot be
// planned, such as a fault for a tool that does not exist, is refused before the
// first.
func (p *Plan) Check() error {
	for _, t := range p.Tasks {
		if _, err := p.world(t); err != nil {
			return fmt.Errorf("plan run: %w", err)
		}
	}
	return nil
}

// Narrowed tells whether the plan leaves out cases or trials that its policy
// would run, so that its result can show failures but cannot decide.
func (p *Plan) Narrowed() bool { return p.left > 0 || p.Try != nil }

// Produces says what the planned trials can measure, of a model that has a price
// or of a candidate that asks none.
func (p *Plan) Produces(priced, free bool) thresholds.Produces {
	out := thresholds.Produces{Categories: p.Categories(), Priced: priced, Free: free, Conditions: map[string]bool{}}
	for _, t := range p.Tasks {
		out.Conditions[t.Condition] = true
		out.HeldOut = out.HeldOut || t.Case.Suite.HeldOut
	}
	return out
}

// Categories lists the categories of the planned cases, sorted.
func (p *Plan) Categories() []string {
	var names []string
	for _, t := range p.Tasks {
		names = append(names, t.Case.Category)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// units groups the tasks into what runs as one: the cohorts of load, and every
// other trial for itself.
func (p *Plan) units() [][]Task {
	var out [][]Task
	for i, t := range p.Tasks {
		if i > 0 && t.Condition == Load {
			last := p.Tasks[i-1]
			if last.Condition == Load && last.Index == t.Index && last.Case.Suite == t.Case.Suite {
				out[len(out)-1] = append(out[len(out)-1], t)
				continue
			}
		}
		out = append(out, []Task{t})
	}
	return out
}

// summary lists the first names of many.
func summary(names []string) string {
	const most = 8
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
