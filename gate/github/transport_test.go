package github

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/keptgate/keptgate/gate/github/githubtest"
)

const (
	issuePath   = "/repos/octo/shop/issues/7/comments"
	commentPath = "/repos/octo/shop/issues/comments/"
)

func TestLimitsAreWaitedFor(t *testing.T) {
	reset := strconv.FormatInt(1_800_000_000+90, 10) // the clock starts 90 s earlier
	secondary := "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
	tests := []struct {
		name    string
		failure githubtest.Failure
		slept   []time.Duration
	}{
		{"primary, 403", githubtest.Failure{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset}}, []time.Duration{91 * time.Second}},
		{"primary, 429", githubtest.Failure{Status: 429, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset}}, []time.Duration{91 * time.Second}},
		{"primary, reset unknown", githubtest.Failure{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0"}}, []time.Duration{time.Minute}},
		{"secondary, 403, Retry-After", githubtest.Failure{Status: 403, Message: secondary, Header: map[string]string{"Retry-After": "17"}}, []time.Duration{17 * time.Second}},
		{"secondary, 429, Retry-After", githubtest.Failure{Status: 429, Header: map[string]string{"Retry-After": "17"}}, []time.Duration{17 * time.Second}},
		{"secondary, 403, growing", githubtest.Failure{Times: 3, Status: 403, Message: secondary, Header: map[string]string{"X-RateLimit-Remaining": "12"}}, []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute}},
		{"secondary, 429, growing", githubtest.Failure{Times: 2, Status: 429}, []time.Duration{time.Minute, 2 * time.Minute}},
	}
	for _, test := range tests {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			t.Run(test.name+" "+method, func(t *testing.T) {
				b := newBench(t, app, nil)
				test.failure.Method, test.failure.Path = method, issuePath
				b.Fail(test.failure)
				b.put(t, 1, "text", Created)
				if diff := cmp.Diff(test.slept, b.slept); diff != "" {
					t.Errorf("waits (-want +got):\n%s", diff)
				}
				if got := len(b.Comments(repo, 7)); got != 1 {
					t.Errorf("%d comments, want 1", got)
				}
			})
		}
	}
}

func TestLimitsAreNotWaitedForWithoutEnd(t *testing.T) {
	tests := []struct {
		name    string
		failure githubtest.Failure
		slept   time.Duration
	}{
		{"an hour at once", githubtest.Failure{Status: 403, Header: map[string]string{"Retry-After": "3600"}}, 0},
		{"for ever", githubtest.Failure{Status: 429, Times: 100}, 7 * time.Minute},
		{"every second", githubtest.Failure{Status: 429, Times: 100, Header: map[string]string{"Retry-After": "1"}}, 4 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, app, nil)
			test.failure.Path, test.failure.Method = issuePath, http.MethodPost
			b.Fail(test.failure)
			posted, err := b.client.PutComment(t.Context(), b.event(1, 1), "agent", "text")
			if err == nil || !strings.Contains(err.Error(), "rate limit") {
				t.Errorf("%+v, %v, want an error about the rate limit", posted, err)
			}
			var slept time.Duration
			for _, d := range b.slept {
				slept += d
			}
			if slept != test.slept {
				t.Errorf("waited %v, want %v", b.slept, test.slept)
			}
		})
	}
}

// A limit used up by a request that succeeded must not stop the next: go-github would, by a clock of its own.
func TestLimitUsedUpBySuccess(t *testing.T) {
	spent := roundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err == nil {
			resp.Header.Set("X-RateLimit-Remaining", "0")
			resp.Header.Set("X-RateLimit-Reset", strconv.FormatInt(1<<40, 10))
		}
		return resp, err
	})
	b := newBench(t, githubtest.User{Login: "ada"}, spent)
	b.put(t, 1, "text", Created)
}

