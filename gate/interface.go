package gate

import (
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// Interface is how the tools of a suite are served to a candidate; a nil served
// is the suite's own. The error is schemas.Problems.
func Interface(s *suites.Suite, served *agent.Served) (suites.Interface, error) {
	if served == nil {
		return suites.Interface{}, nil
	}
	return suites.NewInterface(s, served.Variants)
}

// plan is what is to happen in a trial. Faults are those of the plan, whatever the
// interface; what drifts is what is served.
func (s *stage) plan(p *Plan, t Task) (world.Plan, error) {
	return p.world(t)
}
