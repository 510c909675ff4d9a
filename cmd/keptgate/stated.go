package main

import (
	"slices"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/evidence"
)

// stated is the evidence of a promotion: the circumstances as they are given, and all
// else as it follows from the result, whose file holds data. Whoever has both files
// can make it again, which is how evidence is verified.
func stated(given evidence.Promotion, r *gate.Result, data []byte) evidence.Statement {
	p := evidence.Promotion{
		Gate: r.Gate, Stage: given.Stage, By: given.By, At: given.At, Run: given.Run, RunID: given.RunID, Event: given.Event,
		Repository: given.Repository, Commit: given.Commit, Tree: given.Tree,
		Evaluated: evidence.Evaluated{Commit: r.Commit, Event: r.Event, Started: r.Times.Started.UTC(), Finished: r.Times.Finished.UTC()},
		Candidate: evidence.Candidate{Identity: r.Candidate, SHA256: evidence.SHA256([]byte(r.Candidate))},
		Policy:    evidence.Policy{Profile: r.Profile, SHA256: r.PolicyDigest, Commit: r.Commit},
		Tools:     evidence.Tools{Keptgate: r.Keptgate, Grader: r.Grader, Promoter: given.Tools.Promoter},
		Figures:   headline(r),
	}
	if r.Policy != nil && r.Policy.From == fromBase {
		p.Policy.Commit = r.Policy.Commit
	}
	for _, w := range r.Waivers {
		p.Policy.Waivers = append(p.Policy.Waivers, evidence.Waiver{Case: w.Case, Owner: w.Owner, Until: w.Until})
	}
	for _, s := range r.Suites {
		p.Suites = append(p.Suites, evidence.Suite{Name: s.Name, Version: s.Version, Digest: s.Digest, Cases: s.Cases})
	}
	if c := r.Comparison; c != nil {
		p.Baseline = &evidence.Baseline{Candidate: c.Baseline, Commit: c.Commit, SHA256: c.Digest}
	}
	if r.Decision != nil {
		p.Verdict = string(r.Decision.Verdict)
	}
	return evidence.Statement{
		Subject: []evidence.Subject{
			{Name: gate.ResultFile, Digest: map[string]string{"sha256": evidence.SHA256(data)}},
			{Name: given.Repository, Digest: map[string]string{"gitCommit": given.Commit}},
		},
		Predicate: p,
	}
}

// headline are the score, its components and the pass rate, as far as they were
// measured.
func headline(r *gate.Result) []evidence.Figure {
	names := []string{"score", "pass_rate"}
	for _, w := range r.Weights {
		names = append(names, w.Metric)
	}
	var out []evidence.Figure
	for _, m := range r.Metrics {
		if slices.Contains(names, m.Name) && m.Value != nil {
			out = append(out, evidence.Figure{Name: m.Name, Value: *m.Value, Low: m.Low, High: m.High})
		}
	}
	return out
}
