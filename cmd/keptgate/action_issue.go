package main

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
)

// issue keeps the gate's one issue where nobody waits for a comment, such as on a
// schedule: a block opens or updates it, a pass closes it. A run without a verdict
// says nothing about the candidate, so that it only updates one that is open.
func (a *action) issue(ctx context.Context, gateName string, v gate.Verdict, markdown string) {
	if !a.inputs.Issue || a.goesOnto() {
		return
	}
	posted, err := a.putIssue(ctx, gateName, v, markdown)
	switch {
	case err != nil:
		a.log.Annotate(github.Annotation{Level: github.Warning, Title: "Issue", Message: err.Error()})
	case posted.Outcome == github.Forbidden:
		a.log.Annotate(github.Annotation{Level: github.Notice, Title: "No issue", Message: posted.Reason})
	case posted.Outcome == github.Skipped: // as every night on which all is well
		a.log.Print("no issue: " + posted.Reason)
	default:
		a.log.Print(fmt.Sprintf("issue %s: %s", posted.Outcome, posted.URL))
	}
}

func (a *action) putIssue(ctx context.Context, gateName string, v gate.Verdict, markdown string) (github.Posted, error) {
	client, err := a.client()
	if err != nil {
		return github.Posted{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, commentTime)
	defer cancel()
	if v == gate.Pass {
		text := fmt.Sprintf("It passes again: [run %d, attempt %d](%s).\n", a.event.Run, a.event.Attempt, a.event.RunURL())
		return client.CloseIssue(ctx, a.event, gateName, text)
	}
	return client.PutIssue(ctx, a.event, gateName, "Keptgate: "+gateName+" does not pass", markdown, v == gate.Block)
}
