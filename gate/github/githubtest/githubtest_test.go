package githubtest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exchange is a request and what comes of it.
type exchange struct {
	name, method, path, token, body string
	status                          int
	violation                       string // part of the only one; "" for none
}

func TestServer(t *testing.T) {
	const comments = "/repos/octo/shop/issues/7/comments"
	const checks = "/repos/octo/shop/check-runs"
	head := strings.Repeat("a", 40)
	many := `[` + strings.Repeat(`{"path": "p", "start_line": 1, "end_line": 1, "annotation_level": "failure", "message": "m"},`, 50) +
		`{"path": "p", "start_line": 1, "end_line": 1, "annotation_level": "failure", "message": "m"}]`
	long := `{"body": "` + strings.Repeat("é", maxComment+1) + `"}`
	for _, x := range []exchange{
		{"who a person is", "GET", "/user", "ada", "", 200, ""},
		{"who an app is", "GET", "/user", "bot", "", 403, ""},
		{"a wrong token", "GET", "/user", "x", "", 401, ""},
		{"a pull request", "GET", "/repos/octo/shop/pulls/7", "bot", "", 200, ""},
		{"a wrong token, where the description leaves that out", "GET", "/repos/octo/shop/pulls/7", "", "", 401, ""},
		{"no pull request", "GET", "/repos/octo/shop/pulls/8", "bot", "", 404, ""},
		{"another repository", "GET", "/repos/octo/other/issues/7/comments", "bot", "", 404, ""},
		{"comments", "GET", comments, "bot", "", 200, ""},
		{"comments beyond the last", "GET", comments + "?page=9", "bot", "", 200, ""},
		{"a comment", "POST", comments, "bot", `{"body": "hello"}`, 201, ""},
		{"a comment nowhere", "POST", "/repos/octo/shop/issues/8/comments", "bot", `{"body": "hello"}`, 404, ""},
		{"a comment by a reader", "POST", comments, "reader", `{"body": "hello"}`, 403, ""},
		{"a comment too long", "POST", comments, "bot", long, 422, ""},
		{"an edit", "PATCH", "/repos/octo/shop/issues/comments/1", "bot", `{"body": "bye"}`, 200, ""},
		{"an edit too long", "PATCH", "/repos/octo/shop/issues/comments/1", "bot", long, 422, ""},
		{"an edit of nothing", "PATCH", "/repos/octo/shop/issues/comments/9", "bot", `{"body": "bye"}`, 404, ""},
		{"an edit through another repository", "PATCH", "/repos/octo/other/issues/comments/1", "bot", `{"body": "bye"}`, 404, ""},
		{"a deletion", "DELETE", "/repos/octo/shop/issues/comments/1", "bot", "", 204, ""},

		{"a check", "POST", checks, "bot", `{"name": "n", "head_sha": "` + head + `", "status": "in_progress"}`, 201, ""},
		{"a check with too many annotations", "POST", checks, "bot", `{"name": "n", "head_sha": "h", "output": {"title": "t", "summary": "s", "annotations": ` + many + `}}`, 201, "maximum number of items is 50"},
		{"a check with a summary too long", "POST", checks, "bot", `{"name": "n", "head_sha": "h", "output": {"title": "t", "summary": "` + strings.Repeat("s", 65_536) + `"}}`, 201, "maximum string length is 65535"},
		{"a check by a reader", "POST", checks, "reader", `{"name": "n", "head_sha": "h"}`, 403, ""},
		{"a check by who may not", "POST", checks, "unchecked", `{"name": "n", "head_sha": "h"}`, 403, ""},
		{"a comment by who may not check", "POST", comments, "unchecked", `{"body": "hello"}`, 201, ""},
		{"a check of another type", "POST", checks, "bot", `{"name": "n", "head_sha": "h", "details_url": 7}`, 422, "value must be a string"},
		{"an update", "PATCH", checks + "/2", "bot", `{"name": "n", "conclusion": "success"}`, 200, ""},
		{"an update of another type", "PATCH", checks + "/2", "bot", `{"external_id": 7, "conclusion": "success"}`, 422, "value must be a string"},
		{"an update of another's check", "PATCH", checks + "/2", "ada", `{"name": "n", "conclusion": "success"}`, 403, ""},
		{"an update of nothing", "PATCH", checks + "/9", "bot", `{"name": "n", "conclusion": "success"}`, 404, ""},
		{"checks of a commit", "GET", "/repos/octo/shop/commits/" + head + "/check-runs?check_name=n&filter=all", "bot", "", 200, ""},
		{"a status", "POST", "/repos/octo/shop/statuses/" + head, "bot", `{"state": "success", "context": "c", "description": "d"}`, 201, ""},
		{"a status of no state", "POST", "/repos/octo/shop/statuses/" + head, "bot", `{"state": "green"}`, 201, "not one of the allowed values"},
		{"a status too long", "POST", "/repos/octo/shop/statuses/" + head, "bot", `{"state": "success", "description": "` + strings.Repeat("d", 141) + `"}`, 422, ""},

		{"an unknown path", "GET", "/repos/octo/shop/branches", "bot", "", 404, "no matching operation"},
		{"an unknown method", "PUT", comments, "bot", "", 404, "method not allowed"},
		{"a comment without a body", "POST", comments, "bot", `{"text": "hello"}`, 201, `property "body" is missing`},
		{"a comment of another type", "POST", comments, "bot", `{"body": ["hello"]}`, 201, "value must be"},
		{"a number that is none", "GET", "/repos/octo/shop/pulls/x", "bot", "", 404, `parameter "pull_number"`},
		{"a page that is none", "GET", comments + "?page=x", "bot", "", 200, `parameter "page"`},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := newServer(t)
			s.AddComment("octo/shop", 7, "ada", "first")
			s.checks = append(s.checks, Check{ID: 2, Repo: "octo/shop", Login: "github-actions[bot]", Name: "n", Head: head, Status: "in_progress"})
			status := x.send(t, s)
			if status != x.status {
				t.Errorf("status %d, want %d", status, x.status)
			}
			violations := s.Violations()
			if x.violation == "" && len(violations) > 0 || x.violation != "" && !strings.Contains(strings.Join(violations, "\n"), x.violation) {
				t.Errorf("violations %q, want %q", violations, x.violation)
			}
		})
	}
}

