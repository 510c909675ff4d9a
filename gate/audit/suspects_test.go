package audit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/trace"
)

// outcome is one trial: "" passes, "breach" and "outage" are void, all else is
// the class of a failure.
func results(candidate, name, digest string, outcomes ...string) *gate.Result {
	c := gate.CaseResult{Suite: "desk", Case: name, Category: "pushback", Digest: digest, Condition: gate.Steady}
	for i, o := range outcomes {
		t := gate.TrialResult{Index: i}
		switch o {
		case "":
			t.Pass = true
			c.Passed++
		case "breach", "outage":
			t.Void = &trace.Void{Class: map[string]string{"breach": "caller_breach", "outage": "provider_error"}[o]}
			c.Missing++
		default:
			t.Classes = []string{o}
			c.Failed++
		}
		c.Trials = append(c.Trials, t)
	}
	return &gate.Result{Candidate: candidate, Cases: []gate.CaseResult{c}}
}

func TestSuspects(t *testing.T) {
	for _, c := range []struct {
		name string
		from []*gate.Result
		want string
	}{
		{"nobody passes", []*gate.Result{results("a", "d-1", "x", "incomplete", "untold"), results("b", "d-1", "x", "wrong_value", "incomplete")}, NobodyPasses},
		{"somebody passes", []*gate.Result{results("a", "d-1", "x", "incomplete", "untold"), results("b", "d-1", "x", "", "incomplete")}, ""},
		{"only words", []*gate.Result{results("a", "d-1", "x", "", "untold", "missed_clarification", "")}, OnlyWords},
		{"breaches count", []*gate.Result{results("a", "d-1", "x", "", "breach", "breach", "")}, OnlyWords},
		{"one slip says nothing", []*gate.Result{results("a", "d-1", "x", "", "untold", "", "")}, ""},
		{"words and worse", []*gate.Result{results("a", "d-1", "x", "", "untold", "wrong_value", "untold")}, ""},
		{"outages are nobody's", []*gate.Result{results("a", "d-1", "x", "outage", "outage", "outage", "outage")}, ""},
		{"too few trials", []*gate.Result{results("a", "d-1", "x", "untold", "untold")}, ""},
		{"all pass", []*gate.Result{results("a", "d-1", "x", "", "", "", "")}, ""},
		{"another version is another case", []*gate.Result{results("a", "d-1", "x", "untold", "untold", "untold"), results("a", "d-1", "y", "", "", "", "")}, ""},
	} {
		got := ""
		for _, s := range Suspects(c.from) {
			got = s.Why
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	got := Suspects([]*gate.Result{results("a", "d-1", "x", "untold", "untold", "breach"), results("b", "d-1", "x", "untold")})
	want := []Suspect{{
		Case: "desk/d-1", Category: "pushback", Candidates: 2, Valid: 3, Breaches: 1, Classes: map[string]int{"untold": 3}, Why: NobodyPasses,
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("suspects (-want +got):\n%s", diff)
	}
}
