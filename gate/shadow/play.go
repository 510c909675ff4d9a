package shadow

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites/recorded"
)

// How a conversation ended.
const (
	EndFinished   = "finished"   // the candidate answered all that the user said
	EndSteps      = "steps"      // at the limit of its messages
	EndCalls      = "calls"      // at the limit of its calls
	EndUnrecorded = "unrecorded" // cut: too many calls that the record could not answer
	EndCutOff     = "cut_off"    // its output stopped at the provider's limit of length
)

// played is what a candidate did in one conversation.
type played struct {
	end     string
	steps   int
	archive *Archive
	actions []action // of the record
	usage   trace.Usage
	made    bool // the tools were made of calls
}

// play lets a candidate have one conversation, and returns what it did even where
// that was broken off. The error is the provider's, or the context's.
func play(ctx context.Context, c agent.Candidate, e *Entry, rounds []round, known *catalogue, o Options, seed uint64) (p *played, err error) {
	var calls []recorded.Call
	for _, item := range e.Items {
		calls = append(calls, item.Calls...)
	}
	p = &played{end: EndFinished}
	tools, made := known.of(*e)
	p.made = made
	p.archive, p.actions = newArchive(tools, calls, known)
	session, err := start(ctx, c, rounds, agent.Briefing{System: o.system(e), Seed: seed})
	if err != nil {
		return p, fmt.Errorf("start candidate: %w", err)
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	steps, most := limits(rounds)
	for _, r := range rounds {
		if err := p.round(ctx, session, r.user, steps, most); err != nil || p.end != EndFinished {
			return p, err
		}
	}
	return p, nil
}

// start begins the candidate's side. What follows the record is handed it.
func start(ctx context.Context, c agent.Candidate, rounds []round, b agent.Briefing) (agent.Session, error) {
	if _, ok := c.(Recorded); ok {
		return &follower{rounds: rounds}, nil
	}
	return c.Start(ctx, b)
}

// round says one thing of the user and answers the calls that follow, until the
// candidate makes none.
func (p *played) round(ctx context.Context, s agent.Session, user string, steps, calls int) error {
	message := trace.Message{Role: trace.RoleCaller, Text: user}
	for {
		if p.steps == steps {
			p.end = EndSteps
			return nil
		}
		p.steps++
		said, usage, err := s.Next(ctx, message, p.archive.tools)
		p.usage = p.usage.Add(usage)
		switch {
		case err != nil:
			return err
		case said.Cut:
			p.end = EndCutOff
			return nil
		case len(said.Calls) == 0:
			return nil
		case len(p.archive.made)+len(said.Calls) > calls:
			p.end = EndCalls
			return nil
		}
		replies := p.archive.Answer(said.Calls)
		if p.archive.unrecorded >= maxUnrecorded {
			p.end = EndUnrecorded
			return nil
		}
		message = trace.Message{Role: trace.RoleTools, Replies: replies}
	}
}
