package report

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files")

const replayBase = "keptgate run --candidate openai:small --suite crm"

// TestGolden compares each report with its file under testdata: NAME.txt is for a
// terminal of 100 columns, NAME.md for a comment.
func TestGolden(t *testing.T) {
	for name, r := range results() {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			if err := Terminal(&out, r, TerminalOptions{Width: 100, Replay: replayBase}); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", out.String())
			golden(t, name+".md", Markdown(r, MarkdownOptions{Budget: CommentBudget, Link: "https://example.com/run/1", Replay: replayBase}))
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
