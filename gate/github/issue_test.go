package github

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

const issues = "/repos/octo/shop/issues"

// night is a run on a schedule.
func (b *bench) night(run int64) Event {
	e := b.event(run, 1)
	e.Name, e.PullRequest = "schedule", 0
	return e
}

// report writes the gate's issue, opened where there is none, and wants an outcome.
func (b *bench) report(t *testing.T, run int64, text string, want Outcome) Posted {
	t.Helper()
	posted, err := b.client.PutIssue(t.Context(), b.night(run), "agent", "Keptgate: agent", text, true)
	if err != nil || posted.Outcome != want {
		t.Fatalf("PutIssue: %+v, %v, want %s", posted, err, want)
	}
	return posted
}

// found lists the issues as LOGIN: GATE#RUN TEXT, with how they were closed.
func (b *bench) found() []string {
	var all []string
	for _, issue := range b.Issues(repo) {
		text := issue.Body
		if mark, ok := parseMarker(issue.Body); ok {
			_, rest, _ := strings.Cut(issue.Body, "\n")
			text = fmt.Sprintf("%s#%d %s", mark.gate, mark.run, rest)
		}
		if issue.Closed != "" {
			text += " (" + issue.Closed + ")"
		}
		all = append(all, issue.Login+": "+text)
	}
	return all
}

func (b *bench) wantIssues(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, b.found()); diff != "" {
		t.Errorf("issues (-want +got):\n%s", diff)
	}
}

func TestIssueIsOpenedUpdatedAndClosed(t *testing.T) {
	b := newBench(t, app, nil)
	first := b.report(t, 1, "blocked", Created)
	second := b.report(t, 2, "still blocked", Updated)
	if first.URL == "" || first.URL != second.URL || b.Issues(repo)[0].Title != "Keptgate: agent" {
		t.Errorf("addresses %q, then %q, title %q", first.URL, second.URL, b.Issues(repo)[0].Title)
	}
	b.wantIssues(t, bot+": agent#2 still blocked")
	posted, err := b.client.CloseIssue(t.Context(), b.night(3), "agent", "passes again")
	if err != nil || posted.Outcome != Closed || posted.URL != first.URL {
		t.Errorf("CloseIssue: %+v, %v", posted, err)
	}
	b.wantIssues(t, bot+": agent#2 still blocked (completed)")
	said := b.Comments(repo, b.Issues(repo)[0].Number)
	if len(said) != 1 || !strings.HasSuffix(said[0].Body, "run=3 attempt=1 -->\npasses again") {
		t.Errorf("comments %+v", said)
	}
	if posted, err := b.client.CloseIssue(t.Context(), b.night(4), "agent", "passes again"); err != nil || posted.Outcome != Skipped {
		t.Errorf("nothing to close: %+v, %v", posted, err)
	}
	b.report(t, 5, "blocked again", Created)
	b.wantIssues(t, bot+": agent#2 still blocked (completed)", bot+": agent#5 blocked again")
}

func TestIssueIsNotOpenedUnlessAsked(t *testing.T) {
	b := newBench(t, app, nil)
	put := func(run int64, want Outcome) {
		t.Helper()
		posted, err := b.client.PutIssue(t.Context(), b.night(run), "agent", "title", "not evaluated", false)
		if err != nil || posted.Outcome != want {
			t.Errorf("%+v, %v, want %s", posted, err, want)
		}
	}
	put(1, Skipped)
	b.wantIssues(t)
	b.report(t, 2, "blocked", Created)
	put(3, Updated)
	b.wantIssues(t, bot+": agent#3 not evaluated")
	put(2, Skipped)
	if posted, err := b.client.CloseIssue(t.Context(), b.night(2), "agent", "passes"); err != nil || posted.Outcome != Skipped {
		t.Errorf("an older run closes: %+v, %v", posted, err)
	}
	b.wantIssues(t, bot+": agent#3 not evaluated")
}

func TestIssuesOfOthersStay(t *testing.T) {
	b := newBench(t, app, nil)
	for range 130 {
		b.AddIssue(repo, githubtest.Issue{Login: "ada", Body: "chatter"})
	}
	for _, issue := range []githubtest.Issue{
		{Login: "mallory", Body: marked("agent", 99, "forged")},
		{Login: bot, Body: marked("other", 99, "another gate's")},
		{Login: bot, Body: "quoted\n" + marked("agent", 99, "")},
		{Login: bot, Body: marked("agent", 99, "a pull request"), Pull: true},
		{Login: bot, Body: marked("agent", 99, "closed"), Closed: "completed"},
		{Login: bot, Body: marked("agent", 1, "ours")},
		{Login: bot, Body: marked("agent", 2, "twice")},
	} {
		b.AddIssue(repo, issue)
	}
	before := b.found()
	b.report(t, 5, "new", Updated)
	before[135] = bot + ": agent#5 new"
	before[136] += " (not_planned)"
	b.wantIssues(t, before...)
	if _, err := b.client.CloseIssue(t.Context(), b.night(6), "agent", "passes"); err != nil {
		t.Error(err)
	}
	before[135] += " (completed)"
	b.wantIssues(t, before...)
}

