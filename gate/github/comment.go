package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	gogithub "github.com/google/go-github/v60/github"
)

// Outcome says what became of a comment.
type Outcome string

// The outcomes of PutComment.
const (
	Created   Outcome = "created"
	Updated   Outcome = "updated"
	Skipped   Outcome = "skipped"   // another run's comment is the one to show
	Forbidden Outcome = "forbidden" // the token may not comment: the job summary has to do
)

// Posted is the fate of a comment.
type Posted struct {
	Outcome Outcome
	Reason  string // why it was skipped or forbidden
	URL     string // of the gate's comment; "" where there is none or it was not looked for
}

const (
	perPage     = 100
	maxPages    = 100 // GitHub closes a conversation at 2,500 comments
	maxCreate   = 3
	createPause = 2 * time.Second // before looking whether a comment exists after all
)

// PutComment makes the Markdown the gate's one comment on the event's pull request: it creates the comment, or edits the
// one that is there in place, and deletes duplicates. A comment is the gate's if its first line is the gate's marker and
// its author is the token's (see login). Nothing is written if a newer run has commented, or if the pull request's head
// is no longer the event's. An error beside an outcome says that duplicates may be left; the comment stands.
func (c *Client) PutComment(ctx context.Context, e Event, gate, markdown string) (Posted, error) {
	if !e.IsPullRequest() {
		return Posted{}, errors.New("put comment: the event has no pull request")
	}
	mark := marker{gate: gate, head: e.Head, run: e.Run, attempt: e.Attempt}
	t := thread{client: c, event: e, mark: mark, body: mark.body(markdown, e.RunURL())}
	posted, err := t.put(ctx)
	switch status, message := refusal(err); {
	case err != nil && posted.Outcome != "":
		return posted, fmt.Errorf("tidy after comment: %w", err)
	case status == http.StatusForbidden, status == http.StatusNotFound: // 404 hides what a token may not see
		return Posted{Outcome: Forbidden, Reason: fmt.Sprintf("GitHub says %q; the job needs the permission pull-requests: write", message)}, nil
	case err != nil:
		return Posted{}, fmt.Errorf("put comment: %w", err)
	}
	return posted, nil
}

// thread is the conversation of one pull request, as one gate's run sees it.
type thread struct {
	client *Client
	event  Event
	mark   marker
	body   string
	login  string // whose comments are ours
}

// own is a comment of this gate by our author.
type own struct {
	id   int64
	mark marker
	url  string
}

func (t *thread) put(ctx context.Context) (Posted, error) {
	var err error
	if t.login, err = t.client.login(ctx); err != nil {
		return Posted{}, err
	}
	comments, err := t.list(ctx)
	if err != nil {
		return Posted{}, err
	}
	if newer := t.newer(comments); newer != nil {
		return skipped(newer), nil
	}
	head, err := t.head(ctx)
	if err != nil {
		return Posted{}, err
	}
	if head != t.event.Head {
		return Posted{Outcome: Skipped, Reason: fmt.Sprintf("the pull request's head is now %s; this run judged %s", head, t.event.Head)}, nil
	}
	if len(comments) > 0 {
		return t.update(ctx, comments)
	}
	return t.create(ctx)
}

// update edits the oldest comment, where people have seen it before, and deletes the others.
func (t *thread) update(ctx context.Context, comments []own) (Posted, error) {
	edited, _, err := t.client.api.Issues.EditComment(ctx, t.event.Owner, t.event.Repo, comments[0].id, &gogithub.IssueComment{Body: &t.body})
	if err != nil {
		return Posted{}, fmt.Errorf("edit comment: %w", err)
	}
	return Posted{Outcome: Updated, URL: edited.GetHTMLURL()}, t.remove(ctx, comments[1:])
}

