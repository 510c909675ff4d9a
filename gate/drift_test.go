//go:build !race

package gate

import (
	"slices"
	"testing"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// TestEveryDriftIsMetAndJudged: each kind of drift is planned over some case that
// says nothing of it, announced and in mid-conversation. The reference keeps the
// promise through the interface in force; an agent that sticks to the old one
// does not, and in mid-conversation it is found under stale_tool.
func TestEveryDriftIsMetAndJudged(t *testing.T) {
	kinds := []string{
		"rename_field", "rename_tool", "rename_result_field", "new_required", "removed_enum_value", "changed_type", "changed_unit", "nested_field",
	}
	type seen struct{ announced, mid, caught, stale int }
	found := map[string]*seen{}
	for _, kind := range kinds {
		found[kind] = &seen{}
	}
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 1, Drift: 24})
	for _, task := range p.Tasks {
		if task.Condition != Drift || len(task.Case.Faults) > 0 {
			continue
		}
		r, v := meet(t, p, s, task, agent.Reference())
		if r.Drift == nil || found[r.Drift.Kind] == nil {
			t.Fatalf("%v: drift %+v", task.Key(), r.Drift)
		}
		if !v.Pass {
			t.Errorf("%v: the reference fails under %+v: %+v", task.Key(), *r.Drift, v.Findings)
		}
		k := found[r.Drift.Kind]
		if r.Drift.Announced() {
			k.announced++
		} else {
			k.mid++
		}
		if _, v = meet(t, p, s, task, builtin(t, "ignores_drift")); !v.Pass {
			k.caught++
			if slices.Contains(v.Classes, "stale_tool") {
				k.stale++
			}
		}
	}
	for _, kind := range kinds {
		k := found[kind]
		t.Logf("%s: %+v", kind, *k)
		if k.announced == 0 || k.mid == 0 || k.caught == 0 {
			t.Errorf("%s: announced %d times, in mid-conversation %d times, an agent that ignores it caught %d times", kind, k.announced, k.mid, k.caught)
		}
		if kind != "rename_result_field" && k.stale == 0 {
			t.Errorf("%s: calls of the old form are never found to be stale", kind)
		}
	}
}

// TestDriftWorksForEverySuite: every public case can be tried under drift.
func TestDriftWorksForEverySuite(t *testing.T) {
	for _, name := range suites.Names() {
		s, err := suites.Public(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		policy := &thresholds.Policy{Plan: thresholds.Plan{Steady: 1, Drift: 1}}
		p, err := NewPlan([]*suites.Suite{s}, policy, 7, Filter{Trial: -1})
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range p.Samples {
			if in.Condition == Drift && in.Cases < len(s.Cases)-2 {
				t.Errorf("%s: only %d of %d cases can be tried under drift", name, in.Cases, len(s.Cases))
			}
		}
	}
}
