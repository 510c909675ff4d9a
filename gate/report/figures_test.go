package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
)

func TestScores(t *testing.T) {
	const quickly = "the profile quick measures no score"
	two := []gate.Weight{{Metric: "pass_k", Weight: 4. / 7}, {Metric: "recovery", Weight: 3. / 7}}
	for _, test := range []struct {
		name    string
		weights []gate.Weight
		metrics []gate.Metric
		parts   []gate.PartDifference
		want    [][]string
	}{
		{"none", two, nil, nil, nil},
		{
			"one component is the score",
			[]gate.Weight{{Metric: "pass_k", Weight: 1}},
			[]gate.Metric{figured("score", 0.5, 0.1, 9), figured("pass_k", 0.5, 0.1, 9)},
			nil,
			[][]string{{"Reliability score, pass^5", "", "0.50 (0.40–0.60)", "", ""}},
		},
		{
			"two", two,
			[]gate.Metric{figured("score", 0.5, 0.1, 9), figured("pass_k", 0.6, 0.1, 9), figured("recovery", 0.4, 0.1, 9)},
			[]gate.PartDifference{{Metric: "pass_k", Baseline: 0.5, Candidate: 0.6}, {Metric: "recovery", Baseline: 0.6, Candidate: 0.4}},
			[][]string{
				{"Reliability score", "", "0.50 (0.40–0.60)", "", ""},
				{"pass^5 · 0.57", "0.50", "0.60 (0.50–0.70)", "+0.10", "~"},
				{"Recovery · 0.43", "0.60", "0.40 (0.30–0.50)", "−0.20", ""},
			},
		},
		{
			"one of two is not measured", two,
			[]gate.Metric{{Name: "score", Why: "recovery is not measured: no fault"}, {Name: "pass_k", Value: ptr(0.6)}, {Name: "recovery", Why: "no fault"}},
			nil,
			[][]string{
				{"Reliability score", "", "not measured", "", "recovery is not measured"},
				{"pass^5 · 0.57", "", "0.60", "", ""},
				{"Recovery · 0.43", "", "not measured", "", "no fault"},
			},
		},
		{
			"nothing is measured", two,
			[]gate.Metric{{Name: "score", Why: "recovery is not measured: " + quickly}, {Name: "pass_k", Why: quickly}, {Name: "recovery", Why: quickly}},
			nil,
			[][]string{{"Reliability score", "", "not measured", "", quickly}},
		},
		{
			"nothing is measured, each for its own reason", two,
			[]gate.Metric{{Name: "score", Why: "recovery is not measured: x"}, {Name: "pass_k", Why: "y"}, {Name: "recovery", Why: "x"}},
			nil,
			[][]string{{"Reliability score", "", "not measured", "", "recovery is not measured: x"}},
		},
	} {
		r := &gate.Result{K: 5, Weights: test.weights, Metrics: test.metrics, Comparison: &gate.Comparison{Components: test.parts}, Decision: &gate.Decision{}}
		if diff := cmp.Diff(test.want, scores(r)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestTrialsPassedCountsAllConditions: the row stands beside a comparison over all
// conditions, so it counts them all.
func TestTrialsPassedCountsAllConditions(t *testing.T) {
	r := &gate.Result{Cases: []gate.CaseResult{{Case: "a", Condition: gate.Steady, Passed: 10}, {Case: "a", Condition: gate.Faults, Passed: 5, Failed: 5, Unreached: 4}}}
	if got, want := passed(r), []string{"Trials passed", "", "75% (53%–89%)", "", ""}; !cmp.Equal(want, got) {
		t.Errorf("row %q, want %q", got, want)
	}
	if got, want := tally(r), "24 trials of 1 case, 4 whose fault reached nobody"; got != want {
		t.Errorf("tally %q, want %q", got, want)
	}
}

func TestFewCasesAreMarkedUnderQuick(t *testing.T) {
	r := quick()
	names := func() []string {
		_, rows := categoryRows(r)
		return []string{rows[0][0], rows[1][0]}
	}
	if diff := cmp.Diff([]string{"~ ambiguous-identity", "~ forbidden-write · too few"}, names()); diff != "" {
		t.Errorf("quick (-want +got):\n%s", diff)
	}
	for i := range 2 { // 9 cases, of which one is compared under faults alone and one not at all
		r.Comparison.Incomparable = append(r.Comparison.Incomparable, gate.Incomparable{Case: r.Cases[4*i].ID(), Condition: gate.Steady})
	}
	if got := names()[0]; got != "~ ambiguous-identity" {
		t.Errorf("8 comparable cases: %q", got)
	}
	r.Comparison.Incomparable = append(r.Comparison.Incomparable, gate.Incomparable{Case: r.Cases[0].ID(), Condition: gate.Faults})
	if got := names()[0]; got != "~ ambiguous-identity · too few" {
		t.Errorf("7 comparable cases: %q", got)
	}
	r.Profile = "default"
	if diff := cmp.Diff([]string{"~ ambiguous-identity", "~ forbidden-write"}, names()); diff != "" {
		t.Errorf("default (-want +got):\n%s", diff)
	}
	r.Profile, r.Comparison.Categories[1].Regressed = smallProfile, true
	if got := names()[0]; got != "⛔ forbidden-write" {
		t.Errorf("a proven regression is marked %q", got)
	}
}

func TestSampled(t *testing.T) {
	r := quick()
	if got, want := sampled(r), "14 of 61 cases steady × 4, 4 of 50 under faults × 2"; got != want {
		t.Errorf("sampled: %q, want %q", got, want)
	}
	if got, want := chosen(r), "ambiguous-identity, forbidden-write (steady); ambiguous-identity (under faults)"; got != want {
		t.Errorf("chosen: %q, want %q", got, want)
	}
	r.Look = &gate.Look{Trials: map[string]int{gate.Steady: 1, gate.Faults: 2}}
	r.Samples[1].Of, r.Samples[1].Cases = 14, 14
	if got, want := sampled(r), "14 of 61 cases steady × 1 of 4, 14 under faults × 2"; got != want {
		t.Errorf("sampled: %q, want %q", got, want)
	}
	r.Samples[0].Of = 14
	if got := chosen(r); got != "" {
		t.Errorf("nothing was sampled: %q", got)
	}
}
