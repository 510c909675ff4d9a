package thresholds

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEdits(t *testing.T) {
	base := parsed(t, "gate: g\nsuites: [crm]\nthresholds: {score: {min: 0.85}, pass_rate: {min: 0.9}}")
	head := parsed(t, "gate: g\nsuites: [crm, desk]\nthresholds: {score: {min: 0.5}}\nstrict: false")
	want := []string{
		`strict: added, false`,
		`suites.1: added, "desk"`,
		`thresholds.pass_rate.min: removed, was 0.9`,
		`thresholds.score.min: 0.85 → 0.5`,
	}
	if diff := cmp.Diff(want, Edits(base, head)); diff != "" {
		t.Errorf("edits (-want +got):\n%s", diff)
	}
	if got := Edits(base, base); got != nil {
		t.Errorf("the same: %q", got)
	}
	if got := Edits(parsed(t, "gate: g"), nil); len(got) != 1 || got[0] != `gate: removed, was "g"` {
		t.Errorf("removed: %q", got)
	}
}
