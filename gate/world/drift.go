package world

import (
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// face is the interface that a candidate sees, which drift can set apart from
// the world's own.
type face struct {
	world *World
	drift *trace.Drift
}

func newFace(w *World, d *trace.Drift) face { return face{w, d} }

// tools is the catalogue after so many calls.
func (f face) tools(int) []trace.Tool { return f.world.served }

// named finds the tool that goes by a name after so many calls, or nil. Where
// the name is one that was served before, stale says what it is called now.
func (f face) named(tool string, _ int) (p *plan, stale string) { return f.world.plans[tool], "" }

// canonical checks the arguments of a call against the schema served after so
// many calls, and brings them to the form of the world's own. Where they fit
// only an earlier schema, stale says how they are written now.
func (f face) canonical(p *plan, args map[string]any, _ int) (own map[string]any, problems []string, stale string) {
	return args, violations(p, args), ""
}

// served brings a reply to the form in which it is served after so many calls.
func (f face) served(_ *plan, r trace.Reply, _ int) trace.Reply { return r }

func misfit(problems []string) string {
	return "The arguments do not fit the schema: " + strings.Join(problems, "; ")
}
