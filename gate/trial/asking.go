package trial

import (
	"context"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// next hands a message to the candidate and notes both sides.
func (t *trial) next(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, error) {
	t.note(m)
	t.record.Steps++
	t.position()
	said, err := t.ask(ctx, m, tools)
	if err != nil {
		return said, err
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
	said, usage, err := t.session.Next(limited, m, tools)
	t.record.Usage = t.record.Usage.Add(usage)
	if err != nil {
		t.hung = limited.Err() != nil
		return said, err
	}
	t.world.Delivered()
	t.world.Advance(think)
	return said, nil
}

// limited ends a request that hangs: at twice the limit. The limit itself is
// looked at between requests, so that a slow provider is not the candidate's
// failure.
func (t *trial) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, t.until.Add(t.setup.limit()).Sub(t.setup.Wall()))
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
