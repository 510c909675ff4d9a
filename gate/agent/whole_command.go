package agent

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/process"
	"github.com/keptgate/keptgate/gate/trace"
)

// graceTime is what a program has to end when its standard input is closed.
const graceTime = 2 * time.Second

// executable is a whole agent that is started for each call and asked over its
// standard streams: one line in, one line out.
type executable struct {
	args     []string
	dir      string
	env      map[string]string
	secrets  []string
	lookup   func(string) (string, bool)
	timeout  time.Duration
	identity string
}

// newProgram makes the candidate of a command.
func newProgram(f File, o Options) (Candidate, error) {
	if o.NoPrograms != "" {
		return nil, &FieldError{"command", o.NoPrograms}
	}
	set, err := f.agentSettings()
	if err != nil {
		return nil, err
	}
	p := &executable{args: f.Command, dir: o.Dir, lookup: o.LookupEnv, timeout: set.timeout, env: map[string]string{}}
	for _, name := range f.Env {
		value := strings.TrimSpace(o.lookup(name))
		if value == "" {
			return nil, &MissingKeyError{Env: name}
		}
		p.env[name] = value
		if strings.HasSuffix(name, "_API_KEY") {
			p.secrets = append(p.secrets, value)
		}
	}
	path, err := process.Find(p.command(""))
	if err != nil {
		return nil, &FieldError{"command", err.Error()}
	}
	digest, err := codeDigest(o.Dir, f.Command, f.Code)
	if err != nil {
		return nil, err
	}
	if err := p.open(path, f.Code); err != nil {
		return nil, err
	}
	p.identity = "command:" + strings.Join(f.Command, " ")
	if len(p.identity) > maxIdentity {
		p.identity = strings.ToValidUTF8(p.identity[:maxIdentity], "") + "…"
	}
	if digest != "" {
		p.identity += " code:" + digest
	}
	if f.Version != "" {
		p.identity += " version:" + f.Version
	}
	return p, nil
}

// maxIdentity bounds the command in an identity, in bytes.
const maxIdentity = 200

func (p *executable) command(home string) process.Command {
	return process.Command{Args: p.args, Dir: p.dir, Home: home, Env: p.env, Lookup: p.lookup, Grace: graceTime, Judged: true}
}

// Identity implements Candidate.
func (p *executable) Identity() string { return p.identity }

// Whole implements Whole.
func (*executable) Whole() {}

// Start implements Candidate. The program has an empty home of its own, where its
// temporary files go as well.
func (p *executable) Start(_ context.Context, b Briefing) (Session, error) {
	home, err := os.MkdirTemp("", "keptgate-home-")
	if err != nil {
		return nil, fmt.Errorf("start agent: %w", err)
	}
	if err := process.Hand(home); err != nil {
		return nil, errors.Join(fmt.Errorf("start agent: give it its home: %w", err), os.RemoveAll(home))
	}
	r := &running{program: p, home: home, talk: newDialogue(b, sessionOf(b), p.secrets...), lines: make(chan printed), over: make(chan struct{})}
	// It lives until Close, and not only as long as ctx.
	if r.process, err = process.Start(context.Background(), p.command(home)); err != nil {
		return nil, errors.Join(fmt.Errorf("start agent: %w", err), os.RemoveAll(home))
	}
	go r.read()
	return r, nil
}

// running is a program during one call.
type running struct {
	program *executable
	home    string
	process *process.Process
	talk    *dialogue
	lines   chan printed  // what it prints
	over    chan struct{} // closed by Close
}

// printed is one line of standard output, or why there is none.
type printed struct {
	text []byte
	err  error
}

var (
	errLongLine = fmt.Errorf("it printed a line of more than %d bytes", maxSaid)
	errUnasked  = errors.New("it printed something that nobody asked for: standard output is for answers, one line each; print the rest to standard error")
)

// read reads lines as they are asked for, and never more than one ahead.
func (r *running) read() {
	in := bufio.NewReader(r.process.Stdout)
	for {
		var l printed
		l.text, l.err = readLine(in)
		select {
		case r.lines <- l:
		case <-r.over:
			return
		}
		if l.err != nil {
			return
		}
	}
}

func readLine(in *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > maxSaid:
			return nil, errLongLine
		case err == nil:
			return text, nil
		case errors.Is(err, io.EOF) && len(bytes.TrimSpace(text)) > 0:
			return text, nil // the last line has no end
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// Next implements Session.
func (r *running) Next(ctx context.Context, m trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	select {
	case l := <-r.lines: // before anything was asked
		if l.err == nil {
			l.err = errUnasked
		}
		return trace.Message{}, trace.Usage{}, r.broke(l.err)
	default:
	}
	request, err := r.talk.request(m)
	if err != nil {
		return trace.Message{}, trace.Usage{}, err
	}
	timer := time.NewTimer(r.program.timeout)
	defer timer.Stop()
	written := make(chan error, 1)
	go func() { // ends with Close, if the program reads nothing
		_, err := r.process.Stdin.Write(append(request, '\n'))
		written <- err
	}()
	for {
		select {
		case l := <-r.lines:
			if l.err != nil {
				return trace.Message{}, trace.Usage{}, r.broke(l.err)
			}
			return r.talk.heard(l.text)
		case err := <-written:
			written = nil
			if err != nil {
				return trace.Message{}, trace.Usage{}, r.broke(io.EOF)
			}
		case <-timer.C:
			return trace.Message{}, trace.Usage{}, r.talk.crash("it did not answer within %s", r.program.timeout)
		case <-ctx.Done():
			return trace.Message{}, trace.Usage{}, fmt.Errorf("ask agent: %w", ctx.Err())
		}
	}
}

// broke says how the program broke down. One that closed its output is given the
// time to exit, so that its exit code is known.
func (r *running) broke(err error) error {
	if errors.Is(err, errLongLine) || errors.Is(err, errUnasked) {
		return r.talk.crash("%v", err)
	}
	r.process.Kill()
	how := "exit code 0"
	if err := r.process.Err(); err != nil {
		how = err.Error()
	}
	said := ""
	if text := strings.TrimSpace(r.process.Stderr()); text != "" {
		said = "; standard error ends: " + tailOf(text, 200)
	}
	return r.talk.crash("it ended before it had answered (%s)%s", how, said)
}

// tailOf is the end of a text, in about as many bytes.
func tailOf(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return "…" + strings.ToValidUTF8(text[len(text)-n:], "")
}

// Close implements Session: nothing of the program is left, and its home is gone.
func (r *running) Close() error {
	close(r.over)
	r.process.Kill()
	if err := os.RemoveAll(r.home); err != nil {
		return fmt.Errorf("end agent: remove %s: %w", filepath.Base(r.home), err)
	}
	return nil
}
