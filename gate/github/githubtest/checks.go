package githubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Check is a check run as the server keeps it.
type Check struct {
	ID          int64        `json:"-"`
	Repo        string       `json:"-"` // OWNER/NAME
	Login       string       `json:"-"` // of whoever created it, who alone may update it
	Updates     []int        `json:"-"` // how many annotations each request brought, the one that created it first
	Name        string       `json:"name"`
	Head        string       `json:"head_sha"`
	Status      string       `json:"status"`
	Conclusion  string       `json:"conclusion"`
	ExternalID  string       `json:"external_id"`
	DetailsURL  string       `json:"details_url"`
	Title       string       `json:"-"`
	Summary     string       `json:"-"`
	Annotations []Annotation `json:"-"`
}

// Annotation is a remark of a check run on a file.
type Annotation struct {
	Path    string `json:"path"`
	Line    int    `json:"start_line"`
	End     int    `json:"end_line"`
	Level   string `json:"annotation_level"` // notice, warning, failure
	Title   string `json:"title"`
	Message string `json:"message"`
}

// Status is a commit status as the server keeps it.
type Status struct {
	Repo        string `json:"-"` // OWNER/NAME
	Commit      string `json:"-"`
	State       string `json:"state"`
	Context     string `json:"context"`
	Description string `json:"description"`
	TargetURL   string `json:"target_url"`
}

// maxDescription is the number of characters that GitHub allows the description of a commit status.
const maxDescription = 140

// denied reports whether the user's token lacks the right for an operation.
func (u User) denied(operation string) bool {
	return slices.ContainsFunc(u.Deny, func(start string) bool { return strings.HasPrefix(operation, start) })
}

// Checks returns the check runs, oldest first.
func (s *Server) Checks() []Check {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.checks)
}

// Statuses returns the commit statuses, oldest first.
func (s *Server) Statuses() []Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.statuses)
}

// apply takes over what a request says of a check run. Annotations come on top of those that are there.
func (k *Check) apply(c *call) error {
	var update struct {
		Output struct {
			Title       *string      `json:"title"`
			Summary     *string      `json:"summary"`
			Annotations []Annotation `json:"annotations"`
		} `json:"output"`
	}
	for _, into := range []any{k, &update} {
		if err := json.Unmarshal(c.raw, into); err != nil {
			return err
		}
	}
	if k.Conclusion != "" {
		k.Status = "completed"
	}
	if update.Output.Title != nil {
		k.Title = *update.Output.Title
	}
	if update.Output.Summary != nil {
		k.Summary = *update.Output.Summary
	}
	k.Annotations = append(k.Annotations, update.Output.Annotations...)
	k.Updates = append(k.Updates, len(update.Output.Annotations))
	return nil
}

func (s *Server) createCheck(c *call, user User) reply {
	s.lastID++
	k := Check{ID: s.lastID, Repo: c.repo(), Login: user.Login, Status: "queued"}
	if err := k.apply(c); err != nil {
		return refuse(http.StatusUnprocessableEntity, err.Error())
	}
	s.checks = append(s.checks, k)
	return send(http.StatusCreated, s.check(c, k))
}

func (s *Server) updateCheck(c *call, user User) reply {
	i := slices.IndexFunc(s.checks, func(k Check) bool {
		return k.Repo == c.repo() && strconv.FormatInt(k.ID, 10) == c.params["check_run_id"]
	})
	switch {
	case i < 0:
		return refuse(http.StatusNotFound, "Not Found")
	case s.checks[i].Login != user.Login:
		return refuse(http.StatusForbidden, "Invalid app_id - check run can only be modified by the GitHub App that created it.")
	}
	if err := s.checks[i].apply(c); err != nil {
		return refuse(http.StatusUnprocessableEntity, err.Error())
	}
	return send(http.StatusOK, s.check(c, s.checks[i]))
}

func (s *Server) listChecks(c *call, _ User) reply {
	query := c.request.URL.Query()
	var found []any
	for _, k := range s.checks {
		if k.Repo == c.repo() && k.Head == c.params["ref"] && (query.Get("check_name") == "" || query.Get("check_name") == k.Name) {
			found = append(found, s.check(c, k))
		}
	}
	size, page := c.query("per_page", 30), c.query("page", 1)
	start, end := min((page-1)*size, len(found)), min(page*size, len(found))
	answer := send(http.StatusOK, object{"total_count": len(found), "check_runs": append([]any{}, found[start:end]...)})
	if end < len(found) {
		query.Set("page", strconv.Itoa(page+1))
		answer.header.Set("Link", fmt.Sprintf(`<%s%s?%s>; rel="next"`, s.URL, c.request.URL.Path, query.Encode()))
	}
	return answer
}

// check shows a check run as GitHub does.
func (s *Server) check(c *call, k Check) any {
	shown := object{
		"id": k.ID, "name": k.Name, "head_sha": k.Head, "external_id": k.ExternalID, "status": k.Status, "details_url": k.DetailsURL,
		"html_url": fmt.Sprintf("%s/%s/runs/%d", s.URL, k.Repo, k.ID),
		"output":   object{"title": k.Title, "summary": k.Summary, "annotations_count": len(k.Annotations)},
	}
	if k.Conclusion != "" {
		shown["conclusion"] = k.Conclusion
	}
	return c.api.sample("check-run", shown)
}

func (s *Server) createStatus(c *call, _ User) reply {
	status := Status{Repo: c.repo(), Commit: c.params["sha"]}
	if err := json.Unmarshal(c.raw, &status); err != nil || len([]rune(status.Description)) > maxDescription {
		return refuse(http.StatusUnprocessableEntity, "Validation Failed")
	}
	s.statuses = append(s.statuses, status)
	return send(http.StatusCreated, c.sample(http.StatusCreated, object{
		"state": status.State, "context": status.Context, "description": status.Description, "target_url": status.TargetURL,
		"created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z",
	}))
}
