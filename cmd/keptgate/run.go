package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// defaultGate is the name of a gate that nobody named.
const defaultGate = "keptgate"

// runCmd runs the gate. The action fills the same fields from its inputs.
type runCmd struct {
	Candidate  []string `help:"What to judge: PROVIDER:MODEL (${providers}), an agent that acts by itself as https://HOST/PATH or 'command:PROGRAM ARGUMENT', builtin:reference, builtin:nothing, builtin:flaky?LAPSE=RATE, or a .yaml file. Several are run over the same trials and set side by side." sep:"none" placeholder:"C"`
	Suite      []string `help:"Suite by name or folder; all public suites unless given." placeholder:"S"`
	HeldOut    string   `help:"Held-out side: a folder with suites below it, a sealed FILE.age, or seed:PERIOD to vary the suites of the run." placeholder:"H"`
	HeldOutEnv string   `help:"Variable that holds the key, passphrase or secret of --held-out; ${heldout} unless given." placeholder:"VAR"`
	Config     string   `help:"Configuration file; .keptgate.yml in the working folder unless given." placeholder:"FILE"`
	Profile    string   `help:"Policy profile: ${profiles}." placeholder:"P"`
	Case       []string `help:"Only this case." placeholder:"SUITE/CASE"`
	Fault      string   `help:"Try this fault in place of those that the profile plans." placeholder:"KIND:TOOL[:N]"`
	Spectrum   string   `help:"Tool spectrum: a file that lists the agent's tools in tiers, with weights, latency and error modes." placeholder:"FILE"`
	Touched    []string `help:"Tool that the change touches: its cases come first in a sample." placeholder:"TOOL"`
	Condition  string   `help:"Only this condition." placeholder:"C"`
	Trial      int      `help:"Only the trial of this index." default:"-1" placeholder:"I"`
	Trials     int      `help:"Trials of each case." placeholder:"N"`
	Seed       uint64   `help:"Seed of the run." default:"${seed}" placeholder:"S"`
	Out        string   `help:"Folder for result.json, trials.jsonl and reports." default:"keptgate-out" placeholder:"DIR"`
	Resume     bool     `help:"Go on with the run in --out; finished trials are kept."`
	Shard      string   `help:"Only part I of N of the run, for keptgate merge to put together." placeholder:"I/N"`
	Baseline   string   `help:"Result to compare with." placeholder:"FILE"`
	GateName   string   `help:"Name of the gate in reports." placeholder:"NAME"`
	Parallel   int      `help:"Trials in flight; the profile's number or ${parallel} unless given." placeholder:"N"`

	dir      string // folder that relative paths start from, "" for the working folder
	based    *base  // what the change goes onto decides; nil: the working folder does
	unjudged string // set: why nobody can decide
	commit   string
	event    string                                    // of the workflow; "" outside one
	side     *suites.HeldOut                           // opened
	against  *gate.Result                              // baseline at hand
	alone    bool                                      // no baseline at all
	branch   func(name string) (*github.Branch, error) // where baselines may be kept; nil: as the environment says
	offer    string                                    // how a run without a baseline becomes one; "" where that is not offered
	hosted   bool                                      // in the action: a key that is not there is no error, as a fork has none

	reference *gate.Result // of the reference, once it was run for want of a baseline
}

// Run runs the gate and prints its report.
func (c *runCmd) Run(ctx context.Context, sys *system) error {
	config, err := loadConfig(sys, c.dir, c.Config)
	if err != nil {
		return err
	}
	if c.bare() && config == nil {
		return demo(ctx, sys, c)
	}
	c.inWorkflow(sys)
	if len(c.Candidate) > 1 {
		return c.runSeveral(ctx, sys, config)
	}
	j, err := c.job(ctx, sys, config)
	if err != nil {
		return err
	}
	result, err := execute(ctx, sys, j)
	if err != nil {
		return err
	}
	if result.Shard != nil {
		return reportShards(sys, j.out, []*gate.Result{result})
	}
	if err := report.Terminal(sys.stdout, result, sys.terminal(j.replay)); err != nil {
		return err
	}
	return &verdictError{result.Decision.Verdict}
}

// inWorkflow takes over what the run is of where it is a step of a workflow.
func (c *runCmd) inWorkflow(sys *system) {
	if sys.env("GITHUB_ACTIONS") != "true" {
		return
	}
	e, _ := github.ReadEvent(sys.env) // what it cannot tell the result leaves out, and promote asks for
	c.commit, c.event = e.Head, e.Name
}

