package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"unicode"

	gogithub "github.com/google/go-github/v60/github"
)

// Trigger is the run whose end started this one, on workflow_run. GitHub says all of it, and none of it comes from the
// files that the run left.
type Trigger struct {
	Event      string // what had started that run; the rest is there for pull_request only
	Run        int64
	Attempt    int64
	Conclusion string // how it ended: success, failure, ...; "" where GitHub does not say
	Head       string // commit that it judged
	Branch     string // its branch, in the repository of Owner
	Owner      string // "" where the fork is gone
	Fork       bool   // Owner's repository is another one
}

var (
	wordPattern  = regexp.MustCompile(`^[a-z_]{1,64}$`)
	ownerPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$`)
)

// maxBranch is more bytes than any branch's name has.
const maxBranch = 1_000

// workflowRun is the little that is used of the payload's workflow_run.
type workflowRun struct {
	ID             int64        `json:"id"`
	Attempt        int64        `json:"run_attempt"`
	Event          string       `json:"event"`
	Conclusion     string       `json:"conclusion"`
	HeadSHA        string       `json:"head_sha"`
	HeadBranch     string       `json:"head_branch"`
	HeadRepository *payloadRepo `json:"head_repository"` // null once the fork is deleted
	Repository     payloadRepo  `json:"repository"`
}

type payloadRepo struct {
	FullName      string `json:"full_name"`
	DefaultBranch string `json:"default_branch"`
	Owner         struct {
		Login string `json:"login"`
	} `json:"owner"`
}

// trigger checks and takes over the run that the payload is about, which has to be one of the repository.
func (p payload) trigger(repo string) (*Trigger, error) {
	w := p.WorkflowRun
	if w == nil {
		return nil, errors.New("the payload holds no workflow_run")
	}
	for _, name := range []string{p.Repository.FullName, w.Repository.FullName} {
		if !strings.EqualFold(name, repo) {
			return nil, fmt.Errorf("the payload is about a run of %q, not of %s", name, repo)
		}
	}
	switch {
	case !wordPattern.MatchString(w.Event):
		return nil, fmt.Errorf("workflow_run in the payload has event %q", w.Event)
	case w.Event != "pull_request":
		return &Trigger{Event: w.Event}, nil
	case w.ID < 1 || w.Attempt < 1 || !shaPattern.MatchString(w.HeadSHA):
		return nil, fmt.Errorf("workflow_run in the payload has id %d, run_attempt %d and head_sha %q", w.ID, w.Attempt, w.HeadSHA)
	case w.Conclusion != "" && !wordPattern.MatchString(w.Conclusion):
		return nil, fmt.Errorf("workflow_run in the payload has conclusion %q", w.Conclusion)
	case w.HeadBranch == "" || len(w.HeadBranch) > maxBranch || strings.ContainsFunc(w.HeadBranch, unicode.IsControl):
		return nil, fmt.Errorf("workflow_run in the payload has a head_branch of %d bytes, or with a control character", len(w.HeadBranch))
	}
	t := &Trigger{Event: w.Event, Run: w.ID, Attempt: w.Attempt, Conclusion: w.Conclusion, Head: w.HeadSHA, Branch: w.HeadBranch, Fork: true}
	if r := w.HeadRepository; r != nil {
		if !ownerPattern.MatchString(r.Owner.Login) {
			return nil, fmt.Errorf("workflow_run in the payload has head_repository.owner.login %q", r.Owner.Login)
		}
		t.Owner, t.Fork = r.Owner.Login, !strings.EqualFold(r.FullName, repo)
	}
	return t, nil
}

// FindPull returns the event as the triggering run would have seen it: with the one open pull request whose head that
// run judged, and with its numbers. Where there is none, why says so and the event is of no use. Two of them are an
// error: a run does not say which of them it was about.
func (c *Client) FindPull(ctx context.Context, e Event) (found Event, why string, err error) {
	t := e.Trigger
	if t == nil || t.Event != "pull_request" {
		return e, "", errors.New("find pull request: no run of a pull request started this one")
	}
	none := "no open pull request has head " + t.Head
	if t.Owner == "" {
		return e, none + ": its fork is gone", nil
	}
	e.Head, e.Run, e.Attempt = t.Head, t.Run, t.Attempt
	label := t.Owner + ":" + t.Branch
	options := gogithub.PullRequestListOptions{State: "open", Head: label, ListOptions: gogithub.ListOptions{PerPage: perPage}}
	for range maxPages {
		page, resp, err := c.api.PullRequests.List(ctx, e.Owner, e.Repo, &options)
		if status, message := refusal(err); status == http.StatusForbidden || status == http.StatusNotFound {
			return e, "", fmt.Errorf("find pull request: GitHub says %q; the job needs the permission pull-requests: write", message)
		}
		if err != nil {
			return e, "", fmt.Errorf("find pull request: %w", err)
		}
		for _, pull := range page {
			// GitHub passes over a filter that it does not understand.
			if pull.GetHead().GetSHA() != t.Head || !strings.EqualFold(pull.GetHead().GetLabel(), label) {
				continue
			}
			if e.PullRequest != 0 {
				return e, "", fmt.Errorf("find pull request: #%d and #%d are both open from %s at %s, and the run does not say which of them it judged; close one of them", e.PullRequest, pull.GetNumber(), label, t.Head)
			}
			e.PullRequest = pull.GetNumber()
		}
		if resp.NextPage == 0 {
			if e.PullRequest == 0 {
				return e, none, nil
			}
			return e, "", nil
		}
		options.Page = resp.NextPage
	}
	return e, "", fmt.Errorf("find pull request: there are more than %d from %s", maxPages*perPage, label)
}
