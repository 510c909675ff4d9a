package world

import "maps"

// Interface says how calls and replies are written in a trial, to whoever knows
// the world's own form. It is that of the moment at which it is asked.
type Interface struct{ trial *Trial }

// Interface is the interface in force in the trial.
func (t *Trial) Interface() Interface { return Interface{t} }

// Call brings a call from the world's own form to the one served now. The
// arguments given are not changed.
func (i Interface) Call(tool string, args map[string]any) (string, map[string]any) {
	f := i.trial.face
	tool, args = f.world.faceOf(tool, args)
	if !f.inForce(i.trial.ledger.Asked()) || tool != f.drift.Tool {
		return tool, args
	}
	return f.morph.call(args, today(i.trial.now))
}

// call is the tool's name and arguments as they are served.
func (m *morph) call(args map[string]any, today string) (string, map[string]any) {
	if m.kind.out == nil {
		return m.plan.served.Name, args
	}
	out := maps.Clone(args)
	if out == nil {
		out = object{}
	}
	m.kind.out(m.drift, out, today)
	return m.plan.served.Name, out
}

// Body brings the body of a reply to the world's own form, whether it was served
// before or after the interface changed. The tool goes by its name in the world.
func (i Interface) Body(tool string, body any) any {
	d := i.trial.face.drift
	if d == nil || d.Kind != renameResult || i.trial.world.offered[d.Tool].own().served.Name != tool {
		return body
	}
	return refielded(body, d.New, d.Name)
}
