package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/keptgate/keptgate/gate"
)

// fallen is a result of 5,000 failing trials in 500 cases, in which all twelve
// categories fell against the baseline but for the last.
func fallen() *gate.Result {
	r := crowd(500)
	r.Comparison.Categories, r.Decision.Reasons = nil, nil
	for i := range 12 {
		d := gate.Difference{Name: fmt.Sprintf("category-%d", i), Cases: 41, Baseline: .9, Candidate: 0, Regressed: i < 11, P: 1e-9, Smallest: ptr(9)}
		for _, c := range r.Cases {
			if c.Category == d.Name {
				d.Flipped = append(d.Flipped, gate.Flip{Case: c.ID(), Condition: c.Condition, Baseline: .9})
			}
		}
		r.Comparison.Categories = append(r.Comparison.Categories, d)
		if d.Regressed {
			r.Decision.Reasons = append(r.Decision.Reasons, gate.Reason{Kind: "regression", Subject: d.Name, Text: d.Name + " fell from 90% to 0%"})
		}
	}
	for i := range r.Cases {
		c := &r.Cases[i]
		c.Evidence = []gate.Evidence{identity(), identity(), identity()}
		c.Passed, c.Failed = 10, 10 // so that 5,000 trials failed
	}
	r.Cases[499].Passed, r.Cases[499].Failed = 0, 20 // the worst of all, in a category that fell
	r.Cases[491].Passed, r.Cases[491].Failed = 0, 20 // as bad, in the one that did not
	return r
}

// However many trials fail, comment and job summary stay below GitHub's limits,
// begin with the worst, name all categories that fell, and say where the rest is.
func TestCrowdKeepsToTheLimits(t *testing.T) {
	const link = "https://github.example/octo/agent/actions/runs/7/attempts/1"
	r := fallen()
	for name, limits := range map[string][2]int{"comment": {CommentBudget, 65_000}, "job summary": {SummaryBudget, 1 << 20}} {
		text := Markdown(r, MarkdownOptions{Budget: limits[0], Link: link, Replay: replayBase})
		if len(text) > limits[1] || !utf8.ValidString(text) {
			t.Errorf("%s has %d bytes, want at most %d", name, len(text), limits[1])
		}
		for i := range 11 {
			if !strings.Contains(text, fmt.Sprintf("| ⛔ category-%d | 90%% | 0%% | −90 |", i)) {
				t.Errorf("%s does not say that category-%d fell", name, i)
			}
		}
		if _, first, _ := strings.Cut(text, "<details><summary><b>"); !strings.HasPrefix(first, "crm/r-0499</b>") && !strings.HasPrefix(first, "crm/r-0499 ") {
			t.Errorf("%s begins its cases with %.40q, want the worst", name, first)
		}
		if !strings.HasSuffix(text, " · [full report]("+link+")\n") {
			t.Errorf("%s ends %q, without the way to the full report", name, text[len(text)-100:])
		}
		if name == "comment" && !strings.Contains(text, " more failing cases are in the full report.") {
			t.Error("the comment does not say how much is left out")
		}
	}
	server, client := fakeGitHub(t)
	text := Markdown(r, MarkdownOptions{Budget: CommentBudget, Link: link, Replay: replayBase})
	if _, err := client.PutComment(t.Context(), eventOf(server, 1<<58), strings.Repeat("🤖", 100), text); err != nil {
		t.Fatal(err)
	}
	if body := server.Comments("octo/shop", 7)[0].Body; len(body) > 65_000 || !strings.HasSuffix(body, text) {
		t.Errorf("the comment of a gate with a long name has %d bytes and is cut once more: %.2000s", len(body), body)
	}
	all := Remarks(r, replayBase)
	if got := all[0].Case; len(all) != 500 || got != "crm/r-0499" || !all[0].Grave {
		t.Errorf("%d remarks, the first of %s, want 500, the worst first", len(all), got)
	}
	for i, m := range all[1:] {
		if m.Grave && !all[i].Grave {
			t.Fatalf("remark %d is graver than the one before it", i+1)
		}
	}
}
