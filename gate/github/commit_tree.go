package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// ErrNoCommit says that a repository has no such commit, or not any more.
var ErrNoCommit = errors.New("there is no such commit")

// CommitTree returns the id of a commit's tree. Commits with the same one hold the
// same files. The error is ErrNoCommit where the repository does not have it.
func (c *Client) CommitTree(ctx context.Context, owner, repo, commit string) (string, error) {
	if !shaPattern.MatchString(commit) {
		return "", fmt.Errorf("read commit %q: %w", commit, ErrNoCommit)
	}
	found, _, err := c.api.Git.GetCommit(ctx, owner, repo, commit)
	switch status, _ := refusal(err); {
	case status == http.StatusNotFound, status == http.StatusUnprocessableEntity:
		return "", fmt.Errorf("read commit %s: %w", commit, ErrNoCommit)
	case err != nil:
		return "", fmt.Errorf("read commit %s: %w", commit, err)
	}
	tree := found.GetTree().GetSHA()
	if !shaPattern.MatchString(tree) {
		return "", fmt.Errorf("read commit %s: its tree is %q", commit, tree)
	}
	return tree, nil
}
