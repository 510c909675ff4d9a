package gate

import (
	"slices"

	"github.com/keptgate/keptgate/gate/stats"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// What a trial of a real model takes, measured on recorded conversations of
// support agents: 12 responses and 34,000 input tokens without tool schemas,
// which are sent with every response.
const (
	stepsPerTrial  = 12
	inputPerTrial  = 34_000
	outputPerTrial = 1_800
	secondsPerStep = 4
	bytesPerToken  = 4
)

// Estimate is what a plan would take.
type Estimate struct {
	Rows    []EstimateRow // by condition
	Trials  int
	Usage   trace.Usage
	USD     *float64 // nil where the model has no price
	Minutes float64
	HeldOut int // cases that are held out
}

// EstimateRow is the part of one condition.
type EstimateRow struct {
	Sample
	All    int // trials
	Tokens int // input and output
	USD    *float64
}

// Visible are the smallest drops that a plan's comparison with its baseline would
// show with 80% power.
type Visible struct {
	Whole      *float64 // of the whole suite, in points; nil: none
	Categories []VisibleCategory
	Assumed    bool // there is no baseline: it is taken to have as many trials
}

// VisibleCategory is what a category could show.
type VisibleCategory struct {
	Name     string
	Cases    int
	Smallest *float64 // drop in points; nil: none
}

// Estimate works out what the plan takes, with so many trials in flight.
func (p *Plan) Estimate(price *Price, inFlight int) Estimate {
	var e Estimate
	heldOut := map[*suites.Case]bool{}
	for _, t := range p.Tasks {
		if t.Case.Suite.HeldOut {
			heldOut[t.Case] = true
		}
	}
	e.HeldOut = len(heldOut)
	perTrial := map[*suites.Suite]trace.Usage{}
	for _, s := range p.Suites {
		perTrial[s] = usageOf(s)
	}
	for _, s := range p.Samples {
		row := EstimateRow{Sample: s}
		var used trace.Usage
		for _, t := range p.Tasks {
			if t.Condition == s.Condition {
				row.All++
				used = used.Add(perTrial[t.Case.Suite])
			}
		}
		row.Tokens, row.USD = used.InputTokens+used.OutputTokens, cost(price, used)
		e.Rows, e.Trials, e.Usage = append(e.Rows, row), e.Trials+row.All, e.Usage.Add(used)
	}
	e.USD = cost(price, e.Usage)
	e.Minutes = float64(e.Trials) * stepsPerTrial * secondsPerStep / 60 / float64(max(1, inFlight))
	return e
}

func cost(price *Price, u trace.Usage) *float64 {
	if price == nil {
		return nil
	}
	usd := price.Cost(u)
	return &usd
}

// usageOf is what a trial of a suite takes.
func usageOf(s *suites.Suite) trace.Usage {
	schemas := 0
	for _, t := range s.Tools {
		schemas += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	return trace.Usage{
		Requests: stepsPerTrial, InputTokens: inputPerTrial + stepsPerTrial*schemas/bytesPerToken, OutputTokens: outputPerTrial,
	}
}

// plannedStratum is a case under a condition with its planned trials on both sides.
type plannedStratum struct{ candidate, baseline int }

// Visible works out the smallest drops against a baseline, which may be nil.
func (p *Plan) Visible(base *Result) Visible {
	out := Visible{Assumed: base == nil}
	groups := map[string]map[caseKey]*plannedStratum{}
	for _, t := range p.Tasks {
		if groups[t.Case.Category] == nil {
			groups[t.Case.Category] = map[caseKey]*plannedStratum{}
		}
		k := caseKey{t.Case.ID(), t.Condition}
		if groups[t.Case.Category][k] == nil {
			groups[t.Case.Category][k] = &plannedStratum{baseline: recorded(base, k)}
		}
		s := groups[t.Case.Category][k]
		if s.candidate++; base == nil {
			s.baseline++
		}
	}
	var all []*plannedStratum
	drops := visibleDrops{}
	for _, name := range p.Categories() {
		var strata []*plannedStratum
		cases := map[string]bool{}
		for k, s := range groups[name] {
			strata = append(strata, s)
			cases[k.id] = true
		}
		all = append(all, strata...)
		out.Categories = append(out.Categories, VisibleCategory{
			Name: name, Cases: len(cases), Smallest: drops.planned(strata, len(groups)+1, null(p.Policy), p),
		})
	}
	out.Whole = drops.planned(all, len(groups)+1, stats.Net, p)
	return out
}

// recorded is the number of valid trials that a baseline has of a case.
func recorded(base *Result, k caseKey) int {
	if base == nil {
		return 0
	}
	i := slices.IndexFunc(base.Cases, func(c CaseResult) bool { return c.ID() == k.id && c.Condition == k.condition })
	if i < 0 {
		return 0
	}
	return base.Cases[i].Valid()
}

func (v visibleDrops) planned(strata []*plannedStratum, family int, null stats.Null, p *Plan) *float64 {
	d := stats.Design{Family: family, Null: null}
	if p.Policy.Plan.Looks {
		d.Family *= 2
	}
	for _, s := range strata {
		if s.baseline > 0 {
			d.Cases++
			d.Trials += s.candidate
			d.BaselineTrials += s.baseline
		}
	}
	return v.drop(d, p.Seed)
}
