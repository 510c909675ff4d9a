package thresholds

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPolicyFor: what one candidate must meet stands in the place of what all must,
// threshold by threshold, and changes nothing for the others.
func TestPolicyFor(t *testing.T) {
	c := parsed(t, "thresholds: {score: {min: 0.85}, recovery: {min: 0.5}}\ncandidates:\n  openai:small: {thresholds: {score: {max: 0.9}, pass_rate: {min: 0.6}}}")
	p, err := Resolve("", c)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]Bound{"score": {Min: ptr(0.85)}, "recovery": {Min: ptr(0.5)}}
	own := map[string]Bound{"score": {Max: ptr(0.9)}, "recovery": {Min: ptr(0.5)}, "pass_rate": {Min: ptr(0.6)}}
	for identity, want := range map[string]map[string]Bound{
		"openai:small": own, "openai:small temperature=0.2": own, "openai:smaller": all, "builtin:reference": all,
	} {
		if diff := cmp.Diff(want, p.For(identity, c).Thresholds); diff != "" {
			t.Errorf("%s (-want +got):\n%s", identity, diff)
		}
	}
}
