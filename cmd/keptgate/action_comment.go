package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
)

// commentCmd is the second workflow of forks on the command line: what the action
// does by command: comment.
type commentCmd struct {
	Result string `arg:"" help:"The result.json that the triggering run left, or its folder." placeholder:"RESULT"`
}

// Run comments what the run that triggered the workflow reports. The token is
// GITHUB_TOKEN.
func (c *commentCmd) Run(ctx context.Context, outer *system) error {
	a := newAction(outer)
	return a.told("Keptgate could not comment", a.standalone(ctx, c.Result))
}

func (a *action) standalone(ctx context.Context, path string) error {
	var err error
	if a.event, err = github.ReadEvent(a.sys.env); err != nil {
		return usage(err)
	}
	a.inputs.Token = a.sys.env("GITHUB_TOKEN")
	folder, file := path, gate.ResultFile
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		folder, file = filepath.Dir(path), filepath.Base(path)
	}
	return a.relay(ctx, folder, file)
}

// commentOf is the command comment of the action.
func (a *action) commentOf(ctx context.Context) error {
	return a.relay(ctx, a.inputs.WorkingDir, filepath.Join(a.inputs.Result, gate.ResultFile))
}

// relay puts on the pull request what the run that triggered this one reports,
// since a fork's run may not. Which run and which pull request it was, GitHub says;
// all that comes from the run's file is its claim.
func (a *action) relay(ctx context.Context, folder, file string) error {
	posted, err := a.relayed(ctx, folder, file)
	if err != nil {
		return err
	}
	if posted.Outcome == github.Skipped {
		a.log.Annotate(github.Annotation{Level: github.Notice, Title: "No comment", Message: posted.Reason})
	} else {
		a.log.Print(fmt.Sprintf("comment %s: %s", posted.Outcome, posted.URL))
	}
	if a.sys.env("GITHUB_OUTPUT") == "" {
		return nil // no step listens
	}
	return a.outputs([]output{{"comment-url", posted.URL}})
}

func (a *action) relayed(ctx context.Context, folder, file string) (github.Posted, error) {
	var none github.Posted
	t := a.event.Trigger
	if t == nil {
		return none, usage(fmt.Errorf("comment: event %s names no run to comment for; start this workflow on workflow_run, after the one with the gate", a.event.Name))
	}
	skip := func(why string) (github.Posted, error) {
		return github.Posted{Outcome: github.Skipped, Reason: why}, nil
	}
	if t.Event != "pull_request" {
		return skip(fmt.Sprintf("the run was started by %s, and only those of pull_request are about a pull request", t.Event))
	}
	client, err := a.client()
	if err != nil {
		return none, usage(err)
	}
	ctx, cancel := context.WithTimeout(ctx, commentTime)
	defer cancel()
	e, why, err := client.FindPull(ctx, a.event)
	if err != nil {
		return none, err
	}
	if why != "" {
		return skip(why)
	}
	results, err := a.claims(folder, file)
	if err != nil {
		return none, err
	}
	text, err := a.claimed(results, e.RunURL())
	if err != nil {
		return none, err
	}
	posted, err := client.PutComment(ctx, e, results[0].Gate, text)
	switch {
	case err != nil && posted.Outcome != "": // the comment stands
		a.log.Annotate(github.Annotation{Level: github.Warning, Title: "Duplicates may be left", Message: err.Error()})
	case err != nil:
		return none, err
	case posted.Outcome == github.Forbidden:
		return none, fmt.Errorf("put comment: %s", posted.Reason)
	}
	return posted, nil
}

// claimed writes the comment of what the triggering run reports.
func (a *action) claimed(results []*gate.Result, link string) (string, error) {
	t := a.event.Trigger
	claim := report.Claim{Run: t.Run, Attempt: t.Attempt, Ended: t.Conclusion, Commit: t.Head}
	if t.Fork {
		claim.Fork = t.Owner
	}
	options := report.MarkdownOptions{Budget: report.CommentBudget, Link: link}
	if len(results) == 1 {
		return report.Claimed(results[0], claim, options), nil
	}
	l, err := gate.NewLineup(results)
	if err != nil {
		return "", fmt.Errorf("refuse results of run %d: %w", t.Run, err)
	}
	return report.ClaimedLineup(l, claim, options), nil
}
