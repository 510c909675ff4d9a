package github

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	gogithub "github.com/google/go-github/v60/github"
)

// Deployment says of a commit that a gate has let it into an environment.
type Deployment struct {
	Environment string // the stage
	Gate        string // only deployments of the same gate take its place
	Commit      string
	Tree        string
	Production  bool   // end users meet it
	Log         string // address of the run
}

// Deployed is the fate of a deployment.
type Deployed struct {
	Outcome Outcome // Created; Updated where it was there already; Forbidden
	Reason  string  // why it was forbidden
	ID      int64
	State   string // of a deployment that Mark found, before it was marked
}

// The states of a deployment that we set.
const (
	StateSuccess  = "success"
	StateFailure  = "failure"
	StateInactive = "inactive"
)

const maxDeploy = 3 // tries of what may have been carried out without an answer

// PutDeployment makes the commit the one that its environment holds: it creates the
// deployment and its status unless they are there, and makes the gate's earlier ones
// of the environment inactive. All of it may be done again after it was broken off.
// Only the hundred newest deployments are looked at.
func (c *Client) PutDeployment(ctx context.Context, owner, repo string, d Deployment) (Deployed, error) {
	s := site{client: c, owner: owner, repo: repo, deployment: d}
	return s.again(ctx, "put deployment", s.put)
}

// MarkDeployment sets the state of the newest deployment of a gate to an environment,
// StateFailure or StateInactive, with a few words. It must be of the commit where one is given.
func (c *Client) MarkDeployment(ctx context.Context, owner, repo string, d Deployment, state, words string) (Deployed, error) {
	s := site{client: c, owner: owner, repo: repo, deployment: d}
	return s.again(ctx, "mark deployment", func(ctx context.Context) (Deployed, error) { return s.mark(ctx, state, words) })
}

// site is what one gate deploys to one environment.
type site struct {
	client      *Client
	owner, repo string
	deployment  Deployment
}

// again repeats what may or may not have been carried out: each time it looks first.
func (s *site) again(ctx context.Context, what string, do func(context.Context) (Deployed, error)) (Deployed, error) {
	for try := 1; ; try++ {
		done, err := do(ctx)
		status, message := refusal(err)
		switch {
		case err == nil:
			return done, nil
		case status == http.StatusForbidden, status == http.StatusNotFound: // 404 hides what a token may not see
			return Deployed{Outcome: Forbidden, Reason: fmt.Sprintf("GitHub says %q; the job needs the permission deployments: write", message)}, nil
		case try == maxDeploy || !ambiguous(ctx, err):
			return Deployed{}, fmt.Errorf("%s in environment %s: %w", what, s.deployment.Environment, err)
		}
		if err := s.client.sleep(ctx, createPause<<(try-1)); err != nil {
			return Deployed{}, err
		}
	}
}

func (s *site) put(ctx context.Context) (Deployed, error) {
	list, err := s.list(ctx)
	if err != nil {
		return Deployed{}, err
	}
	done := Deployed{Outcome: Updated}
	if len(list) == 0 || list[0].GetSHA() != s.deployment.Commit {
		made, err := s.create(ctx)
		if err != nil {
			return Deployed{}, err
		}
		done.Outcome = Created
		list = append([]*gogithub.Deployment{made}, list...)
	}
	done.ID = list[0].GetID()
	// One that has a status was finished, or somebody has marked it since.
	state, err := s.state(ctx, done.ID)
	if err == nil && state == "" {
		err = s.set(ctx, done.ID, StateSuccess, "Promoted by Keptgate")
	}
	if err == nil {
		err = s.retire(ctx, list[1:])
	}
	return done, err
}

// retire makes deployments inactive, the oldest first. Those behind one that is
// inactive already were retired with it.
func (s *site) retire(ctx context.Context, list []*gogithub.Deployment) error {
	var active []int64
	for _, d := range list {
		state, err := s.state(ctx, d.GetID())
		if err != nil {
			return err
		}
		if state == StateInactive {
			break
		}
		if state != StateFailure && state != "error" {
			active = append(active, d.GetID())
		}
	}
	for _, id := range slices.Backward(active) {
		if err := s.set(ctx, id, StateInactive, "Another commit was promoted"); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) mark(ctx context.Context, state, words string) (Deployed, error) {
	list, err := s.list(ctx)
	if err != nil {
		return Deployed{}, err
	}
	d := s.deployment
	if len(list) == 0 || d.Commit != "" && list[0].GetSHA() != d.Commit {
		return Deployed{Outcome: Skipped, Reason: fmt.Sprintf("the newest deployment to %s is not of commit %s", d.Environment, d.Commit)}, nil
	}
	done := Deployed{Outcome: Updated, ID: list[0].GetID()}
	if done.State, err = s.state(ctx, done.ID); err == nil && done.State != state {
		err = s.set(ctx, done.ID, state, words)
	}
	return done, err
}

// task sets the deployments of one gate apart from those of others.
func (s *site) task() string { return "keptgate:" + s.deployment.Gate }

// list returns the gate's deployments to the environment, the newest first.
func (s *site) list(ctx context.Context) ([]*gogithub.Deployment, error) {
	list, _, err := s.client.api.Repositories.ListDeployments(ctx, s.owner, s.repo, &gogithub.DeploymentsListOptions{
		Task: s.task(), Environment: s.deployment.Environment, ListOptions: gogithub.ListOptions{PerPage: perPage},
	})
	if err != nil {
		return nil, fmt.Errorf("list deployments: %w", err)
	}
	return list, nil
}

// create deploys the very commit: nothing is merged into it, and no other check is
// waited for, since the gate has decided.
func (s *site) create(ctx context.Context) (*gogithub.Deployment, error) {
	d := s.deployment
	made, _, err := s.client.api.Repositories.CreateDeployment(ctx, s.owner, s.repo, &gogithub.DeploymentRequest{
		Ref: &d.Commit, Task: gogithub.String(s.task()), Environment: &d.Environment,
		AutoMerge: gogithub.Bool(false), RequiredContexts: &[]string{}, ProductionEnvironment: &d.Production,
		Description: gogithub.String("Promoted by Keptgate"), Payload: map[string]string{"gate": d.Gate, "tree": d.Tree},
	})
	if err != nil {
		return nil, fmt.Errorf("create deployment: %w", err)
	}
	return made, nil
}

// state is the newest status of a deployment, "" where it has none.
func (s *site) state(ctx context.Context, id int64) (string, error) {
	list, _, err := s.client.api.Repositories.ListDeploymentStatuses(ctx, s.owner, s.repo, id, &gogithub.ListOptions{PerPage: 1})
	if err != nil {
		return "", fmt.Errorf("list statuses of deployment %d: %w", id, err)
	}
	if len(list) == 0 {
		return "", nil
	}
	return list[0].GetState(), nil
}

// set adds a status. GitHub's own way to make others inactive would take those of
// other gates with them.
func (s *site) set(ctx context.Context, id int64, state, words string) error {
	request := &gogithub.DeploymentStatusRequest{State: &state, Description: &words, AutoInactive: gogithub.Bool(false)}
	if s.deployment.Log != "" {
		request.LogURL = &s.deployment.Log
	}
	if _, _, err := s.client.api.Repositories.CreateDeploymentStatus(ctx, s.owner, s.repo, id, request); err != nil {
		return fmt.Errorf("set deployment %d %s: %w", id, state, err)
	}
	return nil
}
