package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	gogithub "github.com/google/go-github/v60/github"
)

// maxDescription is the number of characters that GitHub allows the description of a commit status.
const maxDescription = 140

// SetStatus sets the gate's commit status on the event's commit, for tokens that may not write check runs. The state
// follows the conclusion: success, failure, or error where there is no verdict. Description is plain text, cut. The
// outcome is Created or Forbidden. Who sets a status twice has one: where an answer gets lost the request is repeated.
func (c *Client) SetStatus(ctx context.Context, e Event, gate string, conclusion Conclusion, description string) (Posted, error) {
	if e.Head == "" {
		return Posted{}, errors.New("set commit status: the event has no commit")
	}
	state := "error"
	if conclusion == Success || conclusion == Failure {
		state = string(conclusion)
	}
	status := gogithub.RepoStatus{
		State: &state, Context: gogithub.String("keptgate/" + gateName(gate)), TargetURL: optional(e.RunURL()),
		Description: gogithub.String(shorten(oneLine(description), maxDescription)),
	}
	for attempt := 1; ; attempt++ {
		_, _, err := c.api.Repositories.CreateStatus(ctx, e.Owner, e.Repo, e.Head, &status)
		switch code, message := refusal(err); {
		case err == nil:
			return Posted{Outcome: Created}, nil
		case code == http.StatusForbidden, code == http.StatusNotFound: // 404 hides what a token may not see
			return Posted{Outcome: Forbidden, Reason: fmt.Sprintf("GitHub says %q; the job needs the permission statuses: write", message)}, nil
		case !ambiguous(ctx, err) || attempt == maxCreate:
			return Posted{}, fmt.Errorf("set commit status: %w", err)
		}
		if err := c.sleep(ctx, createPause<<(attempt-1)); err != nil {
			return Posted{}, fmt.Errorf("set commit status: %w", err)
		}
	}
}

// shorten cuts a text to so many characters, the last an ellipsis.
func shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}
