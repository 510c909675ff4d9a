package github

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// stored is a bench with a branch "kept" that holds the files; nil for no branch.
func stored(t *testing.T, files map[string]string) (*bench, *Branch) {
	t.Helper()
	b := newBench(t, githubtest.User{Login: bot, App: true}, nil)
	if files != nil {
		b.SetCommit(headB, files)
		b.SetBranch(repo, "kept", headB)
	}
	return b, b.client.Branch("octo", "shop", "kept")
}

func TestBranchRead(t *testing.T) {
	b, branch := stored(t, map[string]string{"README.md": "r", "gates/a/1.json": "{}", "gates/a/runs/2.json": "[]", "gates/b/1.json": "b"})
	b.SetBranch(repo, "kept-not", headA)
	for _, test := range []struct{ at, want []string }{
		{nil, []string{"README.md", "gates/a/1.json", "gates/a/runs/2.json", "gates/b/1.json"}},
		{[]string{"gates/a"}, []string{"gates/a/1.json", "gates/a/runs/2.json"}},
		{[]string{"gates/b", "README.md"}, []string{"README.md", "gates/b/1.json"}},
		{[]string{"gates/none"}, nil},
	} {
		files, head, err := branch.Read(t.Context(), test.at...)
		if err != nil || head != headB {
			t.Fatalf("head %q, %v", head, err)
		}
		if diff := cmp.Diff(test.want, slices.Sorted(maps.Keys(files))); diff != "" {
			t.Errorf("files at %v (-want +got):\n%s", test.at, diff)
		}
	}
	files, _, err := branch.Read(t.Context(), "gates/a")
	if err != nil || string(files["gates/a/runs/2.json"]) != "[]" {
		t.Errorf("content %q, %v", files["gates/a/runs/2.json"], err)
	}
	files, head, err := b.client.Branch("octo", "shop", "kept-no").Read(t.Context())
	if err != nil || head != "" || len(files) > 0 {
		t.Errorf("no branch: %v, %q, %v", files, head, err)
	}
}

// TestBranchReadRefuses: what may not be read is never a branch that is not there.
func TestBranchReadRefuses(t *testing.T) {
	for _, test := range []struct {
		path   string
		status int
		want   string
	}{
		{"/git/matching-refs/", http.StatusNotFound, "read branch kept: find branch: "},
		{"/git/matching-refs/", http.StatusForbidden, "find branch"},
		{"/git/commits/", http.StatusNotFound, "read commit " + headB},
		{"/git/trees/", http.StatusNotFound, "read tree of commit"},
		{"/git/blobs/", http.StatusForbidden, "read branch kept: a: read file"},
	} {
		b, branch := stored(t, map[string]string{"a": "a"})
		b.Fail(githubtest.Failure{Path: "/repos/octo/shop" + test.path, Status: test.status})
		if _, _, err := branch.Read(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.path, err, test.want)
		}
	}
	b, branch := stored(t, map[string]string{"a": strings.Repeat("a", maxRead), "b": "b"})
	if _, _, err := branch.Read(t.Context()); err == nil || !strings.Contains(err.Error(), "more than the 4194304 bytes") {
		t.Errorf("too much: %v", err)
	}
	b.SetBranch(repo, "kept", strings.Repeat("x", 40))
	if _, _, err := branch.Read(t.Context()); err == nil || !strings.Contains(err.Error(), `its head is "xxxx`) {
		t.Errorf("a head that is none: %v", err)
	}
}

// writes is a change that ignores what is there.
func writes(files map[string][]byte) func(func(context.Context, string) ([]byte, error)) (map[string][]byte, error) {
	return func(func(context.Context, string) ([]byte, error)) (map[string][]byte, error) { return files, nil }
}

