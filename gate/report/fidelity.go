package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/fidelity"
)

// maxDrifts is how many differences, and how many places not compared, a report for
// people lists.
const maxDrifts = 100

// FidelityHeadline says in one line what came of a contract.
func FidelityHeadline(r *fidelity.Report) string {
	switch r.Verdict {
	case fidelity.Same:
		return fmt.Sprintf("%s: no drift, %s compared in %s", plain(r.Contract), plural(r.Counts.Compared, "place", "places"), plural(r.Counts.Steps, "call", "calls"))
	case fidelity.Drifted:
		return fmt.Sprintf("%s: the simulation and the live service differ in %s", plain(r.Contract), plural(r.Counts.Drifts, "place", "places"))
	default:
		return fmt.Sprintf("%s: not evaluated: %s", plain(r.Contract), plain(r.Why))
	}
}

// fidelityNotes are the lines below the tables of a report of fidelity: what is
// missing from it, and what it is about.
func fidelityNotes(r *fidelity.Report) []string {
	var out []string
	if n := r.Counts.Left; n > 0 {
		out = append(out, fmt.Sprintf("%s to the live service could not be undone: look there", plural(n, "write", "writes")))
	}
	if n := r.Counts.NotCompared; n > 0 {
		out = append(out, fmt.Sprintf("not compared: %s, %d of them allowed by the contract", plural(n, "place", "places"), r.Counts.Allowed))
	}
	if n := r.Counts.NotRun; n > 0 {
		out = append(out, fmt.Sprintf("not made: %d of %s", n, plural(r.Counts.Steps, "call", "calls")))
	}
	return append(out, fmt.Sprintf("contract %s, suite %s %s, live over %s, %s", piece(r.ContractDigest), plain(r.Suite), piece(r.SuiteDigest), r.Live, r.At.Format(time.RFC3339)))
}

// piece is the beginning of a digest.
func piece(digest string) string { return within(digest, 12) }

// fidelityRows are the rows of differences, then of what was not compared, then of
// calls not made, and whether some are left out.
func fidelityRows(r *fidelity.Report) (rows [][]string, more int) {
	more = r.Counts.Drifts - len(r.Drifts) + r.Counts.NotCompared - len(r.NotCompared)
	add := func(kind int, row ...string) {
		if kind >= maxDrifts {
			more++
			return
		}
		rows = append(rows, row)
	}
	for i, d := range r.Drifts {
		add(i, fmt.Sprint(d.Step), d.Tool, strings.ReplaceAll(string(d.Kind), "_", " "), d.Path, orDash(d.Here), orDash(d.There))
	}
	for i, n := range r.NotCompared {
		add(i, fmt.Sprint(n.Step), n.Tool, "not compared", n.Path, n.Why, "")
	}
	for i, s := range r.Steps {
		if s.Why != "" {
			add(i, fmt.Sprint(s.Step), s.Tool, "not made", "", s.Why, "")
		}
	}
	return rows, more
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// fidelityHeads are the heads of fidelityRows.
var fidelityHeads = []Head{{Title: "step", Number: true}, {Title: "call"}, {Title: "what differs"}, {Title: "where"}, {Title: "simulated"}, {Title: "live"}}

// Fidelity writes what came of a contract for a terminal.
func Fidelity(w io.Writer, r *fidelity.Report, width int) error {
	rows, more := fidelityRows(r)
	var lines []string
	if len(rows) > 0 {
		if err := Table(w, width, fidelityHeads, rows); err != nil {
			return err
		}
		if more > 0 {
			lines = append(lines, fmt.Sprintf("and %d more", more))
		}
		lines = append(lines, "")
	}
	lines = append(append(lines, FidelityHeadline(r)), fidelityNotes(r)...)
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// FidelityMarkdown is what came of a contract as Markdown, in which no text from
// outside can form anything else.
func FidelityMarkdown(r *fidelity.Report) string {
	var b strings.Builder
	b.WriteString("## " + opening(prose(FidelityHeadline(r))) + "\n\n")
	rows, more := fidelityRows(r)
	if len(rows) > 0 {
		for i, h := range fidelityHeads {
			b.WriteString("| " + h.Title + " ")
			if i == len(fidelityHeads)-1 {
				b.WriteString("|\n|--:|:--|:--|:--|:--|:--|\n")
			}
		}
		for _, row := range rows {
			for _, cell := range row {
				b.WriteString("| " + prose(cell) + " ")
			}
			b.WriteString("|\n")
		}
		b.WriteString("\n")
	}
	if more > 0 {
		fmt.Fprintf(&b, "and %d more\n\n", more)
	}
	for _, note := range fidelityNotes(r) {
		b.WriteString("* " + prose(note) + "\n")
	}
	return b.String()
}
