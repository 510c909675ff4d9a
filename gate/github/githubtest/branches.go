package githubtest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Commit is a commit of a branch as the server keeps it.
type Commit struct {
	ID      string
	Message string
	Parents []string
	Files   map[string]string // contents, by path
}

// SetBranch gives OWNER/NAME a branch whose head is a commit that is there, or moves
// it.
func (s *Server) SetBranch(repo, name, commit string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.git.heads[repo+" refs/heads/"+name] = commit
}

// Branch returns a branch's commits, the newest first, each followed by its first
// parent; none where there is no branch.
func (s *Server) Branch(repo, name string) []Commit {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Commit
	for id := s.git.heads[repo+" refs/heads/"+name]; id != ""; {
		c := s.git.commits[id]
		out = append(out, Commit{ID: id, Message: c.message, Parents: c.parents, Files: s.git.files(c.tree)})
		id = ""
		if len(c.parents) > 0 {
			id = c.parents[0]
		}
	}
	return out
}

// files is the tree as folder takes it.
func (g *gitObjects) files(tree string) map[string]string {
	out := map[string]string{}
	for _, entry := range g.list(tree, "", true) {
		name, id := fmt.Sprint(entry["path"]), fmt.Sprint(entry["sha"])
		switch {
		case entry["mode"] == "120000":
			out[name+"@"] = g.blobs[id]
		case entry["type"] == "blob":
			out[name] = g.blobs[id]
		}
	}
	return out
}

// refPath is a request's path that ends in the name of a ref.
var refPath = regexp.MustCompile(`^(/repos/[^/]+/[^/]+/git/(?:refs|matching-refs)/)(.+)$`)

// wholeRef is the request with the slashes of a ref hidden from the router, which
// knows no parameter of several segments.
func wholeRef(r *http.Request) *http.Request {
	parts := refPath.FindStringSubmatch(r.URL.Path)
	if parts == nil {
		return r
	}
	out := r.Clone(r.Context())
	out.URL.RawPath = parts[1] + url.QueryEscape(parts[2])
	return out
}

// ref is the full name that the path gives a ref by.
func (c *call) ref() string {
	name, _ := url.QueryUnescape(c.params["ref"]) // as wholeRef made it
	return "refs/" + name
}

// read decodes the request's body, whose form was checked already.
func (c *call) read(into any) {
	data, _ := io.ReadAll(c.request.Body) // from memory
	_ = json.Unmarshal(data, into)        // a violation says what is wrong with it
}

func (s *Server) createTree(c *call, _ User) reply {
	var in struct {
		Base string `json:"base_tree"`
		Tree []struct {
			Path, Mode, Type string
			Content, SHA     *string
		}
	}
	c.read(&in)
	files := map[string]string{}
	if in.Base != "" {
		if _, ok := s.git.trees[in.Base]; !ok {
			return refuse(http.StatusNotFound, "Not Found")
		}
		files = s.git.files(in.Base)
	}
	for _, entry := range in.Tree {
		_, there := files[entry.Path]
		switch {
		case entry.Content != nil:
			files[entry.Path] = *entry.Content
		case entry.SHA == nil && there:
			delete(files, entry.Path)
		default: // a file that is not there, or one by the id of a blob, which nobody here makes
			return refuse(http.StatusUnprocessableEntity, "GitRPC::BadObjectState")
		}
	}
	id := s.git.folder(files)
	return send(http.StatusCreated, c.sample(http.StatusCreated, object{"sha": id, "tree": s.git.list(id, "", false)}))
}

func (s *Server) createCommit(c *call, _ User) reply {
	var in struct {
		Message, Tree string
		Parents       []string
	}
	c.read(&in)
	if _, ok := s.git.trees[in.Tree]; !ok {
		return refuse(http.StatusUnprocessableEntity, "Tree SHA does not exist")
	}
	for _, parent := range in.Parents {
		if _, ok := s.git.commits[parent]; !ok {
			return refuse(http.StatusUnprocessableEntity, "Parent SHA does not exist or is not a commit object")
		}
	}
	s.lastID++ // as time does, it tells two commits of the same content apart
	id := gitID("commit", fmt.Sprint(in, s.lastID))
	s.git.commits[id] = commit{tree: in.Tree, parents: in.Parents, message: in.Message}
	return send(http.StatusCreated, c.sample(http.StatusCreated, object{"sha": id, "message": in.Message, "tree": object{"sha": in.Tree}}))
}

func (s *Server) listRefs(c *call, _ User) reply {
	list := []any{}
	for _, name := range slices.Sorted(maps.Keys(s.git.heads)) {
		repo, ref, _ := strings.Cut(name, " ")
		if repo == c.repo() && strings.HasPrefix(ref, c.ref()) {
			list = append(list, s.ref(c, ref))
		}
	}
	return send(http.StatusOK, list)
}

func (s *Server) createRef(c *call, _ User) reply {
	var in struct{ Ref, SHA string }
	c.read(&in)
	if _, there := s.git.heads[c.repo()+" "+in.Ref]; there {
		return refuse(http.StatusUnprocessableEntity, "Reference already exists")
	}
	if _, ok := s.git.commits[in.SHA]; !ok {
		return refuse(http.StatusUnprocessableEntity, "Object does not exist")
	}
	s.git.heads[c.repo()+" "+in.Ref] = in.SHA
	return send(http.StatusCreated, s.ref(c, in.Ref))
}

func (s *Server) updateRef(c *call, _ User) reply {
	var in struct {
		SHA   string
		Force bool
	}
	c.read(&in)
	head, there := s.git.heads[c.repo()+" "+c.ref()]
	switch {
	case !there:
		return refuse(http.StatusUnprocessableEntity, "Reference does not exist")
	case !in.Force && !s.git.descends(in.SHA, head):
		return refuse(http.StatusUnprocessableEntity, "Update is not a fast forward")
	}
	s.git.heads[c.repo()+" "+c.ref()] = in.SHA
	return send(http.StatusOK, s.ref(c, c.ref()))
}

// descends tells whether a commit is another, or comes after it.
func (g *gitObjects) descends(id, from string) bool {
	return id == from || slices.ContainsFunc(g.commits[id].parents, func(parent string) bool { return g.descends(parent, from) })
}

func (s *Server) ref(c *call, name string) any {
	return c.api.sample("git-ref", object{
		"ref": name, "object": object{"type": "commit", "sha": s.git.heads[c.repo()+" "+name]},
	})
}
