package suites

import "strings"

// proposedMark ends the name of a suite as a change proposes it. No suite of a
// file can have such a name.
const proposedMark = "+head"

// Settled is the name, SUITE/CASE, that a case has where it is no proposal.
func Settled(id string) string { return strings.Replace(id, proposedMark+"/", "/", 1) }

// Proposed is the part of a suite that a change adds or edits: the cases that it
// chooses, under another name, without a vote. It is nil where none is chosen.
func (s *Suite) Proposed(chosen func(*Case) bool) *Suite {
	out := *s
	out.Name, out.Cases, out.Proposal = s.Name+proposedMark, nil, true
	for _, c := range s.Cases {
		if !chosen(c) {
			continue
		}
		copied := *c
		copied.Suite, copied.Provisional = &out, true
		out.Cases = append(out.Cases, &copied)
	}
	if len(out.Cases) == 0 {
		return nil
	}
	return &out
}
