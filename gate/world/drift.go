package world

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// face is the interface that a candidate sees, which drift can set apart from
// the world's own.
type face struct {
	world *World
	drift *trace.Drift
	morph *morph
}

// newFace makes the interface of one trial. The error is that the drift does not
// fit the suite.
func newFace(w *World, d *trace.Drift) (face, error) {
	f := face{world: w, drift: d}
	if d == nil {
		return f, nil
	}
	var err error
	f.morph, err = w.morph(*d)
	return f, err
}

// inForce tells whether the new interface is served after so many calls.
func (f face) inForce(made int) bool { return f.drift != nil && made >= f.drift.From }

// touches tells whether a tool is served in a new form after so many calls.
func (f face) touches(p *plan, made int) bool {
	return f.inForce(made) && p.served.Name == f.drift.Tool
}

// tools is the catalogue after so many calls.
func (f face) tools(made int) []trace.Tool {
	if f.inForce(made) {
		return f.morph.tools
	}
	return f.world.served
}

// named finds the tool that goes by a name after so many calls, or nil. Where
// the name is one that was served before, stale says what it is called now.
func (f face) named(tool string, made int) (p *plan, stale string) {
	p = f.world.offered[tool]
	if f.drift == nil || f.drift.Kind != renameTool || !f.inForce(made) {
		return p, ""
	}
	switch {
	case tool == f.drift.New:
		return f.world.offered[f.drift.Tool], ""
	case tool != f.drift.Tool:
		return p, ""
	case f.drift.Announced():
		return nil, ""
	default:
		return p, f.morph.kind.says(*f.drift)
	}
}

// reading is what the arguments of a call mean.
type reading struct {
	own      map[string]any // in the form of the world's own, as far as they can be brought to it
	problems []string       // why they do not fit the schema served
	stale    string         // they fit an earlier schema only: how they are written now
	wrong    string         // they fit the schema, and a value that drift asks for is not the right one
}

// canonical checks the arguments of a call against the schema served after so
// many calls, and brings them to the form of the world's own.
func (f face) canonical(p *plan, args map[string]any, made int, now time.Time) reading {
	if !f.touches(p, made) || f.morph.kind.own == nil {
		return reading{own: args, problems: violations(p, args)}
	}
	d := *f.drift
	r := reading{own: maps.Clone(args), problems: violations(f.morph.plan, args)}
	f.morph.kind.own(d, r.own)
	if _, given := args[d.Name]; given && f.morph.kind.moves && len(r.problems) == 0 {
		r.problems = []string{d.Name + ": is not a parameter of this tool"} // a schema that is open does not say so
	}
	switch {
	case len(r.problems) > 0 && !d.Announced() && len(violations(p, args)) == 0:
		return reading{own: args, stale: f.morph.kind.says(d)}
	case len(r.problems) == 0 && d.Kind == newRequired && args[d.New] != any(today(now)):
		r.wrong = d.New + " is not today's date."
	case len(r.problems) == 0:
		// What the schema served could not express, such as bounds on a number
		// that is written as text.
		r.problems = violations(p, r.own)
	}
	return r
}

// served brings a reply to the form in which it is served after so many calls.
func (f face) served(p *plan, r trace.Reply, made int) trace.Reply {
	switch {
	case !f.inForce(made):
	case f.drift.Kind == renameResult:
		if f.touches(p, made) && r.OK() {
			r.Body = refielded(r.Body, f.drift.Name, f.drift.New)
		}
	case f.drift.Kind == renameTool || f.touches(p, made):
		// A name that is a plain word stands in sentences that are not about it.
		if old, name := renamed(*f.drift); strings.Contains(old, "_") {
			r.Body = retold(r, old, name)
		}
	}
	return r
}

// refielded gives a field another name in all objects of a value.
func refielded(v any, old, name string) any {
	switch x := v.(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = refielded(x[i], old, name)
		}
		return out
	case object:
		out := make(object, len(x))
		for key, e := range x {
			if key == old {
				key = name
			}
			out[key] = refielded(e, old, name)
		}
		return out
	default:
		return v
	}
}

// retold is the body of a reply whose message, if it is the harness's or of a
// refusal, uses the new name.
func retold(r trace.Reply, old, name string) any {
	body, _ := r.Body.(object)
	holder, wrapped := body["error"].(object)
	if !wrapped {
		holder = body
	}
	text, ok := holder["message"].(string)
	if !ok || r.OK() && r.Status != 202 {
		return r.Body
	}
	holder = maps.Clone(holder)
	holder["message"] = reworded(text, old, name)
	if !wrapped {
		return holder
	}
	body = maps.Clone(body)
	body["error"] = holder
	return body
}

func today(now time.Time) string { return now.UTC().Format(time.DateOnly) }

func misfit(problems []string) string {
	return fmt.Sprintf("The arguments do not fit the schema: %s", strings.Join(problems, "; "))
}
