package report

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// outputs are all ways in which text gets out. Each writes one text wherever the
// output has a place for text, and says what is wrong with what a reader sees.
// A new output is a row.
func outputs(t *testing.T) []output {
	return []output{
		{"terminal", toTerminal},
		{"comment", toComment(t)},
		{"check run", toCheck(t)},
		{"commit status", toStatus(t)},
		{"unverified comment", toClaim},
		{"job summary", toSummary},
		{"log", toLog},
		{"annotation", toAnnotation},
		{"JUnit", toJUnit},
		{"JSON Lines", toJSONLines},
		{"SARIF", toSARIF},
		{"HTML", toHTML},
	}
}

type output struct {
	name string
	put  func(*testing.T, string) []string
}

// TestHostileTextsStayTexts puts the whole corpus through every output.
func TestHostileTextsStayTexts(t *testing.T) {
	for _, o := range outputs(t) {
		t.Run(o.name, func(t *testing.T) {
			for _, text := range corpus() {
				if bad := o.put(t, text); len(bad) > 0 {
					t.Errorf("text %.300q reaches the reader as %.2000q", text, bad)
				}
			}
		})
	}
}

func toTerminal(t *testing.T, text string) []string {
	var out strings.Builder
	if err := Terminal(&out, hostile(text), TerminalOptions{Width: 100, Replay: replayBase}); err != nil {
		t.Fatal(err)
	}
	return invisible(out.String())
}

// invisible finds what an output for people must not hold: characters that show
// nothing and do something, and broken ones.
func invisible(s string) []string {
	var bad []string
	if !utf8.ValidString(s) {
		bad = append(bad, "broken UTF-8")
	}
	for _, r := range s {
		if r != '\n' && string(r) != breaker && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return append(bad, fmt.Sprintf("%U", r))
		}
	}
	return bad
}

// toComment puts each text into the one comment of a pull request. Whatever the
// text says, there stays one comment, which begins with the marker of its run.
func toComment(t *testing.T) func(*testing.T, string) []string {
	server, client := fakeGitHub(t)
	run := int64(0)
	return func(t *testing.T, text string) []string {
		run++
		if _, err := client.PutComment(t.Context(), eventOf(server, run), "agent", Markdown(hostile(text), MarkdownOptions{Budget: CommentBudget, Replay: replayBase})); err != nil {
			t.Fatal(err)
		}
		list := server.Comments("octo/shop", 7)
		if len(list) != 1 {
			return []string{fmt.Sprintf("%d comments", len(list))}
		}
		marker, body, _ := strings.Cut(list[0].Body, "\n")
		if want := fmt.Sprintf("<!-- keptgate gate=agent head=%s run=%d attempt=1 -->", headCommit, run); marker != want {
			return []string{"marker " + marker}
		}
		return append(look(t, body), invisible(body)...)
	}
}

// toClaim writes what another run reports; the text is also who reports it.
func toClaim(t *testing.T, text string) []string {
	got := Claimed(hostile(text), Claim{Fork: text, Run: 1, Attempt: 1, Ended: text, Commit: text}, MarkdownOptions{Budget: CommentBudget})
	return append(look(t, got), invisible(got)...)
}

func toSummary(t *testing.T, text string) []string {
	path := filepath.Join(t.TempDir(), "summary.md")
	getenv := func(key string) string {
		if key == "GITHUB_STEP_SUMMARY" {
			return path
		}
		return ""
	}
	if err := github.AddSummary(getenv, Markdown(hostile(text), MarkdownOptions{Budget: SummaryBudget, Replay: replayBase}), ""); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return append(look(t, string(data)), invisible(string(data))...)
}

// toLog prints what the action prints, and the text as it is.
func toLog(t *testing.T, text string) []string {
	var report, out strings.Builder
	if err := Terminal(&report, hostile(text), TerminalOptions{Width: 120, Replay: replayBase}); err != nil {
		t.Fatal(err)
	}
	log := github.NewLog(func(string) string { return "" }, &out, rand.Reader)
	log.Print(report.String())
	log.Print(text)
	if commands := commandLines(out.String()); len(commands) > 0 {
		return commands
	}
	return invisible(strings.ReplaceAll(out.String(), "\t", " "))
}

