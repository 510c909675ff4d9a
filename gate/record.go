package gate

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// Record asks the server of a suite, which has been met, all that the references
// ask it and what stands under also, and returns its answers. The suite must only
// read: an answer to a write would be played where nothing is written.
func Record(ctx context.Context, s *suites.Suite) (r *suites.Recording, err error) {
	w, err := world.Open(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = closing(err, w.Close) }()
	r = &suites.Recording{}
	for _, t := range s.Tools {
		reads := t.Kind == trace.Read
		r.Tools = append(r.Tools, suites.ServedTool{
			Tool: trace.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters}, ReadOnly: &reads,
		})
	}
	for _, c := range s.Cases {
		script, err := caller.Prepare(c)
		if err != nil {
			return nil, err
		}
		record, err := trial.Run(ctx, trial.Setup{World: w, Case: c, Caller: script, Condition: Steady, Candidate: agent.Reference(), Wall: epoch})
		if err != nil {
			return nil, err
		}
		if record.Void != nil {
			return nil, fmt.Errorf("record answers: the reference of %s does not run: %s", c.Name, record.Void.Reason)
		}
		if r.Answers, err = answers(r.Answers, record.Ledger); err != nil {
			return nil, fmt.Errorf("record answers: the reference of %s: %w", c.Name, err)
		}
	}
	more, err := also(ctx, w, s)
	if err == nil {
		r.Answers, err = answers(r.Answers, more)
	}
	if err != nil {
		return nil, fmt.Errorf("record answers: %w", err)
	}
	return r, nil
}

// also makes the calls that a suite wants recorded beside those of its references.
func also(ctx context.Context, w *world.World, s *suites.Suite) (l trace.Ledger, err error) {
	t, err := w.Begin(ctx, world.Session{Case: s.Cases[0]})
	if err != nil {
		return nil, err
	}
	defer func() { err = closing(err, t.Close) }()
	for i, call := range s.Server.Also {
		made := trace.Call{ID: fmt.Sprint(i), Tool: call.Tool, Arguments: trace.Reply{Body: call.Args}.Text()}
		if _, err := t.Do(ctx, []trace.Call{made}); err != nil {
			return nil, err
		}
	}
	return t.Ledger(), nil
}

// answers adds what the tools of a server answered.
func answers(list []suites.Answer, l trace.Ledger) ([]suites.Answer, error) {
	for i := range l {
		e := &l[i]
		switch {
		case e.Kind == trace.Control || e.Outcome != trace.Done && e.Outcome != trace.Refused:
			continue
		case e.Kind != trace.Read || len(e.Changes) > 0:
			return nil, errors.New(e.Tool + " changes something; answers are recorded of servers that only answer")
		}
		reply := e.Reply
		reply.CallID = ""
		list = append(list, suites.Answer{Tool: e.Tool, Args: e.Args, Reply: reply})
	}
	return list, nil
}