func TestBranchCommit(t *testing.T) {
	b, branch := stored(t, nil)
	first, err := branch.Commit(t.Context(), "First\n", writes(map[string][]byte{"gates/a": []byte("1"), "gates/b": {}, "none": nil}))
	if err != nil {
		t.Fatal(err)
	}
	second, err := branch.Commit(t.Context(), "Second", func(read func(context.Context, string) ([]byte, error)) (map[string][]byte, error) {
		old, err := read(t.Context(), "gates/a")
		if err != nil {
			return nil, err
		}
		if none, err := read(t.Context(), "gates"); none != nil || err != nil {
			t.Errorf("a folder reads as %q, %v", none, err)
		}
		return map[string][]byte{"gates/a": append(old, '2'), "gates/b": nil, "gates/none": nil, "c": []byte("ü")}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	third, err := branch.Commit(t.Context(), "Third", writes(nil))
	if err != nil || third != second {
		t.Errorf("nothing to write: %q, %v, want head %s", third, err, second)
	}
	want := []githubtest.Commit{
		{ID: second, Message: "Second\n\n[skip ci]", Parents: []string{first}, Files: map[string]string{"gates/a": "12", "c": "ü"}},
		{ID: first, Message: "First\n\n[skip ci]", Files: map[string]string{"gates/a": "1", "gates/b": ""}},
	}
	if diff := cmp.Diff(want, b.Branch(repo, "kept")); diff != "" {
		t.Errorf("branch (-want +got):\n%s", diff)
	}
	for _, r := range b.Requests() {
		if strings.Contains(r.Body, "author") || strings.Contains(r.Body, "committer") || strings.Contains(r.Body, `"force":true`) {
			t.Errorf("%s %s names an author or forces: %s", r.Method, r.Path, r.Body)
		}
	}
}

// TestBranchCommitRefuses: what GitHub will never take is said at once, with what
// would help.
func TestBranchCommitRefuses(t *testing.T) {
	one := map[string][]byte{"a": []byte("1")}
	const git, patch = "/repos/octo/shop/git/", "PATCH"
	for _, test := range []struct {
		name    string
		files   map[string][]byte
		failure githubtest.Failure
		want    string
	}{
		{"a rule", one, githubtest.Failure{Method: patch, Status: 422, Message: "Repository rule violations found"}, "exclude kept from the ruleset, or pass the token of an app"},
		{"a rule, forbidden", one, githubtest.Failure{Method: patch, Status: 403, Message: "Changes must be made through a pull request."}, "exclude kept from the ruleset"},
		{"no right", one, githubtest.Failure{Method: "POST", Path: git + "trees", Status: 403, Message: "Resource not accessible by integration"}, "make tree: .*the job needs the permission contents: write"},
		{"hidden", one, githubtest.Failure{Method: "POST", Path: git + "commits", Status: 404}, "make commit: .*the job needs the permission contents: write"},
		{"unreadable", one, githubtest.Failure{Path: git + "matching-refs", Status: 404}, "read branch kept"},
		{"unreadable when deleting", map[string][]byte{"b/c": nil}, githubtest.Failure{Path: git + "trees/", Status: 404}, "write branch kept: read tree"},
		{"unknown outcome", one, githubtest.Failure{Method: patch, Status: 401}, "move head"},
		{"a path out of the branch", map[string][]byte{"../a": nil}, githubtest.Failure{}, "no path inside the branch"},
		{"the root", map[string][]byte{".": nil}, githubtest.Failure{}, "no path inside the branch"},
		{"no text", map[string][]byte{"a": {0xff}}, githubtest.Failure{}, "no text in UTF-8"},
		{"too much", map[string][]byte{"a": make([]byte, maxWrite+1)}, githubtest.Failure{}, "more than the 1048576 bytes"},
	} {
		b, branch := stored(t, map[string]string{"old": "o"})
		if test.failure.Status > 0 {
			b.Fail(test.failure)
		}
		_, err := branch.Commit(t.Context(), "m", writes(test.files))
		if err == nil || !matches(test.want, err.Error()) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
		if got := b.Branch(repo, "kept"); len(got) != 1 || len(b.slept) > 0 {
			t.Errorf("%s: branch %v, waited %v", test.name, got, b.slept)
		}
	}
	b, branch := stored(t, nil)
	wrong := fmt.Errorf("wrong")
	if _, err := branch.Commit(t.Context(), "m", func(func(context.Context, string) ([]byte, error)) (map[string][]byte, error) { return nil, wrong }); err != wrong {
		t.Errorf("the change's own error: %v", err)
	}
	if n := b.count("POST"); n > 0 {
		t.Errorf("%d writes", n)
	}
}
