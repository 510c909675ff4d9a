package github

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/keptgate/keptgate/gate/github/githubtest"
)

var app = githubtest.User{Login: bot, App: true}

func TestCommentIsCreatedOnceThenEdited(t *testing.T) {
	b := newBench(t, app, nil)
	first := b.put(t, 1, "blocked", Created)
	second := b.put(t, 2, "passed", Updated)
	if first.URL == "" || first.URL != second.URL {
		t.Errorf("addresses %q, then %q, want the same", first.URL, second.URL)
	}
	want := []string{bot + ": agent#2 passed"}
	if diff := cmp.Diff(want, b.bodies()); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}

func TestCommentConversations(t *testing.T) {
	other := marked("other-gate", 1, "other")
	tests := []struct {
		name   string
		before [][2]string // author, body
		user   githubtest.User
		want   Outcome
		after  []string
	}{
		{
			name: "duplicates go, the oldest stays", user: app, want: Updated,
			before: [][2]string{{bot, marked("agent", 1, "a")}, {"ada", "hello"}, {bot, marked("agent", 3, "b")}, {bot, marked("agent", 2, "c")}},
			after:  []string{bot + ": agent#5 new", "ada: hello"},
		},
		{
			name: "another gate's comment stays", user: app, want: Created,
			before: [][2]string{{bot, other}},
			after:  []string{bot + ": other-gate#1 other", bot + ": agent#5 new"},
		},
		{
			name: "a marker by another author is not ours", user: app, want: Created,
			before: [][2]string{{"mallory", marked("agent", 99, "forged")}},
			after:  []string{"mallory: agent#99 forged", bot + ": agent#5 new"},
		},
		{
			name: "a marker below the first line is a quotation", user: app, want: Created,
			before: [][2]string{{bot, "as it said:\n" + marked("agent", 99, "quoted")}},
			after:  []string{bot + ": as it said:\n" + marked("agent", 99, "quoted"), bot + ": agent#5 new"},
		},
		{
			name: "an older run never overwrites", user: app, want: Skipped,
			before: [][2]string{{bot, marked("agent", 6, "newer")}},
			after:  []string{bot + ": agent#6 newer"},
		},
		{
			name: "a person's token writes as that person", user: githubtest.User{Login: "Ada"}, want: Updated,
			before: [][2]string{{bot, marked("agent", 1, "by the bot")}, {"ada", marked("agent", 1, "by ada")}},
			after:  []string{bot + ": agent#1 by the bot", "ada: agent#5 new"},
		},
		{
			name: "another app finds its comment again once it has written", want: Updated,
			user:   githubtest.User{Login: "gatekeeper[bot]", App: true},
			before: [][2]string{{"gatekeeper[bot]", marked("agent", 1, "a")}},
			after:  []string{"gatekeeper[bot]: agent#5 new"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, test.user, nil)
			for _, c := range test.before {
				b.AddComment(repo, 7, c[0], c[1])
			}
			b.put(t, 5, "new", test.want)
			if diff := cmp.Diff(test.after, b.bodies()); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCommentOfAnotherAttempt(t *testing.T) {
	b := newBench(t, app, nil)
	for _, step := range []struct {
		attempt int64
		want    Outcome
	}{{2, Created}, {1, Skipped}, {2, Updated}, {3, Updated}} {
		posted, err := b.client.PutComment(t.Context(), b.event(1, step.attempt), "agent", "text")
		if err != nil || posted.Outcome != step.want {
			t.Errorf("attempt %d: %+v, %v, want %s", step.attempt, posted, err, step.want)
		}
	}
}

func TestCommentOfAMovedHeadIsSkipped(t *testing.T) {
	b := newBench(t, app, nil)
	b.put(t, 1, "first", Created)
	b.SetPull(repo, 7, headB)
	posted := b.put(t, 2, "second", Skipped)
	if !strings.Contains(posted.Reason, headB) {
		t.Errorf("reason %q does not name the new head", posted.Reason)
	}
	if diff := cmp.Diff([]string{bot + ": agent#1 first"}, b.bodies()); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}

func TestCommentOnSeveralPages(t *testing.T) {
	b := newBench(t, app, nil)
	for range 130 {
		b.AddComment(repo, 7, "ada", "chatter")
	}
	id := b.AddComment(repo, 7, bot, marked("agent", 1, "ours"))
	for range 120 {
		b.AddComment(repo, 7, "ada", "chatter")
	}
	b.put(t, 2, "new", Updated)
	comments := b.Comments(repo, 7)
	if len(comments) != 251 || comments[130].ID != id || !strings.HasSuffix(comments[130].Body, "\nnew") {
		t.Errorf("comment 130 of %d is %+v, want ours edited", len(comments), comments[130])
	}
}

// Between our first look and our comment, another run of the gate comments.
func TestCommentRaces(t *testing.T) {
	tests := []struct {
		name  string
		run   int64
		want  Outcome
		after []string
	}{
		{"a newer run's comment wins", 9, Skipped, []string{bot + ": agent#9 theirs"}},
		{"an older run's comment is taken over", 3, Updated, []string{bot + ": agent#5 ours"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, app, nil)
			b.Watch(func(r githubtest.Request) {
				if r.Method == http.MethodPost {
					b.AddComment(repo, 7, bot, marked("agent", test.run, "theirs"))
				}
			})
			b.put(t, 5, "ours", test.want)
			if diff := cmp.Diff(test.after, b.bodies()); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
		})
	}
}

// GitHub's list may not hold yet what was just created.
func TestCommentIsNotListedAtOnce(t *testing.T) {
	lists := 0
	b := newBench(t, app, roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodGet && r.URL.Path == issuePath {
			if lists++; lists == 2 {
				r.URL.RawQuery += "&page=9" // an empty one
			}
		}
		return http.DefaultTransport.RoundTrip(r)
	}))
	b.put(t, 1, "text", Created)
	if diff := cmp.Diff([]string{bot + ": agent#1 text"}, b.bodies()); diff != "" || lists != 2 {
		t.Errorf("comments after %d lists (-want +got):\n%s", lists, diff)
	}
}

