//go:build !race

package gate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/thresholds"
)

// TestReturningCallersAreProved plays the references of the cases in which the
// caller rings again, under every condition.
func TestReturningCallersAreProved(t *testing.T) {
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 4, Faults: 60, Drift: 24})
	n := map[string]int{}
	for _, task := range p.Tasks {
		if len(task.Case.Later) == 0 {
			continue
		}
		r, v := meet(t, p, s, task, agent.Reference())
		if v.Void != "" && v.Void != unreached {
			t.Errorf("%s, %s %d is void: %s %+v", task.Case.Name, task.Condition, task.Index, v.Void, r.Void)
		}
		if v.Void == "" && !v.Pass {
			t.Errorf("%s, %s %d fails with %+v, %+v: %+v", task.Case.Name, task.Condition, task.Index, r.Faults, r.Drift, v.Findings)
		}
		n[task.Condition]++
	}
	if n[Steady] == 0 || n[Faults] == 0 || n[Drift] == 0 {
		t.Errorf("trials by condition: %v", n)
	}
}

// TestLapsesOfReturningCallersAreFound lets lapses strike in the cases in which the
// caller rings again: wherever they do, the trial fails, and over all seeds they
// strike in the first call as well as in the second.
func TestLapsesOfReturningCallersAreFound(t *testing.T) {
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 8})
	in := map[string]int{}
	for _, lapse := range agent.Lapses() {
		if lapse.Condition != "" {
			continue
		}
		for _, task := range p.Tasks {
			c := flaky(t, lapse.Name, 1)
			if len(task.Case.Later) == 0 || !strikes(s, task, p.Seed, c) {
				continue
			}
			r, v := record(t, s, task, p.Seed, c)
			if v.Void != "" || v.Pass && !refused(r) {
				t.Errorf("%s in %s, trial %d: passes (void %q)", lapse.Name, task.Case.Name, task.Index, v.Void)
			}
			for _, f := range v.Findings {
				_, where, found := strings.Cut(f.Message, "In the caller's ")
				if nth, _, _ := strings.Cut(where, " "); found && f.Severity == grade.Fail {
					in[nth]++
				}
			}
		}
	}
	if in["first"] == 0 || in["second"] == 0 {
		t.Errorf("failures by call of the caller: %v", in)
	}
}

// TestReturningCallersShareCapacity: days later the cohort is another one, and the
// records are the same however many candidates are asked at once.
func TestReturningCallersShareCapacity(t *testing.T) {
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 1, Load: 1})
	var unit []Task
	for _, task := range p.Tasks {
		if len(task.Case.Later) > 0 && task.Condition == Load {
			unit = append(unit, task)
		}
	}
	play := func(parallel int) []*trace.Record {
		w := &work{Runner: &Runner{Candidate: agent.Reference(), Parallel: parallel, Wall: epoch}, plan: p, stage: s, spent: newMeter(p.Policy.Plan.Budget, nil, epoch)}
		records, err := w.play(t.Context(), unit)
		if err != nil {
			t.Fatal(err)
		}
		return records
	}
	alone := play(1)
	for i, r := range alone {
		if v := grade.Grade(unit[i].Case, r); !v.Pass || len(r.Visits()) != 2 {
			t.Errorf("%s, %d calls of the caller: %+v", unit[i].Case.Name, len(r.Visits()), v.Findings)
		}
	}
	if diff := cmp.Diff(alone, play(8)); diff != "" || len(alone) == 0 {
		t.Errorf("%d records asked for one by one, and eight at once (-one +eight):\n%s", len(alone), diff)
	}
}
