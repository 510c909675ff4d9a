package trial

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// patient is an actor whose provider keeps it waiting before each answer.
type patient struct {
	*actor
	wait   func()
	waited time.Duration
}

func (p *patient) Start(ctx context.Context, b agent.Briefing) (agent.Session, error) {
	_, err := p.actor.Start(ctx, b)
	return p, err
}

func (p *patient) Next(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	p.wait()
	p.waited += 4 * time.Minute
	return p.actor.Next(ctx, m, tools)
}

func (p *patient) Waited() time.Duration { return p.waited }

// TestWaitingForAProviderIsNotTheTrialsTime: three waits of four minutes fit into a
// limit of five, as long as the candidate itself is quick.
func TestWaitingForAProviderIsNotTheTrialsTime(t *testing.T) {
	for _, test := range []struct {
		name string
		slow time.Duration // of the candidate, in its second answer
		want trace.End
	}{
		{"a quick candidate", time.Minute, trace.EndGoodbye},
		{"a slow candidate", 5*time.Minute + time.Second, trace.EndTime},
	} {
		now := stopped()
		second := says(bye)
		second.then = func() { now = now.Add(test.slow) }
		c := &patient{actor: acts(calls("find_tools", find), second, says(bye)), wait: func() { now = now.Add(4 * time.Minute) }}
		s := setup(t, c, func(c *suites.Case) { c.Limits.Minutes = 5 })
		s.Wall = func() time.Time { return now }
		if diff := cmp.Diff(test.want, run(t, s).End); diff != "" {
			t.Errorf("%s: end (-want +got):\n%s", test.name, diff)
		}
	}
}
