package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/shadow"
	"github.com/keptgate/keptgate/gate/trace"
)

// agreementOf is a share with an interval that is easy to find again.
func agreementOf(agreed, of int) shadow.Agreement {
	a := shadow.Agreement{Agreed: agreed, Of: of, Low: 0, High: 1}
	if of > 0 {
		value := float64(agreed) / float64(of)
		a.Value, a.Low, a.High = &value, value/2, min(1, value*1.5)
	}
	return a
}

func figuresOf(recorded, agreed, other, extra int) shadow.Figures {
	return shadow.Figures{Recorded: recorded, Agreed: agreed, Other: other, NotMade: recorded - agreed - other, NotRecorded: extra, Agreement: agreementOf(agreed, recorded)}
}

// shadowOf has one text wherever outside text can be.
func shadowOf(text string) *shadow.Report {
	r := &shadow.Report{
		Candidate: text, Traces: []shadow.Trace{{File: text}, {File: "b.jsonl"}},
		Count:   shadow.Count{Recorded: 9, Played: 4, Cut: 1, Unfit: 1, Void: 2, Left: 2},
		All:     figuresOf(20, 15, 2, 3),
		Effects: []shadow.EffectFigures{{Effect: shadow.Read, Figures: figuresOf(14, 12, 0, 2)}, {Effect: shadow.Write, Figures: figuresOf(6, 3, 2, 1)}},
		Tools: []shadow.ToolFigures{
			{Tool: text, Effect: shadow.Write, By: shadow.ByName, Figures: figuresOf(6, 3, 2, 0), Differs: []shadow.Argument{{Name: text, Calls: 2}}},
			{Tool: "get_loan", Effect: shadow.Read, By: shadow.ByDefinition, Figures: figuresOf(14, 12, 0, 2)},
			{Tool: "cancel", Effect: shadow.Write, By: shadow.ByFlag, Figures: figuresOf(0, 0, 0, 1), Differs: []shadow.Argument{}},
		},
		Categories: []shadow.Split{
			{Name: text, Conversations: 3, Figures: figuresOf(14, 12, 0, 2), Writes: shadow.WholeWrites{Agreement: agreementOf(1, 2)}},
			{Name: "loans", Conversations: 1, Figures: figuresOf(6, 3, 2, 1), Writes: shadow.WholeWrites{None: 1}},
		},
		Outcomes: []shadow.Split{{Name: shadow.Kept, Conversations: 2, Figures: figuresOf(10, 10, 0, 0)}, {Name: shadow.NotKept, Conversations: 2, Figures: figuresOf(10, 5, 2, 3)}},
		Writes:   shadow.WholeWrites{Agreement: agreementOf(1, 2), None: 1},
		Ends:     map[string]int{shadow.EndFinished: 3, shadow.EndSteps: 1, shadow.EndCalls: 1, shadow.EndCutOff: 2},
		Noted:    1, Unrecorded: 3, Unanswered: 2,
		Usage: trace.Usage{Requests: 12, InputTokens: 34_000, OutputTokens: 900},
		Void:  []shadow.VoidReason{{Reason: text, Conversations: 2}},
		Notes: []string{text},
		Played: []shadow.PlayedDialogue{
			{ID: text, Category: text, Outcome: shadow.NotKept, Actions: []shadow.Action{
				{Kind: shadow.Other, Tool: text, Effect: shadow.Write, Differs: []string{text, "days"}, Recorded: map[string]any{"days": "secret"}, Made: map[string]any{"days": "secret"}},
				{Kind: shadow.NotMade, Tool: "extend", Effect: shadow.Write},
				{Kind: shadow.NotRecorded, Tool: "cancel", Effect: shadow.Write},
				{Kind: shadow.NotMade, Tool: "get_loan", Effect: shadow.Read},
			}},
			{ID: "agrees", Category: "loans", Outcome: shadow.Kept, Actions: []shadow.Action{{Kind: shadow.NotMade, Tool: "get_loan", Effect: shadow.Read}}},
		},
	}
	return r
}

func shadowText(t *testing.T, r *shadow.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := ShadowTerminal(&out, r, TerminalOptions{Width: 100}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// verdicts are words that a shadow has no use for.
var verdicts = regexp.MustCompile(`(?i)\b(success\w*|pass|passed|passes|fail\w*|blocked)\b`)

func TestShadowGolden(t *testing.T) {
	none := &shadow.Report{
		Candidate: "openai:small", Traces: []shadow.Trace{{File: "a.json"}}, Count: shadow.Count{Recorded: 8, Void: 7, Left: 1}, Ends: map[string]int{},
	}
	for i := range 7 {
		none.Void = append(none.Void, shadow.VoidReason{Reason: fmt.Sprintf("ask model: reason %d", i), Conversations: 1})
	}
	alone := shadowOf("loans")
	alone.Categories = alone.Categories[1:]
	alone.Outcomes = []shadow.Split{{Name: shadow.NotSaid, Conversations: 4, Figures: alone.All}}
	for i := range 26 {
		d := alone.Played[0]
		d.ID, d.Outcome = fmt.Sprint("#", i), shadow.NotSaid
		alone.Played = append(alone.Played, d)
		alone.Tools[0].Differs = append(alone.Tools[0].Differs, shadow.Argument{Name: fmt.Sprint("a", i), Calls: 1})
	}
	for i := range 32 {
		alone.Tools = append(alone.Tools, shadow.ToolFigures{Tool: fmt.Sprint("get_", i), Effect: shadow.Read, By: shadow.ByName})
	}
	for name, r := range map[string]*shadow.Report{"shadow": shadowOf("extend_loan"), "shadow-none": none, "shadow-alone": alone} {
		t.Run(name, func(t *testing.T) {
			text, markdown := shadowText(t, r), ShadowMarkdown(r)
			golden(t, name+".txt", text)
			golden(t, name+".md", markdown)
			for _, s := range []string{text, markdown} {
				if word := verdicts.FindString(s); word != "" {
					t.Errorf("it says %q", word)
				}
				if strings.Contains(s, "secret") {
					t.Error("it tells values of arguments")
				}
			}
		})
	}
}

func TestShadowIsEscaped(t *testing.T) {
	for _, text := range []string{
		"@octocat", "![x](https://example.com/a.png)", "<img src=x onerror=alert(1)>", "a | b\n| d", "#123 3f9c2e1aab", "::error::x", "\u202egnp.exe", "- item", "</details>", "`x`", "~~~",
	} {
		if bad := look(t, ShadowMarkdown(shadowOf(text))); len(bad) > 0 {
			t.Errorf("text %q reaches the reader as %q", text, bad)
		}
	}
	text := shadowText(t, shadowOf("\x1b[31mred\x07\r\nover\u202e"))
	for _, bad := range []string{"\x1b", "\x07", "\r", "\u202e"} {
		if strings.Contains(text, bad) {
			t.Errorf("terminal report holds %q", bad)
		}
	}
}

func TestShadowIsCutToItsBudget(t *testing.T) {
	r := shadowOf(strings.Repeat("long ", 400))
	for range 2_000 {
		r.Played = append(r.Played, r.Played[0])
	}
	got := ShadowMarkdown(r)
	if len(got) > SummaryBudget || !strings.Contains(got, "more conversations are in shadow.json") {
		t.Errorf("it has %d bytes, and does not say what is left out", len(got))
	}
}
