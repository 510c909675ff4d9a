package githubtest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// SetSource says which OWNER:BRANCH a pull request comes from; without it, it is a branch of the repository.
func (s *Server) SetSource(repo string, number int, label string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sources[thread{repo, number}] = label
}

// ClosePull closes a pull request. Its conversation stays.
func (s *Server) ClosePull(repo string, number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed[thread{repo, number}] = true
}

// source is the label of a pull request's head; it needs the lock.
func (s *Server) source(t thread) string {
	owner, _, _ := strings.Cut(t.repo, "/")
	return cmp.Or(s.sources[t], fmt.Sprintf("%s:branch-%d", owner, t.number))
}

func (s *Server) listPulls(c *call, _ User) reply {
	query := c.request.URL.Query()
	state, head := cmp.Or(query.Get("state"), "open"), query.Get("head")
	var found []thread
	for t := range s.heads {
		open := !s.closed[t]
		if t.repo == c.repo() && (state == "all" || open == (state == "open")) && (head == "" || head == s.source(t)) {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b thread) int { return b.number - a.number }) // the newest first
	list := []any{}
	for _, t := range found {
		owner, branch, _ := strings.Cut(s.source(t), ":")
		list = append(list, c.api.sample("pull-request-simple", object{
			"number": t.number, "state": state,
			"head": object{"sha": s.heads[t], "label": s.source(t), "ref": branch, "user": c.api.sample("simple-user", object{"login": owner, "type": "User"})},
		}))
	}
	return s.page(c, list)
}

// page sends the part of a list that the request asks for, with a link to the next.
func (s *Server) page(c *call, all []any) reply {
	size, page := c.query("per_page", 30), c.query("page", 1)
	start, end := min((page-1)*size, len(all)), min(page*size, len(all))
	answer := send(http.StatusOK, all[start:end])
	if end < len(all) {
		next := *c.request.URL
		query := next.Query()
		query.Set("page", strconv.Itoa(page+1))
		next.RawQuery = query.Encode()
		answer.header.Set("Link", fmt.Sprintf(`<%s%s>; rel="next"`, s.URL, next.RequestURI()))
	}
	return answer
}
