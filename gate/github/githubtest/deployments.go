package githubtest

import (
	"net/http"
	"slices"
	"strconv"
)

// Deployment is a deployment as the server keeps it.
type Deployment struct {
	ID          int64
	Repo        string // OWNER/NAME
	Commit      string
	Environment string
	Task        string
	Production  bool
	States      []string // the newest last
}

// Deployments returns all deployments, the oldest first.
func (s *Server) Deployments() []Deployment {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.deployments)
	for i := range out {
		out[i].States = slices.Clone(out[i].States)
	}
	return out
}

func (s *Server) listDeployments(c *call, _ User) reply {
	query := c.request.URL.Query()
	list := []any{}
	for _, d := range slices.Backward(s.deployments) {
		if d.Repo == c.repo() && d.Environment == query.Get("environment") && d.Task == query.Get("task") && len(list) < c.query("per_page", 30) {
			list = append(list, s.deployment(c, d))
		}
	}
	return send(http.StatusOK, list)
}

func (s *Server) createDeployment(c *call, _ User) reply {
	var body struct {
		Ref, Task, Environment string
		AutoMerge              *bool     `json:"auto_merge"`
		RequiredContexts       *[]string `json:"required_contexts"`
		Production             bool      `json:"production_environment"`
	}
	c.read(&body)
	if _, known := s.git.commits[body.Ref]; !known {
		return refuse(http.StatusUnprocessableEntity, "No ref found for: "+body.Ref)
	}
	if body.AutoMerge == nil || *body.AutoMerge || body.RequiredContexts == nil || len(*body.RequiredContexts) > 0 {
		return refuse(http.StatusConflict, "Conflict: Commit status checks failed for "+body.Ref)
	}
	s.lastID++
	d := Deployment{ID: s.lastID, Repo: c.repo(), Commit: body.Ref, Environment: body.Environment, Task: body.Task, Production: body.Production}
	s.deployments = append(s.deployments, d)
	return send(http.StatusCreated, s.deployment(c, d))
}

func (s *Server) listStatuses(c *call, _ User) reply {
	d := s.findDeployment(c)
	if d == nil {
		return refuse(http.StatusNotFound, "Not Found")
	}
	list := []any{}
	for _, state := range slices.Backward(d.States) {
		list = append(list, c.api.sample("deployment-status", object{"state": state, "environment": d.Environment}))
	}
	return send(http.StatusOK, list[:min(len(list), c.query("per_page", 30))])
}

func (s *Server) createDeploymentStatus(c *call, _ User) reply {
	var body struct {
		State        string
		AutoInactive *bool `json:"auto_inactive"`
	}
	c.read(&body)
	d := s.findDeployment(c)
	if d == nil {
		return refuse(http.StatusNotFound, "Not Found")
	}
	if body.State == "success" && (body.AutoInactive == nil || *body.AutoInactive) {
		for i := range s.deployments {
			if other := &s.deployments[i]; other.ID != d.ID && other.Environment == d.Environment && !other.Production {
				other.States = append(other.States, "inactive")
			}
		}
	}
	d.States = append(d.States, body.State)
	return send(http.StatusCreated, c.api.sample("deployment-status", object{"state": body.State, "environment": d.Environment}))
}

// findDeployment returns the deployment that the path names, nil for none.
func (s *Server) findDeployment(c *call) *Deployment {
	i := slices.IndexFunc(s.deployments, func(d Deployment) bool {
		return strconv.FormatInt(d.ID, 10) == c.params["deployment_id"] && d.Repo == c.repo()
	})
	if i < 0 {
		return nil
	}
	return &s.deployments[i]
}

// deployment shows a deployment as GitHub does.
func (s *Server) deployment(c *call, d Deployment) any {
	return c.api.sample("deployment", object{"id": d.ID, "sha": d.Commit, "ref": d.Commit, "environment": d.Environment, "task": d.Task})
}

// SetTree gives a commit another id of its tree, which need not be there.
func (s *Server) SetTree(id, tree string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.git.commits[id]
	c.tree = tree
	s.git.commits[id] = c
}
