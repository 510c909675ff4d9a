package githubtest

import (
	"strings"
	"testing"
)

func TestIssuesAndPulls(t *testing.T) {
	const issues = "/repos/octo/shop/issues"
	long := strings.Repeat("é", maxComment+1)
	for _, x := range []exchange{
		{"pull requests", "GET", "/repos/octo/shop/pulls?head=octo:branch-7", "bot", "", 200, ""},
		{"closed pull requests", "GET", "/repos/octo/shop/pulls?state=closed", "bot", "", 200, ""},
		{"pull requests in a state that is none", "GET", "/repos/octo/shop/pulls?state=x", "bot", "", 200, `parameter "state"`},
		{"issues", "GET", issues + "?per_page=1", "bot", "", 200, ""},
		{"all issues", "GET", issues + "?state=all", "bot", "", 200, ""},
		{"an issue", "POST", issues, "bot", `{"title": "t", "body": "hello"}`, 201, ""},
		{"an issue too long", "POST", issues, "bot", `{"title": "t", "body": "` + long + `"}`, 422, ""},
		{"an issue without a title", "POST", issues, "bot", `{"body": "hello"}`, 201, `property "title" is missing`},
		{"an issue by a reader", "POST", issues, "reader", `{"title": "t"}`, 403, ""},
		{"an edit of an issue", "PATCH", issues + "/1000", "bot", `{"body": "bye"}`, 200, ""},
		{"an edit of an issue too long", "PATCH", issues + "/1000", "bot", `{"body": "` + long + `"}`, 422, ""},
		{"an end of an issue", "PATCH", issues + "/1001", "bot", `{"state": "closed", "state_reason": "not_planned"}`, 200, ""},
		{"an end that is none", "PATCH", issues + "/1000", "bot", `{"state": "gone"}`, 200, "value is not one of the allowed values"},
		{"an edit of no issue", "PATCH", issues + "/1002", "bot", `{"body": "bye"}`, 404, ""},
		{"a comment on an issue", "POST", issues + "/1000/comments", "bot", `{"body": "hello"}`, 201, ""},
		{"the comments of an issue", "GET", issues + "/1000/comments", "bot", "", 200, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := newServer(t)
			s.AddIssue("octo/shop", Issue{Login: "ada", Title: "first"})
			s.AddIssue("octo/shop", Issue{Login: "github-actions[bot]", Title: "second", Pull: true})
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
