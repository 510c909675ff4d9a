//go:build !race

package gate

import (
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// whole runs every trial of a plan with a candidate as a whole agent, so many at
// once, and returns what became of them in order.
func whole(t *testing.T, p *Plan, s *stage, c agent.Candidate, atOnce int) []grade.Verdict {
	t.Helper()
	var err error
	if s.host, err = mcp.Listen(t.Context(), "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	w := &work{Runner: &Runner{Candidate: bridged{c}, Parallel: atOnce, Wall: time.Now}, plan: p, stage: s, spent: newMeter(p.Policy.Plan.Budget, nil, time.Now)}
	verdicts := make([]grade.Verdict, len(p.Tasks))
	workers, ctx := errgroup.WithContext(t.Context())
	workers.SetLimit(atOnce)
	for i, task := range p.Tasks {
		workers.Go(func() error {
			records, err := w.play(ctx, []Task{task})
			if err == nil {
				verdicts[i] = grade.Grade(task.Case, records[0])
				if v := records[0].Void; v != nil {
					t.Errorf("%s %s: %s", task.Case.ID(), task.Condition, v.Reason)
				}
			}
			return err
		})
	}
	if err := workers.Wait(); err != nil {
		t.Fatal(err)
	}
	return verdicts
}

// manyAgents is how many whole agents are in mid-call at once.
const manyAgents = 200

// someAgents leave a machine time enough to tell calls made at once from calls made
// one after another, on which drift in mid-conversation hangs.
const someAgents = 12

// TestReferencePassesOverMCP: whoever keeps the promises as a chat candidate keeps
// them as a whole agent, under every condition that such an agent is tried under.
func TestReferencePassesOverMCP(t *testing.T) {
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 1, Faults: 3, Drift: 2})
	for i, v := range whole(t, p, s, agent.Reference(), someAgents) {
		task := p.Tasks[i]
		if !v.Pass && v.Void == "" {
			t.Errorf("%s %s %d: %s", task.Case.ID(), task.Condition, task.Index, failure(v))
		}
	}
}

// TestPublicReferencesPassOverMCP plays every public case once.
func TestPublicReferencesPassOverMCP(t *testing.T) {
	p := publicPlan(t, 1, suites.Names()...)
	s, err := openStage(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range whole(t, p, s, agent.Reference(), manyAgents) {
		if !v.Pass {
			t.Errorf("%s: %s", p.Tasks[i].Case.ID(), failure(v))
		}
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}
