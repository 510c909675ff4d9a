package githubtest

import (
	"strings"
	"testing"
)

func TestBranches(t *testing.T) {
	const git = "/repos/octo/shop/git/"
	a, b, c := strings.Repeat("a", 40), strings.Repeat("b", 40), strings.Repeat("c", 40)
	tree := newServer(t).git.folder(nil) // the same everywhere
	for _, x := range []exchange{
		{"branches", "GET", git + "matching-refs/heads/kept", "reader", "", 200, ""},
		{"no branches", "GET", git + "matching-refs/heads/none/at/all", "bot", "", 200, ""},
		{"a tree", "POST", git + "trees", "bot", `{"tree": [{"path": "x/y", "mode": "100644", "type": "blob", "content": "z"}]}`, 201, ""},
		{"a tree on another", "POST", git + "trees", "bot", `{"base_tree": "` + tree + `", "tree": []}`, 201, ""},
		{"a tree on none", "POST", git + "trees", "bot", `{"base_tree": "x", "tree": []}`, 404, ""},
		{"a deletion of nothing", "POST", git + "trees", "bot", `{"base_tree": "` + tree + `", "tree": [{"path": "x", "sha": null}]}`, 422, ""},
		{"a tree by a reader", "POST", git + "trees", "reader", `{"tree": []}`, 403, ""},
		{"no tree", "POST", git + "trees", "bot", `{}`, 201, `property "tree" is missing`},
		{"a commit", "POST", git + "commits", "bot", `{"message": "m", "tree": "` + tree + `", "parents": ["` + a + `"]}`, 201, ""},
		{"a commit of no tree", "POST", git + "commits", "bot", `{"message": "m", "tree": "x"}`, 422, ""},
		{"a commit on none", "POST", git + "commits", "bot", `{"message": "m", "tree": "` + tree + `", "parents": ["x"]}`, 422, ""},
		{"a branch", "POST", git + "refs", "bot", `{"ref": "refs/heads/new", "sha": "` + a + `"}`, 201, ""},
		{"a branch that is there", "POST", git + "refs", "bot", `{"ref": "refs/heads/kept", "sha": "` + a + `"}`, 422, ""},
		{"a branch of nothing", "POST", git + "refs", "bot", `{"ref": "refs/heads/new", "sha": "x"}`, 422, ""},
		{"a move on", "PATCH", git + "refs/heads/kept", "bot", `{"sha": "` + b + `"}`, 200, ""},
		{"no move", "PATCH", git + "refs/heads/kept", "bot", `{"sha": "` + a + `", "force": false}`, 200, ""},
		{"a move aside", "PATCH", git + "refs/heads/kept", "bot", `{"sha": "` + c + `"}`, 422, ""},
		{"a move by force", "PATCH", git + "refs/heads/kept", "bot", `{"sha": "` + c + `", "force": true}`, 200, ""},
		{"a move of nothing", "PATCH", git + "refs/heads/none", "bot", `{"sha": "` + a + `"}`, 422, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := newServer(t)
			s.SetCommit(a, nil)
			s.SetCommit(b, map[string]string{"link@": "a", "f/g": "h"}, a)
			s.SetCommit(c, nil)
			s.SetBranch("octo/shop", "kept", a)
			if status := x.send(t, s); status != x.status {
				t.Errorf("status %d, want %d", status, x.status)
			}
			violations := s.Violations()
			if x.violation == "" && len(violations) > 0 || x.violation != "" && !strings.Contains(strings.Join(violations, "\n"), x.violation) {
				t.Errorf("violations %q, want %q", violations, x.violation)
			}
			if x.name == "a move on" {
				commits := s.Branch("octo/shop", "kept")
				if len(commits) != 2 || commits[0].ID != b || commits[1].ID != a || commits[0].Files["link@"] != "a" || commits[0].Files["f/g"] != "h" {
					t.Errorf("branch %+v", commits)
				}
			}
		})
	}
}
