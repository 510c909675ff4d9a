package github

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// ran is a payload of workflow_run; edits replace parts of its text.
func ran(edits ...string) string {
	return strings.NewReplacer(edits...).Replace(`{"action": "completed", "repository": {"full_name": "octo/shop"}, "workflow_run": {
		"id": 77, "run_attempt": 2, "event": "pull_request", "conclusion": "failure", "head_sha": "` + headB + `", "head_branch": "topic",
		"head_repository": {"full_name": "fork/shop", "owner": {"login": "fork"}}, "repository": {"full_name": "octo/shop"}, "pull_requests": [{"number": 99}]}}`)
}

func TestReadTrigger(t *testing.T) {
	fork := Trigger{Event: "pull_request", Run: 77, Attempt: 2, Conclusion: "failure", Head: headB, Branch: "topic", Owner: "fork", Fork: true}
	tests := []struct {
		name  string
		edits []string
		want  func(*Trigger)
	}{
		{"a fork", nil, func(*Trigger) {}},
		{"a branch of the repository", []string{"fork/shop", "Octo/Shop", `"login": "fork"`, `"login": "Octo"`}, func(t *Trigger) { t.Owner, t.Fork = "Octo", false }},
		{"a fork that is gone", []string{`{"full_name": "fork/shop", "owner": {"login": "fork"}}`, "null"}, func(t *Trigger) { t.Owner = "" }},
		{"no conclusion", []string{`"failure"`, "null"}, func(t *Trigger) { t.Conclusion = "" }},
		{"another event", []string{`"pull_request",`, `"push",`, "77", "0"}, func(t *Trigger) { *t = Trigger{Event: "push"} }},
	}
	for _, test := range tests {
		want := fork
		test.want(&want)
		e, err := ReadEvent(eventEnv(t, "workflow_run", ran(test.edits...)))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff(&want, e.Trigger); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if e.Run != 41 || e.Head != headA || e.IsPullRequest() {
			t.Errorf("%s: the event itself is %+v", test.name, e)
		}
	}
}

func TestReadTriggerRefuses(t *testing.T) {
	for name, edits := range map[string][]string{
		"the payload holds no workflow_run":                    {"workflow_run", "other"},
		`a run of "evil/shop", not of octo/shop`:               {`"octo/shop"}, "workflow_run"`, `"evil/shop"}, "workflow_run"`},
		`a run of "", not of octo/shop`:                        {`"repository": {"full_name": "octo/shop"}, "pull_requests"`, `"pull_requests"`},
		`has event "x y"`:                                      {`"pull_request",`, `"x y",`},
		"has id 0, run_attempt 2":                              {"77", "0"},
		"has id 77, run_attempt -1":                            {`_attempt": 2`, `_attempt": -1`},
		`and head_sha "main"`:                                  {headB, "main"},
		`has conclusion "f\n"`:                                 {`"failure"`, `"f\n"`},
		"has a head_branch of 0 bytes":                         {`"topic"`, "null"},
		"has a head_branch of 1001 bytes":                      {"topic", strings.Repeat("x", 1001)},
		"or with a control character":                          {"topic", `a\u0007`},
		`has head_repository.owner.login "-x"`:                 {`"login": "fork"`, `"login": "-x"`},
		`has head_repository.owner.login "@octo\n"`:            {`"login": "fork"`, `"login": "@octo\n"`},
		"cannot unmarshal string into Go struct field":         {"77", `"77"`},
		"cannot unmarshal array into Go struct field workflow": {`{"full_name": "fork/shop", "owner": {"login": "fork"}}`, "[]"},
	} {
		e, err := ReadEvent(eventEnv(t, "workflow_run", ran(edits...)))
		if err == nil || !strings.Contains(err.Error(), name) || e.Trigger != nil {
			t.Errorf("%q: error %v, trigger %+v", name, err, e.Trigger)
		}
	}
	if _, err := ReadEvent(eventEnv(t, "workflow_run", "")); err == nil {
		t.Error("no error without a payload")
	}
}

// triggered is a run on workflow_run after a run of fork:topic at headA.
func (b *bench) triggered() Event {
	e := b.event(500, 1)
	e.Name, e.PullRequest, e.Head = "workflow_run", 0, headB
	e.Trigger = &Trigger{Event: "pull_request", Run: 77, Attempt: 2, Head: headA, Branch: "topic", Owner: "fork", Fork: true}
	return e
}

