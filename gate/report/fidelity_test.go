package report

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/fidelity"
)

func fidelityReport() *fidelity.Report {
	return &fidelity.Report{
		Contract: "crm", ContractDigest: strings.Repeat("0a", 32), Suite: "crm", SuiteDigest: "a60e79f8d04d48c2", Live: "http",
		At: time.Date(2026, 12, 1, 4, 0, 0, 0, time.UTC), Verdict: fidelity.Drifted,
		Counts: fidelity.Counts{Steps: 3, NotRun: 1, Compared: 9, Drifts: 2, NotCompared: 1, Left: 1},
		Steps:  []fidelity.StepReport{{Step: 1, Tool: "find", Here: "answered", There: "answered"}, {Step: 2, Tool: "get", Why: "a reply before did not give id"}},
		Drifts: []fidelity.Drift{
			{Step: 1, Tool: "find", Path: "items.*.title", Kind: fidelity.MissingField, Here: "string"},
			{Step: 1, Tool: "find", Path: `items.*."<img src=x>|@octocat"`, Kind: fidelity.NewField, There: "integer"},
		},
		NotCompared: []fidelity.NotCompared{{Step: 1, Tool: "find", Path: "items.*.tags.*", Why: "the list is empty on both sides"}},
	}
}

func TestFidelity(t *testing.T) {
	var out bytes.Buffer
	if err := Fidelity(&out, fidelityReport(), 120); err != nil {
		t.Fatal(err)
	}
	want := `step  call  what differs   where                           simulated                        live
   1  find  missing field  items.*.title                   string                           –
   1  find  new field      items.*."<img src=x>|@octocat"  –                                integer
   1  find  not compared   items.*.tags.*                  the list is empty on both sides
   2  get   not made                                       a reply before did not give id

crm: the simulation and the live service differ in 2 places
1 write to the live service could not be undone: look there
not compared: 1 place, 0 of them allowed by the contract
not made: 1 of 3 calls
contract 0a0a0a0a0…, suite crm a60e79f8d…, live over http, 2026-12-01T04:00:00Z
`
	var got strings.Builder
	for line := range strings.Lines(out.String()) {
		got.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFidelityMarkdown(t *testing.T) {
	got := FidelityMarkdown(fidelityReport())
	want := "## crm: the simulation and the live service differ in 2 places\n\n" +
		"| step | call | what differs | where | simulated | live |\n|--:|:--|:--|:--|:--|:--|\n" +
		"| 1 | find | missing field | items.&#42;.title | string | – |\n" +
		"| 1 | find | new field | items.&#42;.\"&#60;img src=x&#62;&#124;&#64;\u200boctocat\" | – | integer |\n" +
		"| 1 | find | not compared | items.&#42;.tags.&#42; | the list is empty on both sides |  |\n" +
		"| 2 | get | not made |  | a reply before did not give id |  |\n\n"
	if diff := cmp.Diff(want, got[:min(len(got), len(want))]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if notes := got[len(want):]; strings.Count(notes, "\n* ") != 3 || !strings.HasPrefix(notes, "* 1 write to the live service") {
		t.Errorf("notes:\n%s", notes)
	}
}

func TestFidelityHeadlines(t *testing.T) {
	r := fidelityReport()
	r.Verdict = fidelity.Same
	if got := FidelityHeadline(r); got != "crm: no drift, 9 places compared in 3 calls" {
		t.Error(got)
	}
	r.Verdict, r.Why = fidelity.NotEvaluated, "gone\n::error::x"
	if got := FidelityHeadline(r); got != "crm: not evaluated: gone ::error::x" {
		t.Error(got)
	}
}

// What does not fit is counted.
func TestFidelityIsBounded(t *testing.T) {
	r := fidelityReport()
	for range 2 * maxDrifts {
		r.Drifts = append(r.Drifts, r.Drifts[0])
	}
	r.Counts.Drifts = len(r.Drifts) + 5
	want := "and 107 more\n" // two and twice as many as fit, less those, and five that are not listed
	if got := FidelityMarkdown(r); !strings.Contains(got, want) || strings.Count(got, "| missing field |") > maxDrifts {
		t.Errorf("the Markdown does not say %q:\n%s", want, got[len(got)-300:])
	}
	var out bytes.Buffer
	if err := Fidelity(&out, r, 120); err != nil || !strings.Contains(out.String(), want) {
		t.Errorf("%v: the terminal does not say %q", err, want)
	}
	if err := Fidelity(fullDisk{}, r, 120); err == nil {
		t.Error("a full disk is no error")
	}
}
