package agent

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/keptgate/keptgate/gate/trace"
)

// Reference is builtin:reference, which keeps every promise.
func Reference() Candidate { return reference{} }

// Nothing is builtin:nothing, which keeps none.
func Nothing() Candidate { return nothing{} }

// reference plays each case's reference: it shows that a case can be solved.
type reference struct{}

// Identity implements Candidate.
func (reference) Identity() string { return "builtin:reference" }

// Scripted implements Scripted.
func (reference) Scripted() {}

// Start implements Candidate.
func (reference) Start(_ context.Context, b Briefing) (Session, error) {
	if b.Script == nil {
		return nil, errNoScript
	}
	return newPlayer(b.Script.prepare(), rand.New(rand.NewPCG(b.Seed, 0)), b), nil
}

var errNoScript = errors.New("start builtin candidate: the case has no reference to play")

// nothing is polite, calls no tool and files no record.
type nothing struct{}

// Identity implements Candidate.
func (nothing) Identity() string { return "builtin:nothing" }

// Start implements Candidate.
func (nothing) Start(context.Context, Briefing) (Session, error) { return nothing{}, nil }

// Close implements Session.
func (nothing) Close() error { return nil }

// Next implements Session.
func (nothing) Next(ctx context.Context, msg trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	said := trace.Message{Role: trace.RoleCandidate}
	if msg.Role == trace.RoleCaller {
		said.Text = "Thank you for calling. It is good to hear from you."
	}
	return said, trace.Usage{}, ctx.Err()
}
