package grade

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// hangs tells whether a missing change can be missing because of a fault that
// was met: the call was to make it, or it was to come after that call.
func (v *recovery) hangs(i int, spec *suites.ChangeSpec) bool {
	t := v.tool(v.r.Faults[i].Tool)
	switch {
	case t == nil || t.Kind == trace.Read:
		return true
	case slices.Contains(t.Changes(), spec.Table):
		return v.wasTried(i, spec) || !slices.ContainsFunc(v.r.Ledger[v.last(i):], func(e trace.Entry) bool { return e.Tool == t.Name && succeeded(&e) && !fired(&e, i) })
	}
	return v.needs(spec, t) || v.comesLater(spec, t)
}

// wasTried tells whether a call that met the fault was to make the change.
func (v *recovery) wasTried(i int, spec *suites.ChangeSpec) bool {
	t := v.tool(v.r.Faults[i].Tool)
	return t != nil && slices.Contains(t.Changes(), spec.Table) &&
		slices.ContainsFunc(v.hits[i], func(hit int) bool { return couldMake(spec, v.r.Ledger[hit].Args) })
}

// tool is the suite's tool of that name, nil where there is none.
func (v *recovery) tool(name string) *suites.Tool { return toolOf(v.c, name) }

func toolOf(c *suites.Case, name string) *suites.Tool {
	for _, t := range c.Suite.Tools {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// couldMake tells whether a call with such arguments can be the one that makes
// the change: arguments named like a column that the change speaks of agree with
// it, and keys that it names stand among them.
func couldMake(spec *suites.ChangeSpec, args map[string]any) bool {
	for _, want := range []map[string]suites.Matcher{spec.Where, spec.With, spec.Set} {
		for column, m := range want {
			if arg, named := args[column]; named {
				if !m.Match(arg) {
					return false
				}
				continue
			}
			if m.Literal != nil && identifies(column, m) && !holdsValue(any(args), m.Literal) {
				return false
			}
		}
	}
	return true
}

// needs tells whether the change needs one, itself missing, that the tool makes.
func (v *recovery) needs(spec *suites.ChangeSpec, t *suites.Tool) bool {
	tables := t.Changes()
	return slices.ContainsFunc(v.s.Missing, func(other suites.ChangeSpec) bool {
		return other.Name != "" && slices.Contains(spec.Needs, other.Name) && slices.Contains(tables, other.Table)
	})
}

// comesLater tells whether the reference makes such a change after its first
// call of the tool.
func (v *recovery) comesLater(spec *suites.ChangeSpec, t *suites.Tool) bool {
	met := false
	for _, move := range v.c.Reference {
		for _, call := range move.Calls {
			if other := v.tool(call.Tool); met && other != nil && slices.Contains(other.Changes(), spec.Table) {
				return true
			}
			met = met || call.Tool == t.Name
		}
	}
	return false
}

// legalHandover tells whether giving the call to a person was a legal way to go
// on: some fault that allows it was met and not overcome.
func (v *recovery) legalHandover() bool {
	for i := range v.r.Faults {
		if v.allows(i, trace.LegalHandover) && v.open(i) {
			return true
		}
	}
	return false
}
