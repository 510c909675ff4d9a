package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

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

// Terminal writes the report of a result: figures, categories, failing trials,
// and the verdict again last, so that the end of the scroll is what to read.
func Terminal(w io.Writer, r *gate.Result, o TerminalOptions) error {
	t := &terminal{options: o}
	t.line("%s %s · %s", t.bold(plain(r.Gate)), plain(r.Candidate), tally(r))
	t.line("")
	t.table([]string{"", "baseline", "this run", "difference", ""}, figures(r))
	t.categories(r)
	for _, note := range r.Decision.Notes {
		t.line("note: %s", plain(note))
	}
	t.failures(r)
	t.line("")
	t.line("%s  %s", t.verdict(r.Decision.Verdict), Headline(r))
	if t.err != nil {
		return fmt.Errorf("draw report: %w", t.err)
	}
	_, err := w.Write(t.out.Bytes())
	return err
}

// terminal collects the text of a report.
type terminal struct {
	options TerminalOptions
	out     bytes.Buffer
	err     error
}

func (t *terminal) line(format string, args ...any) { fmt.Fprintf(&t.out, format+"\n", args...) }

// table draws rows under a header, without lines. Cells are cut where the table
// would not fit the width; the reports in files have them whole.
func (t *terminal) table(header []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	none := tw.Rendition{
		Borders: tw.Border{Left: tw.Off, Right: tw.Off, Top: tw.Off, Bottom: tw.Off},
		Settings: tw.Settings{
			Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off, ShowHeader: tw.Off},
			Lines:      tw.Lines{ShowHeaderLine: tw.Off},
		},
	}
	table := tablewriter.NewTable(&t.out,
		tablewriter.WithRenderer(renderer.NewBlueprint(none)),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
	)
	table.Header(header)
	limit := widths(t.options.Width, header, rows)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = clip(plain(c), limit[i])
		}
		t.keep(table.Append(cells))
	}
	t.keep(table.Render())
	t.line("")
}

func (t *terminal) keep(err error) {
	if t.err == nil {
		t.err = err
	}
}

func (t *terminal) categories(r *gate.Result) {
	c := r.Comparison
	if c == nil {
		var rows [][]string
		for _, name := range r.Categories() {
			pass, trials := rates(r, name)
			rows = append(rows, []string{name, share(pass, trials), fmt.Sprint(trials)})
		}
		t.table([]string{"category", "kept the promise", "trials"}, rows)
		return
	}
	var rows [][]string
	for _, d := range c.Categories {
		rows = append(rows, []string{
			sign(d) + " " + d.Name, percent(d.Baseline), percent(d.Candidate), points(d.Candidate - d.Baseline), visible(d), flips(d),
		})
	}
	t.table([]string{"category", "baseline", "this run", "points", "would show", "cases that flipped"}, rows)
}

// visible is the smallest drop that a group could show.
func visible(d gate.Difference) string {
	if d.Smallest == nil {
		return "too few"
	}
	return fmt.Sprintf("−%.0f", *d.Smallest)
}

func (t *terminal) failures(r *gate.Result) {
	list := failing(r)
	if n := len(list) - maxCases; n > 0 {
		t.line("%d more failing cases are in result.json.", n)
		list = list[:maxCases]
	}
	for i := len(list) - 1; i >= 0; i-- { // the weightiest is last, next to the verdict
		t.failure(list[i])
	}
}

func (t *terminal) failure(c *gate.CaseResult) {
	t.line("%s %s · %s · %d of %d trials", t.red("✗"), t.bold(plain(c.ID())), plain(c.Category), c.Failed, c.Valid())
	t.line("  promise: %s", plain(c.Promise))
	if len(c.Evidence) == 0 {
		return
	}
	e := c.Evidence[0]
	first := divergence(e)
	if e.Call != "" {
		first = fmt.Sprintf("call %d, %s: %s", e.Seq, e.Call, first)
	}
	t.line("  %s: %s", name(e.Primary), plain(first))
	for _, f := range told(e) {
		t.line("  %s: %s", name(f.Class), plain(f.Message))
	}
	if rows := state(e); len(rows) > 0 {
		t.table([]string{"table", "row", "field", "wanted", "found"}, rows)
	}
	if e.Said != "" {
		t.line("  said:   %s", plain(e.Said))
	}
	if s := filed(e); s != "" {
		t.line("  filed:  %s", plain(s))
	}
	t.line("  replay: %s", plain(replay(t.options.Replay, c, e.Index)))
	t.line("")
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

func (t *terminal) bold(s string) string { return t.paint("1", s) }
func (t *terminal) red(s string) string  { return t.paint("31", s) }

func (t *terminal) paint(code, s string) string {
	if !t.options.Color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
