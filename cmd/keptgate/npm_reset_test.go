//go:build npm

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNpmResetService starts the service of examples/reset-service and does what
// its README says.
func TestNpmResetService(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "reset-service"))); err != nil {
		t.Fatal(err)
	}
	up := exec.Command("node", "service/up.mjs")
	up.Dir, up.Stderr = dir, os.Stderr
	said, err := up.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = up.Process.Kill()
		_ = up.Wait() // killed
	})
	if line, err := bufio.NewReader(said).ReadString('\n'); err != nil || !strings.HasPrefix(line, "ready at ") {
		t.Fatalf("the service said %q, %v", line, err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"validate ./bookings", exitPass, "bookings      3      3     3"},
		{"run --suite ./bookings --candidate builtin:reference --trials 1 --out good", exitPass, "PASS"},
		{"run --suite ./bookings --case bookings/b-002 --condition steady --candidate builtin:flaky?wrong_identity=1 --trials 2 --out bad", exitUndecided, "wrong_identity"},
	} {
		run := exec.Command(self, strings.Fields(test.args)...)
		run.Dir, run.Env = dir, append(os.Environ(), asProgram+"=1")
		out, err := run.CombinedOutput()
		if run.ProcessState == nil {
			t.Fatal(err)
		}
		if code := run.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: exit %d, want %d and %q:\n%s", test.args, code, test.code, test.want, out)
		}
	}
	// No trial left anything behind but the last: the reset brings the snapshot back.
	reset := exec.Command("node", "service/reset.mjs")
	reset.Dir = dir
	if out, err := reset.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := os.ReadFile(filepath.Join(dir, "service", "snapshot.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "service", "data.json")); err != nil || string(got) != string(want) {
		t.Errorf("after the reset: %v\n%s", err, got)
	}
}
