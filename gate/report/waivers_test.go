package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/thresholds"
)

// waived is a passing run of 30 November with waivers that end on given days.
func waived(until ...string) *gate.Result {
	r := passing()
	r.Times.Started = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	r.Times.Finished = r.Times.Started
	for i, day := range until {
		id := "crm/r-a" + string(rune('0'+i))
		r.Waivers = append(r.Waivers, thresholds.Waiver{Case: id, Owner: "support-platform", Reason: "refund API migration, ticket 812", Until: day})
	}
	return r
}

// TestWaivers shows what is told of waivers, word for word.
func TestWaivers(t *testing.T) {
	r := waived("2027-01-31", "2026-12-14", "2026-12-15", "2026-11-30", "2026-12-01")
	r.Cases[0].Passed, r.Cases[0].Failed = 3, 7
	r.Cases[1].Passed = 0
	title, lines := waivers([]*gate.Result{r})
	want := []string{
		"5 cases are waived, without a vote; 3 of the waivers will expire within 14 days",
		"crm/r-a0, 3 of 10 trials passed; owner support-platform; refund API migration, ticket 812; until 2027-01-31",
		"crm/r-a1, no trial with a verdict here; owner support-platform; refund API migration, ticket 812; until 2026-12-14, which is in 14 days",
		"crm/r-a2, 10 of 10 trials passed; owner support-platform; refund API migration, ticket 812; until 2026-12-15",
		"crm/r-a3, 10 of 10 trials passed; owner support-platform; refund API migration, ticket 812; until 2026-11-30, which is today",
		"crm/r-a4, 10 of 10 trials passed; owner support-platform; refund API migration, ticket 812; until 2026-12-01, which is in 1 day",
	}
	if diff := cmp.Diff(want, append([]string{title}, lines...)); diff != "" {
		t.Errorf("waivers (-want +got):\n%s", diff)
	}
	if _, lines := waivers([]*gate.Result{r, waived()}); !strings.HasPrefix(lines[0], "crm/r-a0, A 3 of 10 trials passed, B 10 of 10 trials passed;") {
		t.Errorf("side by side: %s", lines[0])
	}
}

// TestWaiversInReports: every form shows them, also where the verdict is a pass,
// and none lets an owner's text become Markdown.
func TestWaiversInReports(t *testing.T) {
	r := waived("2027-01-31")
	r.Waivers[0].Owner = "@octo/team"
	text := Markdown(r, MarkdownOptions{Budget: CommentBudget})
	if head, _, _ := strings.Cut(text, "<details>"); !strings.Contains(head, "**1 case is waived, without a vote**\n\n- crm/r-a0, ") || strings.Contains(head, " @octo/team") {
		t.Errorf("comment:\n%s", head)
	}
	var out strings.Builder
	if err := Terminal(&out, r, TerminalOptions{Width: 200}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "1 case is waived, without a vote:\n  crm/r-a0, 10 of 10 trials passed; owner @octo/team; ") {
		t.Errorf("terminal:\n%s", out.String())
	}
}

// TestWaiversAreCut: a long list leaves the count, and says where the rest is.
func TestWaiversAreCut(t *testing.T) {
	r := waived("2027-01-31")
	for len(r.Waivers) < 100 {
		r.Waivers = append(r.Waivers, r.Waivers[0])
	}
	text := Markdown(r, MarkdownOptions{Budget: 4_000})
	if len(text) > 4_000 || !strings.Contains(text, "**100 cases are waived, without a vote**") || !strings.Contains(text, " more are in result.json\n") {
		t.Errorf("%d bytes:\n%s", len(text), text)
	}
}
