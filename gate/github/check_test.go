package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

const checkPath = "/repos/octo/shop/check-runs"

// checked begins and completes a check of run 1 with so many annotations and wants an outcome.
func (b *bench) checked(t *testing.T, annotations int, want Outcome) Posted {
	t.Helper()
	k := b.client.Check(b.event(1, 1), "agent")
	if _, err := k.Begin(t.Context()); err != nil {
		t.Fatalf("Begin: %v", err)
	}
	posted, err := k.Complete(t.Context(), blocked(annotations))
	if err != nil {
		t.Fatalf("Complete: %v", err)
	}
	if posted.Outcome != want {
		t.Fatalf("outcome %+v, want %s", posted, want)
	}
	return posted
}

func blocked(annotations int) CheckReport {
	r := CheckReport{Conclusion: Failure, Title: "limits fell", Summary: "## Blocked"}
	for i := range annotations {
		r.Annotations = append(r.Annotations, Annotation{Level: Error, File: "a.yaml", Line: i + 1, Title: "t", Message: "m"})
	}
	return r
}

// brief are the fields of a check that say how it stands.
func brief(checks []githubtest.Check) []string {
	var all []string
	for _, k := range checks {
		all = append(all, fmt.Sprintf("%s: %s %s %v", k.ExternalID, k.Status, k.Conclusion, k.Updates))
	}
	return all
}

func TestCheckBeginsAndCompletes(t *testing.T) {
	b := newBench(t, app, nil)
	k := b.client.Check(b.event(4, 2), "agent")
	began, err := k.Begin(t.Context())
	if err != nil || began.Outcome != Created || began.URL == "" {
		t.Fatalf("Begin: %+v, %v", began, err)
	}
	if diff := cmp.Diff([]string{"4/2: in_progress  [0]"}, brief(b.Checks())); diff != "" {
		t.Errorf("begun (-want +got):\n%s", diff)
	}
	ended, err := k.Complete(t.Context(), CheckReport{
		Conclusion: Failure, Title: "limits fell\nby 9", Summary: "## Blocked",
		Annotations: []Annotation{
			{Level: Error, File: "evals/a.yaml", Line: 7, Title: "crm/r-001", Message: "Promise\nkept by none: a::b"},
			{Level: Warning, Title: "no file"},
			{Level: Warning, File: "evals/b\u202e.yaml", Message: "\x1b[31mred\x00 \xff\u200b"},
		},
	})
	if err != nil || ended.Outcome != Updated || ended.URL != began.URL {
		t.Fatalf("Complete: %+v, %v, want updated at %s", ended, err, began.URL)
	}
	want := []githubtest.Check{{
		Repo: repo, Login: bot, Updates: []int{0, 2}, Name: "keptgate report: agent", Head: headA, Status: "completed", Conclusion: "failure",
		ExternalID: "4/2", DetailsURL: "https://github.example/octo/shop/actions/runs/4/attempts/2", Title: "limits fell by 9", Summary: "## Blocked",
		Annotations: []githubtest.Annotation{
			{Path: "evals/a.yaml", Line: 7, End: 7, Level: "failure", Title: "crm/r-001", Message: "Promise\nkept by none: a::b"},
			{Path: "evals/b\uFFFD.yaml", Line: 1, End: 1, Level: "warning", Message: "\uFFFD[31mred\uFFFD \uFFFD\uFFFD"},
		},
	}}
	if diff := cmp.Diff(want, b.Checks(), cmpopts.IgnoreFields(githubtest.Check{}, "ID")); diff != "" {
		t.Errorf("check (-want +got):\n%s", diff)
	}
}

func TestCheckAnnotatesInBatches(t *testing.T) {
	for n, want := range map[int][]int{
		0: {0, 0}, 1: {0, 1}, 50: {0, 50}, 51: {0, 50, 1}, 120: {0, 50, 50, 20}, 501: {0, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50},
	} {
		b := newBench(t, app, nil)
		b.checked(t, n, Updated)
		k := b.Checks()[0]
		if diff := cmp.Diff(want, k.Updates); diff != "" {
			t.Errorf("%d annotations by request (-want +got):\n%s", n, diff)
		}
		for i, a := range k.Annotations {
			if a.Line != i+1 {
				t.Fatalf("annotation %d is on line %d: the order is lost", i, a.Line)
			}
		}
	}
}

