package github

import (
	"context"
	"fmt"

	gogithub "github.com/google/go-github/v60/github"
)

// Branch is a branch that holds a few small text files and is written by
// compare-and-swap: every writer builds a commit on the head that it has read, and
// the head moves only from that one. Of several writers at once each gets its
// commit, one after the other, and a writer that is killed leaves the branch as it
// was.
type Branch struct {
	client            *Client
	owner, repo, name string
}

// Branch names a branch of a repository; it need not be there yet, and nothing is
// sent.
func (c *Client) Branch(owner, repo, name string) *Branch {
	return &Branch{client: c, owner: owner, repo: repo, name: name}
}

// maxRead bounds the files read at once, in bytes.
const maxRead = 4 << 20

// Read returns the files of the branch's head, by path, that stand at the given
// paths or below them; all files where none is given. head is the commit, "" where
// the branch is not there. What may not be read is an error, never a branch that is
// not there.
func (b *Branch) Read(ctx context.Context, at ...string) (files map[string][]byte, head string, err error) {
	tree, err := b.open(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("read branch %s: %w", b.name, err)
	}
	files = map[string][]byte{}
	if tree == nil {
		return files, "", nil
	}
	if len(at) == 0 {
		at = []string{"."}
	}
	size := 0
	for _, folder := range at {
		ids, err := tree.Files(ctx, folder)
		if err != nil {
			return nil, "", fmt.Errorf("read branch %s: %w", b.name, err)
		}
		for path, id := range ids {
			if files[path], err = tree.Blob(ctx, id); err != nil {
				return nil, "", fmt.Errorf("read branch %s: %s: %w", b.name, path, err)
			}
			if size += len(files[path]); size > maxRead {
				return nil, "", fmt.Errorf("read branch %s: its files have more than the %d bytes allowed", b.name, maxRead)
			}
		}
	}
	return files, tree.Commit, nil
}

// head is the branch's newest commit, "" where there is no branch. GitHub says 404
// also for a repository that the token may not see, so the branch is looked for in a
// list, which is empty where there is none. It is sorted by name, so that the branch
// comes before those whose names begin with its own.
func (b *Branch) head(ctx context.Context) (string, error) {
	refs, _, err := b.client.api.Git.ListMatchingRefs(ctx, b.owner, b.repo, &gogithub.ReferenceListOptions{Ref: "heads/" + b.name})
	if err != nil {
		return "", fmt.Errorf("find branch: %w", err)
	}
	for _, ref := range refs {
		if ref.GetRef() != "refs/heads/"+b.name {
			continue
		}
		if sha := ref.GetObject().GetSHA(); shaPattern.MatchString(sha) {
			return sha, nil
		}
		return "", fmt.Errorf("find branch: its head is %q, not a commit", ref.GetObject().GetSHA())
	}
	return "", nil
}

// open opens the tree of the head, nil where there is no branch.
func (b *Branch) open(ctx context.Context) (*Tree, error) {
	head, err := b.head(ctx)
	if err != nil || head == "" {
		return nil, err
	}
	c, _, err := b.client.api.Git.GetCommit(ctx, b.owner, b.repo, head)
	if err != nil {
		return nil, fmt.Errorf("read commit %s: %w", head, err)
	}
	return &Tree{
		Commit: head, client: b.client, owner: b.owner, repo: b.repo,
		root: c.GetTree().GetSHA(), known: map[string]*gogithub.Tree{},
	}, nil
}

// file reads one file of a tree, which may be nil; nil where it is not there.
func (t *Tree) file(ctx context.Context, path string) ([]byte, error) {
	id, err := t.find(ctx, path)
	if err != nil || id == "" {
		return nil, err
	}
	return t.Blob(ctx, id)
}

// find is the id of one file of a tree, which may be nil; "" where it is not there.
func (t *Tree) find(ctx context.Context, path string) (string, error) {
	if t == nil {
		return "", nil
	}
	ids, err := t.Files(ctx, path)
	return ids[path], err
}
