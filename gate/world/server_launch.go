package world

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/gate/process"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// clientVersion is what servers are told about who calls: the same in every run.
const clientVersion = "1"

// server is a server for one trial, with the folder that it works in.
type server struct {
	declared *suites.Server
	client   *mcp.Client
	folder   folder
}

// launch starts a server in a fresh folder, or connects to one that runs.
func launch(ctx context.Context, declared *suites.Server) (*server, error) {
	s := &server{declared: declared}
	var err error
	if declared.URL != "" {
		s.client, err = mcp.Dial(ctx, clientVersion, declared.URL)
		return s, err
	}
	if s.folder, err = newFolder(declared); err != nil {
		return nil, err
	}
	s.client, err = mcp.Launch(ctx, clientVersion, s.command(declared.Command))
	if err != nil {
		return nil, errors.Join(s.folder.told(err), s.folder.remove())
	}
	return s, nil
}

// command is a program of the suite as it is started for this server.
func (s *server) command(args []string) process.Command {
	c := process.Command{Dir: s.folder.path, Home: s.folder.home, Lookup: s.declared.Lookup, Env: map[string]string{}}
	for _, arg := range args {
		c.Args = append(c.Args, s.folder.fill(arg))
	}
	for name, value := range s.declared.Env {
		c.Env[name] = s.folder.fill(value)
	}
	return c
}

// leave ends the server and takes its folder away.
func (s *server) leave() error {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	s.client.Close(ctx)
	return s.folder.remove()
}

// offers lists the server's tools, its folder under its fixed name.
func (s *server) offers(ctx context.Context) ([]mcp.Offer, error) {
	offers, err := s.client.Tools(ctx)
	for i := range offers {
		o := &offers[i]
		o.Description = s.folder.hidden(o.Description)
		o.Parameters = []byte(s.folder.hidden(string(o.Parameters)))
	}
	return offers, err
}

// call calls a tool; the folder goes by its fixed name on the caller's side.
func (s *server) call(ctx context.Context, tool string, args map[string]any) (trace.Reply, error) {
	in, _ := s.folder.in(args).(map[string]any)
	reply, err := s.client.Call(ctx, tool, in)
	if err != nil {
		return reply, s.folder.told(err)
	}
	reply.Body = s.folder.out(reply.Body)
	return reply, nil
}

// reset puts a server that others have used back to its start.
func (s *server) reset(ctx context.Context) error {
	r := s.declared.Reset
	switch {
	case r == nil || r.Files: // which are there already
		return nil
	case len(r.Command) > 0:
		_, err := s.output(ctx, r.Command)
		if err != nil {
			return fmt.Errorf("reset server: %w", err)
		}
		return nil
	}
	reply, err := s.call(ctx, r.Tool, r.Args)
	if err == nil && !reply.OK() {
		err = errors.New(reply.Text())
	}
	if err != nil {
		return fmt.Errorf("reset server: %w", err)
	}
	return nil
}

// output runs a program and returns what it printed.
func (s *server) output(ctx context.Context, command []string) ([]byte, error) {
	p, err := process.Start(ctx, s.command(command))
	if err != nil {
		return nil, err
	}
	defer p.Kill()
	_ = p.Stdin.Close()
	out, err := readAll(p.Stdout, maxPrinted)
	if err != nil {
		return nil, fmt.Errorf("read what %s prints: %w", command[0], err)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := p.Err(); err != nil {
		return nil, fmt.Errorf("run %s: %w: %s", command[0], err, strings.TrimSpace(p.Stderr()))
	}
	return out, nil
}

// fresh keeps one server ready that no trial has used, so that a trial need not
// wait until it has started. One on which trials take turns is never started ahead.
type fresh struct {
	declared *suites.Server
	ready    chan *server
	used     chan *server    // whose folder was made anew
	ctx      context.Context // ends with the world
	stop     context.CancelFunc
	starting chan struct{} // holds a token while none is being started
}

func newFresh(ctx context.Context, declared *suites.Server) *fresh {
	f := &fresh{declared: declared, ready: make(chan *server, 1), used: make(chan *server, maxUsed), starting: make(chan struct{}, 1)}
	f.ctx, f.stop = context.WithCancel(context.WithoutCancel(ctx))
	f.starting <- struct{}{}
	return f
}

// take returns the server that is ready, or a new one, and has another started.
func (f *fresh) take(ctx context.Context) (*server, error) {
	if f.ctx.Err() != nil {
		return nil, errors.New("the world is closed")
	}
	if f.declared.URL != "" {
		return launch(ctx, f.declared)
	}
	if f.declared.Reset == nil {
		defer f.ahead()
	}
	select {
	case s := <-f.used:
		return s, nil
	case s := <-f.ready:
		return s, nil
	default:
		return launch(ctx, f.declared)
	}
}

// maxUsed bounds the servers that wait for another trial.
const maxUsed = 32

// give keeps a server for another trial, where its suite says that all it keeps is
// its folder. False means that it is the caller's to end.
func (f *fresh) give(s *server) bool {
	r := f.declared.Reset
	if r == nil || !r.Files || f.ctx.Err() != nil || s.folder.renew(f.declared) != nil {
		return false
	}
	s.client.Again()
	select {
	case f.used <- s:
		return true
	default:
		return false
	}
}

// ahead starts a server for the next trial, unless there is one. One that cannot
// be started is started again by the trial, which then says why.
func (f *fresh) ahead() {
	select {
	case <-f.starting:
	default:
		return
	}
	go func() {
		defer func() { f.starting <- struct{}{} }()
		if len(f.ready) > 0 {
			return
		}
		if s, err := launch(f.ctx, f.declared); err == nil {
			f.ready <- s
		}
	}()
}

// close ends the servers that wait, and the one that is being started.
func (f *fresh) close() {
	f.stop()
	<-f.starting
	for {
		select {
		case s := <-f.ready:
			_ = s.leave() // nobody used it
		case s := <-f.used:
			_ = s.leave() // its trials are over
		default:
			return
		}
	}
}