func toAnnotation(_ *testing.T, text string) []string {
	var out strings.Builder
	log := github.NewLog(func(string) string { return "" }, &out, rand.Reader)
	log.Annotate(github.Annotation{Level: github.Error, File: text, Line: 1, Title: text, Message: text})
	log.Annotate(github.Annotation{Level: github.Warning, Title: "Keptgate: block", Message: Headline(hostile(text))})
	commands := commandLines(out.String())
	if len(commands) != 2 || !strings.HasPrefix(commands[0], "::error ") || !strings.HasPrefix(commands[1], "::warning ") {
		return commands
	}
	for _, c := range commands {
		if strings.Count(c, "::") != 2 || strings.Contains(c, "##[") {
			return commands
		}
	}
	return invisible(strings.ReplaceAll(out.String(), "\t", " "))
}

// commandLines are the lines that a runner takes for commands.
func commandLines(log string) []string {
	var found []string
	for _, line := range strings.FieldsFunc(log, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::") || strings.Contains(line, "##[") {
			found = append(found, line)
		}
	}
	return found
}

// hostileTrials has the text in trials of each fate too.
func hostileTrials(text string) *gate.Result {
	r := hostile(text)
	c := &r.Cases[0]
	c.Case = "c" + text
	failed := gate.TrialResult{Index: 4, Primary: text, Classes: []string{text}, Undo: "restored", Drift: &trace.Drift{Kind: text, Tool: text, Name: text, New: text, Value: text}}
	void := gate.TrialResult{Index: 5, Void: &trace.Void{Class: text, Reason: text}}
	c.Trials = append(c.Trials, failed, void)
	provisional := *c
	provisional.Provisional = true
	r.Cases = append(r.Cases, provisional)
	return r
}

// lineCommand is a line that a runner takes for a command.
var lineCommand = regexp.MustCompile(`(?m)^\s*::`)

// toJUnit reads the report back: the text is in its places, on one line and
// visible, and there are the tests that there were, no more.
func toJUnit(t *testing.T, text string) []string {
	raw := junit(t, hostileTrials(text))
	got := parseJUnit(t, raw)
	var bad []string
	if lineCommand.MatchString(raw) { // whoever prints the file to a log starts no command by it
		bad = append(bad, "a command")
	}
	if len(got.Suites) != 2 || len(got.Suites[0].Tests) != 1 || len(got.Suites[1].Tests) != 6 || got.Suites[1].Skipped != 3 {
		return append(bad, "other tests")
	}
	tests := got.Suites[1].Tests
	for what, diff := range map[string]string{
		"gate":     cmp.Diff(asXMLReads(within(text, maxName)), got.Name),
		"name":     cmp.Diff(asXMLReads(within("c"+text, maxName))+" trial 3", tests[0].Name),
		"class":    cmp.Diff(asXMLReads(within(text, maxName)), tests[0].Failure.Type),
		"message":  cmp.Diff(asXMLReads(within(text, maxNote)), tests[0].Failure.Message),
		"reason":   cmp.Diff(asXMLReads(within(text, maxNote)), tests[2].Error.Message),
		"evidence": cmp.Diff(plain(text) != "", strings.Contains(tests[0].Failure.Text, "\nsaid: "+asXMLReads(within(text, maxLine))+"\n")),
	} {
		if diff != "" {
			bad = append(bad, what+": "+diff)
		}
	}
	for _, s := range got.Suites {
		for _, test := range s.Tests {
			for _, fate := range []*junitFate{test.Failure, test.Error, test.Skipped} {
				if fate != nil {
					bad = append(bad, invisible(fate.Message+fate.Type+test.Name+fate.Text)...)
				}
			}
		}
	}
	return append(bad, invisible(raw)...)
}

// asXMLReads is a text after XML, which has two characters less than Unicode.
func asXMLReads(s string) string {
	return strings.NewReplacer("\ufffe", "\ufffd", "\uffff", "\ufffd").Replace(s)
}

