package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
)

// TestSides shows what is told of a held-out side, word for word.
func TestSides(t *testing.T) {
	level := gate.Gap{Public: .9, HeldOut: .8, Value: .1, P: ptr(.02)}
	r := &gate.Result{
		HeldOut: &gate.Sides{
			Public:  gate.Side{Cases: 40, Passed: 90, Failed: 10, Metrics: []gate.Metric{{Name: "score", Value: ptr(.831)}}},
			HeldOut: gate.Side{Cases: 20, Passed: 40, Failed: 10, Metrics: []gate.Metric{{Name: "score", Value: ptr(.762)}}, Classes: map[string]int{"wrong_value": 8, "untold": 2}},
			Gap:     level,
		},
		Decision: &gate.Decision{Verdict: gate.Block},
		Cases:    []gate.CaseResult{{Suite: "held-out", Case: "7f3a9c21aa01", HeldOut: true, Failed: 3, Condition: gate.Steady}},
	}
	const scores, classes = "40 public cases and 20 held-out ones: score 0.83 and 0.76 · ", " · held-out trials failed by wrong value 8, untold 2"
	for _, test := range []struct {
		name   string
		change func()
		want   string
	}{
		{"no baseline", func() {}, scores + "gap +10 points (p = 0.02): no sign of overfitting" + classes},
		{"no score", func() { r.HeldOut.Public.Metrics[0].Value = nil }, "40 public cases and 20 held-out ones: 90% and 80% of trials passed · gap +10 points (p = 0.02): no sign of overfitting" + classes},
		{
			"a fitted change", func() { r.Comparison = &gate.Comparison{Gap: &gate.Gap{Value: .13, P: ptr(.00001), Shown: true}} },
			"40 public cases and 20 held-out ones: 90% and 80% of trials passed · gap in improvement +13 points (p < 0.0001): a sign of overfitting" + classes,
		},
		{"too few", func() { r.Comparison.Gap = &gate.Gap{Value: -.01, P: ptr(.6), Small: true} }, "40 public cases and 20 held-out ones: 90% and 80% of trials passed · gap in improvement −1 points (p = 0.60): held-out side too small to tell" + classes},
		{
			"another period", func() { r.Comparison.Gap = &gate.Gap{Why: "another side"} },
			"40 public cases and 20 held-out ones: 90% and 80% of trials passed · gap +10 points (p = 0.02): no sign of overfitting · gap in improvement not evaluated: another side" + classes,
		},
		{"one case", func() { r.HeldOut.Gap.P = nil; r.Comparison = nil }, "40 public cases and 20 held-out ones: 90% and 80% of trials passed · held-out side too small to tell" + classes},
	} {
		test.change()
		if diff := cmp.Diff(test.want, sides(r)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	if list := failing(r); len(list) > 0 {
		t.Errorf("%d held-out cases are shown as failing", len(list))
	}
	if text := Markdown(r, MarkdownOptions{Budget: CommentBudget}); strings.Contains(text, "Replay") || !strings.Contains(text, "held out: 40 public") {
		t.Errorf("comment:\n%s", text)
	}
}
