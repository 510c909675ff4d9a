package github

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// eventEnv is a step's environment with a payload; without one, the payload's file is missing.
func eventEnv(t *testing.T, name, payload string, more ...string) func(string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "event.json")
	if payload != "" {
		if err := os.WriteFile(path, []byte(payload), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return env(append(more, // the first pair of a name counts
		"GITHUB_EVENT_NAME", name, "GITHUB_EVENT_PATH", path, "GITHUB_REPOSITORY", "octo/shop", "GITHUB_SHA", headA,
		"GITHUB_RUN_ID", "41", "GITHUB_RUN_ATTEMPT", "2",
		"GITHUB_API_URL", "https://ghe.example/api/v3/", "GITHUB_SERVER_URL", "https://ghe.example",
	)...)
}

func TestReadEvent(t *testing.T) {
	base := Event{
		Owner: "octo", Repo: "shop", Head: headA, SHA: headA, Run: 41, Attempt: 2,
		APIURL: "https://ghe.example/api/v3", ServerURL: "https://ghe.example",
	}
	tests := []struct {
		name, payload string
		want          func(*Event)
	}{
		{"pull_request", `{"action": "synchronize", "number": 7, "pull_request": {"number": 7, "head": {"sha": "` + headB + `", "ref": "x"}, "base": {"sha": "ffff", "ref": "main"}}}`, func(e *Event) {
			e.PullRequest, e.Head, e.BaseRef = 7, headB, "main"
		}},
		{"merge_group", `{"merge_group": {"head_sha": "` + headB + `", "base_sha": "` + headA + `", "base_ref": "refs/heads/main"}}`, func(e *Event) {
			e.Head, e.Base, e.BaseRef = headB, headA, "main"
		}},
		{"push", `{"after": "` + headA + `"}`, func(e *Event) { e.Base = headA }},
		{"push", `{"repository": {"default_branch": "main"}}`, func(e *Event) { e.Base, e.Default = headA, "main" }},
		{"workflow_dispatch", `{}`, func(*Event) {}},
		{"schedule", ``, func(*Event) {}},
		{"schedule", `not JSON`, func(*Event) {}},
	}
	for _, test := range tests {
		want := base
		want.Name = test.name
		test.want(&want)
		got, err := ReadEvent(eventEnv(t, test.name, test.payload))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if got.IsPullRequest() != (test.name == "pull_request") {
			t.Errorf("%s: IsPullRequest() = %t", test.name, got.IsPullRequest())
		}
	}
	if got, want := base.RunURL(), "https://ghe.example/octo/shop/actions/runs/41/attempts/2"; got != want {
		t.Errorf("RunURL() = %q, want %q", got, want)
	}
	if got := (Event{}).RunURL(); got != "" {
		t.Errorf("RunURL() outside a run = %q", got)
	}
}

func TestReadEventRefuses(t *testing.T) {
	tests := []struct {
		name, event, payload string
		more                 []string
		want                 string
	}{
		{"no file", "pull_request", "", nil, "no such file"},
		{"no path", "pull_request", "", []string{"GITHUB_EVENT_PATH", ""}, "GITHUB_EVENT_PATH is not set"},
		{"a folder", "pull_request", "", []string{"GITHUB_EVENT_PATH", t.TempDir()}, "is a directory"},
		{"not JSON", "pull_request", "{", nil, "unexpected end of JSON input"},
		{"another type", "pull_request", `{"pull_request": "7"}`, nil, "cannot unmarshal string"},
		{"too large", "pull_request", strings.Repeat(" ", maxEvent+1), nil, "more than GitHub sends"},
		{"no pull request", "pull_request", "{}", nil, "the payload holds no pull_request"},
		{"no number", "pull_request", `{"pull_request": {"head": {"sha": "` + headB + `"}}}`, nil, "has number 0"},
		{"no commit", "pull_request", `{"pull_request": {"number": 7, "head": {"sha": "main; rm"}}}`, nil, `head.sha "main; rm"`},
		{"no group", "merge_group", "{}", nil, "the payload holds no merge_group"},
		{"no base", "merge_group", `{"merge_group": {"head_sha": "` + headB + `"}}`, nil, `base_sha ""`},
		{"rights of the base", "pull_request_target", "{}", nil, "start the workflow on pull_request"},
		{"no repository", "push", "{}", []string{"GITHUB_REPOSITORY", ""}, "run this as a step of a workflow"},
		{"a path for a repository", "push", "{}", []string{"GITHUB_REPOSITORY", "a/b/../c"}, "not OWNER/NAME"},
		{"no event", "", "{}", nil, "GITHUB_EVENT_NAME is not set"},
		{"no commit to run on", "push", "{}", []string{"GITHUB_SHA", "x"}, "not a commit"},
		{"no run number", "push", "{}", []string{"GITHUB_RUN_ID", "x"}, "parse GITHUB_ variables"},
	}
	for _, test := range tests {
		e, err := ReadEvent(eventEnv(t, test.event, test.payload, test.more...))
		if err == nil || !strings.HasPrefix(err.Error(), "read event") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q in it", test.name, err, test.want)
		}
		if e.IsPullRequest() {
			t.Errorf("%s: pull request %d in spite of the error", test.name, e.PullRequest)
		}
	}
}

func FuzzPayload(f *testing.F) {
	f.Add("pull_request", `{"pull_request": {"number": 7, "head": {"sha": "`+headB+`"}}}`)
	f.Add("merge_group", `{"merge_group": {"head_sha": "`+headB+`", "base_sha": "`+headA+`"}}`)
	f.Add("push", `[[[[`)
	f.Fuzz(func(t *testing.T, name, text string) {
		path := filepath.Join(t.TempDir(), "event.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := readPayload(path)
		if err != nil {
			return
		}
		e := Event{Name: name, Head: headA, SHA: headA}
		if err := e.apply(p); err != nil && (e.Head != headA || e.PullRequest != 0) {
			t.Errorf("%s: %+v in spite of %v", text, e, err)
		}
		if !shaPattern.MatchString(e.Head) || e.PullRequest < 0 {
			t.Errorf("%s: %+v", text, e)
		}
	})
}

// Who starts a run again has started it; a tag is no branch.
func TestReadEventSaysWhoAndWhere(t *testing.T) {
	for _, test := range []struct {
		variables     []string
		actor, branch string
	}{
		{[]string{"GITHUB_ACTOR", "ada", "GITHUB_REF", "refs/heads/feature/x"}, "ada", "feature/x"},
		{[]string{"GITHUB_ACTOR", "ada", "GITHUB_TRIGGERING_ACTOR", "bob", "GITHUB_REF", "refs/tags/v1"}, "bob", ""},
		{nil, "", ""},
	} {
		got, err := ReadEvent(eventEnv(t, "push", `{}`, test.variables...))
		if err != nil || got.Actor != test.actor || got.Branch != test.branch {
			t.Errorf("%q: actor %q on branch %q, %v; want %q, %q", test.variables, got.Actor, got.Branch, err, test.actor, test.branch)
		}
	}
}

func TestOnDefault(t *testing.T) {
	for _, test := range []struct {
		branch, preset string
		want           bool
	}{
		{"trunk", "trunk", true},
		{"feature", "trunk", false},
		{"", "trunk", false}, // a pull request, or a tag
		{"", "", false},
		{"trunk", "", false}, // the payload does not tell
	} {
		if got := (Event{Branch: test.branch, Default: test.preset}).OnDefault(); got != test.want {
			t.Errorf("branch %q, default %q: %t, want %t", test.branch, test.preset, got, test.want)
		}
	}
}