func TestFailuresOfIdempotentRequests(t *testing.T) {
	tests := []struct {
		name    string
		failure githubtest.Failure
		slept   []time.Duration
	}{
		{"list, 502", githubtest.Failure{Method: "GET", Path: issuePath, Status: 502, Times: 2}, []time.Duration{time.Second, 2 * time.Second}},
		{"list, connection lost", githubtest.Failure{Method: "GET", Path: issuePath, Drop: true}, []time.Duration{time.Second}},
		{"edit, 503 with Retry-After", githubtest.Failure{Method: "PATCH", Path: commentPath, Status: 503, Header: map[string]string{"Retry-After": "7"}}, []time.Duration{7 * time.Second}},
		{"edit done, connection lost", githubtest.Failure{Method: "PATCH", Path: commentPath, Drop: true, Commit: true}, []time.Duration{time.Second}},
		{"delete done, 500", githubtest.Failure{Method: "DELETE", Path: commentPath, Status: 500, Commit: true}, []time.Duration{time.Second}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, app, nil)
			b.AddComment(repo, 7, bot, marked("agent", 1, "a"))
			b.AddComment(repo, 7, bot, marked("agent", 1, "b"))
			b.Fail(test.failure)
			b.put(t, 2, "text", Updated)
			if diff := cmp.Diff(test.slept, b.slept); diff != "" {
				t.Errorf("waits (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{bot + ": agent#2 text"}, b.bodies()); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFailureForEver(t *testing.T) {
	b := newBench(t, app, nil)
	b.Fail(githubtest.Failure{Path: issuePath, Status: 500, Times: 100})
	_, err := b.client.PutComment(t.Context(), b.event(1, 1), "agent", "text")
	if err == nil || len(b.slept) != maxAttempts-1 {
		t.Errorf("error %v after waits %v, want one after %d", err, b.slept, maxAttempts-1)
	}
}

func TestAmbiguousCreationIsLookedUp(t *testing.T) {
	tests := []struct {
		name    string
		failure githubtest.Failure
		posts   int
	}{
		{"created, 500", githubtest.Failure{Commit: true, Status: 500}, 1},
		{"created, connection lost", githubtest.Failure{Commit: true, Drop: true}, 1},
		{"not created, 502", githubtest.Failure{Status: 502}, 2},
		{"not created, connection lost twice", githubtest.Failure{Drop: true, Times: 2}, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, app, nil)
			test.failure.Method = http.MethodPost
			b.Fail(test.failure)
			b.put(t, 1, "text", Created)
			if diff := cmp.Diff([]string{bot + ": agent#1 text"}, b.bodies()); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
			if got := b.count(http.MethodPost); got != test.posts {
				t.Errorf("%d requests to create, want %d", got, test.posts)
			}
		})
	}
}

func TestCreationTimesOut(t *testing.T) {
	lost := false
	b := newBench(t, app, roundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err == nil && r.Method == http.MethodPost && !lost {
			lost = true
			resp.Body.Close()
			return nil, context.DeadlineExceeded
		}
		return resp, err
	}))
	b.put(t, 1, "text", Created)
	if got := len(b.Comments(repo, 7)); got != 1 || b.count(http.MethodPost) != 1 {
		t.Errorf("%d comments by %d requests, want 1 by 1", got, b.count(http.MethodPost))
	}
}

// The app's login is not known before its first comment, so what a lost answer left is not found; it must go in the end.
func TestAmbiguousCreationByAnotherApp(t *testing.T) {
	b := newBench(t, githubtest.User{Login: "gatekeeper[bot]", App: true}, nil)
	b.Fail(githubtest.Failure{Method: http.MethodPost, Commit: true, Status: 500})
	b.put(t, 1, "text", Updated)
	if diff := cmp.Diff([]string{"gatekeeper[bot]: agent#1 text"}, b.bodies()); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}

func TestCancelledWaitEnds(t *testing.T) {
	b := newBench(t, app, nil)
	ctx, cancel := context.WithCancel(t.Context())
	b.Fail(githubtest.Failure{Path: issuePath, Status: 429})
	b.Watch(func(r githubtest.Request) {
		if r.Path == issuePath {
			cancel()
		}
	})
	if _, err := b.client.PutComment(ctx, b.event(1, 1), "agent", "text"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was cancelled", err)
	}
	if err := Sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("Sleep: %v, want that it was cancelled", err)
	}
}

func TestTokenStaysWithItsHost(t *testing.T) {
	var seen []string
	tr := &transport{host: "api.example", token: token, base: roundTripper(func(r *http.Request) (*http.Response, error) {
		seen = append(seen, r.URL.Host+" "+r.Header.Get("Authorization"))
		resp := &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}
		if r.URL.Host == "api.example" {
			resp.StatusCode, resp.Header = 307, http.Header{"Location": {"https://elsewhere.example/"}}
		}
		return resp, nil
	})}
	resp, err := (&http.Client{Transport: tr}).Get("https://api.example/user")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if diff := cmp.Diff([]string{"api.example Bearer tok", "elsewhere.example "}, seen); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestResponsesAreBounded(t *testing.T) {
	tr := &transport{base: roundTripper(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(endless{})}, nil
	}), sleep: func(context.Context, time.Duration) error { return nil }}
	req, err := http.NewRequest(http.MethodPost, "https://api.example/", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tr.RoundTrip(req); err == nil {
		t.Error("an endless answer was accepted")
	}
}

func TestNewClientRefuses(t *testing.T) {
	for _, c := range []Config{
		{APIURL: "https://api.example", Token: ""},
		{APIURL: "", Token: token},
		{APIURL: "api.example/v3", Token: token},
		{APIURL: "file:///etc", Token: token},
	} {
		if _, err := NewClient(c); err == nil {
			t.Errorf("NewClient(%+v) has no error", c)
		}
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
