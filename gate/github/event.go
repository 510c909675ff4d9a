package github

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/sethvargo/go-githubactions"
)

// Event is what started the run, and where the run is.
type Event struct {
	Name        string // pull_request, merge_group, push, ...
	Owner, Repo string
	PullRequest int      // number; 0 where the event is not about a pull request
	Head        string   // commit to be judged: the pull request's or the group's head, otherwise SHA
	BaseRef     string   // branch that the change goes into; "" where there is none
	Base        string   // commit before the change; "" for a pull request, whose base is the first parent of SHA
	Branch      string   // that the workflow runs on; "" for a tag or a pull request
	Default     string   // default branch of the repository; "" where the payload does not tell
	Actor       string   // login of who started the run, or started it again
	SHA         string   // commit that the workflow runs on; for a pull request GitHub's test merge
	Run         int64    // grows with every run of the repository
	Attempt     int64    // 1, and one more each time the run is started again
	Trigger     *Trigger // run that started this one; nil but on workflow_run
	APIURL      string   // without a slash at its end
	ServerURL   string   // likewise
}

// maxEvent is GitHub's own limit for a payload, in bytes.
const maxEvent = 25 << 20

var (
	repoPattern = regexp.MustCompile(`^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$`)
	shaPattern  = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)
)

// IsPullRequest reports whether there is a pull request to comment on.
func (e Event) IsPullRequest() bool { return e.PullRequest > 0 }

// OnDefault reports whether the run is of the repository's default branch itself, not of a change.
func (e Event) OnDefault() bool { return e.Branch != "" && e.Branch == e.Default }

// RunURL is the address of this attempt's page; "" outside a run.
func (e Event) RunURL() string {
	if e.Run == 0 {
		return ""
	}
	return fmt.Sprintf("%s/%s/%s/actions/runs/%d/attempts/%d", e.ServerURL, e.Owner, e.Repo, e.Run, e.Attempt)
}

// ReadEvent reads the GITHUB_ variables and the payload that GITHUB_EVENT_PATH names. With an error comes what was
// understood until then, so that a run can go on without its comment.
func ReadEvent(getenv func(string) string) (Event, error) {
	e, err := readVariables(getenv)
	if err != nil {
		return e, fmt.Errorf("read event: %w", err)
	}
	if e.Name == "pull_request_target" {
		return e, errors.New("read event: pull_request_target gives the code of a fork the rights of the base; start the workflow on pull_request")
	}
	p, err := readPayload(getenv("GITHUB_EVENT_PATH"))
	if err != nil {
		if !strings.HasPrefix(e.Name, "pull_request") && e.Name != "merge_group" && e.Name != "workflow_run" {
			return e, nil // the variables say all that other events are asked for
		}
		return e, fmt.Errorf("read event %s: %w", e.Name, err)
	}
	if err := e.apply(p); err != nil {
		return e, fmt.Errorf("read event %s: %w", e.Name, err)
	}
	return e, nil
}

func readVariables(getenv func(string) string) (Event, error) {
	// The library reads the payload whole, whatever its size: its path is kept from it.
	variables := func(key string) string {
		if key == "GITHUB_EVENT_PATH" {
			return ""
		}
		return getenv(key)
	}
	ctx, err := githubactions.New(githubactions.WithGetenv(variables), githubactions.WithWriter(io.Discard)).Context()
	if err != nil {
		return Event{}, fmt.Errorf("parse GITHUB_ variables: %w", err)
	}
	owner, repo := ctx.Repo()
	e := Event{
		Name: ctx.EventName, Owner: owner, Repo: repo,
		Actor: cmp.Or(getenv("GITHUB_TRIGGERING_ACTOR"), ctx.Actor),
		Head:  ctx.SHA, SHA: ctx.SHA, Run: ctx.RunID, Attempt: max(ctx.RunAttempt, 1),
		APIURL: strings.TrimRight(ctx.APIURL, "/"), ServerURL: strings.TrimRight(ctx.ServerURL, "/"),
	}
	if branch, ok := strings.CutPrefix(ctx.Ref, "refs/heads/"); ok {
		e.Branch = branch
	}
	switch {
	case e.Name == "":
		err = errors.New("GITHUB_EVENT_NAME is not set; run this as a step of a workflow")
	case !repoPattern.MatchString(owner + "/" + repo):
		err = fmt.Errorf("GITHUB_REPOSITORY is %q, not OWNER/NAME; run this as a step of a workflow", ctx.Repository)
	case e.SHA != "" && !shaPattern.MatchString(e.SHA):
		err = fmt.Errorf("GITHUB_SHA is %q, not a commit", e.SHA)
	}
	return e, err
}

// payload is the little that is used of what GitHub sends.
type payload struct {
	PullRequest *struct {
		Number int                  `json:"number"`
		Head   struct{ SHA string } `json:"head"`
		Base   struct{ Ref string } `json:"base"`
	} `json:"pull_request"`
	MergeGroup *struct {
		HeadSHA string `json:"head_sha"`
		BaseSHA string `json:"base_sha"`
		BaseRef string `json:"base_ref"`
	} `json:"merge_group"`
	WorkflowRun *workflowRun `json:"workflow_run"`
	Repository  payloadRepo  `json:"repository"`
}

func readPayload(path string) (payload, error) {
	var p payload
	if path == "" {
		return p, errors.New("GITHUB_EVENT_PATH is not set; run this as a step of a workflow")
	}
	file, err := os.Open(path)
	if err != nil {
		return p, fmt.Errorf("open payload: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxEvent+1))
	if err != nil {
		return p, fmt.Errorf("read payload: %w", err)
	}
	if len(data) > maxEvent {
		return p, fmt.Errorf("read payload %s: it is over %d bytes, more than GitHub sends", path, maxEvent)
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return payload{}, fmt.Errorf("parse payload %s: %w", path, err)
	}
	return p, nil
}

// apply takes over what the payload knows better than the variables. An event keeps what it had if the payload is wrong.
func (e *Event) apply(p payload) error {
	e.Default = p.Repository.DefaultBranch
	switch {
	case e.Name == "workflow_run":
		var err error
		e.Trigger, err = p.trigger(e.Owner + "/" + e.Repo)
		return err
	case p.PullRequest != nil:
		if p.PullRequest.Number < 1 || !shaPattern.MatchString(p.PullRequest.Head.SHA) {
			return fmt.Errorf("pull_request in the payload has number %d and head.sha %q", p.PullRequest.Number, p.PullRequest.Head.SHA)
		}
		e.PullRequest, e.Head, e.BaseRef = p.PullRequest.Number, p.PullRequest.Head.SHA, p.PullRequest.Base.Ref
	case p.MergeGroup != nil:
		if !shaPattern.MatchString(p.MergeGroup.HeadSHA) || !shaPattern.MatchString(p.MergeGroup.BaseSHA) {
			return fmt.Errorf("merge_group in the payload has head_sha %q and base_sha %q", p.MergeGroup.HeadSHA, p.MergeGroup.BaseSHA)
		}
		e.Head, e.Base = p.MergeGroup.HeadSHA, p.MergeGroup.BaseSHA
		e.BaseRef = strings.TrimPrefix(p.MergeGroup.BaseRef, "refs/heads/")
	case strings.HasPrefix(e.Name, "pull_request"), e.Name == "merge_group":
		return fmt.Errorf("the payload holds no %s", e.Name)
	case e.Name == "push":
		e.Base = e.SHA
	}
	return nil
}
