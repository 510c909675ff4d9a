package report

import (
	"fmt"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

// logged is a blocked run whose failing trials are in its log: two cases of
// changed rows, one of a lost response.
func logged() *gate.Result {
	r := broke()
	r.Candidate, r.Seed, r.Grader = "openai:small temperature=0.2", 7, "2"
	for i := range 3 {
		c := &r.Cases[i]
		c.Digest = fmt.Sprintf("d%d", i)
		c.Passed, c.Failed, c.Evidence = 5, 5, []gate.Evidence{identity()}
		for n := range 10 {
			t := gate.TrialResult{Index: n, Pass: n%2 == 0}
			if !t.Pass {
				t.Primary, t.Classes = "wrong_identity", []string{"wrong_identity", "false_claim"}
			}
			c.Trials = append(c.Trials, t)
		}
	}
	for k := 1; k <= 5; k++ {
		v, b := 1-.06*float64(k), 1-.02*float64(k)
		r.Curve = append(r.Curve, gate.CurvePoint{K: k, Value: v, Low: ptr(v - .04), High: ptr(v + .04)})
		r.Comparison.Curve = append(r.Comparison.Curve, gate.CurvePoint{K: k, Value: b, Low: ptr(b - .02), High: ptr(min(1, b+.02))})
	}
	for i := range r.Comparison.Categories {
		d := &r.Comparison.Categories[i]
		d.Low, d.High = ptr(d.Candidate-d.Baseline-.07), ptr(d.Candidate-d.Baseline+.05)
	}
	r.Load.Spread = []gate.LoadBin{{UpTo: .3, Calls: 420}, {UpTo: .5, Calls: 371}, {UpTo: .7, Calls: 160}, {UpTo: 1, Calls: 90}, {UpTo: 1.5}, {UpTo: 2, Calls: 55}, {UpTo: 3, Calls: 35}}
	r.HeldOut = &gate.Sides{
		Public:  gate.Side{Cases: 40, Passed: 360, Failed: 40, Metrics: []gate.Metric{figured("score", .83, .03, 400), figured("pass_k", .74, .05, 40), {Name: "recovery"}, figured("pass_rate", .9, .03, 400)}},
		HeldOut: gate.Side{Cases: 20, Passed: 160, Failed: 40, Metrics: []gate.Metric{figured("score", .76, .05, 200), figured("pass_k", .7, .08, 20), {Name: "recovery"}, figured("pass_rate", .8, .05, 200)}, Classes: map[string]int{"wrong_value": 40}},
		Gap:     gate.Gap{Public: .9, HeldOut: .8, Value: .1, P: ptr(.02)},
	}
	return r
}

// logOf is a log in which every failing trial of a result has a record, changed
// as wanted.
func logOf(r *gate.Result, change func(*gate.Line)) TrialLog {
	return func(keep func(*gate.Line)) (gate.Header, error) {
		for i := range r.Cases {
			c := &r.Cases[i]
			for _, t := range c.Trials {
				line := conversation(c, t)
				if change != nil {
					change(line)
				}
				keep(line)
			}
		}
		return gate.Header{Candidate: r.Candidate, Seed: r.Seed, Grader: r.Grader}, nil
	}
}

// conversation is a trial in which the wrong one of two people was changed, while
// another user was at work and the first answer was lost.
func conversation(c *gate.CaseResult, t gate.TrialResult) *gate.Line {
	began := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	at := func(s int) time.Time { return began.Add(time.Duration(s) * time.Second) }
	find := trace.Call{ID: "call_1", Tool: "find_contacts", Arguments: `{"query":"Alex"}`}
	wait := trace.Call{ID: "call_2", Tool: "wait", Arguments: `{"seconds":5}`}
	write := trace.Call{ID: "call_3", Tool: "update_job_title", Arguments: `{"contact_id":"c203","title":"Director of Operations"}`}
	found := trace.Reply{CallID: "call_1", Status: 200, Body: map[string]any{"items": []any{map[string]any{"id": "c203", "name": "Alex Chen"}, map[string]any{"id": "c204", "name": "Alex Rivera"}}}}
	r := &trace.Record{
		Suite: c.Suite, Case: c.Case, Condition: c.Condition, Index: t.Index, Began: began, Ended: at(80), End: trace.EndGoodbye,
		Faults: []trace.Fault{{Kind: "lost_response", Tool: "find_contacts"}},
		Messages: []trace.Message{
			{Role: trace.RoleCaller, At: at(0), Text: "Please update Alex's role to Director of Operations.\nIt is urgent."},
			{Role: trace.RoleCandidate, At: at(2), Step: 1, Text: "I am looking.", Calls: []trace.Call{find, wait}},
			{Role: trace.RoleTools, At: at(2), Ledger: 3, Replies: []trace.Reply{found, trace.Failure("call_9", 404, "unknown", "There is no such call.")}},
			{Role: trace.RoleCandidate, At: at(4), Step: 2, Ledger: 3, Calls: []trace.Call{write}},
			{Role: trace.RoleTools, At: at(4), Ledger: 5, Replies: []trace.Reply{trace.Failure("call_3", 503, "unavailable", "Try again.")}},
			{Role: trace.RoleCandidate, At: at(6), Step: 3, Ledger: 5, Text: "Done! Alex's role is now Director of Operations.", Cut: true, Refusal: true},
			{Role: trace.RoleCaller, At: at(3636), Ledger: 5, Later: 1, Text: "Thank you. Goodbye."},
			{Role: trace.RoleHarness, At: at(3636), Ledger: 5, Text: "File the record of this call."},
		},
		Ledger: trace.Ledger{
			{
				Seq: 1, At: at(2), Call: find, Tool: "find_contacts", Kind: trace.Read, Outcome: trace.Done, Reply: found, Committed: true,
				Marks: []trace.Mark{{Fault: 0, Fired: true}, {Fault: 7}},
			},
			{Seq: 2, At: at(2), Call: wait, Tool: "wait", Outcome: trace.Invalid, Problems: []string{"seconds: 5 is too long"}, Delivered: true},
			{Seq: 3, At: at(3), Call: write, Actor: trace.Rival, Outcome: trace.Done, Committed: true, Changes: []trace.Change{{Table: "contacts", Op: trace.Delete, ID: "c300", Before: trace.Row{"id": "c300"}}}},
			{
				Seq: 4, At: at(4), Call: write, Tool: "update_job_title", Kind: trace.Write, Outcome: trace.Done, Committed: true, Delivered: true,
				Changes: []trace.Change{
					{Table: "contacts", Op: trace.Update, ID: "c203", Before: trace.Row{"id": "c203", "title": "Analyst"}, After: trace.Row{"id": "c203", "title": "Director of Operations"}},
					{Table: "activity", Op: trace.Insert, ID: "9", After: trace.Row{"id": int64(9), "note": nil}},
				},
			},
			{Seq: 5, At: at(5), Call: write, Tool: "update_job_title", Outcome: trace.Faulted, Delivered: true, Echo: 4, Changes: []trace.Change{{Table: "activity", Op: trace.Insert, ID: "10", After: trace.Row{"id": int64(10)}}}},
		},
	}
	v := grade.Verdict{Pass: t.Pass}
	if !t.Pass {
		v.Primary, v.Classes = t.Primary, t.Classes
		v.Divergence = &grade.Divergence{Call: 4, Class: t.Primary}
		v.Findings = []grade.Finding{
			{Class: t.Primary, Severity: grade.Fail, Call: 4, Message: "c203 is Alex Chen; the caller had not been asked which Alex."},
			{Class: "incomplete", Severity: grade.Fail, Table: "contacts", Row: "c204", Field: "title", Want: "Director of Operations", Found: "Manager (untouched)", Message: "the change is missing"},
			{Class: "false_claim", Severity: grade.Fail, Message: "title_changed c204 is filed as done, which the ledger does not bear out."},
		}
	}
	return &gate.Line{Key: gate.Key{Case: c.ID(), Digest: c.Digest, Condition: c.Condition, Index: t.Index}, Draw: 1, Record: r, Verdict: v}
}

// crowd is a result with so many cases of ten trials each, all of which failed.
func crowd(cases int) *gate.Result {
	r := logged()
	r.Cases = nil
	for i := range cases {
		c := gate.CaseResult{
			Suite: "crm", Case: fmt.Sprintf("r-%04d", i), Category: fmt.Sprintf("category-%d", i%12), Condition: []string{gate.Steady, gate.Faults}[i%2],
			Digest: "d", Failed: 10, Promise: "Alex Rivera, and nobody else, becomes Director of Operations.",
		}
		for n := range 10 {
			c.Trials = append(c.Trials, gate.TrialResult{Index: n, Primary: []string{"wrong_identity", "incomplete"}[n%2], Classes: []string{[]string{"wrong_identity", "incomplete"}[n%2]}})
		}
		r.Cases = append(r.Cases, c)
	}
	return r
}

// past are runs over time, of which one was promoted and one measured no score.
func past() []HistoryPoint {
	var out []HistoryPoint
	for i, score := range []float64{.84, .86, .85, 0, .88, .81} {
		h := HistoryPoint{
			Time: time.Date(2026, 9, 1+3*i, 12, 0, 0, 0, time.UTC), Commit: fmt.Sprintf("%d%dfc2e1aab77", i, i), Candidate: "openai:small temperature=0.2", Verdict: gate.Pass,
			Categories: map[string]HistoryRate{"ambiguous-identity": {Pass: 90 - 6*i, Trials: 100}, "limits": {Pass: 90 + i, Trials: 100}, "zones": {Pass: 90, Trials: 100}},
		}
		if score > 0 {
			h.Score, h.Low, h.High = ptr(score), ptr(score-.02), ptr(score+.02)
		}
		out = append(out, h)
	}
	out[1].Stage, out[3].Verdict, out[5].Verdict = "staging", gate.NotEvaluated, gate.Block
	out[3].Categories = nil
	return out
}
