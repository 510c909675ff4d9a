//go:build rig

package main_test

import (
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// forkToken is what the run of a fork gets.
const forkToken = "ghs_rigfork"

// TestRigFork is the pull request of a fork: its own run has no key and may not
// write, and a second workflow comments what that run reports.
func TestRigFork(t *testing.T) {
	r := newRig(t, t.TempDir())
	r.github.AddToken(forkToken, githubtest.User{Login: bot, App: true, ReadOnly: true})
	r.github.SetSource(repo, pull, "fork:change")

	first := r.step(t, map[string]string{"candidate": "openai:rig", "github-token": forkToken})
	first.expect(t, r, 3, "not-evaluated")
	if n := len(r.comments()); n != 0 {
		t.Errorf("the fork's run wrote %d comments", n)
	}
	if !strings.Contains(first.summary, "OPENAI_API_KEY is not set") {
		t.Errorf("the summary does not say what is missing:\n%s", first.summary)
	}

	r.upload(t)
	r.event = ran(r.runs, head)
	second := r.step(t, map[string]string{"command": "comment"})
	if second.exit != 0 || second.outputs["comment-url"] == "" {
		t.Fatalf("the second workflow: exit code %d, outputs %v:\n%s", second.exit, second.outputs, second.log)
	}
	if c := r.comment(t); !strings.Contains(c.Body, "Unverified, reported by the fork's run") {
		t.Errorf("the comment does not say whose word it is:\n%s", c.Body)
	}
}

// TestRigRights takes one right after another from the token: the verdict stays, and
// the report goes where it still may.
func TestRigRights(t *testing.T) {
	for _, test := range []struct {
		name                       string
		deny                       []string
		comments, checks, statuses int
	}{
		{"all", nil, 1, 1, 0},
		{"no comments", []string{"issues/"}, 0, 1, 0},
		{"no check runs", []string{"checks/"}, 1, 0, 1},
		{"nothing at the commit", []string{"checks/", "repos/create-commit-status"}, 1, 0, 0},
		{"nothing", []string{"issues/", "checks/", "repos/create-commit-status"}, 0, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t, t.TempDir())
			r.github.AddToken(token, githubtest.User{Login: bot, App: true, Deny: test.deny})
			r.step(t, map[string]string{"candidate": "builtin:nothing"}).expect(t, r, 1, "block")
			if n := len(r.comments()); n != test.comments {
				t.Errorf("%d comments, want %d", n, test.comments)
			}
			if n := len(r.github.Checks()); n != test.checks {
				t.Errorf("%d check runs, want %d", n, test.checks)
			}
			if n := len(r.github.Statuses()); n != test.statuses {
				t.Errorf("%d commit statuses, want %d", n, test.statuses)
			}
		})
	}
}
