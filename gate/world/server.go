package world

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// Bounds of a server, in wall time.
const (
	serverTime = time.Minute // for one call, and for all that is read after it
	beginTime  = 2 * time.Minute
	leaveTime  = 2 * time.Second // to say goodbye
)

// Meet asks the server of a suite for its tools and hands them to the suite; it
// does nothing for a world in SQL and for one whose answers are recorded. lookup
// finds the variables of the environment that every program gets; the suite keeps
// it. An error of the server is no problem of the suite's.
func Meet(ctx context.Context, suite *suites.Suite, lookup func(name string) (string, bool)) error {
	switch {
	case suite.Server == nil:
		return nil
	case suite.Server.Recorded != "":
		return played(suite)
	}
	suite.Server.Lookup = lookup
	err := Visit(ctx, suite.Server, func(_ context.Context, v Visitor) error { return suite.Adopt(v.Tools) })
	var problems schemas.Problems
	if err != nil && !errors.As(err, &problems) {
		return fmt.Errorf("meet the MCP server of %s: %w", suite.WorldFile, err)
	}
	return err
}

// played tells that a suite has recorded answers.
func played(s *suites.Suite) error {
	if s.Server.Recording == nil {
		return fmt.Errorf("find recorded answers of %s: there is no %s; make it with keptgate record", s.Name, s.Server.Recorded)
	}
	return nil
}

// exclusive tells whether the trials of a suite must come one after another: there
// is one server for all, which is put back to its start in between.
func exclusive(s *suites.Suite) bool {
	return s.Server != nil && s.Server.Recorded == "" && s.Server.URL != "" && s.Server.Reset != nil
}

// office is a business that is an MCP server.
type office struct {
	suite  *suites.Suite
	offers []mcp.Offer            // the server's tools, as they were at first
	start  state                  // what every trial begins with
	answer map[string]trace.Reply // what is recorded; nil where there is a server
	fresh  *fresh                 // servers that no trial has used
	only   chan struct{}          // holds a token while nobody uses the one server; nil: there are many
}

// openServer meets the server once more, reads the state that all trials begin
// with, and makes the plans of the tools.
func (w *World) openServer(ctx context.Context) error {
	o := &office{suite: w.suite}
	w.office = o
	if w.suite.Server.Recorded != "" {
		return o.read()
	}
	if exclusive(w.suite) {
		o.only = make(chan struct{}, 1)
		o.only <- struct{}{}
	}
	o.fresh = newFresh(ctx, w.suite.Server)
	ctx, cancel := context.WithTimeoutCause(ctx, beginTime, fmt.Errorf("it took longer than %v", beginTime))
	defer cancel()
	s, err := launch(ctx, w.suite.Server)
	if err != nil {
		return err
	}
	defer s.leave()
	if err := s.reset(ctx); err != nil {
		return err
	}
	if o.offers, err = s.offers(ctx); err != nil {
		return err
	}
	if missing := o.lacking(); missing != "" {
		return fmt.Errorf("the server offers no tool %s any more", missing)
	}
	o.start, err = s.look(ctx)
	return err
}

// lacking names a tool of the suite that the server does not offer.
func (o *office) lacking() string {
	for _, t := range o.suite.Tools {
		if !slices.ContainsFunc(o.offers, func(offer mcp.Offer) bool { return offer.Name == t.Name }) {
			return t.Name
		}
	}
	return ""
}

// begin gives a trial a server at its start.
func (o *office) begin(ctx context.Context) (_ backend, err error) {
	if o.answer != nil {
		return recorded{o.answer}, nil
	}
	if o.only != nil {
		select {
		case <-o.only:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		defer func() {
			if err != nil {
				o.only <- struct{}{}
			}
		}()
	}
	ctx, cancel := context.WithTimeoutCause(ctx, beginTime, fmt.Errorf("the server took longer than %v to begin", beginTime))
	defer cancel()
	s, err := o.fresh.take(ctx)
	if err != nil {
		return nil, err
	}
	l := &hosted{office: o, server: s}
	if err = s.reset(ctx); err == nil {
		l.state, err = s.look(ctx)
	}
	if err == nil {
		err = o.same(l.state)
	}
	if err != nil {
		s.leave()
		return nil, err
	}
	return l, nil
}

// same holds the state at the start of a trial against that of the first. Volatile
// columns count for nothing.
func (o *office) same(now state) error {
	for _, c := range compared(o.start, now) {
		if columns := slices.DeleteFunc(c.Columns(), func(name string) bool {
			return c.Op == trace.Update && slices.Contains(o.suite.Volatile, c.Table+"."+name)
		}); len(columns) > 0 {
			return fmt.Errorf("the server does not begin as it did before: %s %s of %s; reset it better, or declare what differs volatile", c.Op, c.ID, c.Table)
		}
	}
	return nil
}

// close ends what waits for trials. A trial that is still open ends its own.
func (o *office) close() {
	if o.fresh != nil {
		o.fresh.close()
	}
}

// hosted is one trial's state in a server.
type hosted struct {
	office *office
	server *server
	state  state
}

func (l *hosted) apply(ctx context.Context, p *plan, in call) (done, error) {
	if in.effect != keep {
		return done{}, errors.New("a server can only do what it is asked")
	}
	ctx, cancel := context.WithTimeoutCause(ctx, serverTime, fmt.Errorf("the server did not answer within %v", serverTime))
	defer cancel()
	reply, err := l.server.call(ctx, p.served.Name, in.args)
	if err != nil {
		return done{}, err
	}
	if err := l.unchanged(ctx); err != nil {
		return done{}, err
	}
	changes, err := l.changes(ctx)
	return done{reply: reply, changes: changes}, err
}

// unchanged makes sure that the server still offers the tools that the suite was
// checked with, where it says that they have changed.
func (l *hosted) unchanged(ctx context.Context) error {
	if !l.server.client.Changed() {
		return nil
	}
	offers, err := l.server.offers(ctx)
	if err != nil {
		return err
	}
	for _, t := range l.office.suite.Tools {
		named := func(o mcp.Offer) bool { return o.Name == t.Name }
		before, now := slices.IndexFunc(l.office.offers, named), slices.IndexFunc(offers, named)
		if now < 0 || before < 0 || string(offers[now].Parameters) != string(l.office.offers[before].Parameters) {
			return fmt.Errorf("the server changed its tool %s in the middle of a trial", t.Name)
		}
	}
	return nil
}

// changes looks at the state and tells what is other than before.
func (l *hosted) changes(ctx context.Context) ([]trace.Change, error) {
	now, err := l.server.look(ctx)
	if err != nil {
		return nil, err
	}
	changes := compared(l.state, now)
	if len(changes) > maxChanges {
		return nil, fmt.Errorf("more than %d rows changed", maxChanges)
	}
	l.state = now
	return changes, nil
}

func (l *hosted) late(ctx context.Context) ([]trace.Change, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, serverTime, fmt.Errorf("the server did not answer within %v", serverTime))
	defer cancel()
	return l.changes(ctx)
}

// mend cannot: a server that did not answer is of no more use.
func (*hosted) mend(*plan) bool { return false }

func (l *hosted) close(broken bool) error {
	if !broken && l.office.fresh.give(l.server) {
		return nil
	}
	err := l.server.leave()
	if l.office.only != nil {
		l.office.only <- struct{}{}
	}
	return err
}