// toJSONLines reads the lines back: names are whole, to be joined with those of
// other files, and nothing in the lines as they stand is invisible.
func toJSONLines(t *testing.T, text string) []string {
	raw := jsonl(t, hostileTrials(text))
	bad := invisible(raw)
	list := strings.Split(strings.TrimSuffix(raw, "\n"), "\n")
	if len(list) != 6 {
		return append(bad, fmt.Sprintf("%d lines", len(list)))
	}
	for i, line := range list {
		var row Row
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			return append(bad, err.Error())
		}
		want := asJSONReads(text)
		if row.Gate != want || row.Suite != want || row.Case != asJSONReads("c"+text) || row.Verdict != []string{"fail", "fail", "void"}[i%3] {
			bad = append(bad, fmt.Sprintf("%+v", row))
		}
	}
	return bad
}

// asJSONReads is a text after JSON, which has no bytes that are no UTF-8: each
// becomes the replacement character.
func asJSONReads(s string) string { return string([]rune(s)) }

// linking is what viewers of SARIF read as a link or a placeholder, and as the
// beginning of a mention, a tag or an entity where they show Markdown.
var linking = regexp.MustCompile(`\]\(|\]\[|\{\d|@[\w-]|<[a-zA-Z/!?]|&[a-zA-Z#]`)

// toSARIF reads the log back, renders its messages as Markdown, and looks for
// links that SARIF itself knows.
func toSARIF(t *testing.T, text string) []string {
	var out strings.Builder
	if err := SARIF(&out, []schemas.Problem{hostileProblem(text)}, ""); err != nil {
		t.Fatal(err)
	}
	bad := invisible(out.String())
	log, err := sarif.FromString(out.String())
	if err != nil {
		return append(bad, err.Error())
	}
	results := log.Runs[0].Results
	if len(results) != 1 || results[0].Level != "error" {
		return append(bad, "other results")
	}
	message := *results[0].Message.Text
	if want := within(text+" ("+text+")", maxProblem); strings.ReplaceAll(message, breaker, "") != want {
		bad = append(bad, "message "+message)
	}
	if linking.MatchString(message) {
		bad = append(bad, "link or placeholder in "+message)
	}
	for _, what := range look(t, message) {
		if strings.HasPrefix(what, "tag <a") || strings.HasPrefix(what, "tag <img") || !strings.HasPrefix(what, "tag ") {
			bad = append(bad, what)
		}
	}
	at := results[0].Locations[0].PhysicalLocation
	if strings.ContainsAny(*at.ArtifactLocation.URI, " <>\"\\\n") || *at.Region.StartLine != 3 || *at.Region.StartColumn != 7 {
		bad = append(bad, "place "+*at.ArtifactLocation.URI)
	}
	return bad
}

func hostileProblem(text string) schemas.Problem {
	return schemas.Problem{Rule: text, Severity: schemas.Severity(text), File: "cases/" + text, Line: 3, Column: 7, Path: text, Message: text, Fix: text}
}

// TestSARIFOfTheCorpus holds one log of all texts against the schema of SARIF.
func TestSARIFOfTheCorpus(t *testing.T) {
	var problems []schemas.Problem
	for _, text := range corpus() {
		problems = append(problems, hostileProblem(text))
	}
	sarifOf(t, problems)
}

func toHTML(t *testing.T, text string) []string {
	r := hostile(text)
	return lookHTML(t, htmlOf(t, r, hostileLog(text, r)))
}

// TestOutputsAreChecked shows that the checks above can fail.
func TestOutputsAreChecked(t *testing.T) {
	for _, raw := range []string{"a\x1b[31m", "a\u202eb", "\xff", "a\rb", "\u2028"} {
		if len(invisible(raw)) == 0 {
			t.Errorf("invisible(%q) finds nothing", raw)
		}
	}
	for _, raw := range []string{"::error::x", "fine\n  ::error::x", "fine\r::error::x", "a ##[error]x"} {
		if len(commandLines(raw)) == 0 {
			t.Errorf("commandLines(%q) finds nothing", raw)
		}
	}
	for _, raw := range []string{"[a](1)", "{0}", "<b>", "@a"} {
		if !linking.MatchString(raw) {
			t.Errorf("linking finds nothing in %q", raw)
		}
	}
}
