package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/keptgate/keptgate/schemas"
)

// TestSARIFGolden compares the log of problems of each kind with problems.sarif,
// and holds it against the schema of SARIF 2.1.0.
func TestSARIFGolden(t *testing.T) {
	text := sarifOf(t, []schemas.Problem{
		{Rule: "tool-undo", Severity: schemas.Warning, File: "./board/tools.yaml", Line: 31, Column: 1, Message: "add_note declares no undo", Fix: "declare its undo"},
		{Rule: "yaml-syntax", Severity: schemas.Error, File: "board/suite.yaml", Line: 6, Message: "unclosed list"},
		{Rule: "yaml-syntax", File: "board/suite.yaml", Line: 2, Column: 7, Message: "unclosed quote"},
		{Rule: "yaml-syntax", File: "board/suite.yaml", Line: 2, Column: 7, Message: "unclosed quote"},
		{Rule: "suite-empty", Severity: schemas.Note, File: "c:d e.yaml", Message: "no cases"},
		{Severity: schemas.Error, File: "/srv/board/world.sql", Line: 1, Message: "no key"},
		{Rule: "no-suites", Severity: schemas.Error, Message: "there is nothing"},
	})
	golden(t, "problems.sarif", text)
}

func TestSARIFOfNothing(t *testing.T) {
	log := parseSARIF(t, sarifOf(t, nil))
	if got := log.Runs[0].Results; got == nil || len(got) != 0 {
		t.Errorf("results are %v, want an empty list", got)
	}
}

// sarifOf writes problems as a log and holds it against its schema.
func sarifOf(t *testing.T, problems []schemas.Problem) string {
	t.Helper()
	var out strings.Builder
	if err := SARIF(&out, problems, "1.2.3"); err != nil {
		t.Fatal(err)
	}
	parseSARIF(t, out.String())
	return out.String()
}

func parseSARIF(t *testing.T, text string) *sarif.Report {
	t.Helper()
	log, err := sarif.FromString(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if err := log.Validate(); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return log
}

func TestUnlinkedKeepsWhatLinksNothing(t *testing.T) {
	const text = "want {tool, args} or a list [a, b] (as in suite.yaml): x < 3, 50% & more"
	if diff := cmp.Diff(text, unlinked(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