func TestFindPull(t *testing.T) {
	tests := []struct {
		name  string
		set   func(*bench, *Event)
		want  int
		why   string
		error string
	}{
		{name: "the fork's", set: func(b *bench, _ *Event) {}, want: 7},
		{name: "among others of the fork", want: 7, set: func(b *bench, _ *Event) {
			for n := range 130 {
				b.SetPull(repo, 10+n, headB)
				b.SetSource(repo, 10+n, "fork:topic")
			}
		}},
		{name: "a moved head", set: func(b *bench, _ *Event) { b.SetPull(repo, 7, headB) }, why: "no open pull request has head " + headA},
		{name: "closed", set: func(b *bench, _ *Event) { b.ClosePull(repo, 7) }, why: "no open pull request has head " + headA},
		{name: "another's of the same commit", set: func(b *bench, _ *Event) { b.SetSource(repo, 7, "mallory:topic") }, why: "no open pull request has head " + headA},
		{name: "a fork that is gone", set: func(_ *bench, e *Event) { e.Trigger.Owner = "" }, why: "its fork is gone"},
		{name: "two of them", error: "#8 and #7 are both open from fork:topic", set: func(b *bench, _ *Event) {
			b.SetPull(repo, 8, headA)
			b.SetSource(repo, 8, "fork:topic")
		}},
		{name: "no right to look", error: "the job needs the permission pull-requests: write", set: func(b *bench, _ *Event) {
			b.Fail(githubtest.Failure{Path: "/repos/octo/shop/pulls", Status: http.StatusForbidden, Message: "Resource not accessible by integration"})
		}},
		{name: "an outage", error: "find pull request: GET ", set: func(b *bench, _ *Event) {
			b.Fail(githubtest.Failure{Path: "/repos/octo/shop/pulls", Status: http.StatusBadGateway, Times: maxAttempts})
		}},
		{name: "no trigger", error: "no run of a pull request started this one", set: func(_ *bench, e *Event) { e.Trigger = nil }},
		{name: "another event", error: "no run of a pull request started this one", set: func(_ *bench, e *Event) { e.Trigger.Event = "push" }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, app, nil)
			b.SetSource(repo, 7, "fork:topic")
			e := b.triggered()
			test.set(b, &e)
			found, why, err := b.client.FindPull(t.Context(), e)
			if test.error != "" {
				if err == nil || !strings.Contains(err.Error(), test.error) {
					t.Errorf("error %v, want %q", err, test.error)
				}
				return
			}
			if err != nil || found.PullRequest != test.want || (why == "") != (test.why == "") || !strings.Contains(why, test.why) {
				t.Errorf("pull request %d, %q, %v, want %d, %q", found.PullRequest, why, err, test.want, test.why)
			}
			if why == "" && (found.Head != headA || found.Run != 77 || found.Attempt != 2) {
				t.Errorf("event %+v, want the triggering run's", found)
			}
		})
	}
}

// GitHub passes over a filter that it does not understand; then the list holds all that is open.
func TestFindPullAmongAll(t *testing.T) {
	b := newBench(t, app, roundTripper(func(r *http.Request) (*http.Response, error) {
		query := r.URL.Query()
		query.Del("head")
		r.URL.RawQuery = query.Encode()
		return http.DefaultTransport.RoundTrip(r)
	}))
	for n, label := range map[int]string{7: "mallory:topic", 8: "Fork:topic", 9: "fork:other"} {
		b.SetPull(repo, n, headA)
		b.SetSource(repo, n, label)
	}
	found, why, err := b.client.FindPull(t.Context(), b.triggered())
	if err != nil || why != "" || found.PullRequest != 8 {
		t.Errorf("pull request %d, %q, %v, want 8", found.PullRequest, why, err)
	}
}

// What is unverified never takes the place of what a run wrote itself about the same head, and gives way to it.
func TestUnverifiedComments(t *testing.T) {
	mark := func(run int64, head string, unverified bool) string {
		return marker{gate: "agent", head: head, run: run, attempt: 1, unverified: unverified}.body("before", "")
	}
	tests := []struct {
		name   string
		before string
		own    int64 // 0: unverified, of run 77
		want   Outcome
		reason string
	}{
		{name: "the first", want: Created},
		{name: "after an older unverified one", before: mark(70, headB, true), want: Updated},
		{name: "again", before: mark(77, headA, true), want: Updated},
		{name: "after a newer unverified one", before: mark(78, headA, true), want: Skipped, reason: "run 78, attempt 1, is newer"},
		{name: "after the run's own", before: mark(77, headA, false), want: Skipped, reason: "run 77, attempt 1, has written about " + headA + " itself"},
		{name: "after an older run's own of the same head", before: mark(60, headA, false), want: Skipped, reason: "what is unverified does not take its place"},
		{name: "after an older run's own of another head", before: mark(60, headB, false), want: Updated},
		{name: "after a newer run's own of another head", before: mark(90, headB, false), want: Skipped, reason: "run 90, attempt 1, is newer"},
		{name: "its own after an unverified one", own: 60, before: mark(77, headA, true), want: Updated},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, app, nil)
			b.SetSource(repo, 7, "fork:topic")
			if test.before != "" {
				b.AddComment(repo, 7, bot, test.before)
			}
			e := b.event(test.own, 1)
			if test.own == 0 {
				var err error
				if e, _, err = b.client.FindPull(t.Context(), b.triggered()); err != nil {
					t.Fatal(err)
				}
			}
			posted, err := b.client.PutComment(t.Context(), e, "agent", "after")
			if err != nil || posted.Outcome != test.want || !strings.Contains(posted.Reason, test.reason) {
				t.Fatalf("%+v, %v, want %s, %q", posted, err, test.want, test.reason)
			}
			body := b.Comments(repo, 7)[0].Body
			want := test.before
			if test.want != Skipped {
				want = fmt.Sprintf("<!-- keptgate gate=agent head=%s run=%d attempt=%d", headA, e.Run, e.Attempt)
				if e.Trigger != nil {
					want += " unverified"
				}
				want += " -->\nafter"
			}
			if body != want {
				t.Errorf("comment %q, want %q", body, want)
			}
		})
	}
}
