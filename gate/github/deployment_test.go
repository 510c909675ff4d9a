package github

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

var headC = strings.Repeat("c", 40)

// deploying is a bench with three commits to deploy.
func deploying(t *testing.T, user githubtest.User) *bench {
	t.Helper()
	b := newBench(t, user, nil)
	for _, commit := range []string{headA, headB, headC} {
		b.SetCommit(commit, nil)
	}
	return b
}

// deploy puts a deployment of the gate "agent" to the environment "staging".
func (b *bench) deploy(t *testing.T, commit string) Deployed {
	t.Helper()
	done, err := b.client.PutDeployment(t.Context(), "octo", "shop", Deployment{Environment: "staging", Gate: "agent", Commit: commit, Log: "https://github.example/run"})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// states lists the deployments, each as COMMIT'S FIRST LETTER, TASK and states.
func (b *bench) states() []string {
	var out []string
	for _, d := range b.Deployments() {
		out = append(out, d.Commit[:1]+" "+d.Environment+" "+strings.Join(d.States, ","))
	}
	return out
}

func (b *bench) wantStates(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, b.states()); diff != "" {
		t.Errorf("deployments (-want +got):\n%s", diff)
	}
}

// The newest holds the environment, earlier ones of the gate are retired, and those
// of another gate or environment are left alone.
func TestPutDeployment(t *testing.T) {
	b := deploying(t, githubtest.User{Login: bot, App: true})
	for _, other := range []Deployment{{Environment: "staging", Gate: "other", Commit: headA}, {Environment: "production", Gate: "agent", Commit: headA, Production: true}} {
		if _, err := b.client.PutDeployment(t.Context(), "octo", "shop", other); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.deploy(t, headA).Outcome; got != Created {
		t.Errorf("first: %s", got)
	}
	if got := b.deploy(t, headA).Outcome; got != Updated {
		t.Errorf("again: %s", got)
	}
	b.deploy(t, headB)
	b.deploy(t, headC)
	b.wantStates(t, "a staging success", "a production success", "a staging success,inactive", "b staging success,inactive", "c staging success")
	if d := b.Deployments(); !d[1].Production || d[0].Production || d[0].Task != "keptgate:other" {
		t.Errorf("deployments %+v", d)
	}
	// An earlier commit may come back.
	b.deploy(t, headA)
	b.wantStates(t, "a staging success", "a production success", "a staging success,inactive", "b staging success,inactive", "c staging success,inactive", "a staging success")
}

// Whatever request a run is killed at, the next run puts everything right.
func TestPutDeploymentGoesOn(t *testing.T) {
	for at := range 8 {
		b := deploying(t, githubtest.User{Login: bot, App: true})
		b.deploy(t, headA)
		b.deploy(t, headB)
		ctx, kill := context.WithCancel(t.Context())
		left := at
		b.Watch(func(githubtest.Request) {
			if left--; left < 0 {
				kill()
			}
		})
		b.client.PutDeployment(ctx, "octo", "shop", Deployment{Environment: "staging", Gate: "agent", Commit: headC}) // what it says is of no interest
		kill()
		b.Watch(nil)
		b.deploy(t, headC)
		b.wantStates(t, "a staging success,inactive", "b staging success,inactive", "c staging success")
	}
}

// An answer that is lost is looked up, and nothing is there twice.
func TestPutDeploymentLooksBeforeItRepeats(t *testing.T) {
	for _, path := range []string{"/repos/octo/shop/deployments", "/repos/octo/shop/deployments/"} {
		b := deploying(t, githubtest.User{Login: bot, App: true})
		b.Fail(githubtest.Failure{Method: "POST", Path: path, Status: 502, Commit: true})
		b.deploy(t, headA)
		b.wantStates(t, "a staging success")
	}
}

func TestPutDeploymentRefused(t *testing.T) {
	b := deploying(t, githubtest.User{Login: bot, App: true, ReadOnly: true})
	if got := b.deploy(t, headA); got.Outcome != Forbidden || !strings.Contains(got.Reason, "deployments: write") {
		t.Errorf("without the right: %+v", got)
	}
	b = deploying(t, githubtest.User{Login: bot, App: true})
	d := Deployment{Environment: "staging", Gate: "agent", Commit: strings.Repeat("d", 40)}
	if _, err := b.client.PutDeployment(t.Context(), "octo", "shop", d); err == nil || !strings.Contains(err.Error(), "create deployment") {
		t.Errorf("an unknown commit: %v", err)
	}
	b.deploy(t, headA)
	d.Commit = headB
	for _, test := range []struct{ method, path, want string }{
		{"GET", "/repos/octo/shop/deployments", "list deployments"},
		{"GET", "/repos/octo/shop/deployments/", "list statuses"},
		{"POST", "/repos/octo/shop/deployments/", "set deployment"},
	} {
		b.Fail(githubtest.Failure{Method: test.method, Path: test.path, Status: http.StatusUnprocessableEntity})
		if _, err := b.client.PutDeployment(t.Context(), "octo", "shop", d); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s refused: %v", test.want, err)
		}
	}
	for _, failing := range []int{2, 3} { // the statuses of an earlier one are read, and set
		b = deploying(t, githubtest.User{Login: bot, App: true})
		b.deploy(t, headA)
		posts, gets := 0, 0
		b.Watch(func(r githubtest.Request) {
			switch {
			case !strings.HasSuffix(r.Path, "/statuses"):
			case r.Method == "GET":
				if gets++; gets == failing {
					b.Fail(githubtest.Failure{Method: "GET", Status: 422})
				}
			default:
				if posts++; posts == failing-1 && failing == 3 {
					b.Fail(githubtest.Failure{Method: "POST", Status: 422})
				}
			}
		})
		if _, err := b.client.PutDeployment(t.Context(), "octo", "shop", d); err == nil {
			t.Errorf("request %d for statuses refused: no error", failing)
		}
	}
	b = deploying(t, githubtest.User{Login: bot, App: true})
	b.Fail(githubtest.Failure{Method: "POST", Status: 500, Times: maxDeploy})
	if _, err := b.client.PutDeployment(t.Context(), "octo", "shop", d); err == nil || len(b.slept) != maxDeploy-1 {
		t.Errorf("an outage: %v after %d waits", err, len(b.slept))
	}
	away := errors.New("away")
	b.client.sleep = func(context.Context, time.Duration) error { return away }
	b.Fail(githubtest.Failure{Method: "POST", Drop: true})
	if _, err := b.client.PutDeployment(t.Context(), "octo", "shop", d); !errors.Is(err, away) {
		t.Errorf("a wait that was broken off: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	b.Watch(func(githubtest.Request) { cancel() })
	b.Fail(githubtest.Failure{Method: "GET", Status: 500, Times: 9})
	if _, err := b.client.PutDeployment(ctx, "octo", "shop", d); err == nil {
		t.Error("a killed run puts a deployment")
	}
}

// The newest deployment is marked, once, and only if it is of the commit.
func TestMarkDeployment(t *testing.T) {
	b := deploying(t, githubtest.User{Login: bot, App: true})
	mark := func(commit, state string) Deployed {
		t.Helper()
		done, err := b.client.MarkDeployment(t.Context(), "octo", "shop", Deployment{Environment: "staging", Gate: "agent", Commit: commit}, state, "complaints")
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	if got := mark(headA, StateFailure); got.Outcome != Skipped || !strings.Contains(got.Reason, headA) {
		t.Errorf("without a deployment: %+v", got)
	}
	b.deploy(t, headA)
	b.deploy(t, headB)
	if got := mark(headA, StateFailure); got.Outcome != Skipped {
		t.Errorf("of an earlier commit: %+v", got)
	}
	if got := mark(headB, StateFailure); got.Outcome != Updated || got.State != StateSuccess {
		t.Errorf("of the commit: %+v", got)
	}
	mark(headB, StateFailure)
	b.wantStates(t, "a staging success,inactive", "b staging success,failure")
	// A promotion does not undo the mark, and retires nothing behind it that is not active.
	b.deploy(t, headB)
	b.deploy(t, headC)
	b.wantStates(t, "a staging success,inactive", "b staging success,failure", "c staging success")
	b.Fail(githubtest.Failure{Method: "GET", Status: 422})
	if _, err := b.client.MarkDeployment(t.Context(), "octo", "shop", Deployment{Environment: "staging"}, StateFailure, ""); err == nil {
		t.Error("an unreadable list is marked")
	}
	if !slices.ContainsFunc(b.Requests(), func(r githubtest.Request) bool { return strings.Contains(r.Body, "complaints") }) {
		t.Error("the words are not sent")
	}
}
