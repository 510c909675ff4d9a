package world

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Visitor is who asks a server something outside of any trial.
type Visitor struct {
	Tools  []suites.ServedTool // what the server offers, in its order
	server *server
}

// Visit starts a server in a folder of its own, as for a trial, or dials one that
// runs, has ask ask it, and leaves.
func Visit(ctx context.Context, declared *suites.Server, ask func(context.Context, Visitor) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, beginTime, fmt.Errorf("it took longer than %v", beginTime))
	defer cancel()
	s, err := launch(ctx, declared)
	if err != nil {
		return err
	}
	defer s.leave()
	offers, err := s.offers(ctx)
	if err != nil {
		return err
	}
	v := Visitor{server: s}
	for _, o := range offers {
		v.Tools = append(v.Tools, suites.ServedTool{Tool: o.Tool, ReadOnly: o.ReadOnly, Destructive: o.Destructive, Idempotent: o.Idempotent})
	}
	return ask(ctx, v)
}

// Call calls a tool of the server.
func (v Visitor) Call(ctx context.Context, tool string, args map[string]any) (trace.Reply, error) {
	return v.server.call(ctx, tool, args)
}
