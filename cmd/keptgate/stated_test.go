package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/evidence"
	"github.com/keptgate/keptgate/thresholds"
)

// promoted is a small result, as its file holds it, and the evidence of its promotion.
func promoted(t *testing.T) (result, left []byte) {
	t.Helper()
	score, low := .9, .85
	r := &gate.Result{
		Version: gate.ResultVersion, Gate: "desk", Keptgate: "1", Grader: "2", Candidate: "openai:m", Commit: "c", Event: "push", PolicyDigest: "d",
		Suites: []gate.SuiteInfo{{Name: "desk", Digest: "s", Cases: 2}}, Metrics: []gate.Metric{{Name: "score", Value: &score, Low: &low}, {Name: "cost_total"}},
		Weights: []gate.Weight{{Metric: "pass_k"}}, Waivers: []thresholds.Waiver{{Case: "desk/a", Owner: "me", Until: "2026-12-31"}},
		Policy:     &gate.PolicySource{From: "base", Commit: "b"},
		Comparison: &gate.Comparison{Baseline: "openai:l", Commit: "a", Digest: "e"}, Decision: &gate.Decision{Verdict: gate.Pass},
	}
	result, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	left, err = stated(evidence.Promotion{Stage: "candidate", By: "ada", At: time.Unix(1_800_000_000, 0).UTC(), Commit: "c"}, r, result).Encode()
	if err != nil {
		t.Fatal(err)
	}
	return result, left
}

// verified runs verify over two files.
func verified(t *testing.T, result, left []byte) error {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, evidenceFile)
	for name, data := range map[string][]byte{file: left, filepath.Join(dir, gate.ResultFile): result} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return (&verifyCmd{Evidence: file}).Run(t.Context(), &system{stdout: &bytes.Buffer{}})
}

// Evidence, and the result it is of, pass as they are; with any byte of either
// altered they do not.
func TestVerifyFindsAnyAlteredByte(t *testing.T) {
	result, left := promoted(t)
	if err := verified(t, result, left); err != nil {
		t.Fatal(err)
	}
	for at := range result {
		altered := bytes.Clone(result)
		altered[at] ^= 1
		if verified(t, altered, left) == nil {
			t.Errorf("byte %d of the result, %q, is altered and passes", at, result[at])
		}
	}
	for at := range left {
		altered := bytes.Clone(left)
		altered[at] ^= 1
		if verified(t, result, altered) == nil {
			t.Errorf("byte %d of the evidence, %q, is altered and passes", at, left[at])
		}
	}
}

// Evidence with digests that were computed anew is found where it says something else
// than the result does.
func TestVerifyHoldsEvidenceAgainstTheResult(t *testing.T) {
	result, left := promoted(t)
	for name, forge := range map[string]func(*evidence.Statement){
		"a figure":     func(s *evidence.Statement) { s.Predicate.Figures[0].Value = .99 },
		"a waiver":     func(s *evidence.Statement) { s.Predicate.Policy.Waivers = nil },
		"the baseline": func(s *evidence.Statement) { s.Predicate.Baseline = nil },
		"the policy":   func(s *evidence.Statement) { s.Predicate.Policy.Commit = "c" },
		"the commit":   func(s *evidence.Statement) { s.Predicate.Evaluated.Commit = "d" },
		"a subject":    func(s *evidence.Statement) { s.Subject = s.Subject[:1] },
		"no subject":   func(s *evidence.Statement) { s.Subject = nil },
	} {
		s, err := evidence.Parse(left)
		if err != nil {
			t.Fatal(err)
		}
		forge(&s)
		forged, err := s.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := verified(t, result, forged); !errors.Is(err, evidence.ErrAltered) {
			t.Errorf("%s is forged: %v", name, err)
		}
	}
}

// What is no result, but has the digest that is named, is not taken for one.
func TestVerifyWantsAResult(t *testing.T) {
	_, left := promoted(t)
	s, err := evidence.Parse(left)
	if err != nil {
		t.Fatal(err)
	}
	s.Subject[0].Digest["sha256"] = evidence.SHA256([]byte("{}"))
	if left, err = s.Encode(); err != nil {
		t.Fatal(err)
	}
	if err := verified(t, []byte("{}"), left); err == nil || errors.Is(err, evidence.ErrAltered) {
		t.Errorf("no result: %v", err)
	}
}
