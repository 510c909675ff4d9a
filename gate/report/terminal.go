package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// TerminalOptions shape a report for a terminal.
type TerminalOptions struct {
	Color  bool
	Width  int    // columns, 40 or more
	Replay string // beginning of the command that runs one trial; see replay
}

// maxCases bounds the failing cases that a terminal shows.
const maxCases = 10

// Terminal writes the report of a result: figures, categories, faults, failing
// trials, and the verdict again last, so that the end of the scroll is what to read. The
// verdict is one line however long, for those who search logs; all others keep
// to the width where their words do.
func Terminal(w io.Writer, r *gate.Result, o TerminalOptions) error {
	t := &terminal{options: o}
	gateName := plain(r.Gate)
	t.text(strings.TrimSpace(gateName+" "+plain(r.Candidate))+" · "+tally(r), "", t.bold, gateName)
	if s := sampled(r); s != "" {
		t.text(plain(s), "", nil, "")
	}
	t.blank()
	t.table("", []column{{"", false}, {"baseline", true}, {"this run", true}, {"difference", true}, {"", false}}, figures(r))
	t.categories(r)
	columns, rows := faultRows(r)
	t.table("", columns, rows)
	columns, rows = tierRows(r)
	t.table("", columns, rows)
	if c := r.Comparison; c != nil && c.Pooled > 1 {
		t.text("baseline: "+pooled(c)+plain(c.Baseline)+" at "+cmp.Or(plain(short(c.Commit)), "no known commit"), "", nil, "")
	}
	for _, f := range facts(r) {
		t.text(f.label+": "+plain(f.text), "", nil, "")
	}
	for _, note := range r.Decision.Notes {
		t.text("note: "+plain(note), "", nil, "")
	}
	if len(r.Decision.Notes)+len(facts(r)) > 0 {
		t.blank()
	}
	t.policy(r)
	t.waivers(r)
	t.failures(r)
	fmt.Fprintf(&t.out, "%s  %s\n", t.verdict(r.Decision.Verdict), Headline(r))
	if t.err != nil {
		return fmt.Errorf("draw report: %w", t.err)
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

// terminal collects the text of a report.
type terminal struct {
	options TerminalOptions
	out     strings.Builder
	err     error // of the first table that could not be drawn
}

func (t *terminal) blank() { t.out.WriteByte('\n') }

// text writes a paragraph behind an indent, all but its first line deeper, with a
// part of the first line painted.
func (t *terminal) text(s, indent string, paint func(string) string, part string) {
	lines := wrap(s, t.options.Width, indent, indent+"  ")
	if part != "" {
		lines[0] = strings.Replace(lines[0], part, paint(part), 1)
	}
	t.out.WriteString(strings.Join(lines, "\n") + "\n")
}

// table draws rows under a header and a blank line after them; the reports in
// files have cells whole that are cut here.
func (t *terminal) table(indent string, columns []column, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] = plain(rows[i][j])
		}
	}
	columns, rows = compact(columns, rows)
	lines, err := layout(t.options.Width-len(indent), columns, rows)
	if err != nil && t.err == nil {
		t.err = err
	}
	for _, line := range lines {
		t.out.WriteString(strings.TrimRight(indent+line, " ") + "\n")
	}
	t.blank()
}

func (t *terminal) categories(r *gate.Result) {
	if c := r.Comparison; c != nil {
		_, _, few := split(r)
		small := map[string]string{}
		for _, d := range few {
			small[d.Name] = tooFew
		}
		var rows [][]string
		for _, d := range c.Categories {
			rows = append(rows, []string{
				mark(d) + " " + d.Name + small[d.Name], gate.Percent(d.Baseline), gate.Percent(d.Candidate), points(d.Candidate - d.Baseline), visible(d), flips(d, 2),
			})
		}
		t.table("", []column{
			{"category", false}, {"baseline", true}, {"this run", true}, {"difference", true}, {"visible from", true}, {"cases that flipped", false},
		}, rows)
		return
	}
	columns, rows := categoryRows(r)
	t.table("", columns, rows)
}

// mark is the sign of a difference, as wide for all.
func mark(d gate.Difference) string {
	s := sign(d)
	return s + strings.Repeat(" ", 2-width(s))
}

// visible is the smallest drop, in points, that a group could show.
func visible(d gate.Difference) string {
	if d.Smallest == nil {
		return "no drop"
	}
	return "−" + wholePoints(*d.Smallest)
}

func (t *terminal) failures(r *gate.Result) {
	list := failing(r)
	if n := len(list) - maxCases; n > 0 {
		t.out.WriteString(left(n, "result.json") + "\n\n")
		list = list[:maxCases]
	}
	for i := len(list) - 1; i >= 0; i-- { // the weightiest is last, next to the verdict
		t.failure(list[i])
	}
}

func (t *terminal) failure(c *gate.CaseResult) {
	id := plain(caseName(c.ID(), c.Condition))
	t.text(fmt.Sprintf("✗ %s · %s · %d of %d trials", id, plain(c.Category), c.Failed, c.Valid()), "", t.failed, "✗ "+id)
	t.part("promise", c.Promise)
	if len(c.Evidence) == 0 {
		t.blank()
		return
	}
	e := c.Evidence[0]
	t.part("faults", encountered(c, e.Index))
	t.part("interface", drifted(c, e.Index))
	first := divergence(e)
	if e.Call != "" {
		first = strings.TrimSuffix(fmt.Sprintf("call %d, %s: %s", e.Seq, e.Call, first), ": ")
	}
	t.part(class(e.Primary), first)
	for _, f := range told(e) {
		t.part(class(f.Class), f.Message)
	}
	if rows := state(e); len(rows) > 0 {
		t.blank()
		t.table("    ", []column{{"table", false}, {"row", false}, {"field", false}, {"wanted", false}, {"found", false}}, rows)
	}
	t.part("said", e.Said)
	t.part("filed", filed(e))
	t.command(replay(t.options.Replay, c, e.Index))
	t.blank()
}

// part writes one labelled paragraph of a failure.
func (t *terminal) part(label, s string) {
	if s = plain(s); s != "" {
		t.text(label+": "+s, "  ", nil, "")
	}
}

// command writes a command that can be copied, over several lines where it must.
func (t *terminal) command(s string) {
	lines := wrap("replay: "+plain(s), t.options.Width-len(` \`), "  ", "    ")
	t.out.WriteString(strings.Join(lines, " \\\n") + "\n")
}

func (t *terminal) verdict(v gate.Verdict) string {
	s := strings.ToUpper(string(v))
	switch v {
	case gate.Pass:
		return t.paint("32;1", s)
	case gate.Block:
		return t.paint("31;1", s)
	default:
		return t.paint("33;1", s)
	}
}

func (t *terminal) bold(s string) string   { return t.paint("1", s) }
func (t *terminal) failed(s string) string { return t.paint("31;1", s) }

func (t *terminal) paint(code, s string) string {
	if !t.options.Color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
