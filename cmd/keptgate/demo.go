package main

import (
	"context"
	"fmt"
	"os"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// The two candidates of the demo: an agent with a few lapses, and a change to it
// that no longer asks whom the caller means.
const (
	demoBefore = "builtin:flaky?untold=0.02&repeated_write=0.02"
	demoAfter  = "builtin:flaky?untold=0.02&repeated_write=0.02&skipped_question=0.5&wrong_identity=0.05"
)

// demoSuites are two of the public suites, so that the demo takes seconds.
func demoSuites() []string { return []string{"clinic", "crm"} }

// demo shows the main job with nothing but this program: a change to an agent is
// gated, and the comment that its pull request would get is printed. It always
// succeeds, since it judges nothing of the user's.
func demo(ctx context.Context, sys *system, c *runCmd) error {
	fmt.Fprintf(sys.stderr, "No %s and no flags: this is the demo, with two builtin agents and no model.\n", configName)
	var err error
	c.Suite = demoSuites()
	if c.against, err = c.baselineOf(ctx, sys, nil, demoBefore); err != nil {
		return err
	}
	c.Candidate, c.GateName = []string{demoAfter}, "demo-agent"
	j, err := c.job(ctx, sys, nil)
	if err != nil {
		return err
	}
	result, err := execute(ctx, sys, j)
	if err != nil {
		return err
	}
	fmt.Fprint(sys.stdout, report.Markdown(result, report.MarkdownOptions{Budget: report.CommentBudget, Replay: j.replay}))
	fmt.Fprintf(sys.stderr, "\nThat is the comment the pull request would get; the run is in %s. Next: keptgate run --candidate openai:MODEL\n", j.out)
	return nil
}

// baselineOf runs another candidate over the same plan and returns its result as
// a baseline.
func (c *runCmd) baselineOf(ctx context.Context, sys *system, config *thresholds.Config, candidate string) (*gate.Result, error) {
	dir, err := os.MkdirTemp("", "keptgate-baseline-")
	if err != nil {
		return nil, fmt.Errorf("make folder for the baseline: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	other := *c
	other.Candidate, other.Resume, other.alone = []string{candidate}, false, true
	j, err := other.job(ctx, sys, config)
	if err != nil {
		return nil, err
	}
	j.out = dir
	result, err := j.do(ctx, sys)
	if err != nil {
		return nil, err
	}
	if result.Decision.Verdict == gate.NotEvaluated {
		return nil, ctx.Err() // where not even this one can be judged, there is nothing to compare with
	}
	return result.Baseline()
}
