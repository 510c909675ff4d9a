package fidelity

import (
	"context"
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// side is one of the two that a contract is replayed against.
type side interface {
	// ask makes a call. An error says that there is no answer.
	ask(ctx context.Context, tool string, args map[string]any) (Answer, error)
	// leave ends it.
	leave(ctx context.Context) error
}

// here is the simulated world, at the start of a trial in which nothing goes wrong.
type here struct {
	world  *world.World
	trial  *world.Trial
	server bool // an MCP server is the world
	calls  int
}

// openHere opens the world of a suite for the session of a contract. What is wrong
// with either is schemas.Problems.
func openHere(ctx context.Context, c *Contract, loaded *suites.Suite) (*here, error) {
	line, _ := c.doc.At("/session")
	suite := *loaded
	played := &suites.Case{Suite: &suite, Name: c.Name, Session: c.Session, Now: suite.Now, File: c.doc.File, Line: line}
	suite.Cases = []*suites.Case{played}
	w, err := world.Open(ctx, &suite)
	if err != nil {
		return nil, err
	}
	trial, err := w.Begin(ctx, world.Session{Case: played})
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return &here{world: w, trial: trial, server: suite.Server != nil}, nil
}

func (h *here) ask(ctx context.Context, tool string, args map[string]any) (Answer, error) {
	h.calls++
	replies, err := h.trial.Do(ctx, []trace.Call{{ID: fmt.Sprint(h.calls), Tool: tool, Arguments: written(args)}})
	if err != nil {
		return Answer{}, fmt.Errorf("simulate: %w", err)
	}
	return h.heard(replies[0]), nil
}

// heard is a reply of the world as an answer. A world that is an MCP server has put
// what a tool refused with into an error of its own: it is taken out again.
func (h *here) heard(r trace.Reply) Answer {
	a := Answer{Refused: !r.OK(), Status: r.Status, Body: r.Body}
	text, ok := at(r.Body, "error", "message").(string)
	if !h.server || !a.Refused || !ok || at(r.Body, "error", "code") != "tool_error" {
		return a
	}
	a.Status, a.Body = 0, map[string]any{"text": text}
	if v, err := trace.Decode([]byte(text)); err == nil {
		if object, ok := v.(map[string]any); ok {
			a.Body = object
		}
	}
	return a
}

func (h *here) leave(context.Context) error { return errors.Join(h.trial.Close(), h.world.Close()) }
