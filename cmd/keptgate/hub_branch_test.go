package main

import (
	"context"
	"os"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
)

// hubBranch is where scripts keep baselines.
const hubBranch = "keptgate"

// keepRun is the script command
//
//	keep RESULT LINE STAGE POOL
//
// which promotes a result in the branch of baselines of the fake GitHub.
func keepRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: keep RESULT LINE STAGE POOL")
	}
	server := ts.Value(hubKey{}).(*hub).server
	result, err := gate.ReadResult([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	pool, err := strconv.Atoi(args[3])
	ts.Check(err)
	client, err := github.NewClient(github.Config{APIURL: server.URL, Token: hubToken, Now: time.Now, Sleep: github.Sleep})
	ts.Check(err)
	l := gate.Lineage{Gate: result.Gate, Line: args[1]}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	_, err = client.Branch("octo", "agent", hubBranch).Commit(context.Background(), "Promote "+args[0], func(read func(context.Context, string) ([]byte, error)) (map[string][]byte, error) {
		return l.Promote(context.Background(), read, result, args[2], at, pool)
	})
	ts.Check(err)
}

// takeKept is the script command
//
//	kept PATH FILE
//
// which writes a file of the branch of baselines to a file of the script.
func takeKept(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: kept PATH FILE")
	}
	commits := ts.Value(hubKey{}).(*hub).server.Branch(hubRepo, hubBranch)
	if len(commits) == 0 {
		ts.Fatalf("there is no branch %s", hubBranch)
	}
	text, there := commits[0].Files[args[0]]
	if !there {
		ts.Fatalf("%s is not in the branch; it has %v", args[0], commits[0].Files)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o644))
}

// spoil is the script command
//
//	spoil PATH FILE
//
// which puts a file of the script in the place of one of the branch of baselines.
func spoil(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: spoil PATH FILE")
	}
	server := ts.Value(hubKey{}).(*hub).server
	files := server.Branch(hubRepo, hubBranch)[0].Files
	files[args[0]] = ts.ReadFile(args[1])
	const commit = "d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0"
	server.SetCommit(commit, files)
	server.SetBranch(hubRepo, hubBranch, commit)
}
