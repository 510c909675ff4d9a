//go:build !race

package gate

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// cohortOf runs all trials of the first cohort.
func cohortOf(t *testing.T, p *Plan, s *stage, c agent.Candidate, inFlight int) ([]Task, []*trace.Record) {
	t.Helper()
	w := &work{Runner: &Runner{Candidate: c, Parallel: inFlight, Wall: epoch}, plan: p, stage: s, spent: newMeter(p.Policy.Plan.Budget, nil, epoch)}
	for _, unit := range p.units() {
		if unit[0].Condition == Load {
			records, err := w.play(t.Context(), unit)
			if err != nil {
				t.Fatal(err)
			}
			return unit, records
		}
	}
	t.Fatal("the plan has no cohort")
	return nil, nil
}

// TestCohortSharesCapacity: all cases of a suite run at once against finite
// capacity. The reference keeps every promise, whatever the number of requests
// that the candidate may have open.
func TestCohortSharesCapacity(t *testing.T) {
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 1, Load: 1})
	tasks, records := cohortOf(t, p, s, agent.Reference(), 1)
	if len(tasks) < 20 {
		t.Fatalf("the cohort has %d trials", len(tasks))
	}
	crowded := 0
	for i, task := range tasks {
		if v := grade.Grade(task.Case, records[i]); !v.Pass && v.Void == "" {
			t.Errorf("%s: the reference fails under load: %+v", task.Case.Name, v.Findings)
		}
		if records[i].Load == nil || records[i].Load.Trials != len(tasks) {
			t.Errorf("%s: load %+v", task.Case.Name, records[i].Load)
		}
		for _, e := range records[i].Ledger {
			if e.Outcome == trace.Crowded {
				crowded++
			}
		}
	}
	if crowded == 0 {
		t.Error("capacity refused nobody: there was no load")
	}
	_, again := cohortOf(t, p, s, agent.Reference(), 32)
	if diff := cmp.Diff(records, again); diff != "" {
		t.Errorf("with more requests open the cohort runs otherwise:\n%.2000s", diff)
	}
}

// TestFanOut: 20, 50 and 100 calls that may all be made at once. Who heeds the
// capacity that the tool states does all of them and overloads nothing; who sends
// them all in one message is found out, though the plan was right.
func TestFanOut(t *testing.T) {
	p, s := depot(t, thresholds.Plan{K: 1, Steady: 1, Load: 1})
	for _, test := range []struct {
		agent    string
		overload bool
	}{{"reference", false}, {"all_at_once", true}} {
		tasks, records := cohortOf(t, p, s, builtin(t, test.agent), 8)
		seen := 0
		for i, task := range tasks {
			if !strings.HasPrefix(task.Case.Name, "f-") {
				continue
			}
			seen++
			v := grade.Grade(task.Case, records[i])
			if got := slices.Contains(v.Classes, "overload"); got != test.overload || !v.Planned {
				t.Errorf("%s, %s: overload %v, planned %v (%v)", test.agent, task.Case.Name, got, v.Planned, v.Classes)
			}
			if v.Pass == test.overload {
				t.Errorf("%s, %s: pass %v: %v", test.agent, task.Case.Name, v.Pass, v.Classes)
			}
		}
		if seen != 3 {
			t.Errorf("%d fan-out cases, want those of 20, 50 and 100 calls", seen)
		}
	}
}

// TestLoadFigures: figures stand on the calls of the candidate under load.
func TestLoadFigures(t *testing.T) {
	var l loads
	if l.figures() != nil {
		t.Error("figures without trials under load")
	}
	call := func(o trace.Outcome, took int) trace.Entry {
		return trace.Entry{Outcome: o, Kind: trace.Read, Took: took}
	}
	r := &trace.Record{Suite: "s", Load: &trace.Load{Trials: 2, Offset: 2_000}, Began: epoch(), Ended: epoch().Add(8e9)}
	for i := range 99 {
		r.Ledger = append(r.Ledger, call(trace.Done, 1000*(i+1)))
	}
	r.Ledger = append(r.Ledger, call(trace.Refused, 100_000), call(trace.Crowded, 0), trace.Entry{Outcome: trace.Done, Kind: trace.Control},
		trace.Entry{Outcome: trace.Done, Actor: trace.Rival}, call(trace.Invalid, 0))
	l.add(cohort{}, loadOutcome(r))
	l.add(cohort{}, loadOutcome(&trace.Record{Load: &trace.Load{Trials: 2}, Began: epoch(), Ended: epoch().Add(5e9)}))
	l.add(cohort{}, loadOutcome(&trace.Record{}))
	want := &LoadFigures{Trials: 2, Calls: 101, Refused: 1, P50: 50, P95: 95, P99: 99, Throughput: 10}
	want.Spread = []LoadBin{{1, 1}, {1.5, 0}, {2, 1}, {3, 1}, {5, 2}, {7, 2}, {10, 3}, {15, 5}, {20, 5}, {30, 10}, {50, 20}, {70, 20}, {100, 30}} // the refused call is an answer in time
	if diff := cmp.Diff(want, l.figures()); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
}

func TestUndone(t *testing.T) {
	s := &suites.Suite{Bookkeeping: []string{"activity"}, Volatile: []string{"orders.touched"}}
	change := func(table, column string) trace.Change {
		return trace.Change{Table: table, Op: trace.Update, Before: trace.Row{column: "a"}, After: trace.Row{column: "b"}}
	}
	for _, test := range []struct {
		name string
		undo *trace.Undo
		want string
	}{
		{"nothing was written", nil, ""},
		{"taken back", &trace.Undo{Calls: []trace.UndoCall{{Done: true}}}, restored},
		{"bookkeeping and volatile columns differ", &trace.Undo{Left: []trace.Change{change("activity", "at"), change("orders", "touched")}}, restored},
		{"no inverse", &trace.Undo{Calls: []trace.UndoCall{{Done: true}, {Why: "no inverse is declared"}}}, unrecoverable},
		{"the state is another", &trace.Undo{Calls: []trace.UndoCall{{Done: true}}, Left: []trace.Change{change("orders", "priority")}}, unrecoverable},
	} {
		if got := undone(s, test.undo); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
