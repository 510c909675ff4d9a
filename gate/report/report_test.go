package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/keptgate/keptgate/gate"
)

// TestMarkdownTables parses every report: each block that looks like a table is
// one, and all its rows have as many cells as its header.
func TestMarkdownTables(t *testing.T) {
	all := results()
	all["hostile"] = hostile("a | b `c` \\| d\n| e |")
	for name, r := range all {
		source := []byte(Markdown(r, MarkdownOptions{Budget: CommentBudget}))
		tables := 0
		err := ast.Walk(goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if _, ok := n.(*extast.Table); ok && entering {
				tables++
			}
			return ast.WalkContinue, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want, cells := 0, 0
		for line := range strings.Lines(string(source)) {
			if !strings.HasPrefix(line, "|") {
				cells = 0
				continue
			}
			n := strings.Count(line, "|") // those in cells are escaped
			if cells == 0 {
				want++
				cells = n
			}
			if n != cells {
				t.Errorf("%s: a row has %d cells and its header %d: %s", name, n-1, cells-1, line)
			}
		}
		if tables != want || tables == 0 {
			t.Errorf("%s: %d tables are read as such, want %d", name, tables, want)
		}
	}
}

// TestTerminalWidth: no line but the verdict is wider than the terminal, unless
// its text is a single word.
func TestTerminalWidth(t *testing.T) {
	for name, r := range results() {
		for _, columns := range []int{40, 60, 80, 100, 200} {
			var out strings.Builder
			if err := Terminal(&out, r, TerminalOptions{Width: columns, Replay: replayBase}); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			for _, line := range lines[:len(lines)-1] {
				if width(line) > columns && len(strings.Fields(line)) > 1 {
					t.Errorf("%s at %d: line of %d cells: %q", name, columns, width(line), line)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("%s at %d: line ends with spaces: %q", name, columns, line)
				}
			}
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, strings.ToUpper(string(r.Decision.Verdict))+"  ") {
				t.Errorf("%s at %d: the last line is %q, not the verdict", name, columns, last)
			}
		}
	}
}

