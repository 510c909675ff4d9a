package report

import "strings"

// maxRows bounds the rows of a table in an HTML report.
const maxRows = 300

// table is a table of an HTML report. Heads and Rows are as long; none means
// that there is nothing to show.
type table struct {
	Heads []Head
	Rows  [][]cell
	More  int // rows that were left out
}

// cell is outside text in a table, behind a mark where it begins with one.
type cell struct {
	Mark   string // "bad", "good", "same", "warn" or ""
	Text   string
	Number bool
	Links  []link // before the text
}

// link is the way to another place of the page.
type link struct{ Anchor, Text string }

// marks are the signs that begin a cell, and what they mean.
var marks = []struct{ sign, class string }{{"⛔", "bad"}, {"✅", "good"}, {alike, "same"}, {"?", "warn"}}

// newTable takes over the rows of another report; columns in which no row says
// anything are left out.
func newTable(columns []column, rows [][]string) table {
	columns, rows = compact(columns, rows)
	return wholeTable(columns, rows)
}

// wholeTable takes over rows with all their columns.
func wholeTable(columns []column, rows [][]string) table {
	var t table
	if len(rows) == 0 {
		return t
	}
	if len(rows) > maxRows {
		rows, t.More = rows[:maxRows], len(rows)-maxRows
	}
	for _, c := range columns {
		t.Heads = append(t.Heads, Head{c.title, c.number})
	}
	for _, row := range rows {
		var cells []cell
		for i, text := range row {
			cells = append(cells, newCell(text, columns[i].number))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func newCell(text string, number bool) cell {
	c := cell{Text: within(text, maxNote), Number: number}
	for _, m := range marks {
		if rest, ok := strings.CutPrefix(c.Text, m.sign); ok && (rest == "" || rest[0] == ' ') {
			c.Mark, c.Text = m.class, strings.TrimSpace(rest)
			break
		}
	}
	return c
}

// Sign is the mark as a character that every font has.
func (c cell) Sign() string { return signs[c.Mark] }

// Means says the mark in a word, for those who do not see it.
func (c cell) Means() string { return meanings[c.Mark] }

var (
	signs    = map[string]string{"bad": "▼", "good": "▲", "same": "~", "warn": "?"}
	meanings = map[string]string{"bad": "worse", "good": "better", "same": "no difference shown", "warn": "not judged"}
)
