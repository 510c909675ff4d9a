package github

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// based is a bench whose pull request goes onto a commit with the files.
func based(t *testing.T, files map[string]string) (*bench, Event) {
	t.Helper()
	b := newBench(t, githubtest.User{Login: bot, App: true}, nil)
	e := b.event(1, 1)
	e.SHA = strings.Repeat("c", 40)
	b.SetCommit(headB, files)
	b.SetCommit(e.SHA, nil, headB, headA)
	return b, e
}

func TestBaseTree(t *testing.T) {
	b, e := based(t, map[string]string{
		".keptgate.yml": "gate: g\n", "evals/crm/suite.yaml": "name: crm\n", "evals/crm/cases/a.yaml": "", "evals/other.md": "x",
	})
	tree, err := b.client.BaseTree(t.Context(), e)
	if err != nil || tree.Commit != headB {
		t.Fatalf("tree %+v, %v", tree, err)
	}
	for at, want := range map[string][]string{
		".keptgate.yml": {".keptgate.yml"}, "evals/crm": {"evals/crm/cases/a.yaml", "evals/crm/suite.yaml"},
		"evals/crm/": {"evals/crm/cases/a.yaml", "evals/crm/suite.yaml"}, "evals/none": nil, "evals/other.md/below": nil,
		".": {".keptgate.yml", "evals/crm/cases/a.yaml", "evals/crm/suite.yaml", "evals/other.md"},
	} {
		files, err := tree.Files(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range want {
			if files[path] == "" {
				t.Errorf("%s: no %s in %v", at, path, files)
			}
		}
		if len(files) != len(want) {
			t.Errorf("%s: %v, want %v", at, files, want)
		}
	}
	files, err := tree.Files(t.Context(), "evals/crm/suite.yaml")
	if err != nil {
		t.Fatal(err)
	}
	data, err := tree.Blob(t.Context(), files["evals/crm/suite.yaml"])
	if err != nil || cmp.Diff("name: crm\n", string(data)) != "" {
		t.Errorf("blob %q, %v", data, err)
	}
	asked := len(b.Requests())
	if _, err := tree.Files(t.Context(), "evals/crm"); err != nil || len(b.Requests()) != asked {
		t.Errorf("what is known was asked again: %v", err)
	}
}

// TestBlobID holds ids against those that git itself gives.
func TestBlobID(t *testing.T) {
	for want, text := range map[string]string{
		"ce013625030ba8dba906f756967f9e9ca394464a":                         "hello\n",
		"2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4": "hello\n",
	} {
		if got := BlobID(want, []byte(text)); got != want {
			t.Errorf("id of %q is %s, want %s", text, got, want)
		}
	}
}

// TestBaseTreeRefuses: what cannot be read whole is an error, never an empty base.
func TestBaseTreeRefuses(t *testing.T) {
	b, e := based(t, map[string]string{"evals/link@": "../secret", "evals/a": "a"})
	tree, err := b.client.BaseTree(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Files(t.Context(), "evals"); err == nil || !strings.Contains(err.Error(), "read evals/link of commit "+headB+": it is a link or a submodule") {
		t.Errorf("a link: %v", err)
	}
	if _, err := tree.Blob(t.Context(), strings.Repeat("d", 40)); err == nil {
		t.Error("a blob that is not there: no error")
	}
	b.Truncate()
	if _, err := tree.Files(t.Context(), "."); err == nil || !strings.Contains(err.Error(), "more files than GitHub lists at once") {
		t.Errorf("a truncated tree: %v", err)
	}
	b.Fail(githubtest.Failure{Path: "/repos/octo/shop/git/trees", Status: http.StatusForbidden})
	if _, err := (&Tree{client: b.client, owner: "octo", repo: "shop", root: tree.root, known: nil}).Files(t.Context(), "evals"); err == nil {
		t.Error("a tree that may not be read: no error")
	}
	moved := e
	moved.Head = headB
	if _, err := b.client.BaseTree(t.Context(), moved); err == nil || !strings.Contains(err.Error(), "no test merge of its head") {
		t.Errorf("another head: %v", err)
	}
	for _, path := range []string{e.SHA, headB} {
		b.Fail(githubtest.Failure{Path: "/repos/octo/shop/git/commits/" + path, Status: http.StatusForbidden})
		if _, err := b.client.BaseTree(t.Context(), e); err == nil {
			t.Errorf("commit %s may not be read: no error", path)
		}
	}
	if _, err := b.client.BaseTree(t.Context(), Event{Name: "push"}); err == nil {
		t.Error("an event without a base: no error")
	}
	group := Event{Name: "merge_group", Owner: "octo", Repo: "shop", Base: headB}
	if tree, err := b.client.BaseTree(t.Context(), group); err != nil || tree.Commit != headB {
		t.Errorf("a merge group: %v", err)
	}
}
