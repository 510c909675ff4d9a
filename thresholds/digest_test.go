package thresholds

import (
	"math"
	"testing"
)

// The digest is the same for the same policy, and another for any other.
func TestDigest(t *testing.T) {
	seen := map[string]string{}
	for _, profile := range Profiles() {
		p, err := Resolve(profile, nil)
		if err != nil {
			t.Fatal(err)
		}
		digest, err := p.Digest()
		again, err2 := p.Digest()
		if err != nil || err2 != nil || digest != again || len(digest) != 64 {
			t.Errorf("%s: digests %q and %q, %v, %v", profile, digest, again, err, err2)
		}
		if other := seen[digest]; other != "" {
			t.Errorf("profiles %s and %s have one digest", profile, other)
		}
		seen[digest] = profile
	}
	if _, err := (&Policy{Weights: Weights{PassK: math.NaN()}}).Digest(); err == nil {
		t.Error("a weight that is no number has a digest")
	}
}
