//go:build linux

package process

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// run starts a shell script with little around it.
func run(t *testing.T, ctx context.Context, script string, env map[string]string) *Process {
	t.Helper()
	return begin(t, ctx, Command{Args: []string{"/bin/sh", "-c", own(script)}, Env: env})
}

func begin(t *testing.T, ctx context.Context, c Command) *Process {
	t.Helper()
	c.Grace, c.Lookup = 50*time.Millisecond, os.LookupEnv
	p, err := Start(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// own makes what a script sleeps for this run's own, so that another run on the
// machine is not taken for it.
func own(script string) string { return strings.ReplaceAll(script, "@", fmt.Sprint(os.Getpid())) }

// left lists the processes that have a word in their command line.
func left(t *testing.T, word string) []string {
	t.Helper()
	var out []string
	for _, m := range list() { // the dead have no line
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", m.pid))
		if err == nil && strings.Contains(string(line), word) {
			out = append(out, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return out
}

func TestItTalks(t *testing.T) {
	p := run(t, t.Context(), `read line; echo "heard $line"; echo aside >&2; exit 3`, nil)
	fmt.Fprintln(p.Stdin, "hello")
	said, err := io.ReadAll(p.Stdout)
	if err != nil || string(said) != "heard hello\n" {
		t.Errorf("said %q, %v", said, err)
	}
	if err := p.Err(); err == nil || err.Error() != "exit status 3" {
		t.Errorf("exited with %v, want exit status 3", err)
	}
	p.Kill()
	if got := p.Stderr(); got != "aside\n" {
		t.Errorf("standard error %q", got)
	}
}

func TestTheEnvironmentIsAllowListed(t *testing.T) {
	t.Setenv("SOME_SECRET", "xyzzy")
	t.Setenv("LANG", "C")
	p, err := Start(t.Context(), Command{
		Args: []string{"env"}, Home: "/nowhere", Env: map[string]string{"MINE": "1", "TZ": "UTC"}, Lookup: os.LookupEnv,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	said, err := io.ReadAll(p.Stdout)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(said))
	for _, want := range []string{"HOME=/nowhere", "MINE=1", "TZ=UTC", "LANG=C"} {
		if !slices.Contains(lines, want) {
			t.Errorf("%s is missing from:\n%s", want, said)
		}
	}
	if strings.Contains(string(said), "xyzzy") {
		t.Error("a secret of the environment reached the program")
	}
}

// TestNothingIsLeft is so of what is judged as well. Root needs the right to look at
// others' processes for that (CAP_SYS_PTRACE).
func TestNothingIsLeft(t *testing.T) {
	if err := Adopt(); err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{
		"a child":             `sleep 987601.@ & echo ready; wait`,
		"deaf to the request": `trap "" TERM INT HUP; echo ready; while :; do sleep 987602.@; done`,
		"another session":     `setsid sleep 987603.@ & echo ready; wait`,
		"a daemon":            `(setsid sh -c 'sleep 987604.@ & sleep 987604.@' >/dev/null 2>&1 &) ; echo ready; sleep 987604.@`,
		"its parent is gone":  `(setsid sleep 987605.@ &) ; echo ready`,
		"many":                `for i in 1 2 3 4 5 6 7 8 9; do (sleep 987606.@; sleep 987606.@) & done; echo ready; wait`,
		"holds the pipes":     `(setsid sh -c 'trap "" TERM; sleep 987607.@' &) ; echo ready; exec sleep 987607.@`,
	} {
		for _, judged := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, judged: %v", name, judged), func(t *testing.T) {
				p := begin(t, t.Context(), Command{Args: []string{"/bin/sh", "-c", own(script)}, Dir: "/", Judged: judged})
				if line, err := bufio.NewReader(p.Stdout).ReadString('\n'); err != nil || line != "ready\n" {
					t.Fatalf("said %q, %v", line, err)
				}
				p.Kill()
				p.Kill()
				if got := left(t, own(".@")); got != nil {
					t.Errorf("left behind: %q", got)
				}
				for _, m := range list() {
					if m.dead && m.parent == os.Getpid() {
						t.Errorf("nobody took note of the death of %+v", m)
					}
				}
			})
		}
	}
}

func TestWhatHidWellIsAdoptedAndEnded(t *testing.T) {
	if os.Getenv("KEPTGATE_HIDING") != "" {
		hide()
		return
	}
	// A process of its own adopts: it must not end the children of this one.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start(t.Context(), Command{
		Args: []string{self, "-test.run", "^" + t.Name() + "$"}, Env: map[string]string{"KEPTGATE_HIDING": "1"}, Lookup: os.LookupEnv,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	said, _ := io.ReadAll(p.Stdout)
	if !strings.Contains(string(said), "hidden 1, then 0") {
		t.Errorf("said %q", said)
	}
}

// hide starts a program that leaves group, session and environment behind.
func hide() {
	_ = Adopt()
	p, err := Start(context.Background(), Command{
		Args: []string{"/bin/sh", "-c", own(`(env -i /usr/bin/setsid /bin/sh -c 'exec >/dev/null 2>&1; sleep 987611.@' &) ; echo ready; exit`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = io.ReadAll(io.LimitReader(p.Stdout, 6))
	<-p.Exited()
	count := func() (n int) {
		for _, m := range list() {
			line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", m.pid))
			if strings.HasPrefix(string(line), own("sleep\x00987611.@")) {
				n++
			}
		}
		return n
	}
	for count() == 0 {
	}
	p.Kill()
	before := count()
	KillChildren()
	fmt.Printf("hidden %d, then %d\n", before, count())
}

func TestAContextEndsIt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := run(t, ctx, `trap "" TERM; echo ready; while :; do sleep 987620.@; done`, nil)
	_, _ = bufio.NewReader(p.Stdout).ReadString('\n')
	cancel()
	if p.Err() == nil {
		t.Error("it ended by itself")
	}
	p.Kill()
	if got := left(t, own("987620.@")); got != nil {
		t.Errorf("left behind: %q", got)
	}
}

// TestAFloodIsKeptInBounds prints for as long as anyone listens.
func TestAFloodIsKeptInBounds(t *testing.T) {
	p := run(t, t.Context(), `yes "a line of noise" >&2 & yes`, nil)
	n, err := io.CopyN(io.Discard, p.Stdout, 64<<20)
	if err != nil {
		t.Fatalf("read %d bytes: %v", n, err)
	}
	p.Kill()
	if got := len(p.Stderr()); got > 2*tailBytes {
		t.Errorf("%d bytes of standard error are kept, want at most %d", got, tailBytes)
	}
	if _, err := p.Stdout.Read(make([]byte, 1)); err == nil {
		t.Error("standard output can still be read")
	}
}

func TestWhatCannotBeStarted(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"nothing": nil, "not there": {"no-such-program-here"}, "not a program": {plain}, "no path": {filepath.Join(dir, "gone")},
	} {
		if p, err := Start(t.Context(), Command{Args: args, Lookup: os.LookupEnv}); err == nil {
			p.Kill()
			t.Errorf("%s: it was started", name)
		}
	}
}

func TestAProgramIsFoundFromItsFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "agent")
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho here\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		command Command
		want    string
	}{
		"seen from the folder":   {Command{Args: []string{"./agent"}, Dir: dir}, path},
		"not from another":       {Command{Args: []string{"./agent"}, Dir: "/"}, ""},
		"in the PATH":            {Command{Args: []string{"agent"}, Env: map[string]string{"PATH": "/nowhere:" + dir}}, path},
		"not in a relative PATH": {Command{Args: []string{"agent"}, Dir: dir, Env: map[string]string{"PATH": "."}}, ""},
	} {
		got, err := Find(test.command)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: found %q, %v, want %q", name, got, err, test.want)
		}
	}
}
