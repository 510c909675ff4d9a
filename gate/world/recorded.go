package world

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
)

// recorded is a trial in which the answers of a server are played, by the call
// that they answer. Nothing changes.
type recorded struct{ answers map[string]trace.Reply }

// read makes the recorded answers ready.
func (o *office) read() error {
	if err := played(o.suite); err != nil {
		return err
	}
	r := o.suite.Server.Recording
	o.answer = make(map[string]trace.Reply, len(r.Answers))
	for _, a := range r.Answers {
		o.answer[exactly(a.Tool, a.Args)] = a.Reply
	}
	return nil
}

// exactly is a call in one spelling.
func exactly(tool string, args map[string]any) string {
	if args == nil {
		args = map[string]any{}
	}
	return tool + " " + spelled(args)
}

// apply plays the answer to a call. One that was never recorded is nobody's
// failure: the trial is void.
func (r recorded) apply(ctx context.Context, p *plan, in call) (done, error) {
	if err := ctx.Err(); err != nil {
		return done{}, context.Cause(ctx)
	}
	if in.effect != keep {
		return done{}, errors.New("recorded answers can only be played")
	}
	if p.kind != trace.Read {
		return done{reply: trace.Failure("", 403, "read_only", "Nothing can be changed here.")}, nil
	}
	name := exactly(p.served.Name, in.args)
	reply, ok := r.answers[name]
	if !ok {
		return done{}, fmt.Errorf("no answer is recorded for %s; add the call under also and record again with keptgate record", name)
	}
	reply.Body = copied(reply.Body)
	return done{reply: reply}, nil
}

func (recorded) late(context.Context) ([]trace.Change, error) { return nil, nil }

func (recorded) mend(*plan) bool { return false }

func (recorded) close(bool) error { return nil }
