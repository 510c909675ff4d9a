package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

// checkChecks is the script command
//
//	checks N [REGEXP]
//
// which counts the check runs, and looks into the last as shownCheck writes it.
func checkChecks(ts *testscript.TestScript, neg bool, args []string) {
	var all []string
	for _, k := range hubOf(ts).Checks() {
		all = append(all, shownCheck(k))
	}
	counted(ts, neg, args, all)
}

// checkStatuses is the script command
//
//	statuses N [REGEXP]
//
// which counts the commit statuses, and looks into the last: a line of context,
// state, description, commit and address.
func checkStatuses(ts *testscript.TestScript, neg bool, args []string) {
	var all []string
	for _, s := range hubOf(ts).Statuses() {
		all = append(all, fmt.Sprintf("%s %s: %s (%s, %s)", s.Context, s.State, s.Description, s.Commit, s.TargetURL))
	}
	counted(ts, neg, args, all)
}

// failLater is the script command
//
//	later STATUS N PATH
//
// which makes the fake GitHub answer a request of a path with the status, once it
// has answered N others as it should.
func failLater(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: later STATUS N PATH")
	}
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	hubOf(ts).Fail(githubtest.Failure{Path: args[2], Status: status, Skip: n})
}

func hubOf(ts *testscript.TestScript) *githubtest.Server {
	server := ts.Value(hubKey{}).(*hub).server
	if server == nil {
		ts.Fatalf("there is no fake GitHub; start it with github")
	}
	return server
}

// counted wants so many, and the last to match a regular expression.
func counted(ts *testscript.TestScript, neg bool, args, all []string) {
	if len(args) < 1 || len(args) > 2 {
		ts.Fatalf("want a number, and perhaps a regular expression")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if len(all) != want {
		ts.Fatalf("there are %d, want %d:\n%s", len(all), want, strings.Join(all, "\n"))
	}
	if len(args) == 1 {
		return
	}
	found, err := regexp.MatchString("(?m)"+args[1], all[want-1])
	ts.Check(err)
	if found == neg {
		ts.Fatalf("the last matches %q: %v\n%s", args[1], found, all[want-1])
	}
}

// shownCheck writes a check run: how it stands, its annotations, a line each, and
// its summary.
func shownCheck(k githubtest.Check) string {
	lines := []string{
		fmt.Sprintf("%s: %s %s on %s of run %s, requests %v", k.Name, k.Status, k.Conclusion, k.Head, k.ExternalID, k.Updates),
		"title: " + k.Title,
	}
	for _, a := range k.Annotations {
		lines = append(lines, fmt.Sprintf("%s %s:%d %s", a.Level, a.Path, a.Line, a.Title))
	}
	return strings.Join(append(lines, k.Summary), "\n")
}

// copies is the script command
//
//	copies FILE N
//
// which puts N copies of a file's cases into it, d-001 as d001-001, d002-001 and so
// on.
func copies(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: copies FILE N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(ts.ReadFile(args[0]), "name: d-", fmt.Sprintf("name: d%03d-", i+1)))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}
