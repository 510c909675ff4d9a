package githubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxComment is the number of characters that GitHub allows a comment.
const maxComment = 65_536

// reply is an answer before it is written.
type reply struct {
	status int
	header http.Header
	body   []byte // JSON; nil for none
	drop   bool
}

func (r reply) write(w http.ResponseWriter) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.status)
	w.Write(r.body) // a client that has gone is no concern of ours
}

func send(status int, value any) reply {
	body, err := json.Marshal(value)
	if err != nil {
		return refuse(http.StatusInternalServerError, err.Error())
	}
	return reply{status: status, header: http.Header{"Content-Type": {"application/json; charset=utf-8"}}, body: body}
}

func refuse(status int, message string) reply {
	return send(status, map[string]any{
		"message": message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status),
	})
}

// answers holds what the server can do, by GitHub's name of the operation.
var answers = map[string]func(*Server, *call, User) reply{
	"users/get-authenticated": (*Server).getUser,
	"pulls/get":               (*Server).getPull,
	"git/get-commit":          (*Server).getCommit,
	"git/get-tree":            (*Server).getTree,
	"git/get-blob":            (*Server).getBlob,
	"git/create-tree":         (*Server).createTree,
	"git/create-commit":       (*Server).createCommit,
	"git/list-matching-refs":  (*Server).listRefs,
	"git/create-ref":          (*Server).createRef,
	"git/update-ref":          (*Server).updateRef,
	"pulls/list":              (*Server).listPulls,
	"issues/list-for-repo":    (*Server).listIssues,
	"issues/create":           (*Server).createIssue,
	"issues/update":           (*Server).updateIssue,
	"repos/list-deployments":  (*Server).listDeployments,
	"repos/create-deployment": (*Server).createDeployment,
	"issues/list-comments":    (*Server).listComments,
	"issues/create-comment":   (*Server).createComment,
	"issues/update-comment":   (*Server).updateComment,
	"issues/delete-comment":   (*Server).deleteComment,

	"checks/create":                  (*Server).createCheck,
	"checks/update":                  (*Server).updateCheck,
	"checks/list-for-ref":            (*Server).listChecks,
	"repos/create-commit-status":     (*Server).createStatus,
	"repos/list-deployment-statuses": (*Server).listStatuses,
	"repos/create-deployment-status": (*Server).createDeploymentStatus,
}

// answer carries a request out; it needs the lock.
func (s *Server) answer(c *call) reply {
	user, known := s.users[strings.TrimPrefix(c.request.Header.Get("Authorization"), "Bearer ")]
	if !known {
		return refuse(http.StatusUnauthorized, "Bad credentials")
	}
	if user.ReadOnly && c.request.Method != http.MethodGet || user.denied(c.operation) {
		return refuse(http.StatusForbidden, "Resource not accessible by integration")
	}
	return answers[c.operation](s, c, user)
}

func (s *Server) getUser(c *call, user User) reply {
	if user.App {
		return refuse(http.StatusForbidden, "Resource not accessible by integration")
	}
	return send(http.StatusOK, c.sample(http.StatusOK, object{"login": user.Login, "user_view_type": "private"}))
}

func (s *Server) getPull(c *call, _ User) reply {
	t := c.thread("pull_number")
	head, open := s.heads[t]
	if !open {
		return refuse(http.StatusNotFound, "Not Found")
	}
	return send(http.StatusOK, c.sample(http.StatusOK, object{"number": t.number, "head": object{"sha": head}}))
}

func (s *Server) listComments(c *call, _ User) reply {
	t := c.thread("issue_number")
	if !s.talks(t) {
		return refuse(http.StatusNotFound, "Not Found")
	}
	list := []any{}
	for _, comment := range s.comments[t] {
		list = append(list, s.comment(c, t, comment))
	}
	return s.page(c, list)
}

func (s *Server) createComment(c *call, user User) reply {
	t := c.thread("issue_number")
	if !s.talks(t) {
		return refuse(http.StatusNotFound, "Not Found")
	}
	if utf8.RuneCountInString(c.body.Body) > maxComment {
		return refuse(http.StatusUnprocessableEntity, "Validation Failed")
	}
	return send(http.StatusCreated, s.comment(c, t, s.add(t, user.Login, c.body.Body)))
}

func (s *Server) updateComment(c *call, _ User) reply {
	t, i := s.find(c)
	if i < 0 {
		return refuse(http.StatusNotFound, "Not Found")
	}
	if utf8.RuneCountInString(c.body.Body) > maxComment {
		return refuse(http.StatusUnprocessableEntity, "Validation Failed")
	}
	s.comments[t][i].Body = c.body.Body
	return send(http.StatusOK, s.comment(c, t, s.comments[t][i]))
}

func (s *Server) deleteComment(c *call, _ User) reply {
	t, i := s.find(c)
	if i < 0 {
		return refuse(http.StatusNotFound, "Not Found")
	}
	s.comments[t] = slices.Delete(s.comments[t], i, i+1)
	return reply{status: http.StatusNoContent, header: http.Header{}}
}

// find returns where the comment that the path names is; -1 for nowhere.
func (s *Server) find(c *call) (thread, int) {
	for t, comments := range s.comments {
		i := slices.IndexFunc(comments, func(x Comment) bool { return strconv.FormatInt(x.ID, 10) == c.params["comment_id"] })
		if i >= 0 && t.repo == c.repo() {
			return t, i
		}
	}
	return thread{}, -1
}

// comment shows a comment as GitHub does.
func (s *Server) comment(c *call, t thread, comment Comment) any {
	kind := "User"
	if strings.HasSuffix(comment.Login, "[bot]") {
		kind = "Bot"
	}
	return c.api.sample("issue-comment", object{
		"id": comment.ID, "body": comment.Body, "user": c.api.sample("simple-user", object{"login": comment.Login, "type": kind}),
		"html_url": fmt.Sprintf("%s/%s/pull/%d#issuecomment-%d", s.URL, t.repo, t.number, comment.ID),
	})
}
