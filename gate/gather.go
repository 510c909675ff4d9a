package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

const (
	evidencePerCase = 2   // failing trials shown for each case
	evidenceText    = 600 // bytes of candidate text in evidence
)

// About is what a result says of its run beside the trials.
type About struct {
	Gate, Version, Candidate, Commit string
	Event                            string // of the workflow that it is a part of; "" outside one
	Isolation                        string // see Result.Isolation
	Ended                            Ended
	Times                            Times
	Policy                           *PolicySource // nil where there was only one
	Kept                             *Kept         // nil where no branch keeps the baseline
	Offer                            string        // how to record the run as the baseline; "" where that is not offered
	Price                            *Price        // nil where the model has none
}

// Price is what a model costs, in dollars per million tokens.
type Price struct{ In, Cached, Out float64 }

// Cost is the price of a usage in dollars.
func (p Price) Cost(u trace.Usage) float64 {
	fresh := u.InputTokens - u.CachedTokens
	return (float64(fresh)*p.In + float64(u.CachedTokens)*p.Cached + float64(u.OutputTokens)*p.Out) / 1e6
}

// Gather makes a result of the trials in a run's folder. Records are read one at
// a time and not kept.
func Gather(dir string, p *Plan, about About) (*Result, error) {
	g := newGatherer(within(p.all(), about.Ended.Look), p.Policy)
	if _, err := ReadTrials(dir, g.add); err != nil {
		return nil, err
	}
	return g.result(p, about)
}

// NotRun makes the result of a plan of which no trial could be run; about says
// why in Ended.
func NotRun(p *Plan, about About) (*Result, error) {
	return newGatherer(p.all(), p.Policy).result(p, about)
}

func (g *gatherer) result(p *Plan, about About) (*Result, error) {
	r := &Result{
		Version: ResultVersion, Gate: about.Gate, Keptgate: about.Version, Grader: grade.Version,
		Candidate: about.Candidate, Isolation: about.Isolation, Profile: p.Policy.Profile, Commit: about.Commit, Event: about.Event, Seed: p.Seed, K: p.Policy.Plan.K,
		Cases: g.cases(), Usage: g.usage, Narrowed: p.Narrowed(), Stopped: about.Ended.Stopped, Look: about.Ended.Look, Times: about.Times,
		Load: g.load.figures(), Waivers: p.Policy.Waivers, Policy: about.Policy, Kept: about.Kept, Offer: about.Offer,
	}
	for _, s := range p.Samples {
		r.Samples = append(r.Samples, SampleInfo{Condition: s.Condition, Trials: s.Trials, Cases: s.Cases, Of: s.Of, Categories: s.Categories})
	}
	r.Suites, r.Spectrum = p.infos(), p.spectrum(r.Cases)
	var err error
	if r.PolicyDigest, err = p.Policy.Digest(); err != nil {
		return nil, err
	}
	if about.Price != nil {
		cost := about.Price.Cost(g.usage)
		r.CostUSD = &cost
	}
	if p.shard != nil {
		p.partial(g, r)
		return r, nil
	}
	if r.Metrics, r.Weights, err = metrics(r.voters(), p.Policy); err == nil {
		r.HeldOut, err = sides(r.voters(), p.Policy)
	}
	if err == nil {
		counts, weights := r.voters().counts(Steady)
		r.Curve, err = curve(counts, weights, r.K)
	}
	return r, err
}

// gatherer sorts the lines of a log into the cases of a plan.
type gatherer struct {
	order []caseKey
	byKey map[caseKey]*CaseResult
	trial map[Key]*TrialResult
	suite map[string]*suites.Suite // by SUITE/CASE
	usage trace.Usage
	load  loads
}

type caseKey struct{ id, condition string }

func newGatherer(tasks []Task, policy *thresholds.Policy) *gatherer {
	g := &gatherer{byKey: map[caseKey]*CaseResult{}, trial: map[Key]*TrialResult{}, suite: map[string]*suites.Suite{}}
	for _, t := range tasks {
		g.suite[t.Case.ID()] = t.Case.Suite
		k := caseKey{t.Case.ID(), t.Condition}
		c := g.byKey[k]
		if c == nil {
			c = &CaseResult{
				Suite: t.Case.Suite.Name, Case: t.Case.Name, Category: t.Case.Category, Tier: t.Case.Tier,
				Digest: t.Case.Digest, Condition: t.Condition, Promise: t.Case.Promise, Escalate: t.Case.Expect.Escalate,
				HeldOut: t.Case.Suite.HeldOut, Provisional: t.Case.Provisional, Waived: policy.Waives(t.Case.ID()),
			}
			if _, weight := heaviest(policy.Spectrum, t.Case); weight != 1 {
				c.Weight = weight
			}
			g.byKey[k], g.order = c, append(g.order, k)
		}
		tr := &TrialResult{Index: t.Index, Void: &trace.Void{Class: notRun, Reason: "the run ended before this trial"}}
		g.trial[t.Key()] = tr
	}
	return g
}

