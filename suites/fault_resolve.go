package suites

// face checks the names of other tools and of arguments that a tool's face
// holds.
func (r *resolver) face(t *Tool) {
	at := place{t.File, t.Line}
	call := func(tool string, args map[string]any) {
		other := r.tools[tool]
		if other == nil {
			r.tool(at, tool)
			return
		}
		with := map[string]Matcher{}
		for name := range args {
			with[name] = Matcher{}
		}
		r.arguments(at, other, with)
	}
	if t.Undo != nil {
		call(t.Undo.Tool, t.Undo.Args)
	}
	if t.Status != nil {
		call(t.Status.Tool, t.Status.Args)
	}
	if t.Second != nil {
		call(t.Second.Tool, t.Second.Args)
	}
	if t.Refresh != "" {
		r.tool(at, t.Refresh)
	}
}

// faults checks the faults of a case against its tools, and settles the legal
// ways to go on.
func (r *resolver) faults(c *Case) {
	for i := range c.Faults {
		f := &c.Faults[i]
		at := place{c.File, f.Line}
		kind, _ := FaultNamed(f.Kind)
		if f.Attack != nil && f.Attack.Tool != "" {
			r.tool(at, f.Attack.Tool)
		}
		if f.Tool == "" {
			if f.Legal == nil {
				f.Legal = kind.Legal
			}
			continue
		}
		t := r.tools[f.Tool]
		if t == nil {
			r.tool(at, f.Tool)
			continue
		}
		if missing, ok := t.Bears(kind); !ok {
			r.problem(at, "fault-needs", "declare "+missing+" at the tool, or choose another fault", "%s cannot bear %s: it declares no %s", t.Name, f.Kind, missing)
		}
		if !kind.fits(t) {
			r.problem(at, "fault-tool", "choose another tool", "%s makes no sense at %s, a tool of kind %s", f.Kind, t.Name, t.Kind)
		}
		if f.Legal == nil {
			f.Legal = t.Legal(f.Fault)
		}
	}
}

func (k FaultKind) fits(t *Tool) bool {
	if t.Writes() {
		return k.Write
	}
	return k.Reads
}
