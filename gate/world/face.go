package world

import (
	"maps"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// serveFaces serves the tools of another file in place of the suite's own. Each
// is a plan whose calls are made by that of the tool it stands for.
func (w *World) serveFaces(faces []*suites.Face, c *complaints) {
	var harness []trace.Tool
	offered := map[string]*plan{}
	for name, p := range w.plans {
		if p.control != nil {
			offered[name] = p
		}
	}
	for _, served := range w.served {
		if offered[served.Name] != nil {
			harness = append(harness, served)
		}
	}
	w.served, w.offered = nil, offered
	for _, f := range faces {
		base := w.plans[f.Tool.Name]
		p := *base
		p.served = trace.Tool{Name: f.Name, Description: f.Description, Parameters: f.Parameters}
		p.base, p.face = base, f
		compiled, problems := schemas.Compile(f.Parameters)
		for _, problem := range problems {
			problem.File, problem.Line, problem.Column = f.File, f.Line, 1
			c.list = append(c.list, problem)
		}
		p.schema = compiled
		if form, ok := formOf(f.Parameters); ok && base.added && form.free(ourKey) {
			if err := p.addKey(); err != nil {
				c.add("interface-key", f.File, f.Line, "leave the variant "+trace.VariantKeys+" out", "%s cannot take an idempotency key: %v", f.Name, err)
			}
		}
		w.offered[f.Name] = &p
		w.served = append(w.served, p.served)
	}
	w.served = append(w.served, harness...)
}

// own is the plan of the suite's tool that a call is made by.
func (p *plan) own() *plan {
	if p.base != nil {
		return p.base
	}
	return p
}

// standsFor brings arguments that fit the face to those of the suite's tool, and
// tells why they do not fit that.
func (p *plan) standsFor(args map[string]any) (map[string]any, []string) {
	if p.base == nil {
		return args, nil
	}
	out := p.face.Canonical(args)
	for name, v := range out { // fixed values are the file's
		out[name] = trace.Normal(v)
	}
	return out, violations(p.base, out)
}

// faceOf is the name and the arguments by which a call of a suite's tool is made
// through the interface: those of the first face that can express it. What none
// can stays as it is.
func (w *World) faceOf(tool string, args map[string]any) (string, map[string]any) {
	for _, served := range w.served {
		p := w.offered[served.Name]
		if p.base == nil || p.base.served.Name != tool {
			continue
		}
		rest := maps.Clone(args)
		key, keyed := rest[ourKey]
		if p.added {
			delete(rest, ourKey) // which the file does not know of
		}
		own, ok := p.face.Of(rest)
		if ok && p.added && keyed {
			own[ourKey] = key
		}
		if ok && len(violations(p, own)) == 0 {
			return served.Name, own
		}
	}
	return tool, args
}

// KeyOf is the argument of a suite's tool that takes an idempotency key through
// the interface, "" where there is none.
func (w *World) KeyOf(tool string) (key string, known bool) {
	own := w.plans[tool]
	if own == nil {
		return "", false
	}
	for _, served := range w.served {
		p := w.offered[served.Name]
		if p.own() != own || p.base == nil {
			continue
		}
		if !takes(p, own.replay) {
			return "", true
		}
	}
	return own.replay, true
}

// takes tells whether a face has a way to give an argument of its tool.
func takes(p *plan, argument string) bool {
	f, ok := formOf(p.served.Parameters)
	if !ok {
		return false
	}
	from, renamed := p.face.Args[argument].(string)
	return !f.free(argument) || renamed && len(from) > 1 && !f.free(from[1:])
}
