package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sync/semaphore"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// job is one run of the gate, from its files to result.json. The run command,
// the demo and the action all do one.
type job struct {
	gateName  string
	candidate agent.Candidate
	suites    []*suites.Suite
	policy    *thresholds.Policy
	filter    gate.Filter
	seed      uint64
	parallel  int
	out       string
	resume    bool
	price     *gate.Price
	baseline  *gate.Result // nil: none
	kept      *gate.Kept   // nil: in no branch
	unread    error        // set: why the branch cannot be read here; only a part of a plan goes without it
	offer     string       // how the run becomes the baseline; "" where that is not offered
	commit    string
	event     string             // of the workflow; "" outside one
	source    *gate.PolicySource // nil: there is only one policy
	unrun     string             // set: why the candidate cannot be asked at all
	replay    string             // beginning of the command that runs one failing trial
	identity  string             // names the candidate in the result
	unplayed  bool               // the verdict is carried over: there is no trial log
	progress  func(gate.Progress)
	shard     gate.Shard          // which part of the plan to run; Of is 0 for all of it
	plan      *gate.Plan          // once planned
	slots     *semaphore.Weighted // shared with other candidates; nil: none are run beside it
}

// reportFile is the Markdown report beside result.json.
const reportFile = "report.md"

// do runs the plan and writes result.json. It returns the result also where the
// run stopped early; the verdict says so then.
func (j *job) do(ctx context.Context, sys *system) (*gate.Result, error) {
	if err := j.planned(); err != nil {
		return nil, err
	}
	if err := j.affordable(); err != nil {
		return nil, err
	}
	if r, err := j.carried(sys); r != nil || err != nil {
		return r, err
	}
	j.part()
	if err := j.proved(ctx); err != nil {
		return nil, err
	}
	if err := j.provedThrough(ctx); err != nil {
		return nil, err
	}
	if err := j.prepare(); err != nil {
		return nil, err
	}
	j.announce(sys)
	return j.finish(ctx, sys)
}

// whole tells whether the candidate is an agent that acts by itself.
func (j *job) whole() bool { return j.candidate != nil && agent.IsWhole(j.candidate) }

// spare plans no load for a whole agent: trials under load are ordered by virtual
// time, and nobody knows when such an agent acts next.
func (j *job) spare() {
	if j.whole() {
		j.spareLoad()
	}
}

func (j *job) spareLoad() {
	policy := *j.policy
	policy.Plan.Load = 0
	j.policy, j.shard.NoLoad = &policy, true
}

// planned makes the plan, which is the same for any candidate.
func (j *job) planned() error {
	var err error
	if j.plan, err = gate.NewPlan(j.suites, j.policy, j.seed, j.filter); err != nil {
		return usage(err)
	}
	return usage(j.plan.Check())
}

// proved plays the references of the plan's cases.
func (j *job) proved(ctx context.Context) error {
	problems, err := gate.Prove(ctx, j.plan, nil)
	return problemsOr(problems, err)
}

// provedThrough plays the references through the candidate's interface, where it
// has one.
func (j *job) provedThrough(ctx context.Context) error {
	if j.candidate == nil {
		return nil
	}
	_, served := agent.Split(j.candidate)
	if served == nil {
		return nil
	}
	problems, err := gate.ProveThrough(ctx, j.plan, served, nil)
	if err = problemsOr(problems, err); err != nil {
		return usage(fmt.Errorf("prove cases through %s: %w", served, err))
	}
	return nil
}

// affordable tells whether the plan fits the candidate: its limits can be
// measured, its baseline is known and compares.
func (j *job) affordable() error {
	if j.unread != nil && !j.plan.Narrowed() {
		return usage(j.unread)
	}
	if err := j.policy.CheckPlan(j.plan.Produces(j.price != nil, j.free())); err != nil {
		return usage(err)
	}
	if err := j.plan.CheckBaseline(j.baseline); err != nil {
		return usage(err)
	}
	_, served := agent.Split(j.candidate)
	return usage(j.plan.CheckInterface(served))
}

