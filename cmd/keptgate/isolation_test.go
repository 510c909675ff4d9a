//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keptgate/keptgate/gate/process"
)

// privileged answers the one condition of scripts.
func privileged(cond string) (bool, error) {
	if cond != "privileged" {
		return false, fmt.Errorf("unknown condition %q", cond)
	}
	return process.Isolates(), nil
}

// letIn opens the folders of scripts and of their programs, which only their maker
// may enter, to all users: agents are not the maker where the tests are run by root.
func letIn(e *testscript.Env) error {
	program, err := exec.LookPath("keptgate")
	if err != nil {
		return err
	}
	for _, dir := range []string{filepath.Dir(e.WorkDir), filepath.Dir(filepath.Dir(program))} {
		if err := os.Chmod(dir, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// somebody is a user that is neither root nor the one that agents run as.
const somebody = 54321

func lowered(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: lowered CODE program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("usage: lowered CODE program [args...]")
	}
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	cmd := exec.Command(path, args[2:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), ts.Stdout(), ts.Stderr()
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "KEPTGATE_HELD_OUT", "ACME_API_KEY"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: somebody, Gid: somebody}}
	}
	err = cmd.Run()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		ts.Fatalf("run %s: %v", args[1], err)
	}
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("%v: exit code %d, want %d", args[1:], got, want)
	}
}
