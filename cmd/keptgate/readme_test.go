package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The README shows a part of what the demo prints, between these lines.
const (
	excerptBegin = "<!-- from keptgate run -->\n"
	excerptEnd   = "<!-- end -->\n"
)

// TestReadmeShowsTheDemo holds the comment that opens the README against what
// its first command prints. The flag -update writes it anew.
func TestReadmeShowsTheDemo(t *testing.T) {
	readme, err := filepath.Abs(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), excerptBegin)
	got, after, ok2 := strings.Cut(rest, excerptEnd)
	if !ok || !ok2 {
		t.Fatalf("README.md lacks the lines %q and %q", excerptBegin, excerptEnd)
	}
	t.Chdir(t.TempDir())
	var out, progress bytes.Buffer
	code := run(t.Context(), &system{args: []string{"run"}, env: func(string) string { return "" }, stdout: &out, stderr: &progress, now: time.Now})
	if code != exitPass {
		t.Fatalf("keptgate run: exit code %d, want 0\n%s", code, progress.String())
	}
	want := excerpt(out.String())
	if *update {
		if err := os.WriteFile(readme, []byte(before+excerptBegin+want+excerptEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("README.md is not what the demo prints (-demo +README):\n%s", diff)
	}
}

// excerpt is the head of a comment and the first failing case that shows a state
// difference, quoted.
func excerpt(comment string) string {
	parts := strings.Split(comment, "<details>")
	shown := parts[0]
	for _, p := range parts[1:] {
		if strings.Contains(p, "| table | row |") {
			shown += "<details open>" + p
			break
		}
	}
	var quoted strings.Builder
	for line := range strings.Lines(strings.TrimSpace(shown) + "\n") {
		quoted.WriteString(strings.TrimRight("> "+line, " \n") + "\n")
	}
	return quoted.String()
}
