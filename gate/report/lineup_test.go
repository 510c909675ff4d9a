package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/trace"
)

// entrant is a result of four categories under two conditions; fails says which
// trials of a case fail.
func entrant(candidate string, verdict gate.Verdict, fails func(c *gate.CaseResult, index int) bool) *gate.Result {
	r := &gate.Result{
		Gate: "support-agent", Candidate: candidate, K: 5, Seed: 7, Grader: "2", Decision: &gate.Decision{Verdict: verdict},
		Usage: trace.Usage{InputTokens: 9_000_000, OutputTokens: 160_000}, CostUSD: ptr(23.4),
		Load: &gate.LoadFigures{Calls: 40, P50: 0.9, P95: 1.4},
		Metrics: []gate.Metric{
			{Name: "score", Value: ptr(0.91), Low: ptr(0.88), High: ptr(0.94)},
			{Name: "pass_k", Value: ptr(0.9), Low: ptr(0.86), High: ptr(0.93)},
			{Name: "recovery", Value: ptr(0.94), Low: ptr(0.9), High: ptr(0.97)},
		},
	}
	for i, category := range []string{"ambiguous-identity", "forbidden-write", "limits", "lost-response"} {
		for n := range 10 {
			for _, condition := range []string{gate.Steady, gate.Faults} {
				c := gate.CaseResult{Suite: "crm", Case: fmt.Sprintf("r-%d%d", i, n), Category: category, Condition: condition}
				for index := range 5 {
					t := gate.TrialResult{Index: index, Steps: 9 + i, Calls: 5, Usage: trace.Usage{InputTokens: 22_000, OutputTokens: 400}}
					if t.Pass = !fails(&c, index); t.Pass {
						c.Passed++
					} else {
						c.Failed++
					}
					c.Trials = append(c.Trials, t)
				}
				r.Cases = append(r.Cases, c)
			}
		}
	}
	return r
}

// outage makes all trials of a result void.
func outage(r *gate.Result) *gate.Result {
	for i := range r.Cases {
		c := &r.Cases[i]
		c.Passed, c.Failed, c.Missing = 0, 0, len(c.Trials)
		for j := range c.Trials {
			c.Trials[j] = gate.TrialResult{Index: j, Void: &trace.Void{Class: "not_run"}}
		}
	}
	r.Metrics, r.Usage, r.CostUSD, r.Load = nil, trace.Usage{}, nil, nil
	r.Decision = &gate.Decision{Verdict: gate.NotEvaluated, Reasons: []gate.Reason{{
		Kind: "stopped", Text: "the run stopped before its plan was done: read API key: OPENAI_API_KEY is not set", Next: "mend the cause and run again",
	}}}
	return r
}

func lineups(t *testing.T) map[string]*gate.Lineup {
	t.Helper()
	sometimes := func(c *gate.CaseResult, index int) bool { return index == 4 && strings.HasSuffix(c.Case, "3") }
	never := func(*gate.CaseResult, int) bool { return false }
	confused := func(c *gate.CaseResult, index int) bool {
		return c.Category == "ambiguous-identity" && index < 3 || sometimes(c, index) && c.Category != "limits"
	}
	blocked := entrant("anthropic:small", gate.Block, confused)
	blocked.Decision.Reasons = []gate.Reason{{Kind: "regression", Subject: "ambiguous-identity", Text: "ambiguous-identity fell from 98% to 40% (p < 0.0001)"}}
	out := map[string]*gate.Lineup{}
	for name, results := range map[string][]*gate.Result{
		"lineup":       {entrant("openai:small temperature=0", gate.Pass, sometimes), blocked, outage(entrant("openai:large", gate.NotEvaluated, never))},
		"lineup-alike": {entrant("openai:small temperature=0", gate.Pass, never), entrant("openai:small temperature=0.2", gate.Pass, never)},
		"lineup-many": {
			outage(entrant("openai:large", gate.NotEvaluated, never)), entrant("openai:small temperature=0", gate.Pass, sometimes), blocked,
			entrant("google:small", gate.Pass, sometimes), entrant("command:./agent", gate.Inconclusive, never),
		},
	} {
		l, err := gate.NewLineup(results)
		if err != nil {
			t.Fatal(err)
		}
		if name == "lineup-alike" {
			l.Names = []string{"agent.yaml", "openai:small temperature=0.2"}
		}
		out[name] = l
	}
	return out
}

// TestLineupGolden compares lineups with their files under testdata, as TestGolden
// does for one result.
func TestLineupGolden(t *testing.T) {
	for name, l := range lineups(t) {
		var out strings.Builder
		if err := LineupTerminal(&out, l, TerminalOptions{Width: 100}); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".txt", out.String())
		golden(t, name+".md", LineupMarkdown(l, MarkdownOptions{Budget: CommentBudget, Link: "https://example.com/run/1"}))
	}
}

// TestLineupLinesUp: no line of a table is wider than asked for, and without colour
// there is no control sequence.
func TestLineupLinesUp(t *testing.T) {
	var out strings.Builder
	if err := LineupTerminal(&out, lineups(t)["lineup-many"], TerminalOptions{Width: 100}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for _, line := range lines {
		if width(line) > 100 || strings.Contains(line, "\x1b") {
			t.Errorf("%d cells: %s", width(line), line)
		}
	}
	if last := lines[len(lines)-1]; last != "BLOCK  Of 5 candidates, 1 blocked (C), 1 not evaluated (A), 1 inconclusive (E), 2 passed (B, D)." {
		t.Errorf("last line %q", last)
	}
}

// hostileLineup has one text in every place that outside text can reach.
func hostileLineup(t *testing.T, text string, candidates int) *gate.Lineup {
	t.Helper()
	var results []*gate.Result
	for i := range candidates {
		r := hostile(text)
		r.Cases[0].Trials = []gate.TrialResult{{Index: 3, Pass: i%2 == 0}}
		if i == 1 {
			r.Grader = text
		}
		results = append(results, r)
	}
	l, err := gate.NewLineup(results)
	if err != nil {
		t.Fatal(err)
	}
	l.Names = []string{text + "!"}
	return l
}

func FuzzLineup(f *testing.F) {
	for _, s := range []string{"@octocat thanks", "![x](https://example.com/a.png)", "<!-- x -->", "a | b\n| d", "`code` ``more``", "#12 GH-45 3f9c2e1aa", "\u202egnp.exe", "\x1b[31m", "~", "- item"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := hostileLineup(t, text, 4)
		if bad := look(t, LineupMarkdown(l, MarkdownOptions{Budget: CommentBudget})); len(bad) > 0 {
			t.Errorf("text %q reaches the reader as %q", text, bad)
		}
		var out bytes.Buffer
		if err := LineupTerminal(&out, l, TerminalOptions{Width: 100}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(out.String(), "\x1b\x07\r\u202e") {
			t.Errorf("text %q reaches the terminal as a control", text)
		}
	})
}

func TestLineupIsCutToItsBudget(t *testing.T) {
	l := hostileLineup(t, strings.Repeat("text of a candidate | with @marks ", 40), gate.MaxLineup)
	for _, budget := range []int{4_000, 20_000, CommentBudget} {
		got := LineupMarkdown(l, MarkdownOptions{Budget: budget, Link: "https://example.com/run"})
		if len(got) > budget {
			t.Errorf("budget %d: got %d bytes", budget, len(got))
		}
		for _, want := range []string{"Blocked", "[full report](https://example.com/run)", "more c"} {
			if !strings.Contains(got, want) && (want != "more c" || budget < CommentBudget) { // which holds them all
				t.Errorf("budget %d: lacks %q", budget, want)
			}
		}
	}
}
