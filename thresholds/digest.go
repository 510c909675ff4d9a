package thresholds

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Digest is the SHA-256 of the policy, in hexadecimal, all of it that can decide a
// verdict: two runs with the same digest, by the same version of the program, were
// held to the same.
func (p *Policy) Digest() (string, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("digest policy: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}
