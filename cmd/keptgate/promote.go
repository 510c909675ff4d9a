package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/evidence"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/thresholds"
)

// promoteCmd promotes a result in a step of a workflow.
type promoteCmd struct {
	Result   string `arg:"" help:"result.json of a run." placeholder:"RESULT"`
	Stage    string `help:"Stage to promote to." default:"candidate" placeholder:"S"`
	Evidence string `help:"File to write the evidence to; evidence.json beside the result unless given." placeholder:"FILE"`
	Config   string `help:"Configuration file in the repository, as the default branch has it; .keptgate.yml unless given." placeholder:"FILE"`
}

// Run promotes as the action does. The token is GITHUB_TOKEN's, or GH_TOKEN's.
func (c *promoteCmd) Run(ctx context.Context, sys *system) error {
	a := newAction(sys)
	a.inputs.Token = cmp.Or(sys.env("GITHUB_TOKEN"), sys.env("GH_TOKEN"))
	var err error
	if a.event, err = github.ReadEvent(sys.env); err == nil {
		p := &promotion{action: a, file: c.Result, stage: c.Stage, evidence: c.Evidence, config: c.Config}
		err = p.do(ctx)
	} else {
		err = usage(err)
	}
	return a.told("Not promoted", err)
}

// promote is the action's command promote.
func (a *action) promote(ctx context.Context) error {
	if a.event.Name == "" {
		return usage(errors.New("promote: the workflow's environment names no event"))
	}
	folder := filepath.Join(a.inputs.WorkingDir, a.inputs.Result)
	p := &promotion{action: a, file: filepath.Join(folder, gate.ResultFile), stage: a.inputs.Stage, config: a.inputs.Config, dir: a.inputs.WorkingDir}
	return p.do(ctx)
}

// promotion is one promotion of one result to one stage.
type promotion struct {
	*action
	file, stage, evidence, config, dir string

	client *github.Client
	result *gate.Result
	data   []byte // of the result's file
	rules  *thresholds.Config
	before string            // stage that the commit must have reached; "" for none
	tree   string            // of the commit that is promoted
	trees  map[string]string // of other commits, "" where there is no such commit
	at     string            // commit of the branch that holds the promotion
	done   bool              // earlier: nothing was changed
	left   []byte            // the evidence
}

// evidenceFile is the evidence beside a result.
const evidenceFile = "evidence.json"

// do promotes, and sets the outputs also where it does not.
func (p *promotion) do(ctx context.Context) error {
	p.evidence = cmp.Or(p.evidence, filepath.Join(filepath.Dir(p.file), evidenceFile))
	err := p.try(ctx)
	file := p.evidence
	if err != nil {
		file = ""
	}
	if p.sys.env("GITHUB_OUTPUT") == "" {
		return err
	}
	return errors.Join(err, p.outputs([]output{{"promoted", fmt.Sprint(err == nil)}, {"evidence", file}}))
}

// try goes from what is known here to what GitHub has to be asked for, and writes
// last: one commit to the branch, which is the promotion. What follows it is made
// good by the next promotion, should this one be killed.
func (p *promotion) try(ctx context.Context) error {
	if err := p.started(); err != nil {
		return err
	}
	var err error
	if p.data, err = loadBytes(ctx, p.file); err != nil {
		return err
	}
	if p.result, err = gate.ReadResult(p.data); err != nil {
		return usage(fmt.Errorf("read result %s: %w", p.file, err))
	}
	if err := p.worthy(); err != nil {
		return err
	}
	if p.client, err = p.action.client(); err != nil {
		return usage(err)
	}
	if err := p.allowed(ctx); err != nil {
		return err
	}
	if err := p.faithful(ctx); err != nil {
		return err
	}
	if err := p.same(ctx); err != nil {
		return err
	}
	if err := p.record(ctx); err != nil {
		return err
	}
	if err := gate.WriteFile(p.evidence, p.left); err != nil {
		return err
	}
	p.giveAway(p.evidence)
	p.tellPromotion(p.deploy(ctx))
	return nil
}

// refused says why a result is not promoted. That is no failure of the candidate's:
// the exit code is that of a verdict that is missing.
func refused(format string, args ...any) error {
	return &exitError{exitUndecided, fmt.Errorf("promote: "+format, args...)}
}

// Events of runs that may promote, and of runs whose results may be promoted. All
// others are about changes that are not merged, or run with the data of others.
var (
	promoting  = []string{"push", "schedule", "workflow_dispatch"}
	promotable = append([]string{"merge_group"}, promoting...)
)

// started holds the event of this run against those that may promote.
func (p *promotion) started() error {
	switch e := p.event; {
	case !slices.Contains(promoting, e.Name):
		return refused("the event is %s, and only %v promote; let the job run on push to the default branch", e.Name, promoting)
	case e.SHA == "":
		return usage(errors.New("promote: GITHUB_SHA is not set; run this as a step of a workflow"))
	default:
		return nil
	}
}

