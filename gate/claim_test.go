package gate

import (
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
)

// claimed is a blocked result of two cases as a run would leave it.
func claimed() *Result {
	return &Result{
		Version: ResultVersion, Gate: "agent",
		Cases: []CaseResult{
			{
				Suite: "crm", Case: "r-001", Condition: Steady, Passed: 1, Failed: 1, Missing: 1, Unreached: 1, Classes: map[string]int{"leak": 1},
				Trials: []TrialResult{
					{Pass: true},
					{Index: 1, Classes: []string{"leak"}},
					{Index: 2, Void: &trace.Void{Class: "provider"}, Classes: []string{"leak"}},
					{Index: 3, Void: &trace.Void{Class: unreached}},
				},
			},
			{Suite: "crm", Case: "r-002", Condition: Steady, Passed: 1, Trials: []TrialResult{{Pass: true}}},
		},
		Decision: &Decision{Verdict: Block, Reasons: []Reason{{Kind: "zero_tolerance", Text: "a leak"}}},
	}
}

func TestCheckClaim(t *testing.T) {
	pass := func(r *Result) { r.Decision = &Decision{Verdict: Pass} }
	tests := []struct {
		name string
		edit func(*Result)
		want string // "" for none
	}{
		{"as a run leaves it", func(*Result) {}, ""},
		{"a pass", pass, ""},
		{"a pass over a baseline", func(r *Result) { pass(r); r.Comparison = &Comparison{Categories: []Difference{{Name: "x"}}} }, ""},
		{"nothing run", func(r *Result) {
			r.Cases, r.Stopped = nil, "no key"
			r.Decision = &Decision{Verdict: NotEvaluated, Reasons: []Reason{{Kind: "stopped"}}}
		}, ""},
		{"a baseline", func(r *Result) { r.Decision = nil }, "it holds no verdict"},
		{"a verdict that is none", func(r *Result) { r.Decision.Verdict = "approved" }, `its verdict is "approved"`},
		{"a block without a reason", func(r *Result) { r.Decision.Reasons = nil }, "its verdict is block, without a reason"},
		{"a pass with a reason", func(r *Result) { r.Decision.Verdict = Pass }, "its verdict is pass, in spite of"},
		{"a pass of a run that stopped", func(r *Result) { pass(r); r.Stopped = "no key" }, "its verdict is pass, in spite of"},
		{"a pass of nothing", func(r *Result) { pass(r); r.Cases = nil }, "or without a trial"},
		{"a pass over a fall", func(r *Result) { pass(r); r.Comparison = &Comparison{Categories: []Difference{{Regressed: true}}} }, "of a category that fell"},
		{"a failure counted as passed", func(r *Result) { r.Cases[0].Passed, r.Cases[0].Failed = 2, 0 }, `case "crm/r-001" under "steady" counts 2 passed, 0 failed`},
		{"an outage counted as passed", func(r *Result) { r.Cases[0].Passed, r.Cases[0].Missing = 2, 0 }, "counts 2 passed"},
		{"a fault that reached nobody counted as passed", func(r *Result) { r.Cases[0].Passed, r.Cases[0].Unreached = 2, 0 }, "counts 2 passed"},
		{"a class hidden", func(r *Result) { r.Cases[0].Classes = nil }, "or other classes"},
		{"counts without trials", func(r *Result) { r.Cases[1].Trials = nil }, `case "crm/r-002"`},
		{"a name too long", func(r *Result) { r.Gate = strings.Repeat("é", 101) }, "its gate's name has more than 100 characters"},
		{"a name of two lines", func(r *Result) { r.Gate = "a\nb" }, "or a control character"},
		{"too many metrics", func(r *Result) { r.Metrics = make([]Metric, 2_001) }, "it has 2001 metrics, more than the 2000"},
		{"too many categories", func(r *Result) { r.Comparison = &Comparison{Categories: make([]Difference, 2_001)} }, "2001 categories"},
	}
	for _, test := range tests {
		r := claimed()
		test.edit(r)
		err := r.CheckClaim()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

// A file that goes on after its end is not read: two readers could see two results in it.
func TestReadResultRefusesWhatFollows(t *testing.T) {
	data, err := claimed().Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadResult(data); err != nil {
		t.Error(err)
	}
	for _, more := range []string{"{}", "x", "]"} {
		if _, err := ReadResult(append(data, more...)); err == nil || !strings.Contains(err.Error(), "something follows its end") {
			t.Errorf("%q: error %v", more, err)
		}
	}
}