// bare tells whether no flag says what to judge or how.
func (c *runCmd) bare() bool {
	return len(c.Candidate)+len(c.Suite)+len(c.Case) == 0 && c.Config+c.Profile+c.Condition+c.Fault+c.Baseline+c.GateName+c.HeldOut+c.Shard == "" &&
		c.Trial < 0 && c.Trials == 0 && !c.Resume
}

// job resolves flags over the configuration over the profile. With a
// MissingKeyError or a secretError comes the job all the same, whole but for its
// candidate.
func (c *runCmd) job(ctx context.Context, sys *system, config *thresholds.Config) (*job, error) {
	config = cmp.Or(config, &thresholds.Config{})
	j, secret := c.shared(ctx, sys, config)
	if j == nil {
		return nil, secret
	}
	var err error
	if j.identity, err = c.candidate(config); err != nil {
		return nil, err
	}
	j.shard.Name = j.identity
	if secret == nil {
		return j, c.assign(ctx, sys, config, j)
	}
	if _, err = loadCandidate(sys, c.dir, j.identity, j.suites); err != nil {
		return j, err
	}
	return j, secret
}

// shared resolves what does not depend on the candidate. With a secretError comes
// the job all the same, without its held-out side.
func (c *runCmd) shared(ctx context.Context, sys *system, config *thresholds.Config) (*job, error) {
	j := &job{
		gateName: cmp.Or(c.GateName, config.Gate, defaultGate), seed: c.Seed,
		out: inside(c.dir, c.Out), resume: c.Resume, commit: c.commit, event: c.event, replay: c.replay(config), unrun: c.unjudged, offer: c.offer,
	}
	if c.based != nil {
		j.source = c.based.source()
	}
	var err error
	if j.filter, err = c.filter(); err != nil {
		return nil, usage(err)
	}
	if j.policy, err = c.policy(config); err != nil {
		return nil, usage(err)
	}
	if j.shard, err = c.sharded(); err != nil {
		return nil, usage(err)
	}
	j.parallel = cmp.Or(c.Parallel, j.policy.Plan.InFlight, defaultParallel)
	names := c.judging(or(c.Suite, config.Suites))
	if j.suites, err = c.load(ctx, sys, names); err != nil {
		return nil, err
	}
	if c.side == nil {
		c.side, err = c.heldOut(sys, config, names)
	}
	var secret *secretError
	switch {
	case err != nil && !errors.As(err, &secret):
		return nil, err
	case c.side != nil:
		for _, s := range c.side.Suites {
			if err := meet(ctx, sys, s); err != nil {
				return nil, usage(suites.Conceal(err))
			}
		}
		if err := golden(ctx, c.side.Suites); err != nil {
			return nil, err
		}
		j.suites = append(j.suites, c.side.Suites...)
	}
	if err := config.CheckWaived(public(j.suites), suites.HeldOutName, len(c.Suite) > 0); err != nil {
		return nil, err
	}
	if j.baseline, err = c.loadBaseline(ctx, config); err != nil {
		return nil, err
	}
	if secret != nil {
		return j, usage(secret)
	}
	return j, nil
}

// assign gives the job its candidate, which its identity names.
func (c *runCmd) assign(ctx context.Context, sys *system, config *thresholds.Config, j *job) error {
	if err := c.inBranch(ctx, sys, config, j); err != nil {
		return err
	}
	var err error
	if j.candidate, err = loadCandidate(sys, c.dir, j.identity, j.suites); err != nil {
		return err
	}
	j.identity = j.candidate.Identity()
	j.price = price(config, j.identity)
	j.policy = j.policy.For(j.identity, config)
	j.spare()
	if j.baseline == nil && j.unread == nil && j.unrun == "" && c.imperfect(j.identity) {
		if c.reference == nil {
			c.reference, err = c.baselineOf(ctx, sys, config, referenceSpec)
		}
		j.baseline = c.reference
	}
	return err
}

// at is where a path of the configuration is read: in the base's files, where a
// change does not decide by what it is judged.
func (c *runCmd) at(name string) string {
	if c.based == nil || c.based.found[name] == "" {
		return name
	}
	return absolute(c.based.found[name])
}

// judging are the suites that a run goes by, nil for all that come with the
// program. What only a change has of those that were asked for is not among them.
func (c *runCmd) judging(asked []string) []string {
	if len(asked) == 0 {
		return nil
	}
	names := []string{}
	for _, name := range asked {
		if c.based == nil || !c.based.isNew(name) {
			names = append(names, c.at(name))
		}
	}
	return names
}

// load reads the suites that a run goes by, and the cases that a change proposes.
func (c *runCmd) load(ctx context.Context, sys *system, names []string) (list []*suites.Suite, err error) {
	if names == nil || len(names) > 0 {
		if list, err = loadSuites(ctx, sys, c.dir, names); err != nil {
			return nil, err
		}
	}
	if c.based == nil {
		return list, nil
	}
	proposed, err := c.based.proposals(ctx, sys)
	return append(list, proposed...), err
}

