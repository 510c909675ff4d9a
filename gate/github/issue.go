package github

import (
	"context"
	"fmt"
	"strings"

	gogithub "github.com/google/go-github/v60/github"
)

// PutIssue makes the Markdown the body of the gate's one open issue: it edits the one that is there, and closes
// duplicates. Where there is none it opens one under the title, but only if open says so. An issue is the gate's if its
// first line is the gate's marker and its author is the token's. Nothing is written if a newer run has written.
func (c *Client) PutIssue(ctx context.Context, e Event, gate, title, markdown string, open bool) (Posted, error) {
	t := newTracker(c, e, gate, markdown)
	t.title = title
	posted, err := t.keeper().put(ctx, func(_ context.Context, have []own) (string, error) {
		if len(have) == 0 && !open {
			return "no issue is open", nil
		}
		return "", nil
	})
	return fate("issue", "issues: write", posted, err)
}

// CloseIssue closes the gate's open issues with the Markdown as a last comment. The outcome is Skipped where none is
// open, or where a newer run has written.
func (c *Client) CloseIssue(ctx context.Context, e Event, gate, markdown string) (Posted, error) {
	posted, err := newTracker(c, e, gate, markdown).closeAll(ctx, markdown)
	return fate("issue", "issues: write", posted, err)
}

// tracker is the open issues of a repository, as one gate's run sees them.
type tracker struct {
	client *Client
	event  Event
	mark   marker
	title  string
	body   string
}

func newTracker(c *Client, e Event, gate, markdown string) *tracker {
	mark := marker{gate: gate, head: e.Head, run: e.Run, attempt: e.Attempt}
	return &tracker{client: c, event: e, mark: mark, body: mark.body(markdown, e.RunURL())}
}

func (t *tracker) keeper() *keeper { return &keeper{client: t.client, shelf: t, mark: t.mark} }

func (t *tracker) closeAll(ctx context.Context, markdown string) (Posted, error) {
	login, err := t.client.login(ctx)
	if err != nil {
		return Posted{}, err
	}
	have, err := t.list(ctx, login)
	if err != nil {
		return Posted{}, err
	}
	if len(have) == 0 {
		return Posted{Outcome: Skipped, Reason: "no issue is open"}, nil
	}
	k := t.keeper()
	if other := k.outranked(have); other != nil {
		return k.skipped(other), nil
	}
	for _, issue := range have {
		// The comment is looked for where it is uncertain, and so it comes before the issue is out of the list.
		e := t.event
		e.PullRequest = int(issue.id)
		comment := newThread(t.client, e, t.mark.gate, markdown).keeper()
		comment.login = login
		if _, err := comment.add(ctx); err != nil {
			return Posted{}, err
		}
		if err := t.close(ctx, issue.id, "completed"); err != nil {
			return Posted{}, err
		}
	}
	return Posted{Outcome: Closed, URL: have[0].url}, nil
}

func (t *tracker) list(ctx context.Context, login string) ([]own, error) {
	var found []own
	options := gogithub.IssueListByRepoOptions{
		State: "open", Sort: "created", Direction: "asc", ListOptions: gogithub.ListOptions{PerPage: perPage},
	}
	for range maxPages {
		page, resp, err := t.client.api.Issues.ListByRepo(ctx, t.event.Owner, t.event.Repo, &options)
		if err != nil {
			return nil, fmt.Errorf("list issues: %w", err)
		}
		for _, issue := range page {
			mark, ok := parseMarker(issue.GetBody())
			if ok && !issue.IsPullRequest() && mark.gate == t.mark.gate && strings.EqualFold(issue.GetUser().GetLogin(), login) {
				found = append(found, own{id: int64(issue.GetNumber()), mark: mark, url: issue.GetHTMLURL()})
			}
		}
		if resp.NextPage == 0 {
			return found, nil
		}
		options.Page = resp.NextPage
	}
	return nil, fmt.Errorf("list issues: more than %d are open", maxPages*perPage)
}

func (t *tracker) add(ctx context.Context) (own, string, error) {
	made, _, err := t.client.api.Issues.Create(ctx, t.event.Owner, t.event.Repo, &gogithub.IssueRequest{Title: &t.title, Body: &t.body})
	if err != nil {
		return own{}, "", fmt.Errorf("open issue: %w", err)
	}
	return own{id: int64(made.GetNumber()), mark: t.mark, url: made.GetHTMLURL()}, made.GetUser().GetLogin(), nil
}

func (t *tracker) edit(ctx context.Context, id int64) (string, error) {
	edited, _, err := t.client.api.Issues.Edit(ctx, t.event.Owner, t.event.Repo, int(id), &gogithub.IssueRequest{Body: &t.body})
	if err != nil {
		return "", fmt.Errorf("edit issue: %w", err)
	}
	return edited.GetHTMLURL(), nil
}

// remove closes a duplicate: a token may not delete issues.
func (t *tracker) remove(ctx context.Context, id int64) error {
	return t.close(ctx, id, "not_planned")
}

func (t *tracker) close(ctx context.Context, id int64, reason string) error {
	state := "closed"
	_, _, err := t.client.api.Issues.Edit(ctx, t.event.Owner, t.event.Repo, int(id), &gogithub.IssueRequest{State: &state, StateReason: &reason})
	if err != nil {
		return fmt.Errorf("close issue: %w", err)
	}
	return nil
}
