package github

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outputs reads a file of outputs as the runner does: NAME=VALUE lines, and NAME<<END blocks.
func outputs(t *testing.T, path string) map[string]string {
	t.Helper()
	set := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(read(t, path), "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		equals, block := strings.Index(lines[i], "="), strings.Index(lines[i], "<<")
		if block >= 0 && (equals < 0 || block < equals) {
			t.Fatalf("line %q opens a block", lines[i])
		}
		name, value, _ := strings.Cut(lines[i], "=")
		set[name] = value
	}
	return set
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSetOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	getenv := env("GITHUB_OUTPUT", path)
	want := map[string]string{
		"verdict": "block", "score": "0.81", "report": "a<<b=c", "result": "_GitHubActionsFileCommandDelimeter_",
		"pass-k": "100% %0Averdict=pass", "comment-url": "",
	}
	for name, value := range want {
		if err := SetOutput(getenv, name, value); err != nil {
			t.Error(err)
		}
	}
	for _, refused := range [][2]string{
		{"score", "1\nverdict=pass"}, {"score", "1\rverdict=pass"}, {"a=b", "c"}, {"a<<b", "c"}, {"a\nverdict=pass\nb", "c"}, {"", "c"},
	} {
		if err := SetOutput(getenv, refused[0], refused[1]); err == nil {
			t.Errorf("SetOutput(%q, %q) has no error", refused[0], refused[1])
		}
	}
	if diff := cmp.Diff(want, outputs(t, path)); diff != "" {
		t.Errorf("outputs (-want +got):\n%s", diff)
	}
}

func TestFilesThatCannotBeWritten(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "no", "such", "folder")
	for _, getenv := range []func(string) string{
		env(), env("GITHUB_OUTPUT", missing, "GITHUB_STEP_SUMMARY", missing),
	} {
		if err := SetOutput(getenv, "verdict", "pass"); err == nil {
			t.Error("SetOutput has no error")
		}
		if err := AddSummary(getenv, "text", ""); err == nil {
			t.Error("AddSummary has no error")
		}
	}
}

func TestAddSummary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "summary")
	getenv := env("GITHUB_STEP_SUMMARY", path)
	for _, text := range []string{"# One\n%s ::error::x", "two"} {
		if err := AddSummary(getenv, text, ""); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff("# One\n%s ::error::x\ntwo\n", read(t, path)); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}

func TestSummaryIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "summary")
	getenv := env("GITHUB_STEP_SUMMARY", path)
	for _, text := range []string{"# First", "# Long\n" + strings.Repeat("x", maxSummary)} {
		if err := AddSummary(getenv, text, "https://github.example/run"); err != nil {
			t.Fatal(err)
		}
	}
	if err := AddSummary(getenv, "# More", ""); err == nil {
		t.Error("a full summary takes more without an error")
	}
	got := read(t, path)
	if len(got) != maxSummary {
		t.Errorf("summary has %d bytes, want %d", len(got), maxSummary)
	}
	want := "# First\n# Long\n\n> Too long to show in full: [the rest is with the run](https://github.example/run).\n\nxxx"
	if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
		t.Errorf("beginning (-want +got):\n%s", diff)
	}
}

func TestFit(t *testing.T) {
	note := "\n\n> Too long to show in full.\n\n"
	tests := []struct {
		name, text string
		limit      int
		want       string
	}{
		{"short", "abc", 3, "abc"},
		{"not UTF-8", "a\xffb", 10, "a\uFFFDb"},
		{"grown by repair", "\xffa\xff", 4, "\n\n> "},
		{"cut", "# head\n" + strings.Repeat("x", 100), len(note) + 10, "# head" + note + "xxxx"},
		{"one long line", strings.Repeat("é", 100), len(note) + 5, "éé" + note},
		{"no room for words", strings.Repeat("x", 100), 3, "\n\n>"},
		{"no room", "abc", 0, ""},
	}
	for _, test := range tests {
		if got := fit(test.text, test.limit, ""); got != test.want || len(got) > max(test.limit, 0) {
			t.Errorf("%s: fit = %q, want %q", test.name, got, test.want)
		}
	}
}