// worthy holds the result against what every promotion demands.
func (p *promotion) worthy() error {
	r := p.result
	switch {
	case r.Decision == nil:
		return refused("%s has no verdict; it is a baseline, or was gathered without one", p.file)
	case r.Decision.Verdict == gate.Block:
		return &exitError{exitBlock, fmt.Errorf("promote: the verdict of %s is block", p.file)}
	case r.Decision.Verdict != gate.Pass:
		return refused("the verdict of %s is %s, and only a pass is promoted", p.file, r.Decision.Verdict)
	case r.Pooled > 0:
		return refused("%s is pooled over %d runs; promote one", p.file, r.Pooled)
	case r.Narrowed:
		return refused("the run was narrowed to some cases or trials; run the whole plan")
	case r.Stopped != "" || r.Look != nil && r.Look.Early:
		return refused("the run stopped before the end of its plan; run it to the end, with plan.looks: false")
	case r.Event == "":
		return refused("%s does not say which event it was made on, so nobody can tell what it ran on; make it in a step of a workflow", p.file)
	case !slices.Contains(promotable, r.Event):
		return refused("%s was made on the event %s; only results of %v are promoted", p.file, r.Event, promotable)
	}
	if err := r.CheckClaim(); err != nil {
		return refused("%s contradicts itself: %v", p.file, err)
	}
	for _, w := range r.Waivers {
		if w.Left(p.sys.now()) < 0 {
			return refused("the waiver of %s, which had no vote, expired on %s; run again", w.Case, w.Until)
		}
	}
	return nil
}

// allowed holds branch and stage against the configuration of the default branch. A
// checkout need not be there, and one of another branch could allow itself anything.
func (p *promotion) allowed(ctx context.Context) error {
	var err error
	if p.rules, err = p.defaults(ctx); err != nil {
		return err
	}
	if !p.rules.Promote.From(p.event.Branch, p.event.Default) {
		return refused("%q is not the default branch %q, nor one that promote.branches in its %s names", p.event.Branch, p.event.Default, configName)
	}
	p.before, err = p.rules.Promote.Before(p.stage)
	return usage(err)
}

// configFile is where the configuration stands in the repository.
func (p *promotion) configFile() string {
	return filepath.ToSlash(filepath.Join(p.dir, cmp.Or(p.config, configName)))
}

// defaults reads the configuration of the default branch, which is empty where there
// is none.
func (p *promotion) defaults(ctx context.Context) (*thresholds.Config, error) {
	if p.event.Default == "" {
		return nil, refused("the event's payload does not name the default branch")
	}
	file := p.configFile()
	files, _, err := p.client.Branch(p.event.Owner, p.event.Repo, p.event.Default).Read(ctx, file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("promote: %w", err)
	case files[file] != nil:
		return thresholds.ParseConfig(file+" of the default branch", files[file])
	case p.config != "":
		return nil, usage(fmt.Errorf("promote: the default branch has no %s", file))
	default:
		return &thresholds.Config{}, nil
	}
}

// same demands that what was evaluated is what is promoted: the same commit, or
// another with the same files, such as one that a merge queue or a squash makes.
func (p *promotion) same(ctx context.Context) error {
	var err error
	if p.tree, err = p.client.CommitTree(ctx, p.event.Owner, p.event.Repo, p.event.SHA); err != nil {
		return fmt.Errorf("promote: %w", err)
	}
	same, err := p.holds(ctx, p.result.Commit)
	if err == nil && !same {
		return refused("%s judged commit %s, whose files are not those of %s; run the gate on this commit", p.file, p.result.Commit, p.event.SHA)
	}
	return err
}

// holds tells whether a commit has the files of the one that is promoted.
func (p *promotion) holds(ctx context.Context, commit string) (bool, error) {
	if commit == p.event.SHA {
		return true, nil
	}
	tree, known := p.trees[commit]
	if !known {
		var err error
		tree, err = p.client.CommitTree(ctx, p.event.Owner, p.event.Repo, commit)
		if err != nil && !errors.Is(err, github.ErrNoCommit) {
			return false, fmt.Errorf("promote: %w", err)
		}
		if p.trees == nil {
			p.trees = map[string]string{}
		}
		p.trees[commit] = tree
	}
	return tree == p.tree, nil
}

// circumstances are what the evidence says beside the result.
func (p *promotion) circumstances() evidence.Promotion {
	e := p.event
	return evidence.Promotion{
		Stage: p.stage, By: e.Actor, At: p.now(), Run: e.RunURL(), RunID: e.Run, Event: e.Name, Repository: e.Owner + "/" + e.Repo,
		Commit: e.SHA, Tree: p.tree, Tools: evidence.Tools{Promoter: version},
	}
}
