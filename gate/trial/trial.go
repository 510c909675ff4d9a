// Package trial runs one trial: a candidate, a caller and a world, until the
// call ends, and returns the record of it. In some cases the caller rings again,
// days later, and is taken by a candidate that remembers nothing. A cohort is many
// trials that share the capacity of one business.
//
// It promises that whatever happens ends in a record: an outage, a broken world
// or a caller who misunderstands makes the trial void, and is never the
// candidate's failure. It grades nothing. Of ours it imports suites, gate/trace,
// gate/mcp, gate/world, gate/agent and gate/caller; the gate imports it.
package trial

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/interfaces"
	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// Virtual time that passes with each model response and each caller's turn.
const (
	stepTime = 2 * time.Second
	turnTime = 30 * time.Second
)

// Setup says which trial to run.
type Setup struct {
	World     *world.World
	Case      *suites.Case
	Caller    *caller.Script
	Condition string
	Index     int    // of the trial within case and condition
	Seed      uint64 // of the run; the trial's own is derived from it
	Candidate agent.Candidate
	Host      *mcp.Host        // serves the tools of the trial to a whole agent; nil: there is none
	Wall      func() time.Time // the wall clock, for the limit in minutes; cohorts ask it from many goroutines
	Plan      world.Plan       // the faults, the drift
	Script    *agent.Script    // of the case, where it is made once for many trials; nil: it is made for this one

	// Spent is given what the trial has used so far, failed requests included, and
	// says whether that is all it may: it is then over, as at a limit of tokens.
	// Cohorts call it from many goroutines. Nil: no budget.
	Spent func(trace.Usage) bool
}

func (s Setup) seed() uint64 { return Seed(s.Seed, s.Case.ID(), s.Condition, s.Index) }

// Seed is the seed of one trial: the same for every candidate and baseline.
func Seed(run uint64, caseID, condition string, index int) uint64 {
	h := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%s\n%d", run, caseID, condition, index))
	return binary.BigEndian.Uint64(h[:8])
}

// Run runs the trial. Its error is only ever that of ctx: a run that is being
// stopped has no record.
func Run(ctx context.Context, s Setup) (*trace.Record, error) { return s.run(ctx, nil) }

func (s Setup) run(ctx context.Context, p *seat) (*trace.Record, error) {
	t := &trial{setup: s, seat: p, until: s.Wall().Add(s.limit()), record: &trace.Record{
		Suite: s.Case.Suite.Name, Case: s.Case.Name, Condition: s.Condition, Index: s.Index, Seed: s.seed(),
		Began: s.Case.Now, Ended: s.Case.Now, Faults: s.Plan.Faults, Drift: s.Plan.Drift,
	}}
	if p != nil {
		t.record.Load = p.load(s.Plan.Crowd)
		t.setup.Plan.Crowd = s.Plan.Crowd.Ordered(func(at time.Duration) bool {
			return t.pause(func() bool { return p.turn(ctx, at) })
		})
	}
	err := t.safely(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		t.void(err)
	}
	return t.record, nil
}

// trial is the state of one running trial.
type trial struct {
	setup   Setup
	seat    *seat // nil where the trial runs alone
	record  *trace.Record
	world   *world.Trial
	tools   trace.Toolbox       // what the candidate is served: the world, or scripts over it
	scripts *interfaces.Scripts // nil where the tools are no functions
	session agent.Session
	caller  *caller.Caller
	until   time.Time // wall time at which the trial is over
	clock   clock     // of the call under way, where a whole agent takes it
	volley  volley    // what it sent last
	later   int       // the call under way: 0 the first, n the n-th later one
	from    int       // ledger entries before it
	fired   int       // twists before it
	empty   int       // empty messages in a row
	hung    bool      // the candidate did not answer in twice the limit
}

// safely plays. What panics on the way, in the world or in a candidate, ends this
// trial and no other.
func (t *trial) safely(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("run trial: it broke: %v", p)
		}
	}()
	return t.play(ctx)
}

// play runs the conversation and the closing turn. Its error is the harness's or
// the provider's.
func (t *trial) play(ctx context.Context) (err error) {
	t.world, err = t.setup.World.Begin(ctx, world.Session{Case: t.setup.Case, Seed: t.record.Seed, Plan: t.setup.Plan})
	if err != nil {
		return fmt.Errorf("begin world: %w", err)
	}
	defer func() {
		t.record.Ledger = t.world.Ledger()
		t.record.Ended = t.world.Now()
		err = errors.Join(err, t.world.Close())
	}()
	defer func() {
		if t.session != nil {
			err = errors.Join(err, t.session.Close())
		}
	}()
	t.tools = t.world
	if t.setup.World.Interface().Has(trace.VariantProgrammatic) {
		t.scripts = interfaces.NewScripts(t.world, t.callsLeft)
		t.tools = t.scripts
	}
	t.caller = t.setup.Caller.Start(t.setup.Index)
	for again := true; again; {
		if err = t.call(ctx); err == nil {
			again, err = t.again(ctx)
		}
		if err != nil {
			return err
		}
	}
	return t.finish(ctx)
}

