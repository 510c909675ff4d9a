package report

import (
	"io"
	"strings"
)

// Head is the head of a table's column. Numbers stand at its right edge.
type Head struct {
	Title  string
	Number bool
}

// Table writes rows of plain text under their heads, cut to a width in terminal
// cells. Control characters in cells are left out.
func Table(w io.Writer, width int, heads []Head, rows [][]string) error {
	columns := make([]column, len(heads))
	for i, h := range heads {
		columns[i] = column{h.Title, h.Number}
	}
	clean := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			clean[i] = append(clean[i], plain(cell))
		}
	}
	lines, err := layout(width, columns, clean)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}
