package trial

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/gate/trace"
)

// wholeNote tells a whole agent about the harness, after the policy.
const wholeNote = `You act for the business above while talking with one caller. It is %s.
The tools of the business are those of the MCP server whose address comes with each message; list them again when the server says that they changed. What you answer to a message is spoken to the caller.
Use handover only to give the call to a person, with the reason. Before or after the caller leaves, file the record of the call once with close_call.`

// hostName is what MCP clients are told about the server: the same in every run.
const hostName = "1"

// begin starts the candidate for one call. A whole agent gets an address where
// the tools of the trial are served.
func (t *trial) begin(ctx context.Context) error {
	b := t.briefing()
	if !t.whole() {
		session, err := t.setup.Candidate.Start(ctx, b)
		if err != nil {
			return fmt.Errorf("start candidate: %w", err)
		}
		if _, ok := t.setup.Candidate.(agent.Scripted); ok && t.scripts != nil {
			session = agent.Coder(session)
		}
		t.session = session
		return nil
	}
	if t.setup.Host == nil {
		return errors.New("start candidate: nothing serves the tools of the trial")
	}
	w := &whole{desk: mcp.NewDesk(hostName)}
	b.MCP, w.shut = t.setup.Host.Open(w.desk)
	t.session = w // from here on it is closed
	t.clock = clock{virtual: t.world.Now(), wall: t.setup.Wall()}
	session, err := t.setup.Candidate.Start(ctx, b)
	w.agent = session
	var crash *agent.CrashError
	if errors.As(err, &crash) {
		t.endAs(trace.EndCrashed, crash.Reason)
		return nil
	}
	if err != nil {
		return fmt.Errorf("start candidate: %w", err)
	}
	return nil
}

// whole tells whether the candidate acts by itself, so that neither its steps nor
// its thinking can be seen.
func (t *trial) whole() bool {
	_, ok := t.setup.Candidate.(agent.Whole)
	return ok
}

// errEnded says that the candidate ended the trial in a way that is its failure.
var errEnded = errors.New("the trial is over")

// endAs ends the trial by what the candidate did. What came after the call was
// over changes nothing about how it ended.
func (t *trial) endAs(end trace.End, why string) {
	if t.record.End == "" {
		t.record.End = end
	}
	t.record.Crash = oneLine(why)
}

// whole is a call as a whole agent takes it: what it does comes over its desk,
// and what it says from itself. Its Next returns either, in the order in which
// they come.
type whole struct {
	desk   *mcp.Desk
	shut   func()        // takes the address away
	agent  agent.Session // nil where it did not start
	round  *round        // under way; nil: the agent has answered all it was told
	queued *trace.Message
}

// round is one message that the agent was told, until it has answered.
type round struct {
	over  chan struct{} // closed when what follows is set
	said  trace.Message
	usage trace.Usage
	err   error
	stop  context.CancelFunc
}

// Next implements agent.Session.
func (w *whole) Next(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	w.desk.Serve(tools)
	w.desk.Answer(trace.Message{Replies: m.Replies})
	if m.Role == trace.RoleCaller || m.Role == trace.RoleHarness {
		w.queued = &trace.Message{Role: m.Role, Text: m.Text}
	}
	var spent trace.Usage
	for {
		if w.round == nil {
			w.tell(ctx)
		}
		did, acted, err := w.desk.Wait(ctx, w.round.over)
		if acted || err != nil {
			return did, spent, err
		}
		over := w.round
		w.round = nil
		spent = spent.Add(over.usage)
		if over.err != nil || w.queued == nil {
			return over.said, spent, over.err
		}
		// The turn before a handover is over as well, and what was said in it is
		// heard by nobody. Now comes what the harness has to say.
	}
}

// tell gives the agent the message that is next, and does not wait for its answer.
func (w *whole) tell(ctx context.Context) {
	m := *w.queued
	w.queued = nil
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // it lasts over many calls, until it is answered or the call closed
	r := &round{over: make(chan struct{}), stop: stop}
	w.round = r
	go func() {
		defer close(r.over)
		r.said, r.usage, r.err = w.agent.Next(ctx, m, nil)
		r.said = trace.Message{Text: r.said.Text}
	}()
}

// Close ends the call: the address is gone, a turn under way is cut off, and
// nothing of the agent is left.
func (w *whole) Close() error {
	w.desk.Finish("")
	w.shut()
	if w.round != nil {
		w.round.stop()
		<-w.round.over
		w.round = nil
	}
	if w.agent == nil {
		return nil
	}
	return w.agent.Close()
}
