package github

import (
	"errors"
	"testing"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

func TestCommitTree(t *testing.T) {
	b := newBench(t, githubtest.User{Login: bot, App: true}, nil)
	b.SetCommit(headA, map[string]string{"a": "1"})
	b.SetCommit(headB, map[string]string{"a": "1"}, headA)
	b.SetCommit(headC, map[string]string{"a": "2"})
	trees := map[string]string{}
	for _, commit := range []string{headA, headB, headC} {
		tree, err := b.client.CommitTree(t.Context(), "octo", "shop", commit)
		if err != nil {
			t.Fatal(err)
		}
		trees[commit] = tree
	}
	if trees[headA] != trees[headB] || trees[headA] == trees[headC] || trees[headA] == "" {
		t.Errorf("trees %v", trees)
	}
	for _, commit := range []string{"dddddddddddddddddddddddddddddddddddddddd", "main", ""} {
		if _, err := b.client.CommitTree(t.Context(), "octo", "shop", commit); !errors.Is(err, ErrNoCommit) {
			t.Errorf("commit %q: %v", commit, err)
		}
	}
	b.SetTree(headC, "x")
	if _, err := b.client.CommitTree(t.Context(), "octo", "shop", headC); err == nil || errors.Is(err, ErrNoCommit) {
		t.Errorf("a tree that is none: %v", err)
	}
	b.Fail(githubtest.Failure{Status: 403, Message: "Resource not accessible by integration"})
	if _, err := b.client.CommitTree(t.Context(), "octo", "shop", headA); err == nil || errors.Is(err, ErrNoCommit) {
		t.Errorf("without the right: %v", err)
	}
}
