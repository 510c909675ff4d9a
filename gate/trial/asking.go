package trial

import (
	"context"
	"errors"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
)

// next hands a message to the candidate and notes both sides.
func (t *trial) next(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, error) {
	t.note(m)
	t.record.Steps++
	t.position()
	handed := t.setup.Wall()
	said, err := t.ask(ctx, m, tools)
	if err != nil {
		return said, err
	}
	if t.whole() && t.volley.takes(said.Calls, m.Replies, t.setup.Wall().Sub(handed)) {
		t.record.Steps--
		t.position()
	}
	said.Role, said.Step = trace.RoleCandidate, t.record.Steps
	t.note(said)
	return said, nil
}

// ask asks the candidate and lets the virtual time of its thinking pass. In a
// cohort that time is known before, so that the others need not wait for the
// answer to go on until then.
func (t *trial) ask(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, error) {
	think := stepTime
	if p := t.seat; p != nil {
		think = p.think()
		p.expect(p.offset + t.world.Now().Sub(t.record.Began) + think)
		if !t.pause(func() bool { return p.enter(ctx) }) {
			return trace.Message{}, ctx.Err()
		}
		defer p.exit()
	}
	limited, cancel := t.limited(ctx)
	defer cancel()
	before := t.waited()
	said, usage, err := t.session.Next(limited, m, tools)
	t.until = t.until.Add(t.waited() - before)
	t.record.Usage = t.record.Usage.Add(usage)
	var crash *agent.CrashError
	switch {
	case err == nil:
	case t.whole() && ctx.Err() == nil && limited.Err() != nil:
		t.endAs(trace.EndTime, "") // an agent that hangs is not the provider's failure
		return said, errEnded
	case errors.As(err, &crash):
		t.endAs(trace.EndCrashed, crash.Reason)
		return said, errEnded
	default:
		t.hung = limited.Err() != nil
		return said, err
	}
	t.world.Delivered()
	if t.whole() {
		t.world.Advance(t.clock.behind(t.world.Now(), t.setup.Wall()))
		return said, nil
	}
	t.world.Advance(think)
	return said, nil
}

// clock ties the virtual time of a call to the wall clock. Of a whole agent
// nobody knows when it thinks and when it waits: virtual time never falls behind.
type clock struct{ virtual, wall time.Time }

// behind is how far the virtual time is behind the wall clock.
func (c clock) behind(virtual, wall time.Time) time.Duration {
	return max(0, wall.Sub(c.wall)-virtual.Sub(c.virtual))
}

// waited is how long the candidate has waited for its provider, in all. That time
// brings a trial no nearer to its limit.
func (t *trial) waited() time.Duration {
	if p, ok := t.session.(agent.Patient); ok {
		return p.Waited()
	}
	return 0
}

// limited ends a request that hangs: at twice the limit. The limit itself is
// looked at between requests, so that a slow provider is not the candidate's
// failure. A whole agent has no time beyond the limit.
func (t *trial) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	until := t.until
	if !t.whole() {
		until = until.Add(t.setup.limit())
	}
	return context.WithTimeout(ctx, until.Sub(t.setup.Wall()))
}

// pause waits for other trials of the cohort. The wall time that it takes does
// not count.
func (t *trial) pause(wait func() bool) bool {
	from := t.setup.Wall()
	ok := wait()
	t.until = t.until.Add(t.setup.Wall().Sub(from))
	return ok
}

func (s Setup) limit() time.Duration { return time.Duration(s.Case.Limits.Minutes) * time.Minute }