func TestCommentForbidden(t *testing.T) {
	t.Run("read-only token", func(t *testing.T) {
		b := newBench(t, githubtest.User{Login: bot, App: true, ReadOnly: true}, nil)
		posted := b.put(t, 1, "text", Forbidden)
		if want := "Resource not accessible by integration"; !strings.Contains(posted.Reason, want) {
			t.Errorf("reason %q does not quote %q", posted.Reason, want)
		}
		if len(b.slept) > 0 || b.count(http.MethodPost) != 1 {
			t.Errorf("waited %v, %d requests to create: a refusal is no limit", b.slept, b.count(http.MethodPost))
		}
	})
	t.Run("conversation out of sight", func(t *testing.T) {
		b := newBench(t, app, nil)
		e := b.event(1, 1)
		e.PullRequest = 8
		posted, err := b.client.PutComment(t.Context(), e, "agent", "text")
		if err != nil || posted.Outcome != Forbidden {
			t.Errorf("%+v, %v, want forbidden", posted, err)
		}
	})
	t.Run("wrong token", func(t *testing.T) {
		b := newBench(t, app, nil)
		b.Fail(githubtest.Failure{Path: "/user", Status: http.StatusUnauthorized, Message: "Bad credentials"})
		_, err := b.client.PutComment(t.Context(), b.event(1, 1), "agent", "text")
		if err == nil || !strings.Contains(err.Error(), "Bad credentials") || strings.Contains(err.Error(), token+" ") {
			t.Errorf("error %v, want GitHub's own words", err)
		}
	})
}

func TestCommentStandsThoughDuplicatesStay(t *testing.T) {
	for status, wantErr := range map[int]bool{http.StatusForbidden: true, http.StatusNotFound: false} {
		b := newBench(t, app, nil)
		b.AddComment(repo, 7, bot, marked("agent", 1, "a"))
		b.AddComment(repo, 7, bot, marked("agent", 1, "b"))
		b.Fail(githubtest.Failure{Method: http.MethodDelete, Status: status})
		posted, err := b.client.PutComment(t.Context(), b.event(2, 1), "agent", "text")
		if posted.Outcome != Updated || posted.URL == "" || (err != nil) != wantErr {
			t.Errorf("deleting answered %d: %+v, %v, want updated, error %t", status, posted, err, wantErr)
		}
	}
}

func TestCommentKeepsItsBudget(t *testing.T) {
	b := newBench(t, app, nil)
	b.put(t, 1, "## ⛔ Blocked\n"+strings.Repeat("変更", 30_000), Created)
	body := b.Comments(repo, 7)[0].Body
	if len(body) > maxComment || len(body) < maxComment-3 || !utf8.ValidString(body) {
		t.Errorf("body has %d bytes, valid %t, want nearly %d", len(body), utf8.ValidString(body), maxComment)
	}
	lines := strings.SplitN(body, "\n", 6)
	want := []string{"## ⛔ Blocked", "", "> Too long to show in full: [the rest is with the run](https://github.example/octo/shop/actions/runs/1/attempts/1).", ""}
	if diff := cmp.Diff(want, lines[1:5]); diff != "" {
		t.Errorf("beginning (-want +got):\n%s", diff)
	}
}

func TestCommentNeedsAPullRequest(t *testing.T) {
	b := newBench(t, app, nil)
	e := b.event(1, 1)
	e.PullRequest = 0
	if _, err := b.client.PutComment(t.Context(), e, "agent", "text"); err == nil || len(b.Requests()) > 0 {
		t.Errorf("error %v after %d requests, want one before any", err, len(b.Requests()))
	}
}

func FuzzMarker(f *testing.F) {
	for _, gate := range []string{"agent", "a --> b", "gate=x head=ff run=1", "", "päss\n<!--", "%zz"} {
		f.Add(gate, int64(7), int64(1), gate)
	}
	f.Fuzz(func(t *testing.T, gate string, run, attempt int64, foreign string) {
		run, attempt = run&(1<<59-1), attempt&(1<<59-1) // up to 18 digits, as GitHub's are
		want := marker{gate: gate, head: headA, run: run, attempt: attempt}
		line := want.String()
		if strings.Count(line, "-->") != 1 || strings.ContainsAny(line, "\r\n") {
			t.Fatalf("marker %q is not one HTML comment on one line", line)
		}
		got, ok := parseMarker(want.body(foreign, ""))
		if !ok || got != want {
			t.Errorf("parseMarker: %+v, %t, want %+v", got, ok, want)
		}
		if _, ok := parseMarker(foreign); ok && !strings.HasPrefix(foreign, "<!-- keptgate ") {
			t.Errorf("%q counts as a marker", foreign)
		}
	})
}
