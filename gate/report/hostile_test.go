package report

import (
	"bytes"
	htmltext "html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

// hostile is a blocked result with one text in every place that outside text can
// reach.
func hostile(text string) *gate.Result {
	half, none := 0.5, 0.0
	e := gate.Evidence{
		Index: 3, Primary: text, Classes: []string{text}, Call: text, Seq: 1, Said: text,
		Filed: []trace.Claim{{Effect: text, Record: text, Status: text}},
		Findings: []grade.Finding{
			{Class: text, Severity: grade.Fail, Call: 1, Message: text, Table: text, Row: text, Field: text, Want: text, Found: text},
			{Class: text, Severity: grade.Fail, Message: text + " again"},
		},
	}
	difference := gate.Difference{
		Name: text, Cases: 1, Baseline: 1, Candidate: 0, Regressed: true,
		Flipped: []gate.Flip{{Case: text, Baseline: 1}},
	}
	return &gate.Result{
		Gate: text, Candidate: text, Commit: text, K: 5, Profile: smallProfile,
		Samples: []gate.SampleInfo{{Condition: text, Trials: 2, Cases: 1, Of: 2, Categories: []string{text, text}}},
		Cases: []gate.CaseResult{{
			Suite: text, Case: text, Category: text, Promise: text, Condition: text, Failed: 4, Passed: 1, Unreached: 1, Evidence: []gate.Evidence{e},
			Trials: []gate.TrialResult{{Index: 3, Faults: []grade.FaultOutcome{{Kind: text, Tool: text, Reached: true}, {Kind: text + " again"}}}},
		}},
		Metrics: []gate.Metric{
			{Name: "score", Value: &half, Low: &none, High: &half},
			{Name: text, Why: text},
			{Name: "recovery", Value: &half},
			{Name: "corrective_action", Value: &half, Samples: 2},
			{Name: "unrecoverable_rate", Value: &half, Samples: 2},
		},
		Weights: []gate.Weight{{Component: text, Metric: text, Weight: 0.5}, {Component: text, Metric: "recovery", Weight: 0.5}},
		Load:    &gate.LoadFigures{Trials: 1, Calls: 2, Refused: 1},
		Comparison: &gate.Comparison{
			Baseline: text, Commit: text, Whole: gate.Difference{Cases: 1, Baseline: 1},
			Categories: []gate.Difference{
				difference, {Name: text, Improved: true, Flipped: []gate.Flip{{Case: text, Condition: text, Candidate: 1}}}, {Name: text + " again"},
			},
			Score:        &gate.ScoreDifference{Baseline: 1},
			Components:   []gate.PartDifference{{Metric: text, Weight: 0.5, Baseline: 1}},
			Incomparable: []gate.Incomparable{{Case: text, Condition: text, Why: text}},
		},
		Decision: &gate.Decision{Verdict: gate.Block, Notes: []string{text}, Reasons: []gate.Reason{
			{Kind: "regression", Subject: text, Text: text, Next: text}, {Kind: "threshold", Subject: "score", Text: text},
		}},
	}
}

var (
	tag     = regexp.MustCompile(`<[^>]*>`)
	codeTag = regexp.MustCompile(`(?s)<code>.*?</code>`)
	allowed = []string{
		"<h2>", "<p>", "<table>", "<thead>", "<tbody>", "<tr>", "<details>", "<summary>", "<b>", "<strong>", "<em>", "<code>", "<ul>", "<li>",
		"<th>", "<td>", `<th style="text-align:left">`, `<th style="text-align:right">`, `<td style="text-align:left">`, `<td style="text-align:right">`,
	}
	// GitHub looks for these in the text of a rendered comment, outside code.
	linked = map[string]*regexp.Regexp{
		"mention":   regexp.MustCompile(`@[\w-]`),
		"reference": regexp.MustCompile(`(?i)#\d|\bgh-\d`),
		"address":   regexp.MustCompile(`(?i)\w://|www\.\w`),
		"commit":    regexp.MustCompile(`(?i)\b[0-9a-f]{7,64}\b`),
	}
)

// look renders Markdown as GitHub does, raw HTML included, and says what is in it
// that must not be.
func look(t *testing.T, markdown string) []string {
	t.Helper()
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(markdown), &out); err != nil {
		t.Fatal(err)
	}
	var bad []string
	for _, m := range tag.FindAllString(out.String(), -1) {
		if !slices.Contains(allowed, strings.Replace(m, "</", "<", 1)) {
			bad = append(bad, "tag "+m)
		}
	}
	text := htmltext.UnescapeString(tag.ReplaceAllString(codeTag.ReplaceAllString(out.String(), ""), ""))
	for what, re := range linked {
		if m := re.FindString(text); m != "" {
			bad = append(bad, what+" "+m)
		}
	}
	for _, r := range text {
		if strings.ContainsRune("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r) {
			bad = append(bad, "bidirectional control")
		}
	}
	return bad
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{
		"@octocat thanks", "![x](https://example.com/a.png)", "[link](http://example.com)", "<img src=x onerror=alert(1)>", "<!-- keptgate: marker -->",
		"a | b | c\n| d", "`code` ``more`` ```fence", "::error file=x::y", "##[group]x", "#123 GH-45 octo/repo#7 3f9c2e1aa", "www.example.com http://example.com a@b.example",
		"*bold* _em_ ~~gone~~ $x^2$", "</details></summary>", "\u202egnp.exe", "&lt;b&gt; &amp;", "line\r\nbreak\u2028x", "\\`\\|\\", "- item\n1. item\n> quote\n    code", "~~~\nx", "<", "&", "a < b", "12) item", "---", "=== x", strings.Repeat("[", 500),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Markdown(hostile(text), MarkdownOptions{Budget: CommentBudget})
		if len(got) > CommentBudget {
			t.Errorf("comment has %d bytes, more than its budget", len(got))
		}
		if bad := look(t, got); len(bad) > 0 {
			t.Errorf("text %q reaches the reader as %q in\n%s", text, bad, got)
		}
	})
}

// TestLookFinds shows that the check above can fail.
func TestLookFinds(t *testing.T) {
	for _, raw := range []string{"@octocat", "<i>x</i>", "see #12", "http://example.com", "[x](y)", "![x](y)", "3f9c2e1aab"} {
		if len(look(t, raw)) == 0 {
			t.Errorf("look(%q) finds nothing", raw)
		}
	}
}

func TestTerminalHoldsNoControls(t *testing.T) {
	var out bytes.Buffer
	if err := Terminal(&out, hostile("\x1b[31mred\x07\r\nover\u202e"), TerminalOptions{Width: 100}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"\x1b", "\x07", "\r", "\u202e"} {
		if strings.Contains(out.String(), bad) {
			t.Errorf("terminal report holds %q", bad)
		}
	}
}

func TestMarkdownIsCutToItsBudget(t *testing.T) {
	r := hostile("text of a case | with marks")
	one := r.Cases[0]
	for range 500 {
		r.Cases = append(r.Cases, one)
	}
	for _, budget := range []int{4_000, 20_000, CommentBudget} {
		got := Markdown(r, MarkdownOptions{Budget: budget, Link: "https://example.com/run"})
		if len(got) > budget {
			t.Errorf("budget %d: got %d bytes", budget, len(got))
		}
		for _, want := range []string{"Blocked", "more failing cases are in the full report", "[full report](https://example.com/run)"} {
			if !strings.Contains(got, want) {
				t.Errorf("budget %d: lacks %q", budget, want)
			}
		}
	}
}
