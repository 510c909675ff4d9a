package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKilledRunsResume kills a run with SIGKILL at ten moments, resumes it each
// time, and wants the result of a run that nobody disturbed.
func TestKilledRunsResume(t *testing.T) {
	undisturbed, killed := t.TempDir(), t.TempDir()
	finish(t, program(t, undisturbed))
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		killAfter(t, program(t, killed, "--resume"), rng.IntN(3))
	}
	before := lines(t, killed)
	finish(t, program(t, killed, "--resume"))
	all := lines(t, killed)
	if before >= all {
		t.Errorf("the killed runs left all %d lines, so none of them was cut off", all)
	}
	if want := 1 + 600 + 8; all != want {
		t.Errorf("the log has %d lines, want %d: a header and every trial once (8 of them under drift and load), for a finished one is not run again", all, want)
	}
	if diff := cmp.Diff(timelessResult(t, undisturbed), timelessResult(t, killed)); diff != "" {
		t.Errorf("result of the killed run (-undisturbed +killed):\n%s", diff)
	}
}

// TestInterruptedRunSaysSo interrupts a run: it ends by itself, keeps what is
// done, and is not evaluated.
func TestInterruptedRunSaysSo(t *testing.T) {
	dir := t.TempDir()
	cmd := program(t, dir)
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(progress)
	told(in)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for in.Scan() { // until it ends
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitUndecided {
		t.Fatalf("interrupted run: %v, want exit code %d", err, exitUndecided)
	}
	result := timelessResult(t, dir)
	if got := result["stopped"]; got != "the run was interrupted" {
		t.Errorf("result says stopped %q", got)
	}
}

// program is a run of 600 trials in its own process.
func program(t *testing.T, out string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{
		"run", "--suite", filepath.Join("testdata", "suites", "desk"), "--candidate", "builtin:flaky?untold=0.5",
		"--trials", "300", "--parallel", "4", "--out", out,
	}, args...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// finish lets a run come to its end, which is to block.
func finish(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	var status *exec.ExitError
	if !errors.As(err, &status) || status.ExitCode() != exitBlock {
		t.Fatalf("run: %v, want exit code %d\n%s", err, exitBlock, out)
	}
}

// killAfter kills a run once it has told of its progress n times.
func killAfter(t *testing.T, cmd *exec.Cmd, n int) {
	t.Helper()
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(progress)
	for range n {
		if !told(in) {
			break
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed; that is no news
}

// told waits until the run has told of its progress. It is false at the end.
func told(in *bufio.Scanner) bool {
	for in.Scan() {
		if bytes.Contains(in.Bytes(), []byte(" without a verdict")) {
			return true
		}
	}
	return false
}

func lines(t *testing.T, dir string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "trials.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(data, []byte("\n"))
}

func timelessResult(t *testing.T, dir string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var result map[string]any
	if err := json.Unmarshal(data, &result); err != nil {
		t.Fatal(err)
	}
	delete(result, "times")
	return result
}
