package world

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// morph is a drift made ready: the catalogue served under it, and the plan of the
// tool with the schema served. Trials share it and never change it.
type morph struct {
	drift trace.Drift
	kind  driftKind
	plan  *plan
	tools []trace.Tool
}

// morph makes a drift ready, once for all trials of the world.
func (w *World) morph(d trace.Drift) (*morph, error) {
	d.From = 0
	if m, ok := w.morphs.Load(d); ok {
		return m.(*morph), nil
	}
	m, err := w.newMorph(d)
	if err != nil {
		return nil, fmt.Errorf("apply drift %s to %s: %w", d.Kind, d.Tool, err)
	}
	kept, _ := w.morphs.LoadOrStore(d, m)
	return kept.(*morph), nil
}

func (w *World) newMorph(d trace.Drift) (*morph, error) {
	kind, ok := driftKindNamed(d.Kind)
	if !ok {
		return nil, fmt.Errorf("there is no drift of this kind")
	}
	p := w.offered[d.Tool]
	if p == nil || p.control != nil {
		return nil, fmt.Errorf("the suite has no such tool")
	}
	if d.Kind == renameTool && (d.New == "" || w.offered[d.New] != nil) {
		return nil, fmt.Errorf("%q is no free name", d.New)
	}
	if d.Kind == renameResult && !p.shows(d.Name) {
		return nil, fmt.Errorf("its reply has no field %q", d.Name)
	}
	served, err := drifted(p.served, kind, d)
	if err != nil {
		return nil, err
	}
	compiled, problems := schemas.Compile(served.Parameters)
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	own := *p
	own.served, own.schema = served, compiled
	m := &morph{drift: d, kind: kind, plan: &own, tools: slices.Clone(w.served)}
	for i := range m.tools {
		if m.tools[i].Name == d.Tool {
			m.tools[i] = served
		} else if d.Kind == renameTool {
			m.tools[i].Description = reworded(m.tools[i].Description, d.Tool, d.New)
		}
	}
	return m, nil
}

// shows tells whether a field is a column of the reply.
func (p *plan) shows(field string) bool {
	return p.answer != nil && slices.ContainsFunc(p.answer.columns, func(c column) bool { return c.name == field })
}

// drifted is a tool as it is served under a drift.
func drifted(tool trace.Tool, kind driftKind, d trace.Drift) (trace.Tool, error) {
	old, name := renamed(d)
	tool.Description = reworded(tool.Description, old, name)
	switch d.Kind {
	case renameTool:
		tool.Name = d.New
	case renameResult:
		if d.New == "" || d.New == d.Name {
			return tool, fmt.Errorf("%q is no new name", d.New)
		}
		if !strings.Contains(tool.Description, d.New) {
			tool.Description = remark(tool.Description, "The reply has the field "+d.New+".")
		}
	}
	if kind.schema == nil {
		return tool, nil
	}
	f, ok := formOf(tool.Parameters)
	if !ok || !kind.schema(d, f) {
		return tool, fmt.Errorf("its parameters do not allow it")
	}
	parameters, err := json.Marshal(f.root)
	if err != nil {
		return tool, fmt.Errorf("write its parameters: %w", err)
	}
	tool.Parameters = parameters
	return tool, nil
}

// renamed is what goes by a new name in texts about a tool, and that name; empty
// where nothing does. Values are left out: "active" stands in sentences that are
// not about the parameter.
func renamed(d trace.Drift) (old, name string) {
	switch d.Kind {
	case renameTool:
		return d.Tool, d.New
	case renameField, renameResult, changedUnit:
		return d.Name, d.New
	default:
		return "", ""
	}
}
