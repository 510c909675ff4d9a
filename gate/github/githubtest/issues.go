package githubtest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// Issue is an issue as the server keeps it.
type Issue struct {
	Number int
	Login  string
	Title  string
	Body   string
	Closed string // reason; "" while it is open
	Pull   bool   // it is a pull request, which GitHub lists among the issues
}

// firstIssue is above the numbers that tests give to pull requests.
const firstIssue = 1_000

// AddIssue adds an issue by anyone and returns its number.
func (s *Server) AddIssue(repo string, issue Issue) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addIssue(repo, issue).Number
}

// addIssue needs the lock.
func (s *Server) addIssue(repo string, issue Issue) Issue {
	issue.Number = firstIssue + len(s.issues[repo])
	s.issues[repo] = append(s.issues[repo], issue)
	return issue
}

// Issues returns the issues of OWNER/NAME, oldest first.
func (s *Server) Issues(repo string) []Issue {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.issues[repo])
}

// talks tells whether there is a conversation under a number; it needs the lock.
func (s *Server) talks(t thread) bool {
	_, pull := s.heads[t]
	return pull || s.findIssue(t) != nil
}

func (s *Server) findIssue(t thread) *Issue {
	if i := t.number - firstIssue; i >= 0 && i < len(s.issues[t.repo]) {
		return &s.issues[t.repo][i]
	}
	return nil
}

func (s *Server) listIssues(c *call, _ User) reply {
	query := c.request.URL.Query()
	state := cmp.Or(query.Get("state"), "open")
	list := []any{}
	for _, issue := range s.issues[c.repo()] {
		if state == "all" || (issue.Closed == "") == (state == "open") {
			list = append(list, s.issue(c, issue))
		}
	}
	if query.Get("direction") != "asc" {
		slices.Reverse(list)
	}
	return s.page(c, list)
}

func (s *Server) createIssue(c *call, user User) reply {
	if utf8.RuneCountInString(c.body.Body) > maxComment {
		return refuse(http.StatusUnprocessableEntity, "Validation Failed")
	}
	return send(http.StatusCreated, s.issue(c, s.addIssue(c.repo(), Issue{Login: user.Login, Title: c.body.Title, Body: c.body.Body})))
}

func (s *Server) updateIssue(c *call, _ User) reply {
	issue := s.findIssue(c.thread("issue_number"))
	if issue == nil {
		return refuse(http.StatusNotFound, "Not Found")
	}
	if utf8.RuneCountInString(c.body.Body) > maxComment {
		return refuse(http.StatusUnprocessableEntity, "Validation Failed")
	}
	issue.Title, issue.Body = cmp.Or(c.body.Title, issue.Title), cmp.Or(c.body.Body, issue.Body)
	if c.body.State == "closed" {
		issue.Closed = cmp.Or(c.body.StateReason, "completed")
	}
	return send(http.StatusOK, s.issue(c, *issue))
}

// issue shows an issue as GitHub does.
func (s *Server) issue(c *call, issue Issue) any {
	kind, state := "User", "open"
	if strings.HasSuffix(issue.Login, "[bot]") {
		kind = "Bot"
	}
	if issue.Closed != "" {
		state = "closed"
	}
	fields := object{
		"number": issue.Number, "title": issue.Title, "body": issue.Body, "state": state,
		"user":     c.api.sample("simple-user", object{"login": issue.Login, "type": kind}),
		"html_url": fmt.Sprintf("%s/%s/issues/%d", s.URL, c.repo(), issue.Number),
	}
	if issue.Pull {
		fields["pull_request"] = object{"url": s.URL, "html_url": s.URL, "diff_url": s.URL, "patch_url": s.URL}
	}
	return c.api.sample("issue", fields)
}
