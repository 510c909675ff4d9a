package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/thresholds"
)

// inBranch reads the baseline of a job whose configuration keeps it in a branch. No
// branch, or none of the job's line in it, is no baseline yet. What cannot be read
// leaves the run without a verdict, before a trial is paid for.
func (c *runCmd) inBranch(ctx context.Context, sys *system, config *thresholds.Config, j *job) error {
	from := config.Baseline
	if from == nil || from.Branch == "" || c.Baseline != "" || c.against != nil || c.alone {
		return nil
	}
	l := gate.Lineage{Gate: j.gateName, Line: c.line(config, j.identity)}
	j.kept = &gate.Kept{Branch: from.Branch, Line: l.Line}
	open := c.branch
	if open == nil {
		open = sys.branch
	}
	branch, err := open(from.Branch)
	if errors.Is(err, errNoRepository) {
		j.unread, j.kept.Why = err, err.Error()
		return nil
	}
	if err == nil {
		j.baseline, j.kept.Head, err = readLineage(ctx, branch, l, max(from.Pool, 1))
	}
	var coded *exitError
	switch {
	case errors.As(err, &coded):
		return err
	case err != nil:
		j.kept.Why = err.Error()
		j.unrun = fmt.Sprintf("the baseline in the branch %s could not be read, and without it nobody can tell whether something fell: %v", from.Branch, err)
	}
	return nil
}

func readLineage(ctx context.Context, branch *github.Branch, l gate.Lineage, pool int) (*gate.Result, string, error) {
	files, head, err := branch.Read(ctx, l.Folder())
	if err != nil {
		return nil, "", err
	}
	base, err := l.Read(files, pool)
	if errors.Is(err, gate.ErrNoBaseline) {
		return nil, head, nil
	}
	return base, head, err
}

// line is the line of candidates that a candidate belongs to. One candidate has the
// configuration's, whatever its model or prompt: those are what changes. Several in
// one run are told apart by what they were called.
func (c *runCmd) line(config *thresholds.Config, spec string) string {
	if len(c.Candidate) > 1 {
		return spec
	}
	return cmp.Or(config.Baseline.Line, gate.DefaultLine)
}

// errNoRepository says that the environment names no repository to read.
var errNoRepository = errors.New("read baseline: it is kept in a branch, and GITHUB_REPOSITORY and GITHUB_TOKEN, which say where, are not both set; set them as a workflow does, or name a file with --baseline")

// branch opens a branch of the repository that the environment names, as it does in
// a step of a workflow.
func (s *system) branch(name string) (*github.Branch, error) {
	owner, repo, ok := strings.Cut(s.env("GITHUB_REPOSITORY"), "/")
	token := cmp.Or(s.env("GITHUB_TOKEN"), s.env("GH_TOKEN"))
	if !ok || token == "" {
		return nil, errNoRepository
	}
	client, err := github.NewClient(github.Config{
		APIURL: cmp.Or(s.env("GITHUB_API_URL"), "https://api.github.com"), Token: token,
		Now: s.now, Sleep: github.Sleep, Jitter: rand.Float64,
	})
	if err != nil {
		return nil, usage(err)
	}
	return client.Branch(owner, repo, name), nil
}

// branch opens a branch of the repository that the action runs in.
func (a *action) branch(name string) (*github.Branch, error) {
	if a.event.Repo == "" {
		return nil, errors.New("the workflow's environment names no repository")
	}
	client, err := a.client()
	if err != nil {
		return nil, err
	}
	return client.Branch(a.event.Owner, a.event.Repo, name), nil
}

// offer says how a run of the default branch becomes the baseline, where there is
// none yet.
func (a *action) offer(config *thresholds.Config) string {
	const none = "to hold later changes against this run, record it as the baseline: "
	switch {
	case !a.event.OnDefault():
		return ""
	case config == nil || config.Baseline == nil:
		return none + "write baseline: {branch: keptgate} into " + configName + ", and let a job with command: promote follow this one"
	case config.Baseline.Branch != "":
		return none + "let a job with command: promote follow this one"
	default:
		return none + "keptgate baseline RESULT --to " + config.Baseline.File + ", and commit that file"
	}
}
