package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/thresholds"
)

// onto takes policy, suites and baseline from the commit that the change goes onto,
// where there is one, and lays its files into a folder. What cannot be read leaves
// the run without a verdict: the change's own policy never takes its place.
func (a *action) onto(ctx context.Context, folder string) error {
	err := a.readBase(ctx, folder)
	var coded *exitError
	var problems schemas.Problems
	if err == nil || ctx.Err() != nil || errors.As(err, &coded) || errors.As(err, &problems) {
		return err
	}
	a.run.unjudged = fmt.Sprintf("the policy of the base commit could not be read, and the change's own does not count: %v", err)
	a.run.based, a.run.alone = nil, true // nor does its baseline
	a.config = strict(a.config)
	return nil
}

// strict is a configuration without the right to let verdicts through. Without a
// configuration there is no such right.
func strict(c *thresholds.Config) *thresholds.Config {
	if c == nil {
		return nil
	}
	out := *c
	out.AllowFailOn = false
	return &out
}

func (a *action) readBase(ctx context.Context, folder string) error {
	client, err := a.client()
	if err != nil {
		return err
	}
	b := &base{checkout: a.run.dir, folder: folder, found: map[string]string{}}
	if b.tree, err = client.BaseTree(ctx, a.event); err != nil {
		return err
	}
	if err := b.read(ctx, a.sys, cmp.Or(a.run.Config, configName), a.config); err != nil {
		return err
	}
	adopted := b.config == nil && a.config != nil // the change brings the first policy
	if !adopted {
		if b.config != nil {
			a.config = b.config
		}
		for _, name := range b.suites(a.run.Suite) {
			if err := b.suite(ctx, name); err != nil {
				return err
			}
		}
		for _, input := range []*string{&a.run.Baseline, &a.run.HeldOut} {
			if *input, err = b.input(ctx, *input); err != nil {
				return err
			}
		}
		if err := b.workflow(ctx, a.sys.env("GITHUB_WORKFLOW_REF")); err != nil {
			return err
		}
	}
	a.run.based = b
	return nil
}

// goesOnto tells whether the event is about a change that goes onto another commit.
func (a *action) goesOnto() bool {
	return strings.HasPrefix(a.event.Name, "pull_request") || a.event.Name == "merge_group"
}

// withBase makes a folder for the base's files; done removes it.
func (a *action) withBase(ctx context.Context) (done func(), err error) {
	if !a.goesOnto() {
		return func() {}, nil
	}
	folder, err := os.MkdirTemp(a.sys.env("RUNNER_TEMP"), "keptgate-base-")
	if err != nil {
		return func() {}, fmt.Errorf("make folder for the base's files: %w", err)
	}
	return func() { os.RemoveAll(folder) }, a.onto(ctx, folder) // what is left over goes with the runner
}

func (a *action) client() (*github.Client, error) {
	return github.NewClient(github.Config{
		APIURL: a.event.APIURL, Token: a.inputs.Token, Now: a.sys.now, Sleep: a.wait, Jitter: rand.Float64,
	})
}
