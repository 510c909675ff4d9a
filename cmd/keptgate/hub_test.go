package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/keptgate/keptgate/gate/github/githubtest"
)

const (
	hubRepo  = "octo/agent"
	hubPull  = 12
	hubHead  = "3f9c2e1a7b3f9c2e1a7b3f9c2e1a7b3f9c2e1a7b"
	hubBase  = "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0"
	hubMerge = "3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e"
	hubToken = "ghs_scripttoken"
)

// hubKey is where a script keeps its fake GitHub.
type hubKey struct{}

// startHub is the script command
//
//	github [readonly|OPERATION...]
//
// which starts a fake GitHub with one pull request and sets the variables of a
// workflow step on it. Its token lacks the right to write, or that for operations
// whose GitHub names begin so, such as checks/.
func startHub(ts *testscript.TestScript, neg bool, args []string) {
	server, err := githubtest.New()
	ts.Check(err)
	ts.Defer(func() {
		server.Close()
		for _, v := range server.Violations() {
			ts.Fatalf("GitHub's API description is violated: %s", v)
		}
	})
	server.AddToken(hubToken, githubtest.User{
		Login: "github-actions[bot]", App: true, ReadOnly: slices.Equal(args, []string{"readonly"}), Deny: args,
	})
	server.SetPull(hubRepo, hubPull, hubHead)
	server.SetCommit(hubBase, nil)
	server.SetCommit(hubMerge, nil, hubBase, hubHead)
	event := fmt.Sprintf(`{"pull_request":{"number":%d,"head":{"sha":%q},"base":{"ref":"main"}}}`, hubPull, hubHead)
	ts.Check(os.WriteFile(ts.MkAbs("event.json"), []byte(event), 0o644))
	for name, value := range map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_API_URL": server.URL, "GITHUB_SERVER_URL": "https://github.example", "GITHUB_REPOSITORY": hubRepo,
		"GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": ts.MkAbs("event.json"), "GITHUB_SHA": hubMerge, "GITHUB_RUN_ID": "77", "GITHUB_RUN_ATTEMPT": "1",
		"GITHUB_OUTPUT": ts.MkAbs("outputs"), "GITHUB_STEP_SUMMARY": ts.MkAbs("summary.md"), "INPUT_GITHUB-TOKEN": hubToken,
	} {
		ts.Setenv(name, value)
	}
	ts.Value(hubKey{}).(*hub).server = server
}

// setBase is the script command
//
//	base [FILE|FOLDER]...
//
// which makes what is at the paths now the base commit of the pull request.
func setBase(ts *testscript.TestScript, neg bool, args []string) {
	files := map[string]string{}
	for _, arg := range args {
		root := ts.MkAbs(".")
		ts.Check(filepath.WalkDir(ts.MkAbs(arg), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			name, _ := filepath.Rel(root, path)
			files[filepath.ToSlash(name)] = string(data)
			return err
		}))
	}
	ts.Value(hubKey{}).(*hub).server.SetCommit(hubBase, files)
}

// failHub is the script command
//
//	refuse STATUS PATH [HEADER=VALUE]...
//
// which makes the fake GitHub answer the next request of a path with the status.
func failHub(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: refuse STATUS PATH [HEADER=VALUE]...")
	}
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	header := map[string]string{}
	for _, arg := range args[2:] {
		name, value, _ := strings.Cut(arg, "=")
		header[name] = value
	}
	ts.Value(hubKey{}).(*hub).server.Fail(githubtest.Failure{Path: args[1], Status: status, Header: header})
}

// hub holds the fake GitHub of one script, nil until it starts one.
type hub struct{ server *githubtest.Server }

// checkComments is the script command
//
//	comments N [REGEXP]
//
// which counts the comments on the pull request, and looks into the last.
func checkComments(ts *testscript.TestScript, neg bool, args []string) {
	server := ts.Value(hubKey{}).(*hub).server
	if len(args) == 0 || server == nil {
		ts.Fatalf("usage: comments N [REGEXP], after github")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := server.Comments(hubRepo, hubPull)
	if len(got) != want {
		ts.Fatalf("%d comments, want %d", len(got), want)
	}
	if len(args) == 1 {
		return
	}
	found, err := regexp.MatchString("(?m)"+args[1], got[len(got)-1].Body)
	ts.Check(err)
	if found == neg {
		ts.Fatalf("comment matches %q: %v\n%s", args[1], found, got[len(got)-1].Body)
	}
}
