package agent

import (
	"testing"
)

// TestOverfittedKnowsPublishedCases: it has no lapse in what it knows, and the
// lapses of a flaky agent elsewhere.
func TestOverfittedKnowsPublishedCases(t *testing.T) {
	c, err := Parse("builtin:overfitted?dropped_step=1", Options{Published: map[string]bool{"published": true}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.Identity(), "builtin:overfitted?dropped_step=1"; got != want {
		t.Errorf("identity %s, want %s", got, want)
	}
	known, other := booking(), booking()
	known.Digest, other.Digest = "published", "varied"
	for seed := range uint64(20) {
		if got := c.(Drawer).Drawn(seed, known); got != "" {
			t.Errorf("seed %d: %s in a case that it knows", seed, got)
		}
		if got := c.(Drawer).Drawn(seed, other); got != "dropped_step" {
			t.Errorf("seed %d: lapse %q in another case", seed, got)
		}
	}
	if c, err := Parse("builtin:overfitted", Options{}); err != nil || c.Identity() != "builtin:overfitted?dropped_step=0.4" {
		t.Errorf("without rates: %v, %v", c, err)
	}
	if _, err := Parse("builtin:overfitted?nonsense=1", Options{}); err == nil {
		t.Error("a lapse that there is not is taken")
	}
}
