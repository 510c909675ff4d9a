package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// mergeCmd puts the shards of a run together. It needs neither the candidate's key
// nor the secret of a held-out side.
type mergeCmd struct {
	Dir      []string `arg:"" help:"Folder that a shard left; all of one run are wanted." placeholder:"DIR"`
	Suite    []string `help:"Suite by name or folder, as the shards were given." placeholder:"S"`
	Config   string   `help:"Configuration file; .keptgate.yml in the working folder unless given." placeholder:"FILE"`
	Profile  string   `help:"Policy profile: ${profiles}." placeholder:"P"`
	Spectrum string   `help:"Tool spectrum, as the shards were given." placeholder:"FILE"`
	Touched  []string `help:"Tool that the change touches, as the shards were given." placeholder:"TOOL"`
	Trials   int      `help:"Trials of each case, as the shards were given." placeholder:"N"`
	Baseline string   `help:"Result to compare with." placeholder:"FILE"`
	GateName string   `help:"Name of the gate in reports." placeholder:"NAME"`
	Out      string   `help:"Folder for result.json, trials.jsonl and reports." default:"keptgate-out" placeholder:"DIR"`
}

// Run merges, prints the report that the run in one piece would have printed, and
// exits by its verdict.
func (c *mergeCmd) Run(ctx context.Context, sys *system) error {
	for _, dir := range c.Dir {
		if absolute(dir) == absolute(c.Out) {
			return usage(fmt.Errorf("read arguments: %s is a shard and --out at once; choose another --out", dir))
		}
	}
	config, err := loadConfig(sys, "", c.Config)
	if err != nil {
		return err
	}
	run := &runCmd{
		Suite: c.Suite, Config: c.Config, Profile: c.Profile, Spectrum: c.Spectrum, Touched: c.Touched, Trial: -1, Trials: c.Trials,
		Seed: defaultSeed, Out: c.Out, Baseline: c.Baseline, GateName: c.GateName,
	}
	s, results, err := run.merge(ctx, sys, config, c.Dir)
	if err != nil {
		return err
	}
	if len(results) > 1 {
		return s.compared(sys, results)
	}
	if err := report.Terminal(sys.stdout, results[0], sys.terminal(s.jobs[0].replay)); err != nil {
		return err
	}
	return &verdictError{results[0].Decision.Verdict}
}

// merge merges the shards in some folders, judges the result of each candidate and
// writes the reports. Policy, public suites and baseline are those at hand.
func (c *runCmd) merge(ctx context.Context, sys *system, config *thresholds.Config, dirs []string) (*several, []*gate.Result, error) {
	config = cmp.Or(config, &thresholds.Config{})
	groups, err := c.shards(config, dirs)
	if err != nil {
		return nil, nil, usage(err)
	}
	for _, g := range groups {
		if first := g.parts.First(); first != nil {
			c.Seed = first.Seed
			if c.commit == "" {
				c.commit = first.Commit
			}
			break
		}
	}
	c.side = &suites.HeldOut{} // the shards tell of it
	shared, err := c.shared(ctx, sys, config)
	if err != nil {
		return nil, nil, err
	}
	s := &several{out: shared.out}
	slugs := map[string]bool{reportFile: true, pageFile: true}
	var results []*gate.Result
	for _, g := range groups {
		own, one := *shared, *c
		one.Candidate = []string{g.name}
		own.identity, own.replay = g.name, one.replay(config)
		if len(groups) > 1 {
			own.out = filepath.Join(shared.out, slug(g.name, slugs))
		}
		r, err := c.mergeOne(ctx, sys, config, &own, g.parts)
		if err != nil {
			return nil, nil, err
		}
		s.jobs, s.names, results = append(s.jobs, &own), append(s.names, g.name), append(results, r)
	}
	return s, results, nil
}

// mergeOne merges the shards of one candidate.
func (c *runCmd) mergeOne(ctx context.Context, sys *system, config *thresholds.Config, j *job, parts *gate.Parts) (*gate.Result, error) {
	if first := parts.First(); first != nil {
		if err := c.sameRun(first); err != nil {
			return nil, usage(err)
		}
		j.identity = first.Candidate
		if first.Shard.NoLoad {
			j.spareLoad()
		}
	}
	j.price, j.policy = price(config, j.identity), j.policy.For(j.identity, config)
	if err := j.replan(parts); err != nil {
		return nil, usage(err)
	}
	if err := j.affordable(); err != nil {
		return nil, err
	}
	if err := c.referenceOf(ctx, sys, config, j); err != nil {
		return nil, err
	}
	if err := j.prepare(); err != nil {
		return nil, err
	}
	result, err := j.merged(sys, parts)
	if err != nil {
		return nil, err
	}
	if err := j.judge(result); err != nil {
		return nil, err
	}
	return result, errors.Join(writeResult(j.out, result), j.report(result))
}

// sameRun refuses shards of another version or commit, or of another seed than
// those of the first candidate.
func (c *runCmd) sameRun(r *gate.Result) error {
	switch {
	case r.Keptgate != version:
		return fmt.Errorf("merge shards: %s was run by keptgate %s, and this is %s; merge with the version that ran the shards", r.Shard.Name, r.Keptgate, version)
	case r.Commit != c.commit:
		return fmt.Errorf("merge shards: %s was run at commit %s, and this is %s; merge where the shards were run", r.Shard.Name, r.Commit, c.commit)
	case r.Seed != c.Seed:
		return fmt.Errorf("merge shards: %s was run with seed %d, and another candidate with %d; merge the shards of one run", r.Shard.Name, r.Seed, c.Seed)
	}
	return nil
}

// replan makes the plan of the shards again. Where nobody can decide, it is the
// plan of what is at hand.
func (j *job) replan(parts *gate.Parts) error {
	public := slices.DeleteFunc(slices.Clone(j.suites), func(s *suites.Suite) bool { return s.HeldOut })
	var err error
	if j.unrun != "" {
		j.plan, err = gate.NewPlan(public, j.policy, j.seed, j.filter)
	} else {
		j.plan, err = parts.Plan(public, j.policy, j.seed, j.filter)
	}
	return err
}

// referenceOf runs the reference where the run in one piece would have been compared
// with it: a builtin agent without a baseline. That alone needs the held-out side.
func (c *runCmd) referenceOf(ctx context.Context, sys *system, config *thresholds.Config, j *job) error {
	if j.baseline != nil || !c.imperfect(j.identity) {
		return nil
	}
	if c.reference == nil {
		whole := *c
		if j.plan.Produces(false, false).HeldOut {
			if c.HeldOut == "" && config.HeldOut == nil {
				return usage(fmt.Errorf("merge shards: %s would be compared with the reference, and its held-out side is not named here; give --baseline, or held_out in %s", j.identity, configName))
			}
			whole.side = nil // to be opened
		}
		var err error
		if c.reference, err = whole.baselineOf(ctx, sys, config, referenceSpec); err != nil {
			return fmt.Errorf("run the reference, which %s is compared with for want of a baseline: %w", j.identity, err)
		}
	}
	j.baseline = c.reference
	return nil
}

// merged is the result of the shards, or says why nobody can decide.
func (j *job) merged(sys *system, parts *gate.Parts) (*gate.Result, error) {
	about := j.about()
	if j.unrun != "" {
		about.Ended.Stopped, about.Times = j.unrun, gate.Times{Started: sys.now(), Finished: sys.now()}
		return gate.NotRun(j.plan, about)
	}
	return parts.Merge(j.out, j.plan, about, sys.now())
}
