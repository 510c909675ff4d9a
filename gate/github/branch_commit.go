package github

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	gogithub "github.com/google/go-github/v60/github"
)

const (
	maxWrite   = 1 << 20 // bytes of files in one commit
	maxTries   = 20      // commits built until one is taken
	maxPassed  = 200     // commits of others looked through for our own
	swapPause  = time.Second / 2
	longestGap = 8 * time.Second // between two tries
)

// Commit writes files as one commit on top of the branch's head and returns the
// commit. change gets a reader of that head's files, which gives nil for a file that
// is not there, and returns the files to write, by path; nil deletes a file. If
// another writer was quicker, change is called again with the newer head. An empty
// change writes nothing and returns the head. The branch is made at need, without
// the history of any other. The commit names no author, so that GitHub signs it, and
// starts no workflow.
func (b *Branch) Commit(ctx context.Context, message string, change func(read func(ctx context.Context, path string) ([]byte, error)) (map[string][]byte, error)) (string, error) {
	message = strings.TrimSpace(message) + "\n\n[skip ci]"
	for try := 1; ; try++ {
		commit, err := b.try(ctx, message, change)
		var lost *lostError
		switch {
		case !errors.As(err, &lost):
			return commit, err
		case try == maxTries:
			return "", fmt.Errorf("write branch %s: given up after %d tries; start the job again, and see whether a rule for branches keeps it from being written: %w", b.name, try, lost)
		}
		if err := b.client.sleep(ctx, b.pause(try)); err != nil {
			return "", err
		}
	}
}

// lostError says that the head did not move, or that nobody knows, and that another
// try may do better.
type lostError struct{ err error }

func (e *lostError) Error() string { return e.err.Error() }

// pause grows with every try, so that many writers get out of each other's way.
func (b *Branch) pause(try int) time.Duration {
	d := min(swapPause<<(try-1), longestGap)
	if b.client.jitter == nil {
		return d
	}
	return d/2 + time.Duration(b.client.jitter()*float64(d/2))
}

// try builds one commit on the head as it is now and moves the head to it.
func (b *Branch) try(ctx context.Context, message string, change func(func(context.Context, string) ([]byte, error)) (map[string][]byte, error)) (string, error) {
	tree, err := b.open(ctx)
	if err != nil {
		return "", fmt.Errorf("read branch %s: %w", b.name, err)
	}
	files, err := change(tree.file)
	if err != nil {
		return "", err
	}
	entries, err := tree.entries(ctx, files)
	if err != nil {
		return "", fmt.Errorf("write branch %s: %w", b.name, err)
	}
	head := ""
	commit := &gogithub.Commit{Message: &message, Tree: &gogithub.Tree{}}
	if tree != nil {
		head = tree.Commit
		commit.Parents = []*gogithub.Commit{{SHA: &head}}
	}
	if len(entries) == 0 {
		return head, nil
	}
	git := b.client.api.Git
	if commit.Tree, _, err = git.CreateTree(ctx, b.owner, b.repo, tree.id(), entries); err != nil {
		return "", b.failed(ctx, "make tree", err)
	}
	made, _, err := git.CreateCommit(ctx, b.owner, b.repo, commit, nil)
	if err != nil {
		return "", b.failed(ctx, "make commit", err)
	}
	return made.GetSHA(), b.swap(ctx, head, made.GetSHA())
}

// failed sorts errors of requests that only add objects, which may be repeated.
func (b *Branch) failed(ctx context.Context, what string, err error) error {
	status, _ := refusal(err)
	if ambiguous(ctx, err) || status == http.StatusConflict {
		return &lostError{fmt.Errorf("%s: %w", what, err)}
	}
	return b.refused(what, err)
}

