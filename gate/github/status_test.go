package github

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

func TestStatusFollowsTheConclusion(t *testing.T) {
	b := newBench(t, app, nil)
	want := []githubtest.Status{}
	for conclusion, state := range map[Conclusion]string{Success: "success", Failure: "failure", ActionRequired: "error", Cancelled: "error"} {
		posted, err := b.client.SetStatus(t.Context(), b.event(3, 1), "agent", conclusion, "limits fell\n\x1bfar")
		if err != nil || posted.Outcome != Created {
			t.Fatalf("%s: %+v, %v", conclusion, posted, err)
		}
		want = append(want, githubtest.Status{
			Repo: repo, Commit: headA, State: state, Context: "keptgate/agent", Description: "limits fell \uFFFDfar",
			TargetURL: "https://github.example/octo/shop/actions/runs/3/attempts/1",
		})
	}
	if diff := cmp.Diff(want, b.Statuses()); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
}

func TestStatusKeepsItsBound(t *testing.T) {
	b := newBench(t, app, nil)
	if _, err := b.client.SetStatus(t.Context(), b.event(1, 1), "agent", Success, strings.Repeat("変", 141)); err != nil {
		t.Fatal(err)
	}
	if got, want := b.Statuses()[0].Description, strings.Repeat("変", 139)+"…"; got != want {
		t.Errorf("description %q, want %q", got, want)
	}
}

func TestStatusForbidden(t *testing.T) {
	b := newBench(t, githubtest.User{Login: bot, App: true, Deny: []string{"repos/create-commit-status"}}, nil)
	posted, err := b.client.SetStatus(t.Context(), b.event(1, 1), "agent", Success, "passed")
	if err != nil || posted.Outcome != Forbidden || !strings.Contains(posted.Reason, "statuses: write") {
		t.Errorf("%+v, %v, want forbidden, with the permission named", posted, err)
	}
}

func TestStatusIsRepeated(t *testing.T) {
	for _, test := range []struct {
		name     string
		failures githubtest.Failure
		slept    []time.Duration
		statuses int
		wantErr  bool
	}{
		{"500, then set", githubtest.Failure{Status: 500}, []time.Duration{2 * time.Second}, 1, false},
		{"limited, then set", githubtest.Failure{Status: 429, Header: map[string]string{"Retry-After": "9"}}, []time.Duration{9 * time.Second}, 1, false},
		{"500 for ever", githubtest.Failure{Status: 500, Times: 9}, []time.Duration{2 * time.Second, 4 * time.Second}, 0, true},
		{"refused", githubtest.Failure{Status: 422}, nil, 0, true},
	} {
		b := newBench(t, app, nil)
		b.Fail(test.failures)
		_, err := b.client.SetStatus(t.Context(), b.event(1, 1), "agent", Failure, "fell")
		if (err != nil) != test.wantErr || len(b.Statuses()) != test.statuses {
			t.Errorf("%s: %v, %d statuses, want error %t, %d", test.name, err, len(b.Statuses()), test.wantErr, test.statuses)
		}
		if diff := cmp.Diff(test.slept, b.slept); diff != "" {
			t.Errorf("%s: waits (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestStatusIsNotWaitedForOnceCancelled(t *testing.T) {
	b := newBench(t, app, nil)
	ctx, cancel := context.WithCancel(t.Context())
	b.client.sleep = func(context.Context, time.Duration) error { cancel(); return ctx.Err() }
	b.Fail(githubtest.Failure{Method: http.MethodPost, Status: 500})
	if _, err := b.client.SetStatus(ctx, b.event(1, 1), "agent", Success, "passed"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was cancelled", err)
	}
}
