package gate

import (
	"fmt"
	"time"

	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Outcome is what a result is gathered from, of one trial: numbers and names of
// fixed lists, no text. It is all that a log holds of a held-out trial.
type Outcome struct {
	Turns int          `json:"turns"`
	Steps int          `json:"steps"`
	Calls int          `json:"calls"`
	Usage trace.Usage  `json:"usage"`
	Took  int          `json:"virtual_ms,omitempty"` // virtual time from its first message to its end
	Void  *trace.Void  `json:"void,omitempty"`       // its reason says no more than its class
	Undo  string       `json:"undo,omitempty"`       // restored, unrecoverable; absent where nothing was written
	Load  *LoadOutcome `json:"load,omitempty"`       // absent but under load
}

// LoadOutcome is a trial's part in the figures of load.
type LoadOutcome struct {
	End     int   `json:"end_ms"`         // virtual time from the release of its cohort to its end
	Calls   int   `json:"calls"`          // that reached a tool
	Refused int   `json:"refused"`        // of these, for want of capacity
	Took    []int `json:"took,omitempty"` // milliseconds of each call that was not refused
}

// outcome is that of the line, whose case belongs to a suite.
func (l *Line) outcome(s *suites.Suite) Outcome {
	if l.HeldOut != nil {
		return *l.HeldOut
	}
	r := l.Record
	return Outcome{
		Turns: r.Turns, Steps: r.Steps, Calls: r.Ledger.Asked(), Usage: r.Usage, Took: lasted(r),
		Void: l.void(), Undo: undone(s, r.Undo), Load: loadOutcome(r),
	}
}

// lasted is the virtual time of a trial in milliseconds.
func lasted(r *trace.Record) int { return int(r.Ended.Sub(r.Began) / time.Millisecond) }

// usage is what the trial of the line used.
func (l *Line) usage() trace.Usage {
	if l.HeldOut != nil {
		return l.HeldOut.Usage
	}
	return l.Record.Usage
}

// conceal leaves of a held-out trial its outcome and its classes: no record, no
// finding, no name of a tool, no reason in words that a provider or a tool chose.
func (l *Line) conceal(s *suites.Suite) {
	o := l.outcome(s)
	o.Void = concealVoid(o.Void)
	v := l.Verdict
	faults := make([]grade.FaultOutcome, 0, len(v.Faults))
	for _, f := range v.Faults {
		f.Tool = ""
		faults = append(faults, f)
	}
	l.Record, l.HeldOut = nil, &o
	l.Verdict = grade.Verdict{
		Pass: v.Pass, Void: v.Void, Primary: v.Primary, Classes: v.Classes, Faults: faults,
		Failed: v.Failed, Corrected: v.Corrected, Planned: v.Planned, LegalHandover: v.LegalHandover,
	}
}

func concealVoid(v *trace.Void) *trace.Void {
	if v == nil {
		return nil
	}
	return &trace.Void{Class: v.Class, Reason: "in a held-out trial, of which no more is told", Permanent: v.Permanent}
}

// line grades the record of a trial and leaves of it what may be told.
func (w *work) line(t Task, draw int, record *trace.Record) *Line {
	line := &Line{Key: t.Key(), Draw: draw, Record: record, Verdict: safely(w.grade, t.Case, record)}
	if t.Case.Suite.HeldOut {
		line.conceal(t.Case.Suite)
	}
	return line
}

// safely grades a record. A grader that breaks is a harness error.
func safely(with grader, c *suites.Case, r *trace.Record) (v grade.Verdict) {
	defer func() {
		if p := recover(); p != nil {
			r.Void = &trace.Void{Class: "harness_error", Reason: fmt.Sprintf("the grader broke: %v", p)}
			v = grade.Verdict{Void: r.Void.Class}
		}
	}()
	if with == nil {
		with = grade.Grade
	}
	return with(c, r)
}

// grader turns a record into a verdict.
type grader func(*suites.Case, *trace.Record) grade.Verdict
