//go:build !race

package gate

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// shardedPlan plans public suites, and held-out ones made from them by seeds where
// heldOut says so.
func shardedPlan(t *testing.T, plan thresholds.Plan, heldOut bool, names ...string) ([]*suites.Suite, *Plan) {
	t.Helper()
	var list []*suites.Suite
	for _, name := range names {
		s, err := suites.Public(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	all := list
	if heldOut {
		m, err := suites.NewManifest([]byte("a secret that is long enough"), "2026Q4", names)
		if err != nil {
			t.Fatal(err)
		}
		side, err := m.Load(suites.Public)
		if err != nil {
			t.Fatal(err)
		}
		all = slices.Concat(list, side.Suites)
	}
	if err := Golden(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	policy := &thresholds.Policy{Plan: plan, Weights: thresholds.Weights{PassK: .4, Recovery: .3, Load: .2, Drift: .1}, Null: "each"}
	p, err := NewPlan(all, policy, 7, Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	return list, p
}

// TestShardsShareThePlan: every trial falls to exactly one shard, cohorts whole,
// and no shard has more to do than another by more than a cohort.
func TestShardsShareThePlan(t *testing.T) {
	for _, plan := range []thresholds.Plan{
		{K: 5, Steady: 10, Faults: 4, Drift: 2, Load: 2},
		{K: 1, Steady: 1},
		{Load: 3},
	} {
		_, p := shardedPlan(t, plan, false, "clinic", "crm")
		for n := 1; n <= 20; n++ {
			owner, cohorts := map[Key]int{}, map[cohort]int{}
			least, most, largest := len(p.Tasks), 0, 1
			for i := 1; i <= n; i++ {
				part := p.Shard(Shard{Index: i, Of: n})
				least, most = min(least, len(part.Tasks)), max(most, len(part.Tasks))
				if part.shard.Trials != len(part.Tasks) || part.shard.Plan != p.digest() {
					t.Errorf("shard %d of %d says %+v of %d trials", i, n, part.shard, len(part.Tasks))
				}
				for _, unit := range part.units() {
					for _, task := range unit {
						if owner[task.Key()] != 0 {
							t.Fatalf("%v falls to shards %d and %d of %d", task.Key(), owner[task.Key()], i, n)
						}
						owner[task.Key()] = i
					}
					if unit[0].Condition == Load {
						k := cohort{unit[0].Case.Suite, unit[0].Index}
						if cohorts[k] != 0 {
							t.Errorf("the cohort of %s, trial %d, falls to shards %d and %d of %d", k.suite.Name, k.index, cohorts[k], i, n)
						}
						cohorts[k], largest = i, max(largest, len(unit))
					}
				}
			}
			if len(owner) != len(p.Tasks) {
				t.Errorf("%d of %d trials fall to some shard of %d", len(owner), len(p.Tasks), n)
			}
			if most-least > largest {
				t.Errorf("of %d shards one has %d trials and another %d; the largest cohort has %d", n, least, most, largest)
			}
		}
	}
}

func lapsing(t *testing.T) agent.Candidate {
	t.Helper()
	c, err := agent.Parse("builtin:flaky?wrong_identity=0.2&untold=0.1", agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestMergedIsUnsharded: however a run is cut, its merged result is that of the
// run in one piece, to the byte: under all conditions, with a held-out side, of
// samples and of whole suites, against a baseline.
func TestMergedIsUnsharded(t *testing.T) {
	for _, test := range []struct {
		name   string
		suites []string
		shards []int
		plan   thresholds.Plan
	}{
		{"a whole suite", []string{"crm"}, []int{1, 2, 3, 8}, thresholds.Plan{K: 2, Steady: 2, Faults: 1, Drift: 1, Load: 1}},
		{"samples of two", []string{"crm", "clinic"}, []int{3, 8}, thresholds.Plan{K: 1, Steady: 1, Faults: 1, Drift: 1, Load: 2, Cases: thresholds.Cases{Steady: 40, Faults: 9, Drift: 7, Load: 11}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, p := shardedPlan(t, test.plan, true, test.suites...)
			base := runIn(t, filepath.Join(t.TempDir(), "base"), p, agent.Reference())
			if err := Judge(base, nil, p.Policy); err != nil {
				t.Fatal(err)
			}
			whole := runIn(t, filepath.Join(t.TempDir(), "whole"), p, lapsing(t))
			want := judgedBytes(t, whole, base, p.Policy)
			if whole.HeldOut == nil || whole.Load == nil {
				t.Fatal("the run has no held-out side, or no load")
			}
			for _, n := range test.shards {
				var dirs []string
				for i := n; i >= 1; i-- {
					dirs = append(dirs, filepath.Join(t.TempDir(), fmt.Sprint(i)))
					runIn(t, dirs[len(dirs)-1], p.Shard(Shard{Index: i, Of: n}), lapsing(t))
				}
				got := judgedBytes(t, merged(t, readParts(t, dirs...), list, p.Policy), base, p.Policy)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("%d shards merged (-whole +merged):\n%s", n, diff)
				}
			}
		})
	}
}