// filter is what the flags narrow a plan to.
func (c *runCmd) filter() (gate.Filter, error) {
	f := gate.Filter{Cases: c.Case, Condition: c.Condition, Trial: c.Trial, Rotation: c.commit, Touched: c.Touched}
	if c.Fault == "" {
		return f, nil
	}
	var err error
	f.Try, err = parseFault(c.Fault)
	return f, err
}

// referenceSpec is the candidate that keeps every promise.
const referenceSpec = "builtin:reference"

// imperfect tells whether a run without a baseline is of a builtin agent that is
// known to fall short. Such a run is compared with the reference, which is what
// the agent was made from. A shard compares nothing.
func (c *runCmd) imperfect(identity string) bool {
	return !c.alone && c.Shard == "" && strings.HasPrefix(identity, "builtin:") && identity != referenceSpec && len(c.Case) == 0 && c.Trial < 0 && c.Fault == ""
}

func or(list, other []string) []string {
	if len(list) > 0 {
		return list
	}
	return other
}

// policy is the profile with the configuration and the flags laid over it.
// --trials is of steady trials; fewer than k lower k, which the report then
// prints.
func (c *runCmd) policy(config *thresholds.Config) (*thresholds.Policy, error) {
	p, err := thresholds.Resolve(c.Profile, config)
	if err == nil {
		p.Spectrum, err = loadSpectrum(c.dir, cmp.Or(c.Spectrum, c.at(config.Spectrum)))
	}
	if c.Trials < 0 || c.Trials > thresholds.MaxTrials {
		return nil, fmt.Errorf("read arguments: --trials is %d; want 1 to %d", c.Trials, thresholds.MaxTrials)
	}
	if err == nil && c.Trials > 0 {
		p.Plan.Steady = c.Trials
		p.Plan.K = min(p.Plan.K, c.Trials)
	}
	return p, err
}

func (c *runCmd) candidate(config *thresholds.Config) (string, error) {
	switch {
	case len(c.Candidate) > 0:
		return c.Candidate[0], nil
	case config.Candidate != "":
		return config.Candidate, nil
	default:
		return "", usage(fmt.Errorf("read arguments: no candidate; add --candidate, or candidate: to %s", configName))
	}
}

// loadBaseline reads the baseline that a flag names, which must be there, or the
// configuration, which need not be yet.
func (c *runCmd) loadBaseline(ctx context.Context, config *thresholds.Config) (*gate.Result, error) {
	switch {
	case c.against != nil || c.alone:
		return c.against, nil
	case c.Baseline != "":
		return loadResult(ctx, inside(c.dir, c.Baseline))
	case config.Baseline == nil || config.Baseline.File == "":
		return nil, nil
	}
	r, err := loadResult(ctx, inside(c.dir, c.at(config.Baseline.File)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return r, err
}

// price finds the price of the candidate's model.
func price(config *thresholds.Config, identity string) *gate.Price {
	model, _, _ := strings.Cut(identity, " ")
	p, ok := config.Prices[model]
	if !ok {
		return nil
	}
	out := &gate.Price{In: p.In, Cached: p.In, Out: p.Out}
	if p.Cached != nil {
		out.Cached = *p.Cached
	}
	return out
}

// execute does the job with progress on stderr and writes the reports beside
// result.json.
func execute(ctx context.Context, sys *system, j *job) (*gate.Result, error) {
	bar := newProgress(sys)
	j.progress = bar.show
	result, err := j.do(ctx, sys)
	bar.done()
	if err != nil {
		return nil, err
	}
	return result, j.report(result)
}

// report writes report.md, junit.xml and report.html beside result.json of a run.
func (j *job) report(r *gate.Result) error {
	if r.Shard != nil {
		return nil // there is nothing to report before the merge
	}
	markdown := report.Markdown(r, report.MarkdownOptions{Budget: report.CommentBudget, Replay: j.replay})
	if err := os.WriteFile(filepath.Join(j.out, reportFile), []byte(markdown), 0o644); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := writeJUnit(j.out, r, j.replay); err != nil {
		return err
	}
	return writePage(j.out, func(w io.Writer) error {
		return report.HTML(w, r, j.log(), report.HTMLOptions{Budget: report.HTMLBudget, Replay: j.replay})
	})
}

// log is the trial log of the run, nil where nothing was run.
func (j *job) log() report.TrialLog {
	if j.unrun != "" || j.unplayed {
		return nil
	}
	return trialLog(j.out)
}
