package main

import (
	"os"
	"regexp"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// forkToken is what a fork's run gets: it may look and not write.
const forkToken = "ghs_forktoken"

// setPull is the script command
//
//	pull LABEL HEAD
//	pull closed
//
// which says from which OWNER:BRANCH the pull request comes and at which commit it
// is, or closes it.
func setPull(ts *testscript.TestScript, neg bool, args []string) {
	server := ts.Value(hubKey{}).(*hub).server
	switch {
	case len(args) == 1 && args[0] == "closed":
		server.ClosePull(hubRepo, hubPull)
	case len(args) == 2:
		server.AddToken(forkToken, githubtest.User{Login: "github-actions[bot]", App: true, ReadOnly: true})
		server.SetSource(hubRepo, hubPull, args[0])
		server.SetPull(hubRepo, hubPull, args[1])
		server.SetCommit(hubMerge, nil, hubBase, args[1])
	default:
		ts.Fatalf("usage: pull LABEL HEAD, or pull closed")
	}
}

// checkIssues is the script command
//
//	issues N [REGEXP]
//
// which counts all issues, and looks into the last: its state, title and body.
func checkIssues(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: issues N [REGEXP]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := ts.Value(hubKey{}).(*hub).server.Issues(hubRepo)
	if len(got) != want {
		ts.Fatalf("%d issues, want %d", len(got), want)
	}
	if len(args) == 1 {
		return
	}
	last := got[len(got)-1]
	state := "open"
	if last.Closed != "" {
		state = last.Closed
	}
	text := state + ": " + last.Title + "\n" + last.Body
	for _, c := range ts.Value(hubKey{}).(*hub).server.Comments(hubRepo, last.Number) {
		text += "\ncomment: " + c.Body
	}
	found, err := regexp.MatchString("(?m)"+args[1], text)
	ts.Check(err)
	if found == neg {
		ts.Fatalf("issue matches %q: %v\n%s", args[1], found, text)
	}
}

// enlarge is the script command
//
//	enlarge FILE BYTES
//
// which brings a file to a size.
func enlarge(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: enlarge FILE BYTES")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}
