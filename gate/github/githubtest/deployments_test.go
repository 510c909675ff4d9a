package githubtest

import (
	"strings"
	"testing"
)

func TestDeployments(t *testing.T) {
	const path = "/repos/octo/shop/deployments"
	commit := strings.Repeat("a", 40)
	body := func(more string) string {
		return `{"ref": "` + commit + `", "environment": "staging", "task": "t"` + more + `}`
	}
	whole := body(`, "auto_merge": false, "required_contexts": []`)
	for _, x := range []exchange{
		{"one", "POST", path, "bot", whole, 201, ""},
		{"of an unknown commit", "POST", path, "bot", strings.Replace(whole, "a", "b", 1), 422, ""},
		{"that would merge", "POST", path, "bot", body(`, "required_contexts": []`), 409, ""},
		{"that waits for checks", "POST", path, "bot", body(`, "auto_merge": false`), 409, ""},
		{"without a ref", "POST", path, "bot", `{"auto_merge": false, "required_contexts": []}`, 422, `property "ref" is missing`},
		{"the list", "GET", path + "?environment=staging&task=t", "bot", "", 200, ""},
		{"a status", "POST", path + "/1/statuses", "bot", `{"state": "success"}`, 201, ""},
		{"a status that is none", "POST", path + "/1/statuses", "bot", `{"state": "great"}`, 201, "state"},
		{"a status of nothing", "POST", path + "/9/statuses", "bot", `{"state": "success"}`, 404, ""},
		{"statuses", "GET", path + "/1/statuses", "bot", "", 200, ""},
		{"statuses of nothing", "GET", path + "/9/statuses", "bot", "", 404, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := newServer(t)
			s.SetCommit(commit, nil)
			if x.name != "one" {
				s.deployments = []Deployment{{ID: 1, Repo: "octo/shop", Environment: "staging", Task: "t"}, {ID: 2, Repo: "octo/shop", Environment: "staging"}}
			}
			if status := x.send(t, s); status != x.status {
				t.Errorf("status %d, want %d", status, x.status)
			}
			violations := s.Violations()
			if x.violation == "" && len(violations) > 0 || x.violation != "" && !strings.Contains(strings.Join(violations, "\n"), x.violation) {
				t.Errorf("violations %q, want %q", violations, x.violation)
			}
			if got := len(s.Deployments()); x.name == "one" && got != 1 {
				t.Errorf("%d deployments, want 1", got)
			}
			// A success that does not say otherwise makes others inactive.
			if d := s.Deployments(); x.name == "a status" && (len(d[1].States) != 1 || d[1].States[0] != "inactive") {
				t.Errorf("deployments %+v", d)
			}
		})
	}
}
