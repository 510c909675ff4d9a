package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	gogithub "github.com/google/go-github/v60/github"
)

// PutComment makes the Markdown the gate's one comment on the event's pull request: it creates the comment, or edits the
// one that is there in place, and deletes duplicates. A comment is the gate's if its first line is the gate's marker and
// its author is the token's (see login). Nothing is written if a newer run has commented, or if the pull request's head
// is no longer the event's. What another run reports (Event.Trigger) is marked as unverified, and never takes the place
// of a comment that a run wrote itself about the same head. An error beside an outcome says that duplicates may be left;
// the comment stands.
func (c *Client) PutComment(ctx context.Context, e Event, gate, markdown string) (Posted, error) {
	if !e.IsPullRequest() {
		return Posted{}, errors.New("put comment: the event has no pull request")
	}
	t := newThread(c, e, gate, markdown)
	posted, err := t.keeper().put(ctx, t.ready)
	return fate("comment", "pull-requests: write", posted, err)
}

// thread is the conversation of one pull request or issue, as one gate's run sees it.
type thread struct {
	client *Client
	event  Event // its PullRequest is the number of either
	mark   marker
	body   string
}

func newThread(c *Client, e Event, gate, markdown string) *thread {
	mark := marker{gate: gate, head: e.Head, run: e.Run, attempt: e.Attempt, unverified: e.Trigger != nil}
	return &thread{client: c, event: e, mark: mark, body: mark.body(markdown, e.RunURL())}
}

func (t *thread) keeper() *keeper { return &keeper{client: t.client, shelf: t, mark: t.mark} }

// ready asks whether the pull request's head is still the one that was judged.
func (t *thread) ready(ctx context.Context, _ []own) (string, error) {
	pull, _, err := t.client.api.PullRequests.Get(ctx, t.event.Owner, t.event.Repo, t.event.PullRequest)
	if err != nil {
		return "", fmt.Errorf("get pull request: %w", err)
	}
	if head := pull.GetHead().GetSHA(); head != t.event.Head {
		return fmt.Sprintf("the pull request's head is now %s; this run judged %s", head, t.event.Head), nil
	}
	return "", nil
}

func (t *thread) list(ctx context.Context, login string) ([]own, error) {
	var found []own
	options := gogithub.IssueListCommentsOptions{ListOptions: gogithub.ListOptions{PerPage: perPage}}
	for range maxPages {
		page, resp, err := t.client.api.Issues.ListComments(ctx, t.event.Owner, t.event.Repo, t.event.PullRequest, &options)
		if err != nil {
			return nil, fmt.Errorf("list comments: %w", err)
		}
		for _, comment := range page {
			mark, ok := parseMarker(comment.GetBody())
			if ok && mark.gate == t.mark.gate && strings.EqualFold(comment.GetUser().GetLogin(), login) {
				found = append(found, own{id: comment.GetID(), mark: mark, url: comment.GetHTMLURL()})
			}
		}
		if resp.NextPage == 0 {
			return found, nil
		}
		options.Page = resp.NextPage
	}
	return nil, fmt.Errorf("list comments: there are more than %d", maxPages*perPage)
}

func (t *thread) add(ctx context.Context) (own, string, error) {
	made, _, err := t.client.api.Issues.CreateComment(ctx, t.event.Owner, t.event.Repo, t.event.PullRequest, &gogithub.IssueComment{Body: &t.body})
	if err != nil {
		return own{}, "", fmt.Errorf("create comment: %w", err)
	}
	return own{id: made.GetID(), mark: t.mark, url: made.GetHTMLURL()}, made.GetUser().GetLogin(), nil
}

func (t *thread) edit(ctx context.Context, id int64) (string, error) {
	edited, _, err := t.client.api.Issues.EditComment(ctx, t.event.Owner, t.event.Repo, id, &gogithub.IssueComment{Body: &t.body})
	if err != nil {
		return "", fmt.Errorf("edit comment: %w", err)
	}
	return edited.GetHTMLURL(), nil
}

func (t *thread) remove(ctx context.Context, id int64) error {
	_, err := t.client.api.Issues.DeleteComment(ctx, t.event.Owner, t.event.Repo, id)
	if status, _ := refusal(err); err != nil && status != http.StatusNotFound {
		return fmt.Errorf("delete duplicate comment: %w", err)
	}
	return nil
}
