package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestInitFromURL drafts a suite of a server that is running already: what it
// holds is not counted until its author says how it is reset.
func TestInitFromURL(t *testing.T) {
	s := newNotesServer("")
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(web.Close)
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), &system{
		args: []string{"init", "--dir", dir, "--from", web.URL}, env: func(string) string { return "" },
		stdout: &stdout, stderr: &stderr, now: time.Now,
	})
	if code != exitPass || !strings.Contains(stdout.String(), "fill in server.state") {
		t.Errorf("exit %d, printed %s%s", code, stdout.String(), stderr.String())
	}
	suite, err := os.ReadFile(filepath.Join(dir, "evals", "first", "suite.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"  url: \"" + web.URL + "\"\n", "  # reset: {command: [PROGRAM]}",
		`  #   - {table: notes, key: ["id"], call: {list_notes: {}}, rows: "notes"}`, "effects: {}",
	} {
		if !strings.Contains(string(suite), want) {
			t.Errorf("suite.yaml lacks %q:\n%s", want, suite)
		}
	}
}

func TestInitFromNoServer(t *testing.T) {
	for from, want := range map[string]string{
		"mcp:":                 "there is no command behind mcp:",
		"mcp:A=b":              "there is no command behind mcp:",
		"mcp:no-such-program":  "no-such-program",
		"http://127.0.0.1:1/x": "draft from http://127.0.0.1:1/x",
	} {
		var stderr bytes.Buffer
		dir := t.TempDir()
		code := run(t.Context(), &system{
			args: []string{"init", "--dir", dir, "--from", from}, env: func(string) string { return "" },
			stdout: &stderr, stderr: &stderr, now: time.Now,
		})
		left, err := os.ReadDir(dir)
		if code != exitUsage || !strings.Contains(stderr.String(), want) || len(left) > 0 || err != nil {
			t.Errorf("%s: exit %d, printed %q, want %q; left %v %v", from, code, stderr.String(), want, left, err)
		}
	}
}
