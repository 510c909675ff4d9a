//go:build npm

package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keptgate/keptgate/gate/process"
)

// TestNpm runs the program against parts from npm that nobody here wrote, which
// make npm installs under testdata/npm. Scripts find their commands in the PATH,
// the examples in $EXAMPLES, the suites among them in $SERVERS, those of the gate's tests in $GATE/suites,
// what is written for Node in $PARTS, and the modules of its agents in $MODULES.
func TestNpm(t *testing.T) {
	installed, err := filepath.Abs(filepath.Join("testdata", "npm", "node_modules", ".bin"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(installed); err != nil {
		t.Fatalf("%v; run this by make npm", err)
	}
	servers, err := filepath.Abs(filepath.Join("..", "..", "examples", "servers"))
	if err != nil {
		t.Fatal(err)
	}
	gateData, err := filepath.Abs(filepath.Join("..", "..", "gate", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	// An agent reads its modules as another user, where this is root.
	modules := filepath.Dir(installed)
	if process.Reach(modules, false) != nil {
		modules = filepath.Join(t.TempDir(), "node_modules")
		if err := errors.Join(os.Chmod(filepath.Dir(filepath.Dir(modules)), 0o755), os.CopyFS(modules, os.DirFS(filepath.Dir(installed)))); err != nil {
			t.Fatal(err)
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "npm", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", installed+string(os.PathListSeparator)+e.Getenv("PATH"))
			e.Setenv("SERVERS", servers)
			e.Setenv("GATE", gateData)
			e.Setenv("PARTS", filepath.Dir(filepath.Dir(installed)))
			e.Setenv("EXAMPLES", filepath.Dir(servers))
			e.Setenv("MODULES", modules)
			return letIn(e)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "service": startService},
	})
}

// address is what a service prints when it is ready.
var address = regexp.MustCompile(`http://[0-9.]+:[0-9]+/`)

// startService is the script command
//
//	service PROGRAM ARGS...
//
// which starts a program, waits until it has told its address, and sets $SERVICE to
// that.
func startService(ts *testscript.TestScript, neg bool, args []string) {
	program, err := exec.LookPath(args[0])
	ts.Check(err)
	c := exec.Command(program, args[1:]...)
	c.Dir = ts.Getenv("WORK")
	out, err := c.StderrPipe()
	ts.Check(err)
	ts.Check(c.Start())
	ts.Defer(func() {
		_ = c.Process.Kill()
		_ = c.Wait() // it was killed
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if url := address.FindString(lines.Text()); url != "" {
			ts.Setenv("SERVICE", url)
			go func() { _, _ = io.Copy(io.Discard, out) }() // what else it has to say
			return
		}
	}
	ts.Fatalf("%s ended without telling its address", args[0])
}
