package suites

import (
	"encoding/json"
	"maps"
	"path"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// ServedTool is a tool as an MCP server offers it. A hint that it does not give is
// nil.
type ServedTool struct {
	trace.Tool
	ReadOnly    *bool `json:"read_only,omitempty"`
	Destructive *bool `json:"destructive,omitempty"`
	Idempotent  *bool `json:"idempotent,omitempty"`
}

// Adopt completes the tools of a suite whose world is a server by what the server
// offers: names, order, descriptions and schemas are the server's. What a tool may
// do is what tools.yaml says, else what the hints say: a tool without any may
// write, and one that destroys and has no undo is irreversible. A tool that the
// server does not offer is a problem.
func (s *Suite) Adopt(served []ServedTool) error {
	var tools []*Tool
	for _, offer := range served {
		t := s.Tool(offer.Name)
		if t == nil {
			t = &Tool{Name: offer.Name, File: path.Join(path.Dir(s.WorldFile), "suite.yaml"), Line: 1}
		}
		t.Description, t.Parameters = offer.Description, offer.Parameters
		if t.Kind == "" {
			t.Kind = offer.kind(t.Undo != nil)
		}
		if len(t.Key) == 0 {
			t.Key = t.defaultKey()
		}
		tools = append(tools, t)
	}
	var problems []schemas.Problem
	for _, t := range s.Tools {
		if !slices.Contains(tools, t) {
			problems = append(problems, schemas.Problem{
				Rule: "server-tool", Severity: schemas.Error, File: t.File, Line: t.Line, Column: 1,
				Message: "the server offers no tool " + t.Name, Fix: "name a tool of the server",
			})
		}
	}
	if len(problems) > 0 {
		return schemas.Problems(problems)
	}
	s.Tools = tools
	if problems = s.whole(); len(problems) > 0 {
		return schemas.Problems(problems)
	}
	return nil
}

// kind is what the hints of a tool say that it may do.
func (t ServedTool) kind(undone bool) trace.Kind {
	switch {
	case t.ReadOnly != nil && *t.ReadOnly:
		return trace.Read
	case t.Destructive != nil && *t.Destructive && !undone:
		return trace.Irreversible
	default:
		return trace.Write
	}
}

// defaultKey is the required parameters or, if there are none, all but those that
// only steer a call.
func (t *Tool) defaultKey() []string {
	var p struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal(t.Parameters, &p); err != nil {
		return nil // the schema's own problem is told where it is compiled
	}
	if len(p.Required) > 0 {
		return p.Required
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(p.Properties)), func(name string) bool {
		return name == t.Idempotency || name == t.Cursor
	})
}
