package report

import (
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate"
)

// TestReducedIsolationIsSaid: in every form, of one candidate and of several, and
// only where it is so.
func TestReducedIsolationIsSaid(t *testing.T) {
	const want = "solation is reduced"
	r := passing()
	forms := func() map[string]string {
		var terminal, page strings.Builder
		if err := Terminal(&terminal, r, TerminalOptions{Width: 400}); err != nil {
			t.Fatal(err)
		}
		if err := HTML(&page, r, nil, HTMLOptions{Budget: HTMLBudget}); err != nil {
			t.Fatal(err)
		}
		return map[string]string{"terminal": terminal.String(), "page": page.String(), "comment": Markdown(r, MarkdownOptions{Budget: CommentBudget})}
	}
	for name, text := range forms() {
		if strings.Contains(text, want) {
			t.Errorf("%s: %q without reason", name, want)
		}
	}
	r.Isolation = "reduced"
	for name, text := range forms() {
		if !strings.Contains(text, want) || !strings.Contains(text, "could read its keys") {
			t.Errorf("%s: no %q in\n%s", name, want, text)
		}
	}
	l := &gate.Lineup{Results: []*gate.Result{passing(), r}}
	if got := lineupNote(l); !strings.Contains(got, "Isolation is reduced for B: ") {
		t.Errorf("side by side: %q", got)
	}
	l.Results = l.Results[:1]
	if got := lineupNote(l); strings.Contains(got, want) {
		t.Errorf("side by side: %q without reason", got)
	}
}