// create adds the comment, then lists again: another run may have commented meanwhile, and an app's comments are known
// for ours only now.
func (t *thread) create(ctx context.Context) (Posted, error) {
	made, err := t.post(ctx)
	if err != nil {
		return Posted{}, fmt.Errorf("create comment: %w", err)
	}
	comments, err := t.list(ctx)
	if err != nil {
		return Posted{Outcome: Created, URL: made.url}, fmt.Errorf("look for duplicates: %w", err)
	}
	if newer := t.newer(comments); newer != nil {
		return skipped(newer), t.remove(ctx, []own{made})
	}
	if !slices.ContainsFunc(comments, func(c own) bool { return c.id == made.id }) { // a list may lag behind
		comments = append(comments, made)
	}
	if comments[0].id != made.id {
		return t.update(ctx, comments)
	}
	return Posted{Outcome: Created, URL: made.url}, t.remove(ctx, comments[1:])
}

// post creates a comment. Where the answer leaves open whether there is one now, it looks before it tries again.
func (t *thread) post(ctx context.Context) (own, error) {
	for attempt := 1; ; attempt++ {
		made, _, err := t.client.api.Issues.CreateComment(ctx, t.event.Owner, t.event.Repo, t.event.PullRequest, &gogithub.IssueComment{Body: &t.body})
		if err == nil {
			t.login = made.GetUser().GetLogin()
			return own{id: made.GetID(), mark: t.mark, url: made.GetHTMLURL()}, nil
		}
		if !ambiguous(ctx, err) {
			return own{}, err
		}
		if err := t.client.sleep(ctx, createPause<<(attempt-1)); err != nil {
			return own{}, err
		}
		comments, listErr := t.list(ctx)
		if listErr != nil {
			return own{}, errors.Join(err, listErr)
		}
		if i := slices.IndexFunc(comments, func(c own) bool { return c.mark == t.mark }); i >= 0 {
			return comments[i], nil
		}
		if attempt == maxCreate {
			return own{}, err
		}
	}
}

// list returns the gate's comments by our author, oldest first, as GitHub lists them.
func (t *thread) list(ctx context.Context) ([]own, error) {
	var found []own
	options := gogithub.IssueListCommentsOptions{ListOptions: gogithub.ListOptions{PerPage: perPage}}
	for range maxPages {
		page, resp, err := t.client.api.Issues.ListComments(ctx, t.event.Owner, t.event.Repo, t.event.PullRequest, &options)
		if err != nil {
			return nil, fmt.Errorf("list comments: %w", err)
		}
		for _, comment := range page {
			mark, ok := parseMarker(comment.GetBody())
			if ok && mark.gate == t.mark.gate && strings.EqualFold(comment.GetUser().GetLogin(), t.login) {
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

// newer returns a comment of a newer run or attempt than ours, or nil.
func (t *thread) newer(comments []own) *own {
	for i := range comments {
		if comments[i].mark.compare(t.mark) > 0 {
			return &comments[i]
		}
	}
	return nil
}

func skipped(newer *own) Posted {
	return Posted{
		Outcome: Skipped, URL: newer.url,
		Reason: fmt.Sprintf("run %d, attempt %d, is newer and has commented", newer.mark.run, newer.mark.attempt),
	}
}

// head asks for the pull request's current head commit.
func (t *thread) head(ctx context.Context) (string, error) {
	pull, _, err := t.client.api.PullRequests.Get(ctx, t.event.Owner, t.event.Repo, t.event.PullRequest)
	if err != nil {
		return "", fmt.Errorf("get pull request: %w", err)
	}
	return pull.GetHead().GetSHA(), nil
}

// remove deletes comments; one that is gone already is as good as deleted.
func (t *thread) remove(ctx context.Context, comments []own) error {
	for _, comment := range comments {
		_, err := t.client.api.Issues.DeleteComment(ctx, t.event.Owner, t.event.Repo, comment.id)
		if status, _ := refusal(err); err != nil && status != http.StatusNotFound {
			return fmt.Errorf("delete duplicate comment: %w", err)
		}
	}
	return nil
}
