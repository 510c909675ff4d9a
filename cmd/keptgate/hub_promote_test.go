package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// pushHub is the script command
//
//	push LETTER [FILE]...
//
// which starts a run on the push of a commit to the default branch: its id is the
// letter, many times, and it holds the files.
func pushHub(ts *testscript.TestScript, neg bool, args []string) {
	server := ts.Value(hubKey{}).(*hub).server
	if neg || len(args) == 0 || server == nil {
		ts.Fatalf("usage: push LETTER [FILE]..., after github")
	}
	commit := strings.Repeat(args[0], 40)
	files := map[string]string{}
	for _, name := range args[1:] {
		files[name] = ts.ReadFile(name)
	}
	server.SetCommit(commit, files)
	server.SetBranch(hubRepo, "main", commit)
	ts.Check(os.WriteFile(ts.MkAbs("push.json"), []byte(`{"repository":{"default_branch":"main"}}`), 0o644))
	for name, value := range map[string]string{
		"GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": ts.MkAbs("push.json"), "GITHUB_SHA": commit, "GITHUB_REF": "refs/heads/main",
		"GITHUB_ACTOR": "ada", "GITHUB_TOKEN": hubToken,
	} {
		ts.Setenv(name, value)
	}
}

// checkDeployments is the script command
//
//	deployments [LETTER:STAGE:STATES]...
//
// which looks at all deployments, the oldest first.
func checkDeployments(ts *testscript.TestScript, neg bool, args []string) {
	var got []string
	for _, d := range ts.Value(hubKey{}).(*hub).server.Deployments() {
		got = append(got, fmt.Sprintf("%s:%s:%s", d.Commit[:1], d.Environment, strings.Join(d.States, ",")))
	}
	if diff := cmp.Diff(args, got); neg || len(args)+len(got) > 0 && diff != "" {
		ts.Fatalf("deployments (-want +got):\n%s", diff)
	}
}

// takeStored is the script command
//
//	stored N [PATH OUT]
//
// which counts the commits of the branch keptgate, and copies a file of its head.
func takeStored(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 && len(args) != 3 {
		ts.Fatalf("usage: stored N [PATH OUT]")
	}
	log := ts.Value(hubKey{}).(*hub).server.Branch(hubRepo, "keptgate")
	if got := fmt.Sprint(len(log)); got != args[0] {
		ts.Fatalf("%s commits, want %s", got, args[0])
	}
	if len(args) == 3 {
		text, ok := log[0].Files[args[1]]
		if !ok {
			ts.Fatalf("the branch has no %s: %v", args[1], slices.Sorted(maps.Keys(log[0].Files)))
		}
		ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text), 0o644))
	}
}

// loseHub is the script command
//
//	lose METHOD PATH
//
// which makes the fake GitHub lose the answer to one request that it carries out.
func loseHub(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lose METHOD PATH")
	}
	ts.Value(hubKey{}).(*hub).server.Fail(githubtest.Failure{Method: args[0], Path: args[1], Status: 502, Commit: true})
}
