package gate

import (
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// Interface is how the tools of a suite are served to a candidate; a nil served
// is the suite's own. The error is schemas.Problems where its file of tools is wrong.
func Interface(s *suites.Suite, served *agent.Served) (suites.Interface, error) {
	if served == nil {
		return suites.Interface{}, nil
	}
	file, ok := served.Tools[s.Name]
	if !ok || s.HeldOut {
		return suites.NewInterface(s, served.Variants, nil)
	}
	if beside := s.Files[file.Name]; beside != nil {
		return suites.NewInterface(s, served.Variants, beside)
	}
	read, err := s.ReadToolFile(file.Path, file.Data)
	if err != nil {
		return suites.Interface{}, err
	}
	return suites.NewInterface(s, served.Variants, read)
}

// maxLacking is how many cases are named that cannot be run.
const maxLacking = 5

// CheckInterface tells whether every planned case can be run through an interface.
func (p *Plan) CheckInterface(served *agent.Served) error {
	if served == nil {
		return nil
	}
	seen := map[*suites.Case]bool{}
	faces := map[*suites.Suite]suites.Interface{}
	for _, s := range p.Suites {
		if s.HeldOut && len(served.Tools) > 0 {
			return fmt.Errorf("plan run: %s has files of tools, and these cannot be served in held-out suites; leave them or --held-out out", served)
		}
		face, err := Interface(s, served)
		if err != nil {
			return err
		}
		faces[s] = face
	}
	var lacking []string
	for _, t := range p.Tasks {
		if seen[t.Case] {
			continue
		}
		seen[t.Case] = true
		if why := faces[t.Case.Suite].Lacks(t.Case); why != "" {
			lacking = append(lacking, t.Case.ID()+" ("+why+")")
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	return fmt.Errorf("plan run: %d of %d cases cannot be run through %s: %s; add tools for them, or name the other cases with --case",
		len(lacking), len(seen), served, strings.Join(lacking[:min(len(lacking), maxLacking)], "; "))
}

// plan is what is to happen in a trial. Faults are those of the plan, whatever the
// interface; what drifts is what is served.
func (s *stage) plan(p *Plan, t Task) (world.Plan, error) {
	plan, err := p.world(t)
	served := s.served[t.Case]
	if err != nil || served == nil || t.Condition != Drift {
		return plan, err
	}
	other, err := world.NewPlan(served, t.Condition, t.Index, p.Seed, world.Options{Memory: s.memory})
	plan.Drift = other.Drift
	return plan, err
}