// call takes one call of the caller, to the closing turn.
func (t *trial) call(ctx context.Context) error {
	if err := t.begin(ctx); err != nil {
		return err
	}
	if err := t.converse(ctx); err != nil {
		return err
	}
	return t.close(ctx)
}

// converse exchanges messages until the call ends, and notes how it ended.
func (t *trial) converse(ctx context.Context) error {
	message := trace.Message{Role: trace.RoleCaller, Text: t.caller.Opening(), Later: t.later}
	for t.record.End == "" {
		said, err := t.next(ctx, message, t.tools.Tools())
		if errors.Is(err, errEnded) {
			return nil
		}
		if err != nil {
			return err
		}
		switch {
		case said.Cut:
			t.record.End = trace.EndCutOff
		case t.overTokens():
			t.record.End = trace.EndTokens
		case t.setup.Wall().After(t.until):
			t.record.End = trace.EndTime
		case t.setup.Case.Suite.CallLevel:
			message, err = t.take(ctx, said)
		case len(said.Calls) > 0:
			t.empty = 0
			message, err = t.act(ctx, said.Calls)
		default:
			message, err = t.answer(said)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *trial) note(m trace.Message) {
	m.At, m.Ledger = t.world.Now(), len(t.world.Ledger())
	t.record.Messages = append(t.record.Messages, m)
}

func (t *trial) position() {
	t.world.Position(t.record.Steps, t.record.Turns+1, t.phase())
}

func (t *trial) phase() int {
	if n := len(t.record.Exchanges); n > 0 {
		return t.record.Exchanges[n-1].Phase
	}
	return 0
}

// act runs the calls of one message and returns their replies as the next.
func (t *trial) act(ctx context.Context, calls []trace.Call) (trace.Message, error) {
	if len(calls) > t.callsLeft() {
		t.record.End = trace.EndCalls
		return trace.Message{}, nil
	}
	replies, err := t.tools.Do(ctx, calls)
	if err != nil {
		return trace.Message{}, fmt.Errorf("run calls: %w", err)
	}
	switch {
	case t.scripts != nil && t.scripts.Exhausted():
		t.note(trace.Message{Role: trace.RoleTools, Replies: replies})
		t.record.End = trace.EndCalls
	case t.ledger().Find(trace.ToolHandover) != nil:
		t.note(trace.Message{Role: trace.RoleTools, Replies: replies})
		t.record.End = trace.EndHandover
	case t.record.Steps >= t.steps():
		t.note(trace.Message{Role: trace.RoleTools, Replies: replies})
		t.record.End = trace.EndSteps
	}
	return trace.Message{Role: trace.RoleTools, Replies: replies}, nil
}

// callsLeft is how many calls may still be made. Those that a script makes count,
// each for itself.
func (t *trial) callsLeft() int { return t.setup.Case.Limits.Calls - t.world.Ledger().Asked() }

// answer lets the caller hear a message without calls and returns what they say.
func (t *trial) answer(said trace.Message) (trace.Message, error) {
	t.record.Turns++
	if strings.TrimSpace(said.Text) == "" {
		if t.empty++; t.empty == 2 {
			t.record.End = trace.EndSilence
			return trace.Message{}, nil
		}
	} else {
		t.empty = 0
	}
	a := t.caller.Hear(said.Text, t.world.Ledger())
	if a.Exchange.Intents == nil {
		a.Exchange.Intents = []string{}
	}
	a.Exchange.Turn, a.Exchange.Phase = t.record.Turns, t.fired+a.Exchange.Phase
	t.record.Exchanges = append(t.record.Exchanges, a.Exchange)
	t.world.Advance(turnTime)
	reply := trace.Message{Role: trace.RoleCaller, Text: a.Text}
	switch {
	case a.Breach:
		return reply, &breach{said.Text}
	case a.Goodbye:
		t.note(reply)
		t.record.End = trace.EndGoodbye
	case t.record.Turns >= t.setup.Case.Limits.Turns:
		t.note(reply)
		t.record.End = trace.EndTurns
	case t.record.Steps >= t.steps():
		t.note(reply)
		t.record.End = trace.EndSteps
	}
	return reply, nil
}

// steps is the limit of model responses. Those of a whole agent cannot be counted:
// what it does is bounded by calls, and what it says by turns.
func (t *trial) steps() int {
	limits := t.setup.Case.Limits
	if t.whole() {
		return limits.Calls + limits.Turns + 2 // and the closing turn
	}
	return limits.Steps
}

func (t *trial) overTokens() bool {
	limit := t.setup.Case.Limits.Tokens
	return limit > 0 && t.record.Usage.InputTokens+t.record.Usage.OutputTokens > limit ||
		t.setup.Spent != nil && t.setup.Spent(t.record.Usage)
}

// breach is the caller's failure to understand the candidate.
type breach struct{ said string }

func (b *breach) Error() string { return "the caller could not place: " + b.said }
