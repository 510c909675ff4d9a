package main

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite golden files")

// asProgram is the variable that makes the test binary the program itself.
const asProgram = "KEPTGATE_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"keptgate": main, "notes-server": notesServer})
}

// TestScripts drives the program as a user does. Scripts find the suites of
// testdata in $SUITES, those of the gate's tests in $GATE/suites, the examples in
// $EXAMPLES, and have the command
//
//	exits CODE program [args...]
//
// which runs a program and checks its exit code, and
//
//	timeless RESULT OUT
//
// which copies a result.json without its times.
//
//	model SCENARIO
//
// which starts a scripted model and points OPENAI_BASE_URL and ANTHROPIC_BASE_URL to it, and
//
//	github [readonly|OPERATION...]
//	comments N [REGEXP]
//	checks N [REGEXP]
//	statuses N [REGEXP]
//
// which start a fake GitHub and look at the comments on its pull request, at its
// check runs and commit statuses, and
//
//	copies FILE N
//
// which puts N copies of a file's cases into it, and
//
//	pull LABEL HEAD
//	pull closed
//	issues N [REGEXP]
//	enlarge FILE BYTES
//
// for the second workflow of forks and the issue of nightly runs, and
//
//	agekeys
//	alter FILE
//	silent WORD [FILE|DIR...]
//
// which make a key pair, damage a file, and look for a word in all output, and
//
//	lines VARIABLE VALUE...
//
// which sets a variable to several lines, and
//
//	lowered CODE program [args...]
//
// which is exits for a program without root's rights, and
//
//	service SCENARIO
//	served REGEXP
//
// which start a live HTTP service and look at what it was asked. The condition [privileged]
// holds where the program can start others as a user without rights.
func TestScripts(t *testing.T) {
	suites, err := filepath.Abs(filepath.Join("testdata", "suites"))
	if err != nil {
		t.Fatal(err)
	}
	gateData, err := filepath.Abs(filepath.Join("..", "..", "gate", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SUITES", suites)
			e.Setenv("GATE", gateData)
			e.Setenv("EXAMPLES", examples)
			if err := letIn(e); err != nil {
				return err
			}
			e.Values[hubKey{}] = &hub{}
			e.Values[serviceKey{}] = &lendingService{}
			return nil
		},
		Condition: privileged,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "timeless": timeless, "model": startModel, "github": startHub, "comments": checkComments,
			"agekeys": makeKeys, "alter": alter, "silent": silent, "lines": setLines, "dated": dated, "swap": swap, "base": setBase, "refuse": failHub,
			"checks": checkChecks, "statuses": checkStatuses, "copies": copies, "later": failLater,
			"pull": setPull, "issues": checkIssues, "enlarge": enlarge,
			"lowered": lowered,
			"keep":    keepRun, "kept": takeKept, "spoil": spoil,
			"service": startLending, "served": checkServed,
			"push": pushHub, "deployments": checkDeployments, "lose": loseHub, "stored": takeStored,
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("usage: exits CODE program [args...]")
	}
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var status *exec.ExitError
	switch {
	case errors.As(err, &status):
		got = status.ExitCode()
	case err != nil:
		ts.Fatalf("run %s: %v", args[1], err)
	}
	if got != want {
		ts.Fatalf("%v: exit code %d, want %d", args[1:], got, want)
	}
}

func setLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: lines VARIABLE VALUE...")
	}
	ts.Setenv(args[0], strings.Join(args[1:], "\n"))
}

func timeless(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: timeless RESULT OUT")
	}
	var result map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &result))
	delete(result, "times")
	data, err := json.MarshalIndent(result, "", " ")
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o644))
}
