//go:build !race

package gate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// publicPlan plans trials of all cases of public suites. That what is claimed of
// one suite holds for each is for keptgate validate to prove.
func publicPlan(tb testing.TB, trials int, names ...string) *Plan {
	tb.Helper()
	var list []*suites.Suite
	for _, name := range names {
		s, err := suites.Public(name, 0)
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, s)
	}
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: trials}, Weights: thresholds.Weights{PassK: 1}}
	p, err := NewPlan(list, policy, 7, Filter{Trial: -1})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestPublicReferencesPassAndNothingFails(t *testing.T) {
	p := publicPlan(t, 6, "crm", "clinic")
	s, err := openStage(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	for _, task := range p.Tasks {
		if v := play(t, s, task, p.Seed, agent.Reference()); !v.Pass {
			t.Errorf("%s, trial %d: the reference fails: %+v", task.Case.ID(), task.Index, v.Findings)
		}
		if task.Index > 0 {
			continue // the agent that does nothing takes no notice of what is said
		}
		if play(t, s, task, p.Seed, agent.Nothing()).Pass {
			t.Errorf("%s: doing nothing passes", task.Case.ID())
		}
	}
}

func play(t *testing.T, s *stage, task Task, seed uint64, c agent.Candidate) grade.Verdict {
	t.Helper()
	_, v := record(t, s, task, seed, c)
	return v
}

func record(t *testing.T, s *stage, task Task, seed uint64, c agent.Candidate) (*trace.Record, grade.Verdict) {
	t.Helper()
	r, err := trial.Run(t.Context(), s.setup(task, seed, c, epoch))
	if err != nil {
		t.Fatal(err)
	}
	return r, grade.Grade(task.Case, r)
}

// TestEveryLapseIsFound lets each lapse happen wherever it applies in one suite:
// every such trial fails, and mostly under the lapse's own class, but for those in
// which the world refused the wrong call, so that only its absence is left to see.
// That every lapse is found at every place of every suite is what keptgate
// validate shows.
func TestEveryLapseIsFound(t *testing.T) {
	p := publicPlan(t, 2, "crm")
	p.Tasks = slices.DeleteFunc(p.Tasks, func(task Task) bool { return task.Case.Suite.Name != "crm" })
	s, err := openStage(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	for _, lapse := range agent.Lapses() {
		if lapse.Condition != "" {
			continue // without faults or drift there is nothing to find
		}
		t.Run(lapse.Name, func(t *testing.T) {
			committed, found := 0, 0
			for _, task := range p.Tasks {
				c := flaky(t, lapse.Name, 1)
				if !strikes(s, task, p.Seed, c) {
					continue
				}
				r, v := record(t, s, task, p.Seed, c)
				if lapse.Name == "repeated_write" && refused(r) {
					continue // the world's own rule kept the promise
				}
				if v.Pass || v.Void != "" {
					t.Errorf("%s, trial %d: passes (void %q)", task.Case.ID(), task.Index, v.Void)
				}
				if refused(r) {
					continue // only its absence is left to see
				}
				committed++
				if slices.Contains(v.Classes, lapse.Class) {
					found++
				}
			}
			if committed == 0 {
				t.Error("the lapse strikes nowhere in the public suites")
			}
			if 3*found < 2*committed {
				t.Errorf("%d of %d trials are found under %s", found, committed, lapse.Class)
			}
		})
	}
}

// TestLapseRatesAreMeasured sets each lapse to a rate of 0.3 and wants the share
// of failing trials, over the cases where it strikes, within four standard errors
// of that.
func TestLapseRatesAreMeasured(t *testing.T) {
	const rate, trials = 0.3, 12
	p := publicPlan(t, trials, "crm")
	s, err := openStage(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	for _, lapse := range agent.Lapses() {
		if lapse.Condition != "" {
			continue // without faults or drift there is nothing to find
		}
		t.Run(lapse.Name, func(t *testing.T) {
			always, sometimes := flaky(t, lapse.Name, 1), flaky(t, lapse.Name, rate)
			n, failed := 0, 0
			strike := false
			for _, task := range p.Tasks {
				if task.Index == 0 {
					strike = strikes(s, task, p.Seed, always) && !play(t, s, task, p.Seed, always).Pass
				}
				if !strike {
					continue
				}
				n++
				if !play(t, s, task, p.Seed, sometimes).Pass {
					failed++
				}
			}
			got := float64(failed) / float64(n)
			if limit := 4 * math.Sqrt(rate*(1-rate)/float64(n)); math.Abs(got-rate) > limit {
				t.Errorf("%d of %d trials fail, a rate of %.3f; want %.1f ± %.3f", failed, n, got, rate, limit)
			}
		})
	}
}

func flaky(t *testing.T, lapse string, rate float64) agent.Candidate {
	t.Helper()
	c, err := agent.Parse(fmt.Sprintf("builtin:flaky?%s=%g", lapse, rate), agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// strikes tells whether the candidate commits a lapse in the trial.
func strikes(s *stage, task Task, seed uint64, c agent.Candidate) bool {
	script := trial.Script(task.Case, s.worlds[task.Case.Suite])
	return c.(agent.Drawer).Drawn(trial.Seed(seed, task.Case.ID(), task.Condition, task.Index), script) != ""
}

// refused tells whether the world refused a call of the trial.
func refused(r *trace.Record) bool {
	return slices.ContainsFunc(r.Ledger, func(e trace.Entry) bool { return e.Outcome == trace.Refused })
}
