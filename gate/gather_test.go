package gate

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"

	"github.com/keptgate/keptgate/thresholds"
)

// TestGatherKeepsTheUnreachedApart: a trial whose fault reached nobody neither
// passed nor failed, and is not missing either; one that infrastructure lost is.
// A second draw that gives a verdict replaces a first that gave none.
func TestGatherKeepsTheUnreachedApart(t *testing.T) {
	c := &suites.Case{Suite: &suites.Suite{Name: "s"}, Name: "a", Category: "x", Digest: "d"}
	var tasks []Task
	for i := range 5 {
		tasks = append(tasks, Task{Case: c, Condition: Faults, Index: i})
	}
	g := newGatherer(tasks, &thresholds.Policy{})
	add := func(index, draw int, void *trace.Void, v grade.Verdict) {
		g.add(&Line{Key: tasks[index].Key(), Draw: draw, Record: &trace.Record{Void: void}, Verdict: v})
	}
	lost := &trace.Void{Class: "provider_error", Reason: "503"}
	add(0, 1, nil, grade.Verdict{Pass: true, Faults: []grade.FaultOutcome{{Kind: "latency", Reached: true, Recovered: true}}})
	add(1, 1, nil, grade.Verdict{Void: grade.NotExercised})
	add(1, 2, nil, grade.Verdict{Void: grade.NotExercised})
	add(2, 1, lost, grade.Verdict{Void: lost.Class})
	add(2, 2, lost, grade.Verdict{Void: lost.Class})
	add(3, 1, nil, grade.Verdict{Void: grade.NotExercised})
	add(3, 2, nil, grade.Verdict{Primary: "no_recovery", Classes: []string{"no_recovery"}, Failed: 3, Corrected: 1})
	got := g.cases()[0]
	type counts struct{ Passed, Failed, Missing, Unreached int }
	if diff := cmp.Diff(counts{1, 1, 2, 1}, counts{got.Passed, got.Failed, got.Missing, got.Unreached}); diff != "" { // 4 was never run
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	for i, want := range []string{"", grade.NotExercised, "provider_error", "", "not_run"} {
		class := ""
		if v := got.Trials[i].Void; v != nil {
			class = v.Class
		}
		if class != want {
			t.Errorf("trial %d is void as %q, want %q", i, class, want)
		}
	}
	if tr := got.Trials[3]; tr.FailedCalls != 3 || tr.Corrected != 1 || tr.Draws != 2 || len(got.Trials[0].Faults) != 1 {
		t.Errorf("trials: %+v", got.Trials)
	}
	if again := g.cases()[0]; len(again.Trials) != 5 {
		t.Errorf("gathered twice, the case has %d trials", len(again.Trials))
	}
}

// TestTrialsLastInVirtualTime: the time of a trial is that of its record, held out
// or not.
func TestTrialsLastInVirtualTime(t *testing.T) {
	for _, heldOut := range []bool{false, true} {
		c := &suites.Case{Suite: &suites.Suite{Name: "s", HeldOut: heldOut}, Name: "a", Category: "x", Digest: "d"}
		task := Task{Case: c, Condition: Steady}
		g := newGatherer([]Task{task}, &thresholds.Policy{})
		began := epoch()
		w := &work{Runner: &Runner{grade: func(*suites.Case, *trace.Record) grade.Verdict { return grade.Verdict{Pass: true} }}}
		g.add(w.line(task, 1, &trace.Record{Began: began, Ended: began.Add(12_400 * time.Millisecond)}))
		if got := g.cases()[0].Trials[0].Virtual; got != 12_400 {
			t.Errorf("held out %v: the trial lasted %d ms, want 12400", heldOut, got)
		}
	}
}