// wholeNote is said of runs and plans with a whole agent.
const wholeNote = "note: an agent that acts by itself is not tried under load, and its tokens are those that it reports"

// announce says what the plan will take.
func (j *job) announce(sys *system) {
	fmt.Fprintln(sys.stderr, report.Ahead(j.plan.Estimate(j.price, j.parallel), j.what(j.free())))
	if j.whole() {
		fmt.Fprintln(sys.stderr, wholeNote)
	}
	if j.shard.Of > 0 && j.policy.Plan.Looks {
		fmt.Fprintln(sys.stderr, looksNote)
	}
	if usd := j.policy.Plan.Budget.USD; usd > 0 && j.price == nil && !j.free() {
		fmt.Fprintf(sys.stderr, "note: the budget of $%.2f that profile %s sets cannot be kept, since the model has no price; add it under prices in %s\n", usd, j.policy.Profile, configName)
	}
}

// finish runs the trials, judges them and writes result.json.
func (j *job) finish(ctx context.Context, sys *system) (*gate.Result, error) {
	result, err := j.trials(ctx, sys, j.plan)
	if err != nil {
		return nil, err
	}
	if err := j.judge(result); err != nil {
		return nil, err
	}
	return result, writeResult(j.out, result)
}

// judge decides, except about a shard, which no one can judge by itself.
func (j *job) judge(r *gate.Result) error {
	if r.Shard != nil {
		return nil
	}
	return usage(gate.Judge(r, j.baseline, j.policy))
}

// free tells whether the candidate asks no model.
func (j *job) free() bool { return strings.HasPrefix(j.identity, "builtin:") }

// what names the plan for people; free where no model is asked.
func (j *job) what(free bool) report.PlanOptions {
	return report.PlanOptions{Profile: j.policy.Profile, K: j.policy.Plan.K, Seed: j.seed, Free: free}
}

// about is what the result says of the run whoever ran the trials.
func (j *job) about() gate.About {
	return gate.About{
		Gate: j.gateName, Version: version, Candidate: j.identity, Commit: j.commit, Event: j.event, Price: j.price, Policy: j.source,
		Kept: j.kept, Offer: j.offer,
	}
}

// trials runs the plan and gathers its result.
func (j *job) trials(ctx context.Context, sys *system, plan *gate.Plan) (*gate.Result, error) {
	about := j.about()
	about.Ended, about.Times = gate.Ended{Stopped: j.unrun}, gate.Times{Started: sys.now()}
	if j.candidate != nil {
		about.Isolation = agent.Isolation(j.candidate)
	}
	if j.unrun != "" {
		about.Times.Finished = about.Times.Started
		return gate.NotRun(plan, about)
	}
	runner := &gate.Runner{
		Candidate: j.candidate, Dir: j.out, Resume: j.resume,
		Parallel: j.parallel, Slots: j.slots, Version: version, Wall: sys.now, Price: j.price, Base: j.baseline, Progress: j.progress,
	}
	var err error
	if about.Ended, err = runner.Run(ctx, plan); err != nil {
		return nil, err
	}
	about.Times.Finished = sys.now()
	return gate.Gather(j.out, plan, about)
}

func writeResult(dir string, r *gate.Result) error {
	data, err := r.Encode()
	if err != nil {
		return err
	}
	return gate.WriteFile(filepath.Join(dir, gate.ResultFile), data)
}

// prepare makes the output folder. A finished run that is in the way is kept
// under another name; one that was cut off is not touched.
func (j *job) prepare() error {
	if err := os.MkdirAll(j.out, 0o755); err != nil {
		return usage(fmt.Errorf("make output folder: %w", err))
	}
	if j.resume || !exists(filepath.Join(j.out, gate.ResultFile)) {
		return nil
	}
	for _, name := range []string{gate.LogFile, gate.ResultFile} {
		ext := filepath.Ext(name)
		kept := name[:len(name)-len(ext)] + ".previous" + ext
		err := os.Rename(filepath.Join(j.out, name), filepath.Join(j.out, kept))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("keep the earlier run: %w", err)
		}
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
