package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	gogithub "github.com/google/go-github/v60/github"
)

// Conclusion is how a check run ends.
type Conclusion string

// The conclusions that a check run of ours can have. GitHub counts neutral and skipped as passed where a check is
// required, so that neither is among them.
const (
	Success        Conclusion = "success"
	Failure        Conclusion = "failure"
	ActionRequired Conclusion = "action_required" // there is no verdict
	Cancelled      Conclusion = "cancelled"
)

// CheckReport is what a check run says at its end.
type CheckReport struct {
	Conclusion  Conclusion
	Title       string       // plain text, shown on one line
	Summary     string       // Markdown, cut to what GitHub keeps
	Annotations []Annotation // worst first; one without a file has no place here and is left out
}

// Check is one gate's check run about the event's commit. It is no concern of several goroutines at once.
type Check struct {
	client    *Client
	event     Event
	name      string
	id        int64  // 0: none is known of
	url       string // its page
	asked     bool   // it was asked for and the answer got lost, so that there may be one
	forbidden string // set: the token may not write check runs, in GitHub's words
}

// Check returns the gate's check run of the event's run and attempt; it sends nothing yet. Its name is not the job's,
// which is what people require.
func (c *Client) Check(e Event, gate string) *Check {
	return &Check{client: c, event: e, name: "keptgate report: " + gateName(gate)}
}

// Begin creates the check run as in progress. The outcome is Created, or Forbidden, which Complete then repeats without
// asking again. After an error Complete creates it.
func (k *Check) Begin(ctx context.Context) (Posted, error) {
	if k.event.Head == "" {
		return Posted{}, errors.New("create check run: the event has no commit")
	}
	if err := k.create(ctx); err != nil {
		return k.failed("create check run", err)
	}
	return Posted{Outcome: Created, URL: k.url}, nil
}

// Complete gives the check run its conclusion, then its annotations in as many requests as they need. The conclusion
// comes with the first: an error beside the outcome Updated says that annotations may be missing. Where an answer gets
// lost, its annotations may be there twice.
func (k *Check) Complete(ctx context.Context, r CheckReport) (Posted, error) {
	if k.forbidden != "" {
		return k.denied(), nil
	}
	if k.id == 0 {
		if posted, err := k.Begin(ctx); err != nil || posted.Outcome == Forbidden {
			return posted, err
		}
	}
	for i, batch := range batches(r.Annotations) {
		_, _, err := k.client.api.Checks.UpdateCheckRun(ctx, k.event.Owner, k.event.Repo, k.id, gogithub.UpdateCheckRunOptions{
			Name: k.name, Status: gogithub.String("completed"), Conclusion: gogithub.String(string(r.Conclusion)),
			Output: r.output(batch, k.event.RunURL()),
		})
		switch {
		case err != nil && i > 0:
			return Posted{Outcome: Updated, URL: k.url}, fmt.Errorf("annotate check run: %w", err)
		case err != nil:
			return k.failed("complete check run", err)
		}
	}
	return Posted{Outcome: Updated, URL: k.url}, nil
}

// failed tells a missing right from other errors. 404 hides what a token may not see.
func (k *Check) failed(what string, err error) (Posted, error) {
	if status, message := refusal(err); status == http.StatusForbidden || status == http.StatusNotFound {
		k.forbidden = message
		return k.denied(), nil
	}
	return Posted{}, fmt.Errorf("%s: %w", what, err)
}

func (k *Check) denied() Posted {
	return Posted{Outcome: Forbidden, Reason: fmt.Sprintf("GitHub says %q; the job needs the permission checks: write", k.forbidden)}
}

// create makes the check run. Where an answer leaves open whether there is one now, it looks before it tries again.
func (k *Check) create(ctx context.Context) error {
	for attempt := 1; ; attempt++ {
		if k.asked {
			if err := k.find(ctx); err != nil || k.id != 0 {
				return err
			}
		}
		made, _, err := k.client.api.Checks.CreateCheckRun(ctx, k.event.Owner, k.event.Repo, gogithub.CreateCheckRunOptions{
			Name: k.name, HeadSHA: k.event.Head, Status: gogithub.String("in_progress"),
			ExternalID: gogithub.String(k.externalID()), DetailsURL: optional(k.event.RunURL()),
		})
		if err == nil {
			k.id, k.url = made.GetID(), made.GetHTMLURL()
			return nil
		}
		k.asked = unsettled(err)
		if !ambiguous(ctx, err) || attempt == maxCreate {
			return err
		}
		if err := k.client.sleep(ctx, createPause<<(attempt-1)); err != nil {
			return err
		}
	}
}

// externalID tells the check runs of several runs and attempts about one commit apart.
func (k *Check) externalID() string { return fmt.Sprintf("%d/%d", k.event.Run, k.event.Attempt) }

// find looks for the check run of this run and attempt.
func (k *Check) find(ctx context.Context) error {
	options := gogithub.ListCheckRunsOptions{
		CheckName: &k.name, Filter: gogithub.String("all"), ListOptions: gogithub.ListOptions{PerPage: perPage},
	}
	for range maxPages {
		page, resp, err := k.client.api.Checks.ListCheckRunsForRef(ctx, k.event.Owner, k.event.Repo, k.event.Head, &options)
		if err != nil {
			return fmt.Errorf("list check runs: %w", err)
		}
		for _, found := range page.CheckRuns {
			if found.GetName() == k.name && found.GetExternalID() == k.externalID() {
				k.id, k.url = found.GetID(), found.GetHTMLURL()
				return nil
			}
		}
		if resp.NextPage == 0 {
			return nil
		}
		options.Page = resp.NextPage
	}
	return fmt.Errorf("list check runs: there are more than %d", maxPages*perPage)
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
