// Package process starts programs that nobody here wrote: agents that are judged,
// and MCP servers that are worlds.
//
// It promises that a program sees of the environment only what is allowed, that it
// is read in bounds, and that nothing it started outlives it: not what forked, not
// what left its group or session, not what ignores signals. One that is judged runs
// as a user without rights, where this program is root. It imports nothing of ours;
// gate/agent, gate/mcp, gate/world and gate/fidelity may import it.
package process

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Allowed lists the variables of the environment that every program gets.
func Allowed() []string {
	return []string{"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"}
}

// marker is the variable by which the descendants of a program are known.
const marker = "KEPTGATE_PROCESS"

// tailBytes is how much of what a program writes to standard error is kept.
const tailBytes = 8 << 10

// Command says what to start.
type Command struct {
	Args []string // program and arguments
	Dir  string   // "" is the program's own
	Home string   // what HOME is; "" for none
	Env  map[string]string
	// Lookup finds the variables that are Allowed; nil finds none.
	Lookup func(name string) (string, bool)
	Grace  time.Duration // from the request to end until it is made to
	// Judged: it is Nobody where this program Isolates, and never gains rights. Its
	// temporary files go to Home.
	Judged bool
}

// Nobody is the user, and the group, that programs which are judged run as.
const Nobody = 65534

// Process is a program under way. It must be ended with Kill, also where it has
// exited. It may be used by several goroutines.
type Process struct {
	Stdin  io.WriteCloser // closed by Kill
	Stdout io.Reader      // ends when nobody holds the other side any more, or with Kill

	cmd    *exec.Cmd
	grace  time.Duration
	mark   string
	pipes  []io.Closer
	tail   *tail
	exited chan struct{} // closed when the program itself is gone
	err    error         // how it exited; valid once exited is closed
	kill   sync.Once
	over   chan struct{} // closed by Kill
	known  []int         // the numbers of those whom Kill found
}

// Start starts a program. When ctx ends it is killed. An error says that there is
// no such program or that it cannot be run.
func Start(ctx context.Context, c Command) (*Process, error) {
	p := &Process{grace: c.Grace, mark: marker + "=" + rand.Text(), exited: make(chan struct{}), over: make(chan struct{}), tail: &tail{}}
	path, err := Find(c)
	if err != nil {
		return nil, err
	}
	p.cmd = &exec.Cmd{Path: path, Args: c.Args, Dir: c.Dir, Env: append(environment(c), p.mark), SysProcAttr: attributes(c)}
	errs, err := p.connect()
	for _, f := range []any{p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr} {
		if file, ok := f.(*os.File); ok && err == nil {
			err = handPipe(c, file)
		}
	}
	if err == nil {
		err = p.launch(c)
	}
	for _, f := range []any{p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr} {
		if file, ok := f.(*os.File); ok {
			_ = file.Close() // the program has its own
		}
	}
	if err != nil {
		p.close()
		return nil, fmt.Errorf("start %s: %w", c.Args[0], err)
	}
	go func() { _, _ = io.Copy(p.tail, errs) }() // ends with Kill
	go func() {
		p.err = p.cmd.Wait()
		close(p.exited)
	}()
	go func() {
		select {
		case <-ctx.Done():
			p.Kill()
		case <-p.over:
		}
	}()
	return p, nil
}

// Find tells where the program of a command is, without starting it: in the PATH
// that it will have, or at its own path, seen from the folder it will run in.
func Find(c Command) (string, error) {
	if len(c.Args) == 0 {
		return "", errors.New("find program: none is named")
	}
	name, dirs := c.Args[0], c.Env["PATH"]
	if dirs == "" && c.Lookup != nil {
		dirs, _ = c.Lookup("PATH")
	}
	var tried []string
	switch {
	case filepath.IsAbs(name):
		tried = []string{name}
	case strings.ContainsRune(name, os.PathSeparator):
		dir, err := filepath.Abs(c.Dir)
		if err != nil {
			return "", fmt.Errorf("find program %s: %w", name, err)
		}
		tried = []string{filepath.Join(dir, name)}
	default:
		for _, dir := range filepath.SplitList(dirs) {
			if filepath.IsAbs(dir) { // another would depend on who asks
				tried = append(tried, filepath.Join(dir, name))
			}
		}
	}
	err := exec.ErrNotFound
	for _, path := range tried {
		found, wrong := exec.LookPath(path)
		if wrong == nil {
			return found, nil
		}
		err = wrong
	}
	if len(tried) > 1 {
		err = exec.ErrNotFound
	}
	return "", fmt.Errorf("find program %s: %w", name, err)
}

// environment is what the program sees of it, sorted.
func environment(c Command) []string {
	values := map[string]string{}
	for _, name := range Allowed() {
		if c.Lookup == nil {
			break
		}
		if v, ok := c.Lookup(name); ok {
			values[name] = v
		}
	}
	if c.Home != "" {
		values["HOME"] = c.Home
		if c.Judged {
			values["TMPDIR"] = c.Home
		}
	}
	for name, v := range c.Env {
		values[name] = v
	}
	env := make([]string, 0, len(values)+1)
	for name, v := range values {
		env = append(env, name+"="+v)
	}
	slices.Sort(env)
	return env
}

// connect makes the pipes, with files at both ends: nobody waits for a copy that
// a descendant holds open.
func (p *Process) connect() (errs io.Reader, err error) {
	in, stdin, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stdin, p.Stdin = in, stdin
	p.pipes = append(p.pipes, stdin)
	stdout, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stdout, p.Stdout = out, stdout
	p.pipes = append(p.pipes, stdout)
	stderr, outs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stderr = outs
	p.pipes = append(p.pipes, stderr)
	return stderr, nil
}

func (p *Process) close() {
	for _, c := range p.pipes {
		_ = c.Close() // a second time, or of a program that is gone
	}
}

// Exited is closed when the program itself is gone, whatever it left behind.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Err says how the program exited: nil for 0. It waits until it has.
func (p *Process) Err() error {
	<-p.exited
	return p.err
}

// Stderr is the end of what was written to standard error so far, at most some
// kilobytes.
func (p *Process) Stderr() string { return p.tail.String() }

// Kill asks the program to end, and makes it and all that it started end when the
// grace is over. When it returns nothing of it is left. It may be called again.
func (p *Process) Kill() {
	p.kill.Do(func() {
		close(p.over)
		_ = p.Stdin.Close()
		if p.grace > 0 {
			p.terminate()
			timer := time.NewTimer(p.grace)
			defer timer.Stop()
			select {
			case <-p.exited:
			case <-timer.C:
			}
		}
		p.end()
		<-p.exited
		p.close()
	})
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-tailBytes):]...)
	if over := len(t.text) - tailBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.text), "\uFFFD")
}