// swap moves the head from one commit, "" for a branch to be made, to the next. It
// returns a lostError where another writer was quicker.
func (b *Branch) swap(ctx context.Context, from, to string) error {
	name := "refs/heads/" + b.name
	ref := &gogithub.Reference{Ref: &name, Object: &gogithub.GitObject{SHA: &to}}
	var err error
	if from == "" {
		_, _, err = b.client.api.Git.CreateRef(ctx, b.owner, b.repo, ref)
	} else {
		_, _, err = b.client.api.Git.UpdateRef(ctx, b.owner, b.repo, ref, false)
	}
	if err == nil {
		return nil
	}
	status, message := refusal(err)
	raced := status == http.StatusConflict || status == http.StatusUnprocessableEntity
	if ruled(message) || !raced && !ambiguous(ctx, err) {
		return b.refused("move head", err)
	}
	// The request may have been carried out before its answer was lost, and refused
	// when it was repeated: others may have built on our commit since.
	there, lookErr := b.holds(ctx, to, from)
	switch {
	case lookErr != nil:
		return fmt.Errorf("write branch %s: look whether commit %s is in it: %w", b.name, to, errors.Join(err, lookErr))
	case there:
		return nil
	default:
		return &lostError{fmt.Errorf("move head: %w", err)}
	}
}

// ruled recognises the refusals of rulesets and protected branches. GitHub has no
// code for them that sets them apart from a lost race.
func ruled(message string) bool {
	message = strings.ToLower(message)
	return slices.ContainsFunc([]string{"rule violation", "protected", "through a pull request", "reference update failed"}, func(s string) bool {
		return strings.Contains(message, s)
	})
}

// refused says why GitHub takes no commit, and what would help.
func (b *Branch) refused(what string, err error) error {
	status, message := refusal(err)
	help := ""
	switch {
	case ruled(message):
		help = fmt.Sprintf("; a rule keeps the branch from being written: exclude %s from the ruleset, or pass the token of an app that may bypass it as github-token", b.name)
	case status == http.StatusForbidden, status == http.StatusNotFound: // 404 hides what a token may not see
		help = "; the job needs the permission contents: write"
	}
	return fmt.Errorf("write branch %s: %s: %w%s", b.name, what, err, help)
}

// holds tells whether a commit is among those that the head gained since it was at
// from.
func (b *Branch) holds(ctx context.Context, commit, from string) (bool, error) {
	head, err := b.head(ctx)
	if err != nil {
		return false, err
	}
	next, seen := []string{head}, map[string]bool{"": true, from: true}
	for len(next) > 0 {
		id := next[0]
		next = next[1:]
		if id == commit {
			return true, nil
		}
		if seen[id] {
			continue
		}
		if seen[id] = true; len(seen) > maxPassed {
			return false, fmt.Errorf("it gained more than %d commits meanwhile", maxPassed)
		}
		c, _, err := b.client.api.Git.GetCommit(ctx, b.owner, b.repo, id)
		if err != nil {
			return false, err
		}
		for _, parent := range c.Parents {
			next = append(next, parent.GetSHA())
		}
	}
	return false, nil
}

// id is the tree's own; "" of nil.
func (t *Tree) id() string {
	if t == nil {
		return ""
	}
	return t.root
}

// entries turns files into what is new in a tree, which may be nil. A file to be
// deleted that is not there is passed over: GitHub would refuse it.
func (t *Tree) entries(ctx context.Context, files map[string][]byte) ([]*gogithub.TreeEntry, error) {
	var out []*gogithub.TreeEntry
	size := 0
	for path, data := range files {
		if size += len(data); size > maxWrite {
			return nil, fmt.Errorf("the files have more than the %d bytes allowed in one commit", maxWrite)
		}
		if !fs.ValidPath(path) || path == "." || !utf8.Valid(data) {
			return nil, fmt.Errorf("file %q has no path inside the branch, or is no text in UTF-8", path)
		}
		entry := &gogithub.TreeEntry{Path: gogithub.String(path), Mode: gogithub.String("100644"), Type: gogithub.String("blob")}
		if data != nil {
			entry.Content = gogithub.String(string(data))
			out = append(out, entry)
			continue
		}
		old, err := t.find(ctx, path)
		if err != nil {
			return nil, err
		}
		if old != "" {
			out = append(out, entry)
		}
	}
	slices.SortFunc(out, func(a, b *gogithub.TreeEntry) int { return strings.Compare(a.GetPath(), b.GetPath()) })
	return out, nil
}
