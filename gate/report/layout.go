package report

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Bounds below which no column is cut, in terminal cells: those of text give way
// first.
const (
	narrowText = 10
	narrowest  = 5
)

// gap stands between two columns.
const gap = "  "

// column is the head of a table's column. Numbers stand at its right edge.
type column struct {
	title  string
	number bool
}

// width is the number of terminal cells of a text, whatever the locale.
func width(s string) int { return cells().StringWidth(s) }

// clip cuts a text to a width in terminal cells.
func clip(s string, most int) string { return cells().Truncate(s, most, "…") }

func cells() *runewidth.Condition { return &runewidth.Condition{StrictEmojiNeutral: true} }

// layout draws a table of plain text without lines, a header first. Cells are
// cut where the table would not fit the width.
func layout(total int, columns []column, rows [][]string) ([]string, error) {
	header := make([]string, len(columns))
	align := make([]tw.Align, len(columns))
	for i, c := range columns {
		header[i], align[i] = c.title, tw.AlignLeft
		if c.number {
			align[i] = tw.AlignRight
		}
	}
	limits := widths(total, columns, append([][]string{header}, rows...))
	var out bytes.Buffer
	table := plainTable(&out, align)
	table.Header(clipped(header, limits))
	for _, row := range rows {
		if err := table.Append(clipped(row, limits)); err != nil {
			return nil, err
		}
	}
	if err := table.Render(); err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines, nil
}

// plainTable is a table without borders, separators and any wish of its own
// about text.
func plainTable(out io.Writer, align []tw.Align) *tablewriter.Table {
	none := tw.Rendition{
		Borders: tw.BorderNone,
		Settings: tw.Settings{
			Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off, ShowHeader: tw.Off},
			Lines:      tw.Lines{ShowHeaderLine: tw.Off},
		},
	}
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Alignment:  tw.CellAlignment{PerColumn: align},
		Padding:    tw.CellPadding{Global: tw.Padding{Right: gap, Overwrite: true}},
	}
	return tablewriter.NewTable(out, tablewriter.WithRenderer(renderer.NewBlueprint(none)),
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell}), tablewriter.WithTrimSpace(tw.Off))
}

func clipped(row []string, limits []int) []string {
	out := make([]string, len(row))
	for i, text := range row {
		out[i] = clip(text, limits[i])
	}
	return out
}

// widths gives every column the room it needs, and takes from the widest where
// the table would exceed the total.
func widths(total int, columns []column, rows [][]string) []int {
	need := make([]int, len(columns))
	sum := len(gap) * (len(columns) - 1)
	for i := range columns {
		for _, row := range rows {
			need[i] = max(need[i], width(row[i]))
		}
		sum += need[i]
	}
	for sum > total {
		i := widest(need, func(i int) bool { return !columns[i].number && need[i] > narrowText })
		if i < 0 {
			i = widest(need, func(i int) bool { return need[i] > narrowest })
		}
		if i < 0 {
			break
		}
		need[i]--
		sum--
	}
	return need
}

// widest is the index of the greatest width that may be cut, or -1.
func widest(need []int, may func(int) bool) int {
	found := -1
	for i := range need {
		if may(i) && (found < 0 || need[i] > need[found]) {
			found = i
		}
	}
	return found
}

// compact leaves out columns in which no row says anything.
func compact(columns []column, rows [][]string) ([]column, [][]string) {
	var keep []int
	for i := range columns {
		if slices.ContainsFunc(rows, func(row []string) bool { return row[i] != "" }) {
			keep = append(keep, i)
		}
	}
	kept := make([]column, len(keep))
	out := make([][]string, len(rows))
	for to, from := range keep {
		kept[to] = columns[from]
		for n, row := range rows {
			out[n] = append(out[n], row[from])
		}
	}
	return kept, out
}

// wrap breaks a text at spaces into lines of at most so many cells, the first
// behind one indent, the others behind another. A word that is longer stays
// whole.
func wrap(s string, most int, first, others string) []string {
	var lines []string
	line, empty := first, true
	for word := range strings.FieldsSeq(s) {
		switch {
		case empty:
			line += word
		case width(line)+1+width(word) <= most:
			line += " " + word
		default:
			lines = append(lines, line)
			line = others + word
		}
		empty = false
	}
	return append(lines, line)
}
