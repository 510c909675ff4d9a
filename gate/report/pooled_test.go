package report

import (
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate"
)

// TestPooledIsSaid: every form says of how many runs a pooled baseline is, and which
// was the last; of one run none says so.
func TestPooledIsSaid(t *testing.T) {
	for _, test := range []struct {
		pooled         int
		commit         string
		text, markdown string
	}{
		{3, "3f9c2e1aab77", "pooled over 3 runs, the last openai:small at 3f9c2e1", "baseline pooled over 3 runs, the last `openai:small` at `3f9c2e1`"},
		{2, "", "pooled over 2 runs, the last openai:small", "baseline pooled over 2 runs, the last `openai:small`"},
		{0, "3f9c2e1aab77", "", "baseline `openai:small` at `3f9c2e1`"},
	} {
		r := passing()
		r.Comparison = &gate.Comparison{Baseline: "openai:small", Commit: test.commit, Pooled: test.pooled}
		var terminal, page strings.Builder
		if err := Terminal(&terminal, r, TerminalOptions{Width: 120}); err != nil {
			t.Fatal(err)
		}
		if err := HTML(&page, r, nil, HTMLOptions{Budget: HTMLBudget}); err != nil {
			t.Fatal(err)
		}
		for _, got := range []string{terminal.String(), page.String()} {
			if pooled := strings.Contains(got, "pooled over"); pooled != (test.pooled > 1) || !strings.Contains(got, test.text) {
				t.Errorf("pooled over %d: want %q in\n%s", test.pooled, test.text, got)
			}
		}
		if test.commit == "" && !strings.Contains(terminal.String(), "at no known commit") {
			t.Errorf("no commit: %s", terminal.String())
		}
		if got := Markdown(r, MarkdownOptions{Budget: CommentBudget}); !strings.Contains(got, test.markdown) {
			t.Errorf("want %q in\n%s", test.markdown, got)
		}
	}
}
