package gate

import (
	"context"
	"sync"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// stage is what the trials of a plan share: the worlds, loaded once, and the
// callers, made ready once.
type stage struct {
	worlds  map[*suites.Suite]*world.World
	callers map[*suites.Case]*caller.Script
	scripts map[*suites.Case]func() *agent.Script // each made once, where it is wanted
	host    *mcp.Host                             // serves the tools to whole agents; nil: there are none
	served  map[*suites.Case]*suites.Case         // as they are through an interface with tools of its own
	memory  *world.Memory                         // of what can drift in an interface of a candidate's own
}

// openStage opens the worlds of a plan, their tools served through an interface;
// nil is the suites' own.
func openStage(ctx context.Context, p *Plan, served *agent.Served) (*stage, error) {
	s := &stage{
		worlds: map[*suites.Suite]*world.World{}, callers: map[*suites.Case]*caller.Script{}, scripts: map[*suites.Case]func() *agent.Script{},
		served: map[*suites.Case]*suites.Case{}, memory: world.NewMemory(),
	}
	for _, suite := range p.Suites {
		face, err := Interface(suite, served)
		var w *world.World
		if err == nil {
			w, err = world.OpenAs(ctx, suite, face)
		}
		if err != nil {
			return nil, closing(telling(suite, err), s.close)
		}
		s.worlds[suite] = w
	}
	for _, t := range p.Tasks {
		if s.callers[t.Case] != nil {
			continue
		}
		script, err := caller.Prepare(t.Case)
		if err != nil {
			return nil, closing(telling(t.Case.Suite, err), s.close)
		}
		s.callers[t.Case] = script
		if face := s.worlds[t.Case.Suite].Interface(); face.Faces != nil {
			s.served[t.Case] = face.Served(t.Case)
		}
		s.scripts[t.Case] = sync.OnceValue(func() *agent.Script { return trial.Script(t.Case, s.worlds[t.Case.Suite]) })
	}
	return s, nil
}

// telling is an error of a suite as it may be told.
func telling(s *suites.Suite, err error) error {
	if s.HeldOut {
		return suites.Conceal(err)
	}
	return err
}

// setup is what one trial of the plan needs.
func (s *stage) setup(t Task, seed uint64, c agent.Candidate, wall func() time.Time) trial.Setup {
	c, _ = agent.Split(c)
	var script *agent.Script
	if _, ok := c.(agent.Scripted); ok && s.scripts[t.Case] != nil {
		script = s.scripts[t.Case]()
	}
	return trial.Setup{
		Script: script, World: s.worlds[t.Case.Suite], Case: t.Case, Caller: s.callers[t.Case],
		Condition: t.Condition, Index: t.Index, Seed: seed, Candidate: c, Wall: wall, Host: s.host,
	}
}

func (s *stage) close() error {
	var err error
	if s.host != nil {
		err = s.host.Close()
	}
	for _, w := range s.worlds {
		err = closing(err, w.Close)
	}
	return err
}