// Between our look and our issue, another run opens one.
func TestIssueRaces(t *testing.T) {
	for _, test := range []struct {
		theirs int64
		want   Outcome
		after  []string
	}{
		{9, Skipped, []string{bot + ": agent#9 theirs", bot + ": agent#5 ours (not_planned)"}},
		{3, Updated, []string{bot + ": agent#5 ours", bot + ": agent#5 ours (not_planned)"}},
	} {
		b := newBench(t, app, nil)
		b.Watch(func(r githubtest.Request) {
			if r.Method == http.MethodPost {
				b.AddIssue(repo, githubtest.Issue{Login: bot, Body: marked("agent", test.theirs, "theirs")})
			}
		})
		b.report(t, 5, "ours", test.want)
		b.wantIssues(t, test.after...)
	}
}

// An answer that got lost is looked up before the request is repeated.
func TestIssueIsLookedUp(t *testing.T) {
	for _, failure := range []githubtest.Failure{
		{Method: http.MethodPost, Status: http.StatusBadGateway, Commit: true},
		{Method: http.MethodPost, Status: http.StatusBadGateway},
		{Method: http.MethodPost, Drop: true, Commit: true},
	} {
		b := newBench(t, app, nil)
		b.Fail(failure)
		b.report(t, 5, "ours", Created)
		b.wantIssues(t, bot+": agent#5 ours")
		b.Fail(failure)
		if posted, err := b.client.CloseIssue(t.Context(), b.night(6), "agent", "passes"); err != nil || posted.Outcome != Closed {
			t.Errorf("%+v: %+v, %v", failure, posted, err)
		}
		if said := b.Comments(repo, b.Issues(repo)[0].Number); len(said) != 1 {
			t.Errorf("%+v: comments %+v", failure, said)
		}
	}
}

func TestIssueForbidden(t *testing.T) {
	readonly := githubtest.User{Login: bot, App: true, ReadOnly: true}
	for _, test := range []struct {
		name    string
		user    githubtest.User
		failure githubtest.Failure
		before  bool
	}{
		{name: "no right to write", user: readonly},
		{name: "no right to edit", user: readonly, before: true},
		{name: "no right to read", user: app, failure: githubtest.Failure{Path: issues, Status: http.StatusForbidden}},
		{name: "issues are switched off", user: app, failure: githubtest.Failure{Method: http.MethodPost, Path: issues, Status: http.StatusGone}},
	} {
		b := newBench(t, test.user, nil)
		if test.failure.Status != 0 {
			b.Fail(test.failure)
		}
		if test.before {
			b.AddIssue(repo, githubtest.Issue{Login: bot, Body: marked("agent", 1, "ours")})
		}
		posted := b.report(t, 5, "ours", Forbidden)
		if !strings.Contains(posted.Reason, "the job needs the permission issues: write") {
			t.Errorf("%s: reason %q", test.name, posted.Reason)
		}
		if !test.before {
			continue
		}
		if posted, err := b.client.CloseIssue(t.Context(), b.night(6), "agent", "passes"); err != nil || posted.Outcome != Forbidden {
			t.Errorf("%s: close: %+v, %v", test.name, posted, err)
		}
	}
}

// Errors that are no refusal come back as errors, whatever was being done.
func TestIssueErrors(t *testing.T) {
	down := func(method, path string) githubtest.Failure {
		return githubtest.Failure{Method: method, Path: path, Status: http.StatusBadGateway, Times: maxAttempts}
	}
	for want, failure := range map[string]githubtest.Failure{
		"ask whose token it is": down("", "/user"),
		"list issues":           down(http.MethodGet, issues),
		"create comment":        {Method: http.MethodPost, Status: http.StatusUnprocessableEntity},
		"close issue":           down(http.MethodPatch, issues),
	} {
		b := newBench(t, app, nil)
		b.AddIssue(repo, githubtest.Issue{Login: bot, Body: marked("agent", 1, "ours")})
		b.Fail(failure)
		if _, err := b.client.CloseIssue(t.Context(), b.night(6), "agent", "passes"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestIssueKeepsItsBudget(t *testing.T) {
	b := newBench(t, app, nil)
	b.report(t, 1, "## ⛔ Blocked\n"+strings.Repeat("変更", 30_000), Created)
	body := b.Issues(repo)[0].Body
	if len(body) > maxComment || len(body) < maxComment-3 || !utf8.ValidString(body) || !strings.Contains(body, "/actions/runs/1/attempts/1") {
		t.Errorf("body has %d bytes, valid %t, want nearly %d with a link", len(body), utf8.ValidString(body), maxComment)
	}
}
