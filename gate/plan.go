package gate

import (
	"fmt"
	"slices"
	"strings"

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
	Suites []*suites.Suite
	Tasks  []Task
	Policy *thresholds.Policy
	Seed   uint64
}

// Filter narrows a plan. Zero fields take everything.
type Filter struct {
	Cases     []string // SUITE/CASE
	Condition string
	Trial     int // the only index to run; less than 0: all
}

// NewPlan lists the trials of all cases that the filter lets through. Trials of
// one case stand next to each other, and so do the cases of a suite.
func NewPlan(list []*suites.Suite, policy *thresholds.Policy, seed uint64, f Filter) (*Plan, error) {
	p := &Plan{Suites: list, Policy: policy, Seed: seed}
	if err := f.check(list, policy); err != nil {
		return nil, err
	}
	for _, s := range list {
		for _, c := range s.Cases {
			if len(f.Cases) > 0 && !slices.Contains(f.Cases, c.ID()) {
				continue
			}
			for i := range policy.Plan.Steady {
				if f.Trial < 0 || f.Trial == i {
					p.Tasks = append(p.Tasks, Task{Case: c, Condition: Steady, Index: i})
				}
			}
		}
	}
	return p, nil
}

func (f Filter) check(list []*suites.Suite, policy *thresholds.Policy) error {
	seen := map[string]bool{}
	var known []string
	for _, s := range list {
		if seen[s.Name] {
			return fmt.Errorf("plan run: two suites are named %s; name each once", s.Name)
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
	if f.Condition != "" && f.Condition != Steady {
		return fmt.Errorf("plan run: unknown condition %q; there is %s", f.Condition, Steady)
	}
	if f.Trial >= policy.Plan.Steady {
		return fmt.Errorf("plan run: no trial %d; the plan has trials 0 to %d of each case", f.Trial, policy.Plan.Steady-1)
	}
	return nil
}

// Narrowed tells whether the plan leaves out cases or trials of its suites, so
// that its result can show failures but cannot decide.
func (p *Plan) Narrowed() bool {
	n := 0
	for _, s := range p.Suites {
		n += len(s.Cases)
	}
	return len(p.Tasks) < n*p.Policy.Plan.Steady
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

// summary lists the first names of many.
func summary(names []string) string {
	const most = 8
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