func TestLayout(t *testing.T) {
	columns := []column{{"name", false}, {"n", true}, {"note", false}}
	rows := [][]string{{"⛔ 曖昧", "100%", "first"}, {"~ b", "−7", ""}, {"~ a much longer name", "0.81 (0.79–0.83)", "second"}}
	want := []string{
		"name                                 n  note",
		"⛔ 曖昧                           100%  first",
		"~ b                                 −7",
		"~ a much longer name  0.81 (0.79–0.83)  second",
	}
	if diff := cmp.Diff(want, lay(t, 80, columns, rows)); diff != "" {
		t.Errorf("width 80 (-want +got):\n%s", diff)
	}
	want = []string{
		"name                       n  note",
		"⛔ 曖昧                 100%  first",
		"~ b                       −7",
		"~ a much …  0.81 (0.79–0.83)  second",
	}
	if diff := cmp.Diff(want, lay(t, 36, columns, rows)); diff != "" {
		t.Errorf("width 36 (-want +got):\n%s", diff)
	}
	for total := 19; total < 60; total++ {
		lines := lay(t, total, columns, rows)
		ends := map[int]bool{} // where the numbers end
		for n, number := range []string{"n  note", "100%", "−7"} {
			at := strings.Index(lines[n], number)
			ends[width(lines[n][:at])+width(strings.TrimSuffix(number, "  note"))] = true
		}
		if len(ends) != 1 {
			t.Errorf("width %d: numbers end at %v:\n%s", total, ends, strings.Join(lines, "\n"))
		}
		for _, line := range lines {
			if width(line) > total {
				t.Errorf("width %d: line of %d cells: %q", total, width(line), line)
			}
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", []string{"- "}},
		{"one two", []string{"- one two"}},
		{"one two three four", []string{"- one two", "  three", "  four"}},
		{"a-word-that-is-too-long b", []string{"- a-word-that-is-too-long", "  b"}},
		{"漢字 漢字 漢字", []string{"- 漢字", "  漢字", "  漢字"}},
	} {
		if diff := cmp.Diff(test.want, wrap(test.text, 10, "- ", "  ")); diff != "" {
			t.Errorf("wrap(%q) (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestHeadline(t *testing.T) {
	reason := func(kind, text, next string) gate.Reason { return gate.Reason{Kind: kind, Text: text, Next: next} }
	rate := []gate.CaseResult{{Case: "a", Condition: gate.Steady, Passed: 200}, {Case: "a", Condition: gate.Faults, Passed: 49, Failed: 1}}
	for _, test := range []struct {
		name       string
		verdict    gate.Verdict
		reasons    []gate.Reason
		comparison *gate.Comparison
		cases      []gate.CaseResult
		want       string
	}{
		{"pass without a baseline", gate.Pass, nil, nil, rate, "No baseline yet, and no threshold is broken: 99% of 250 trials passed."},
		{
			"pass", gate.Pass, nil, &gate.Comparison{Whole: gate.Difference{Baseline: 1, Smallest: ptr(7.2)}}, rate,
			"No regression: 99% of 250 trials passed, against 100% in the baseline; a drop of 8 points or more would have shown.",
		},
		{
			"pass with gains", gate.Pass, nil, &gate.Comparison{Whole: gate.Difference{Baseline: 0.5}, Categories: []gate.Difference{
				{Name: "a", Improved: true, Candidate: 0.1}, {Name: "b"}, {Name: "c", Improved: true, Candidate: 0.2}, {Name: "d\n", Improved: true, Candidate: 0.3},
			}}, rate,
			"No regression: 99% of 250 trials passed, against 50% in the baseline. d rose from 0% to 30%. c rose from 0% to 20%.",
		},
		{"pass of nothing", gate.Pass, nil, nil, nil, "No baseline yet, and no threshold is broken: nothing was measured."},
		{
			"regressions only", gate.Block,
			[]gate.Reason{reason("regression", "a fell", ""), reason("regression", "b fell", "")},
			&gate.Comparison{}, rate,
			"a fell; b fell. Everything else held.",
		},
		{"a regression and a threshold", gate.Block, []gate.Reason{reason("regression", "a fell", ""), reason("threshold", "score is low", "")}, &gate.Comparison{}, rate, "a fell; score is low."},
		{
			"many", gate.Block,
			[]gate.Reason{reason("threshold", "a", ""), reason("threshold", "b", ""), reason("threshold", "c", ""), reason("threshold", "d", ""), reason("threshold", "e", "")},
			nil, rate,
			"a; b; c; and 2 more.",
		},
		{"a sentence already, and a next step", gate.NotEvaluated, []gate.Reason{reason("stopped", "the key is not set.", "set it.")}, nil, rate, "the key is not set. Next: set it."},
		{"over several lines", gate.NotEvaluated, []gate.Reason{reason("stopped", "a\r\n\x1b[31mb", "c\nd")}, nil, rate, "a \ufffd[31mb. Next: c d."},
	} {
		r := &gate.Result{Decision: &gate.Decision{Verdict: test.verdict, Reasons: test.reasons}, Comparison: test.comparison, Cases: test.cases}
		if got := Headline(r); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestFiguresDoNotPretend(t *testing.T) {
	for v, want := range map[float64]string{0: "0.00", 0.0001: "0.01", 0.5: "0.50", 0.994: "0.99", 0.9999: "0.99", 1: "1.00"} {
		if got := decimals(v); got != want {
			t.Errorf("decimals(%v) = %s, want %s", v, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0.00", -0.001: "0.00", 0.001: "0.00", -0.08: "−0.08", 0.1: "+0.10"} {
		if got := signed(v); got != want {
			t.Errorf("signed(%v) = %s, want %s", v, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0", -0.004: "0", -0.31: "−31", 0.18: "+18"} {
		if got := points(v); got != want {
			t.Errorf("points(%v) = %s, want %s", v, got, want)
		}
	}
	for drop, want := range map[float64]string{12: "12", 12.01: "13", 100 * 0.07: "7"} {
		if got := wholePoints(drop); got != want {
			t.Errorf("wholePoints(%v) = %s, want %s", drop, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 9_999: "9999", 10_000: "10 k", 999_499: "999 k", 999_500: "1.0 M", 9_949_999: "9.9 M", 51_010_000: "51 M"} {
		if got := many(n); got != want {
			t.Errorf("many(%d) = %s, want %s", n, got, want)
		}
	}
}

// TestBudgetHoldsWithoutEvidence: what stands before the evidence is cut as well.
func TestBudgetHoldsWithoutEvidence(t *testing.T) {
	r := hostile(strings.Repeat("@|<", 5_000))
	r.Decision.Notes = append(r.Decision.Notes, r.Decision.Notes...)
	for i := range 5_000 {
		name := fmt.Sprintf("category-%d", i)
		r.Cases = append(r.Cases, gate.CaseResult{Suite: "s", Case: name, Category: name, Passed: 1})
		r.Comparison.Categories = append(r.Comparison.Categories, gate.Difference{Name: name, Regressed: true})
	}
	for _, comparison := range []*gate.Comparison{r.Comparison, nil} {
		r.Comparison = comparison
		for _, budget := range []int{6_000, CommentBudget} {
			got := Markdown(r, MarkdownOptions{Budget: budget})
			if len(got) > budget {
				t.Errorf("budget %d: %d bytes", budget, len(got))
			}
			for _, want := range []string{"## ⛔ Blocked", "more categories are in result.json", "trials of 5001 cases"} {
				if !strings.Contains(got, want) {
					t.Errorf("budget %d: lacks %q", budget, want)
				}
			}
		}
	}
}

func TestReplayCanBeCopied(t *testing.T) {
	for _, test := range []struct{ suite, name, want string }{
		{"crm", "r-014", "keptgate run --candidate x --case crm/r-014 --condition steady --trial 3"},
		{"crm", "r $(reboot)'s", `keptgate run --candidate x --case 'crm/r $(reboot)'\''s' --condition steady --trial 3`},
	} {
		c := &gate.CaseResult{Suite: test.suite, Case: test.name, Condition: "steady"}
		if got := replay("keptgate run --candidate x", c, 3); got != test.want {
			t.Errorf("replay: %s, want %s", got, test.want)
		}
	}
	var out strings.Builder
	if err := Terminal(&out, results()["block-regression"], TerminalOptions{Width: 40, Replay: replayBase}); err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(out.String(), "replay: ")
	command, _, _ = strings.Cut(command, "\n\n")
	joined := strings.Join(strings.Fields(strings.ReplaceAll(command, "\\\n", "")), " ")
	if want := replayBase + " --case crm/r-a1 --condition steady --trial 3"; joined != want {
		t.Errorf("a command over several lines reads %q, want %q", joined, want)
	}
}

func TestColor(t *testing.T) {
	var plainText, coloured strings.Builder
	for color, out := range map[bool]*strings.Builder{false: &plainText, true: &coloured} {
		if err := Terminal(out, results()["block-regression"], TerminalOptions{Width: 100, Color: color, Replay: replayBase}); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"\x1b[1msupport-agent\x1b[0m", "\x1b[31;1m✗ crm/r-a0\x1b[0m", "\x1b[31;1mBLOCK\x1b[0m  "} {
		if !strings.Contains(coloured.String(), want) {
			t.Errorf("coloured report lacks %q", want)
		}
	}
	strip := strings.NewReplacer("\x1b[1m", "", "\x1b[31;1m", "", "\x1b[0m", "")
	if diff := cmp.Diff(plainText.String(), strip.Replace(coloured.String())); diff != "" {
		t.Errorf("colours change the text (-without +with):\n%s", diff)
	}
}

func TestTerminalShowsTenCases(t *testing.T) {
	r := results()["block-regression"]
	for range 9 {
		r.Cases = append(r.Cases, r.Cases[0])
	}
	var out strings.Builder
	if err := Terminal(&out, r, TerminalOptions{Width: 100}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "✗ "); n != maxCases || !strings.Contains(out.String(), "2 more failing cases are in result.json.") {
		t.Errorf("%d cases are shown:\n%s", n, out.String())
	}
}

func lay(t *testing.T, total int, columns []column, rows [][]string) []string {
	t.Helper()
	lines, err := layout(total, columns, rows)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}
