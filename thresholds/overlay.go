package thresholds

import (
	"fmt"
	"maps"
	"slices"
)

// PlanConfig is the part of a file that changes a plan. What is not there stays
// as the profile has it.
type PlanConfig struct {
	K        *int    `json:"k"`
	Steady   *int    `json:"steady"`
	Faults   *int    `json:"faults"`
	Drift    *int    `json:"drift"`
	Load     *int    `json:"load"`
	Cases    *Cases  `json:"cases"`
	Looks    *bool   `json:"looks"`
	InFlight *int    `json:"in_flight"`
	Budget   *Budget `json:"budget"`
}

func (p *Policy) overlay(c *Config) {
	if c.Plan != nil {
		c.Plan.over(&p.Plan)
	}
	if c.Weights != nil {
		p.Weights = *c.Weights
	}
	if c.Null != "" {
		p.Null = c.Null
	}
	if c.Strict != nil {
		p.Strict = *c.Strict
	}
	maps.Copy(p.Thresholds, c.Thresholds)
	for _, class := range c.ZeroTolerance {
		if !slices.Contains(p.ZeroTolerance, class) {
			p.ZeroTolerance = append(p.ZeroTolerance, class)
		}
	}
}

func (c *PlanConfig) over(p *Plan) {
	set(&p.K, c.K)
	set(&p.Steady, c.Steady)
	set(&p.Faults, c.Faults)
	set(&p.Drift, c.Drift)
	set(&p.Load, c.Load)
	set(&p.Cases, c.Cases)
	set(&p.Looks, c.Looks)
	set(&p.InFlight, c.InFlight)
	set(&p.Budget, c.Budget)
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// MaxTrials bounds a plan, and so what a run costs in time, memory and money.
const MaxTrials = 1_000

// check refuses a policy whose parts do not fit together.
func (p *Policy) check() error {
	plan := p.Plan
	for _, n := range []struct {
		name  string
		value int
	}{
		{"k", plan.K}, {"steady", plan.Steady}, {"faults", plan.Faults}, {"drift", plan.Drift}, {"load", plan.Load},
	} {
		if n.value < 0 {
			return fmt.Errorf("check plan: %s is %d; it must be 0 or more", n.name, n.value)
		}
		if n.value > MaxTrials {
			return fmt.Errorf("check plan: %s is %d; no more than %d trials of each case can be planned", n.name, n.value, MaxTrials)
		}
	}
	if plan.Steady < 1 {
		return fmt.Errorf("check plan: steady is %d; it must be 1 or more", plan.Steady)
	}
	if plan.K > plan.Steady {
		return fmt.Errorf("check plan: pass^%d needs %d trials of each case, but steady is %d; raise plan.steady or lower plan.k", plan.K, plan.K, plan.Steady)
	}
	return p.checkWeights()
}

// checkWeights refuses a weight that the repository gives to what its plan has
// no trials of. A profile's weight is left out then.
func (p *Policy) checkWeights() error {
	sum := 0.0
	for _, c := range p.Components() {
		if c.Weight > 0 && c.Trials == 0 && p.Demanded {
			return fmt.Errorf("check weights: %s has the weight %v, but the plan has no trials of it; raise %s or set the weight to 0", c.Name, c.Weight, c.Plan)
		}
		if c.Trials > 0 {
			sum += c.Weight
		}
	}
	if sum <= 0 && p.Plan.K > 0 {
		return fmt.Errorf("check weights: nothing that the plan has trials of has a weight above 0; the score needs one")
	}
	return nil
}

// Component is a part of the reliability score.
type Component struct {
	Name      string // in weights, and as a metric where Metric is not another name
	Metric    string
	Condition string // whose trials it is computed from
	Plan      string // the field of the plan
	Weight    float64
	Trials    int // of each case; 0: it cannot be measured
}

// Components lists the parts of the score with their weights and trials.
func (p *Policy) Components() []Component {
	steady := p.Plan.Steady
	if p.Plan.K == 0 {
		steady = 0
	}
	return []Component{
		{"pass_k", "pass_k", "steady", "plan.k", p.Weights.PassK, steady},
		{"recovery", "recovery", "faults", "plan.faults", p.Weights.Recovery, p.Plan.Faults},
		{"load", "load_completion", "load", "plan.load", p.Weights.Load, p.Plan.Load},
		{"drift", "drift_robustness", "drift", "plan.drift", p.Weights.Drift, p.Plan.Drift},
	}
}
