package main

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// The bounds of what the check run may take, waits for rate limits included. The
// runner kills what goes on for ten seconds after an interrupt.
const (
	beginTime       = 30 * time.Second // the trials wait for it
	checkTime       = commentTime
	interruptedTime = 3 * time.Second
)

// conclusions are how the check run ends by verdict: what passes there must be a
// pass here.
var conclusions = map[gate.Verdict]github.Conclusion{
	gate.Pass: github.Success, gate.Block: github.Failure, gate.Inconclusive: github.ActionRequired, gate.NotEvaluated: github.ActionRequired,
}

const interrupted = "The run was interrupted before it had a verdict"

// check is what GitHub shows of the run at the commit: a check run, or a commit
// status where the token may not write check runs. A run without a commit has
// none, which is nil. Nothing of it has a say in the verdict.
type check struct {
	act    *action
	client *github.Client
	gate   string

	mu    sync.Mutex // an interrupt ends the check while the run still writes its files
	run   *github.Check
	said  bool // that there is no check run
	ended bool
	shown bool // the check run is complete, so that it holds the annotations
}

// begin shows that the run has begun. From here on an interrupt ends the check.
func (a *action) begin(ctx context.Context) {
	if !a.placed || a.event.Head == "" {
		return
	}
	client, err := a.client()
	if err != nil {
		a.log.Annotate(github.Annotation{Level: github.Notice, Title: "No check run", Message: err.Error()})
		return
	}
	name := cmp.Or(a.run.GateName, cmp.Or(a.config, &thresholds.Config{}).Gate, defaultGate)
	a.check = &check{act: a, client: client, gate: name, run: client.Check(a.event, name)}
	limited, cancel := context.WithTimeout(ctx, beginTime)
	defer cancel()
	posted, err := a.check.run.Begin(limited)
	switch {
	case err != nil && ctx.Err() == nil:
		a.log.Print(fmt.Sprintf("%v; it is tried again at the end", err))
	case posted.Outcome == github.Forbidden:
		a.check.denied(posted)
	}
	context.AfterFunc(ctx, func() {
		a.check.end(ctx, github.CheckReport{Summary: report.Undecided(interrupted + ".")})
	})
}

// denied says once why there is no check run.
func (c *check) denied(posted github.Posted) {
	if c.said {
		return
	}
	c.said = true
	c.act.log.Annotate(github.Annotation{
		Level: github.Notice, Title: "No check run",
		Message: posted.Reason + ". A commit status takes its place, where the token may write one.",
	})
}

// end completes the check, once: later calls wait for the first. It tells whether
// there is a check run that holds the annotations. What is left after an
// interrupt goes out without them, for want of time.
func (c *check) end(ctx context.Context, r github.CheckReport) bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return c.shown
	}
	c.ended = true
	if ctx.Err() != nil {
		r.Conclusion, r.Title = github.Cancelled, interrupted
	}
	posted, err := github.Posted{}, ctx.Err()
	if err == nil {
		posted, err = c.show(ctx, checkTime, r)
	}
	if ctx.Err() != nil && err != nil && posted.Outcome == "" {
		r.Annotations = nil
		posted, err = c.show(context.WithoutCancel(ctx), interruptedTime, r)
	}
	c.tell(posted, err)
	return c.shown
}

// show completes the check run, or sets the commit status in its place.
func (c *check) show(ctx context.Context, most time.Duration, r github.CheckReport) (github.Posted, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	posted, err := c.run.Complete(ctx, r)
	if posted.Outcome == github.Forbidden {
		c.denied(posted)
		return c.client.SetStatus(ctx, c.act.event, c.gate, r.Conclusion, r.Title)
	}
	c.shown = posted.Outcome == github.Updated
	return posted, err
}

// tell says what became of the check.
func (c *check) tell(posted github.Posted, err error) {
	log := c.act.log
	switch {
	case c.shown && err != nil:
		log.Annotate(github.Annotation{Level: github.Warning, Title: "The check run lacks annotations", Message: err.Error()})
	case err != nil:
		log.Annotate(github.Annotation{Level: github.Warning, Title: "Neither check run nor commit status", Message: err.Error()})
	case c.shown:
		log.Print("check run completed: " + posted.URL)
	case posted.Outcome == github.Forbidden:
		log.Annotate(github.Annotation{Level: github.Notice, Title: "No commit status", Message: posted.Reason + ". The verdict stands without."})
	default:
		log.Print("commit status set: keptgate/" + c.gate)
	}
}

// conclude ends the check by a verdict, and tells whether its annotations are
// shown.
func (c *check) conclude(ctx context.Context, v gate.Verdict, headline, markdown string, remarks []github.Annotation) bool {
	return c.end(ctx, github.CheckReport{Conclusion: conclusions[v], Title: headline, Summary: markdown, Annotations: remarks})
}

// abandon ends the check of a run that came to no verdict, and says why. Where
// there was one it only waits until all is sent.
func (a *action) abandon(ctx context.Context, err error) {
	a.check.end(ctx, github.CheckReport{Conclusion: github.ActionRequired, Title: noDecision, Summary: report.Undecided(fmt.Sprint(noDecision, ": ", err))})
}
