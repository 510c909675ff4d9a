package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate"
)

// TestToolsAreAnnounced: what a change makes of tools stands above all figures, also
// where the policy is as it was.
func TestToolsAreAnnounced(t *testing.T) {
	r := passing()
	r.Policy = &gate.PolicySource{From: "base", Commit: strings.Repeat("b", 40)}
	for i := range maxEdits + 5 {
		r.Policy.Tools = append(r.Policy.Tools, fmt.Sprintf("a/tools.yaml:%d:1: breaking: <b>t%d</b>: the tool is gone", i, i))
	}
	head, _, _ := strings.Cut(Markdown(r, MarkdownOptions{Budget: CommentBudget}), "<details>")
	for _, want := range []string{"**Tools changed here.**\n\n- a/tools.yaml:0:1: breaking: &#60;b", "- 5 more are in result.json\n"} {
		if !strings.Contains(head, want) {
			t.Errorf("no %q in\n%s", want, head)
		}
	}
	var out strings.Builder
	if err := Terminal(&out, r, TerminalOptions{Width: 100}); err != nil || !strings.Contains(out.String(), "Tools changed here.\n  a/tools.yaml:0:1: breaking: ") {
		t.Errorf("terminal, %v:\n%s", err, out.String())
	}
}

// TestPolicyIsAnnounced: an edited policy stands above all figures, in every form,
// and a long list of edits is counted.
func TestPolicyIsAnnounced(t *testing.T) {
	r := passing()
	for from, want := range map[string]string{
		"base": "", "head": "The base commit has no policy: this change's own counted",
	} {
		r.Policy = &gate.PolicySource{From: from, Commit: strings.Repeat("b", 40)}
		if title, lines := policyOf(r); title != want || lines != nil {
			t.Errorf("%s: %q, %q", from, title, lines)
		}
	}
	r.Policy.From = "base"
	for i := range maxEdits + 5 {
		r.Policy.Edits = append(r.Policy.Edits, fmt.Sprintf("case desk/d-%d: @octo added", i))
	}
	text := Markdown(r, MarkdownOptions{Budget: CommentBudget})
	head, _, _ := strings.Cut(text, "<details>")
	for _, want := range []string{"**This change edits what it is judged by. The base's counted; ", "- case desk/d-0: ", "- 5 more are in result.json\n"} {
		if !strings.Contains(head, want) {
			t.Errorf("no %q in\n%s", want, head)
		}
	}
	if strings.Contains(head, " @octo") {
		t.Errorf("an edit mentions someone:\n%s", head)
	}
	var out strings.Builder
	if err := Terminal(&out, r, TerminalOptions{Width: 100}); err != nil || !strings.Contains(out.String(), "\n  case desk/d-24: @octo added\n") {
		t.Errorf("terminal, %v:\n%s", err, out.String())
	}
}
