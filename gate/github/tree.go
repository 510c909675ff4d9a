package github

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"net/url"
	"path"
	"strings"

	gogithub "github.com/google/go-github/v60/github"
)

// Tree is what a commit holds, read through the API: checkouts are shallow, and a
// pull request's holds what the pull request made of it.
type Tree struct {
	Commit string

	client      *Client
	owner, repo string
	root        string                    // id of the tree
	known       map[string]*gogithub.Tree // by request
}

// maxBlob is the size in bytes up to which a file is read.
const maxBlob = 32 << 20

// BaseTree opens the tree of the commit that a pull request or a merge group goes
// onto. A pull request's is the first parent of GitHub's test merge, which stands
// for the base as it was when the run began; the payload's is older.
func (c *Client) BaseTree(ctx context.Context, e Event) (*Tree, error) {
	t := &Tree{Commit: e.Base, client: c, owner: e.Owner, repo: e.Repo, known: map[string]*gogithub.Tree{}}
	if e.IsPullRequest() {
		merge, _, err := c.api.Git.GetCommit(ctx, e.Owner, e.Repo, e.SHA)
		if err != nil {
			return nil, fmt.Errorf("read base of the pull request: %w", err)
		}
		if len(merge.Parents) != 2 || merge.Parents[1].GetSHA() != e.Head {
			return nil, fmt.Errorf("read base of the pull request: commit %s is no test merge of its head %s; start the workflow on pull_request, and again if the head has moved", e.SHA, e.Head)
		}
		t.Commit = merge.Parents[0].GetSHA()
	}
	if !shaPattern.MatchString(t.Commit) {
		return nil, fmt.Errorf("read base commit: event %s has none", e.Name)
	}
	base, _, err := c.api.Git.GetCommit(ctx, e.Owner, e.Repo, t.Commit)
	if err != nil {
		return nil, fmt.Errorf("read base commit %s: %w", t.Commit, err)
	}
	t.root = base.GetTree().GetSHA()
	return t, nil
}

// Files lists what is at a path from the root, a file or a folder with all below
// it: ids of blobs by path. It is empty where there is nothing.
func (t *Tree) Files(ctx context.Context, at string) (map[string]string, error) {
	files, id := map[string]string{}, t.root
	at = path.Clean(at)
	parts := strings.Split(at, "/")
	if at == "." {
		parts = nil
	}
	for n, part := range parts {
		tree, err := t.read(ctx, id, false)
		if err != nil {
			return nil, err
		}
		entry := find(tree, part)
		switch {
		case entry == nil:
			return files, nil
		case entry.GetType() == "tree":
			id = entry.GetSHA()
		case n < len(parts)-1:
			return files, nil
		default:
			return files, t.add(files, at, entry)
		}
	}
	tree, err := t.read(ctx, id, true)
	if err != nil {
		return nil, err
	}
	for _, entry := range tree.Entries {
		if entry.GetType() != "tree" {
			if err := t.add(files, path.Join(at, entry.GetPath()), entry); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// add takes a plain file. A link or a submodule stands for what the tree does not
// hold.
func (t *Tree) add(files map[string]string, at string, entry *gogithub.TreeEntry) error {
	if entry.GetType() != "blob" || entry.GetMode() == "120000" {
		return fmt.Errorf("read %s of commit %s: it is a link or a submodule; keep what decides a verdict in plain files", at, t.Commit)
	}
	if !shaPattern.MatchString(entry.GetSHA()) {
		return fmt.Errorf("read %s of commit %s: its id is %q", at, t.Commit, entry.GetSHA())
	}
	files[at] = entry.GetSHA()
	return nil
}

func find(tree *gogithub.Tree, name string) *gogithub.TreeEntry {
	for _, entry := range tree.Entries {
		if entry.GetPath() == name {
			return entry
		}
	}
	return nil
}

func (t *Tree) read(ctx context.Context, id string, recursive bool) (*gogithub.Tree, error) {
	key := fmt.Sprint(id, recursive)
	if tree := t.known[key]; tree != nil {
		return tree, nil
	}
	tree, _, err := t.client.api.Git.GetTree(ctx, t.owner, t.repo, url.PathEscape(id), recursive)
	if err != nil {
		return nil, fmt.Errorf("read tree of commit %s: %w", t.Commit, err)
	}
	if tree.GetTruncated() {
		return nil, fmt.Errorf("read tree of commit %s: a folder has more files than GitHub lists at once; keep suites in smaller folders", t.Commit)
	}
	t.known[key] = tree
	return tree, nil
}

// Blob reads a file by its id, and holds what came against the id.
func (t *Tree) Blob(ctx context.Context, id string) ([]byte, error) {
	blob, _, err := t.client.api.Git.GetBlob(ctx, t.owner, t.repo, id)
	if err != nil {
		return nil, fmt.Errorf("read file %s of commit %s: %w", id, t.Commit, err)
	}
	if blob.GetSize() > maxBlob {
		return nil, fmt.Errorf("read file %s of commit %s: it has %d bytes, more than the %d allowed", id, t.Commit, blob.GetSize(), maxBlob)
	}
	data, err := base64.StdEncoding.DecodeString(blob.GetContent()) // which passes over line breaks
	if err == nil && BlobID(id, data) != id {
		err = errors.New("its content is another's")
	}
	if err != nil {
		return nil, fmt.Errorf("read file %s of commit %s: %w", id, t.Commit, err)
	}
	return data, nil
}

// BlobID is the id that Git gives a file's content, by the hash that another id of
// the repository shows.
func BlobID(like string, data []byte) string {
	var h hash.Hash = sha1.New()
	if len(like) == sha256.Size*2 {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}
