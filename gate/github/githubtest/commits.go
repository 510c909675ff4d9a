package githubtest

import (
	"cmp"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
)

// gitObjects is what a repository holds besides its conversations.
type gitObjects struct {
	commits map[string]commit
	trees   map[string][]object // entries, by id
	blobs   map[string]string   // contents, by id
	heads   map[string]string   // commits, by OWNER/NAME and the branch's full name
}

type commit struct {
	tree    string
	parents []string
	message string
}

// SetCommit gives every repository a commit with the files, by path. A path that
// ends in @ is a symbolic link, and its text where it leads.
func (s *Server) SetCommit(id string, files map[string]string, parents ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.git.commits[id] = commit{tree: s.git.folder(files), parents: parents}
}

// folder keeps a tree and returns its id.
func (g *gitObjects) folder(files map[string]string) string {
	var entries []object
	below := map[string]map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if folder, rest, nested := strings.Cut(name, "/"); nested {
			if below[folder] == nil {
				below[folder] = map[string]string{}
			}
			below[folder][rest] = files[name]
			continue
		}
		mode := "100644"
		if strings.HasSuffix(name, "@") {
			mode = "120000"
		}
		id := gitID("blob", files[name])
		g.blobs[id] = files[name]
		entries = append(entries, object{"path": strings.TrimSuffix(name, "@"), "mode": mode, "type": "blob", "sha": id, "size": len(files[name])})
	}
	for _, name := range slices.Sorted(maps.Keys(below)) {
		entries = append(entries, object{"path": name, "mode": "040000", "type": "tree", "sha": g.folder(below[name])})
	}
	id := gitID("tree", fmt.Sprint(entries))
	g.trees[id] = entries
	return id
}

// gitID is Git's id of a blob. That of a tree is not Git's: nobody computes it.
func gitID(kind, content string) string {
	sum := sha1.Sum([]byte(fmt.Sprintf("%s %d\x00%s", kind, len(content), content)))
	return hex.EncodeToString(sum[:])
}

func (s *Server) getCommit(c *call, _ User) reply {
	found, ok := s.git.commits[c.params["commit_sha"]]
	if !ok {
		return refuse(http.StatusNotFound, "Not Found")
	}
	parents := []any{}
	for _, id := range found.parents {
		parents = append(parents, object{"sha": id, "url": "https://github.example/", "html_url": "https://github.example/"})
	}
	return send(http.StatusOK, c.sample(http.StatusOK, object{"sha": c.params["commit_sha"], "tree": object{"sha": found.tree}, "parents": parents}))
}

func (s *Server) getTree(c *call, _ User) reply {
	if _, ok := s.git.trees[c.params["tree_sha"]]; !ok {
		return refuse(http.StatusNotFound, "Not Found")
	}
	entries := s.git.list(c.params["tree_sha"], "", c.query("recursive", 0) > 0)
	return send(http.StatusOK, c.sample(http.StatusOK, object{"sha": c.params["tree_sha"], "tree": entries, "truncated": s.truncate}))
}

func (g *gitObjects) list(id, at string, recursive bool) []object {
	out := []object{}
	for _, entry := range g.trees[id] {
		entry = maps.Clone(entry)
		name, _ := entry["path"].(string)
		entry["path"] = path.Join(at, name)
		out = append(out, entry)
		if below, _ := entry["sha"].(string); recursive && entry["type"] == "tree" {
			out = append(out, g.list(below, path.Join(at, name), true)...)
		}
	}
	slices.SortFunc(out, func(a, b object) int { return cmp.Compare(fmt.Sprint(a["path"]), fmt.Sprint(b["path"])) })
	return out
}

// Truncate makes the server list trees as if they were too large to be listed whole.
func (s *Server) Truncate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.truncate = true
}

func (s *Server) getBlob(c *call, _ User) reply {
	content, ok := s.git.blobs[c.params["file_sha"]]
	if !ok {
		return refuse(http.StatusNotFound, "Not Found")
	}
	return send(http.StatusOK, c.sample(http.StatusOK, object{
		"sha": c.params["file_sha"], "size": len(content), "encoding": "base64",
		"content": base64.StdEncoding.EncodeToString([]byte(content)) + "\n",
	}))
}
