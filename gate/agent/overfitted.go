package agent

import (
	"context"
	"strings"
)

// overfittedRates is what builtin:overfitted does wrong outside of the cases that
// it knows, where it is told nothing else.
func overfittedRates() map[string]float64 { return map[string]float64{"dropped_step": 0.4} }

// overfitted keeps every promise of the cases as published, and has lapses in all
// others: what a gate with a held-out side must notice.
type overfitted struct {
	flaky
	known map[string]bool // digests of cases
}

// Identity implements Candidate.
func (o overfitted) Identity() string {
	_, params, _ := strings.Cut(o.flaky.Identity(), "?")
	return "builtin:overfitted?" + params
}

// Drawn implements Drawer.
func (o overfitted) Drawn(seed uint64, s *Script) string {
	if s != nil && o.known[s.Digest] {
		return ""
	}
	return o.flaky.Drawn(seed, s)
}

// Start implements Candidate.
func (o overfitted) Start(ctx context.Context, b Briefing) (Session, error) {
	if b.Script != nil && o.known[b.Script.Digest] {
		return Reference().Start(ctx, b)
	}
	return o.flaky.Start(ctx, b)
}

func parseOverfitted(query string, known map[string]bool) (Candidate, error) {
	f, err := parseRates(query, overfittedRates())
	if err != nil {
		return nil, err
	}
	return overfitted{f, known}, nil
}