// add takes one line. A later draw replaces an earlier one; a trial that has a
// verdict keeps it.
func (g *gatherer) add(line *Line) {
	tr := g.trial[line.Key]
	if tr == nil {
		return
	}
	g.usage = g.usage.Add(line.usage())
	if tr.Draws > 0 && tr.Void == nil {
		return
	}
	suite := g.suite[line.Key.Case]
	o, v := line.outcome(suite), line.Verdict
	*tr = TrialResult{
		Index: line.Key.Index, Pass: v.Pass && o.Void == nil, Primary: v.Primary, Classes: v.Classes,
		Void: o.Void, Draws: line.Draw, Turns: o.Turns, Steps: o.Steps, Calls: o.Calls, Usage: o.Usage, Virtual: o.Took,
		Faults: v.Faults, FailedCalls: v.Failed, Corrected: v.Corrected, Planned: v.Planned, LegalHandover: v.LegalHandover, Undo: o.Undo,
	}
	if line.Record != nil {
		tr.Drift = line.Record.Drift
	}
	if o.Void == nil {
		g.load.add(cohort{suite, line.Key.Index}, o.Load)
	}
	if o.Void == nil && !tr.Pass && line.Record != nil {
		c := g.byKey[caseKey{line.Key.Case, line.Key.Condition}]
		c.Evidence = keepFirst(append(c.Evidence, line.Evidence()))
	}
}

func keepFirst(list []Evidence) []Evidence {
	slices.SortFunc(list, func(a, b Evidence) int { return a.Index - b.Index })
	return list[:min(len(list), evidencePerCase)]
}

// Evidence is what the line shows of a failing trial, nothing of a held-out one.
func (l *Line) Evidence() Evidence {
	r, v := l.Record, l.Verdict
	if r == nil {
		return Evidence{Index: l.Key.Index}
	}
	e := Evidence{Index: l.Key.Index, Primary: v.Primary, Classes: v.Classes, Findings: v.Findings}
	if v.Divergence != nil && v.Divergence.Call > 0 && v.Divergence.Call <= len(r.Ledger) {
		entry := r.Ledger[v.Divergence.Call-1]
		e.Seq = entry.Seq
		e.Call = cut(entry.Call.Tool+" "+entry.Call.Arguments, evidenceText)
	}
	for _, m := range r.Messages {
		if m.Role == trace.RoleCandidate && len(m.Calls) == 0 && m.Text != "" {
			e.Said = cut(m.Text, evidenceText)
		}
	}
	e.Filed, _ = r.Closing()
	return e
}

// cases counts the trials of every case, in plan order.
func (g *gatherer) cases() []CaseResult {
	byCase := map[caseKey][]*TrialResult{}
	for k, t := range g.trial {
		ck := caseKey{k.Case, k.Condition}
		byCase[ck] = append(byCase[ck], t)
	}
	out := make([]CaseResult, 0, len(g.order))
	for _, k := range g.order {
		c := *g.byKey[k]
		trials := byCase[k]
		slices.SortFunc(trials, func(a, b *TrialResult) int { return a.Index - b.Index })
		c.Classes = map[string]int{}
		for _, t := range trials {
			c.Trials = append(c.Trials, *t)
			c.count(t)
		}
		out = append(out, c)
	}
	return out
}

// count adds a trial to the counts of its case.
func (c *CaseResult) count(t *TrialResult) {
	switch {
	case t.Void != nil && t.Void.Class == unreached:
		c.Unreached++
		return
	case t.Void != nil:
		c.Missing++
		return
	case t.Pass:
		c.Passed++
	default:
		c.Failed++
	}
	for _, class := range t.Classes {
		c.Classes[class]++
	}
}

// cut shortens a text to n bytes of whole characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// notRun is the class of trials that were planned and not run.
const notRun = "not_run"

// ReadResult reads a result.json, which may come from another job and is checked
// before it is believed. One of a shard is refused: it is no run's.
func ReadResult(data []byte) (*Result, error) {
	r, err := readResult(data)
	if err != nil {
		return nil, err
	}
	if err := r.wholeRun(); err != nil {
		return nil, fmt.Errorf("check result: %w", err)
	}
	return r, nil
}

func readResult(data []byte) (*Result, error) {
	var r Result
	if err := strict(data, &r); err != nil {
		return nil, fmt.Errorf("decode result: %w", err)
	}
	if r.Version != ResultVersion {
		return nil, fmt.Errorf("decode result: it has version %d, this program reads version %d; record it again with this version", r.Version, ResultVersion)
	}
	seen := map[string]bool{}
	for i := range r.Cases {
		c := &r.Cases[i]
		id := c.ID() + " " + c.Condition
		if seen[id] {
			return nil, fmt.Errorf("check result: case %s stands in it twice", id)
		}
		seen[id] = true
		if c.Weight < 0 {
			return nil, fmt.Errorf("check result: case %s weighs %v; want more than 0", id, c.Weight)
		}
		if min(c.Passed, c.Failed, c.Missing, c.Unreached) < 0 || len(c.Trials) > 0 && c.Passed+c.Failed+c.Missing+c.Unreached != len(c.Trials) {
			return nil, fmt.Errorf("check result: the counts of case %s do not add up", id)
		}
	}
	return &r, nil
}

// Categories lists the categories of the result's cases, sorted.
func (r *Result) Categories() []string {
	set := map[string]bool{}
	for _, c := range r.Cases {
		set[c.Category] = true
	}
	return slices.Sorted(maps.Keys(set))
}