func TestCheckKeepsItsBounds(t *testing.T) {
	b := newBench(t, app, nil)
	long := strings.Repeat("変更 ", 40_000)
	k := b.client.Check(b.event(1, 1), "agent "+long)
	_, err := k.Complete(t.Context(), CheckReport{
		Conclusion: Success, Title: long, Summary: "## Passed\n" + long,
		Annotations: []Annotation{{Level: Notice, File: long, Title: long, Message: long}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := b.Checks()[0]
	a := got.Annotations[0]
	for _, part := range []struct {
		name, text string
		most       int
	}{
		{"name", got.Name, 300},
		{"title", got.Title, 255},
		{"summary", got.Summary, 65_535},
		{"path", a.Path, 1024},
		{"annotation's title", a.Title, 255},
		{"message", a.Message, 4096},
	} {
		if len(part.text) > part.most || len(part.text) < part.most/2 || !utf8.ValidString(part.text) {
			t.Errorf("%s has %d bytes, valid %t, want nearly %d", part.name, len(part.text), utf8.ValidString(part.text), part.most)
		}
	}
	if !strings.HasPrefix(got.Summary, "## Passed\n\n> Too long to show in full: [the rest is with the run](https://github.example/") {
		t.Errorf("the summary begins %q", cut(got.Summary, 120))
	}
}

// A token without the right is asked once, and its owner is told which right it is.
func TestCheckForbidden(t *testing.T) {
	for _, status := range []int{http.StatusForbidden, http.StatusNotFound} {
		b := newBench(t, app, nil)
		b.Fail(githubtest.Failure{Path: checkPath, Status: status, Message: "Resource not accessible by integration"})
		posted := b.checked(t, 1, Forbidden)
		if !strings.Contains(posted.Reason, "not accessible") || !strings.Contains(posted.Reason, "checks: write") {
			t.Errorf("reason %q does not quote GitHub and name the permission", posted.Reason)
		}
		if len(b.Checks()) > 0 || len(b.Requests()) != 1 || len(b.slept) > 0 {
			t.Errorf("%d checks after %d requests and waits %v, want none after 1", len(b.Checks()), len(b.Requests()), b.slept)
		}
	}
}

// Whatever GitHub answers first, there is one check in the end, and all of it is there.
func TestNothingOfACheckIsLost(t *testing.T) {
	secondary := "You have exceeded a secondary rate limit."
	whole := []string{"1/1: completed failure [0 50 10]"}
	for _, test := range []struct {
		name    string
		failure githubtest.Failure
		slept   []time.Duration
		want    []string
	}{
		{"create, 429", githubtest.Failure{Method: "POST", Status: 429, Header: map[string]string{"Retry-After": "17"}}, []time.Duration{17 * time.Second}, whole},
		{"create, secondary limit", githubtest.Failure{Method: "POST", Status: 403, Message: secondary}, []time.Duration{time.Minute}, whole},
		{"create, primary limit", githubtest.Failure{Method: "POST", Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0"}}, []time.Duration{time.Minute}, whole},
		{"created, 500", githubtest.Failure{Method: "POST", Commit: true, Status: 500}, []time.Duration{2 * time.Second}, whole},
		{"created, connection lost", githubtest.Failure{Method: "POST", Commit: true, Drop: true}, []time.Duration{2 * time.Second}, whole},
		{"not created, 502 twice", githubtest.Failure{Method: "POST", Status: 502, Times: 2}, []time.Duration{2 * time.Second, 4 * time.Second}, whole},
		{"complete, 503 with Retry-After", githubtest.Failure{Method: "PATCH", Status: 503, Header: map[string]string{"Retry-After": "7"}}, []time.Duration{7 * time.Second}, whole},
		{"complete, secondary limit", githubtest.Failure{Method: "PATCH", Status: 403, Message: secondary, Header: map[string]string{"Retry-After": "31"}}, []time.Duration{31 * time.Second}, whole},
		{"complete, connection lost", githubtest.Failure{Method: "PATCH", Drop: true}, []time.Duration{time.Second}, whole},
		{"completed, 500: annotations come twice", githubtest.Failure{Method: "PATCH", Commit: true, Status: 500}, []time.Duration{time.Second}, []string{"1/1: completed failure [0 50 50 10]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, app, nil)
			test.failure.Path = checkPath
			b.Fail(test.failure)
			b.checked(t, 60, Updated)
			if diff := cmp.Diff(test.want, brief(b.Checks())); diff != "" {
				t.Errorf("checks (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.slept, b.slept); diff != "" {
				t.Errorf("waits (-want +got):\n%s", diff)
			}
		})
	}
}

// A check that could not be begun is created at the end; one that was begun after all, as it turns out, is not created
// twice.
func TestCheckBegunLate(t *testing.T) {
	for name, failure := range map[string]githubtest.Failure{
		"never created":        {Method: "POST", Path: checkPath, Status: 500, Times: maxCreate},
		"created by the last":  {Method: "POST", Path: checkPath, Status: 500, Times: maxCreate, Commit: true},
		"refused for its form": {Method: "POST", Path: checkPath, Status: 422},
		"limited for an hour":  {Method: "POST", Path: checkPath, Status: 403, Header: map[string]string{"Retry-After": "3600"}},
		"looked for in vain":   {Path: "/repos/octo/shop/", Status: 500, Times: 1 + maxAttempts},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, app, nil)
			k := b.client.Check(b.event(1, 1), "agent")
			if name == "created by the last" {
				for range 130 { // others' checks push it to the second page
					other := b.client.Check(b.event(2, 1), "agent")
					if _, err := other.Begin(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				failure.Times = 1
				b.Fail(failure, githubtest.Failure{Path: "/repos/octo/shop/commits", Status: 500, Times: maxAttempts})
			} else {
				b.Fail(failure)
			}
			if posted, err := k.Begin(t.Context()); err == nil {
				t.Fatalf("Begin: %+v, want an error", posted)
			}
			if _, err := k.Complete(t.Context(), blocked(0)); err != nil {
				t.Fatal(err)
			}
			var own []githubtest.Check
			for _, c := range b.Checks() {
				if c.ExternalID == "1/1" {
					own = append(own, c)
				}
			}
			if diff := cmp.Diff([]string{"1/1: completed failure [0 0]"}, brief(own)); diff != "" {
				t.Errorf("checks (-want +got):\n%s", diff)
			}
		})
	}
}

// A run that is cancelled while it waits for an answer does not know whether there is a check. What completes it looks.
func TestCheckOfACancelledRun(t *testing.T) {
	b := newBench(t, app, nil)
	ctx, cancel := context.WithCancel(t.Context())
	b.Watch(func(r githubtest.Request) {
		if r.Method == http.MethodPost {
			cancel()
		}
	})
	b.Fail(githubtest.Failure{Method: http.MethodPost, Commit: true, Status: 500})
	k := b.client.Check(b.event(1, 1), "agent")
	if _, err := k.Begin(ctx); err == nil {
		t.Fatal("Begin has no error")
	}
	if _, err := k.Complete(t.Context(), CheckReport{Conclusion: Cancelled, Title: "interrupted"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1/1: completed cancelled [0 0]"}, brief(b.Checks())); diff != "" {
		t.Errorf("checks (-want +got):\n%s", diff)
	}
	if got := b.Checks()[0].Summary; got != "interrupted" {
		t.Errorf("summary %q, want the title, as there has to be one", got)
	}
}

func TestCheckErrors(t *testing.T) {
	t.Run("annotations are refused, the conclusion stands", func(t *testing.T) {
		b := newBench(t, app, nil)
		b.Fail(githubtest.Failure{Method: http.MethodPatch, Status: 422, Skip: 1})
		k := b.client.Check(b.event(1, 1), "agent")
		posted, err := k.Complete(t.Context(), blocked(60))
		if err == nil || posted.Outcome != Updated {
			t.Errorf("%+v, %v, want updated and an error", posted, err)
		}
		if diff := cmp.Diff([]string{"1/1: completed failure [0 50]"}, brief(b.Checks())); diff != "" {
			t.Errorf("checks (-want +got):\n%s", diff)
		}
	})
	t.Run("the conclusion is refused", func(t *testing.T) {
		b := newBench(t, app, nil)
		b.Fail(githubtest.Failure{Method: http.MethodPatch, Status: 422, Message: "Validation Failed"})
		_, err := b.client.Check(b.event(1, 1), "agent").Complete(t.Context(), blocked(0))
		if err == nil || !strings.Contains(err.Error(), "complete check run") || !strings.Contains(err.Error(), "Validation Failed") {
			t.Errorf("error %v, want GitHub's own words", err)
		}
	})
	t.Run("a list without end", func(t *testing.T) {
		b := newBench(t, app, roundTripper(func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err == nil && r.Method == http.MethodGet {
				resp.Header.Set("Link", `<https://api.example/?page=2>; rel="next"`)
			}
			return resp, err
		}))
		b.Fail(githubtest.Failure{Method: http.MethodPost, Status: 500})
		_, err := b.client.Check(b.event(1, 1), "agent").Begin(t.Context())
		if err == nil || !strings.Contains(err.Error(), "there are more than") || b.count(http.MethodPost) != 1 {
			t.Errorf("error %v after %d requests to create, want one that says so after 1", err, b.count(http.MethodPost))
		}
	})
	t.Run("no commit", func(t *testing.T) {
		b := newBench(t, app, nil)
		e := b.event(1, 1)
		e.Head = ""
		_, err := b.client.Check(e, "agent").Complete(t.Context(), blocked(0))
		_, statusErr := b.client.SetStatus(t.Context(), e, "agent", Success, "passed")
		if err == nil || statusErr == nil || len(b.Requests()) > 0 {
			t.Errorf("errors %v and %v after %d requests, want both before any", err, statusErr, len(b.Requests()))
		}
	})
	t.Run("cancelled while it waits", func(t *testing.T) {
		b := newBench(t, app, nil)
		ctx, cancel := context.WithCancel(t.Context())
		b.client.sleep = func(context.Context, time.Duration) error { cancel(); return ctx.Err() }
		b.Fail(githubtest.Failure{Method: http.MethodPost, Status: 500}, githubtest.Failure{Method: http.MethodPost, Status: 500})
		_, err := b.client.Check(b.event(1, 1), "agent").Begin(ctx)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want that it was cancelled", err)
		}
	})
	t.Run("outside a run", func(t *testing.T) {
		b := newBench(t, app, nil)
		e := b.event(0, 1)
		if _, err := b.client.Check(e, "agent").Begin(t.Context()); err != nil || b.Checks()[0].DetailsURL != "" {
			t.Errorf("address %q, %v, want none", b.Checks()[0].DetailsURL, err)
		}
	})
}