// An answer that GitHub would not give is a violation too.
func TestAnswersAreChecked(t *testing.T) {
	s := newServer(t)
	r, err := http.NewRequest("GET", s.URL+"/user", nil)
	if err != nil {
		t.Fatal(err)
	}
	call, broken := s.api.request(r, "")
	if len(broken) > 0 {
		t.Fatal(broken)
	}
	for _, answer := range []reply{
		send(http.StatusOK, object{"login": "ada"}),
		send(http.StatusForbidden, object{"message": 7}),
		send(http.StatusTooManyRequests, object{"message": 7}),
		send(http.StatusAccepted, object{}),
	} {
		if broken := s.api.response(call, answer); len(broken) == 0 {
			t.Errorf("status %d with %s passes", answer.status, answer.body)
		}
	}
}

func TestFailures(t *testing.T) {
	post := exchange{method: "POST", path: "/repos/octo/shop/issues/7/comments", token: "bot", body: `{"body": "hello"}`}
	for _, test := range []struct {
		name     string
		failure  Failure
		statuses []int // 0 for a broken connection
		comments int
	}{
		{"once", Failure{Status: 500}, []int{500, 201}, 1},
		{"twice, with effect", Failure{Status: 502, Times: 2, Commit: true}, []int{502, 502, 201}, 3},
		{"the third", Failure{Status: 500, Skip: 2}, []int{201, 201, 500, 201}, 3},
		{"broken off", Failure{Drop: true}, []int{0, 201}, 1},
		{"other requests", Failure{Method: "GET", Status: 500}, []int{201}, 1},
		{"other paths", Failure{Path: "/user", Status: 500}, []int{201}, 1},
	} {
		s := newServer(t)
		s.Fail(test.failure)
		var statuses []int
		for range test.statuses {
			statuses = append(statuses, post.send(t, s))
		}
		if diff := cmp.Diff(test.statuses, statuses); diff != "" {
			t.Errorf("%s: answers (-want +got):\n%s", test.name, diff)
		}
		if got := len(s.Comments("octo/shop", 7)); got != test.comments {
			t.Errorf("%s: %d comments, want %d", test.name, got, test.comments)
		}
		if broken := s.Violations(); len(broken) > 0 {
			t.Errorf("%s: violations %q", test.name, broken)
		}
	}
}

func newServer(t *testing.T) *Server {
	t.Helper()
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.AddToken("ada", User{Login: "ada"})
	s.AddToken("bot", User{Login: "github-actions[bot]", App: true})
	s.AddToken("reader", User{Login: "github-actions[bot]", App: true, ReadOnly: true})
	s.AddToken("unchecked", User{Login: "github-actions[bot]", App: true, Deny: []string{"checks/"}})
	s.SetPull("octo/shop", 7, strings.Repeat("a", 40))
	s.SetPull("octo/other", 9, strings.Repeat("a", 40))
	return s
}

// send sends the request on a connection of its own and returns the answer's status, 0 where there was none.
func (x exchange) send(t *testing.T, s *Server) int {
	t.Helper()
	r, err := http.NewRequest(x.method, s.URL+x.path, strings.NewReader(x.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Close = true
	r.Header.Set("Authorization", "Bearer "+x.token)
	if x.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}
