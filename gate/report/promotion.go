package report

import "strings"

// Line brings outside text to one line of visible characters, for a terminal.
func Line(text string) string { return plain(text) }

// Facts is Markdown for a job summary: a title and a table of names and values, none
// of which can form anything else.
func Facts(title string, rows [][2]string) string {
	var b strings.Builder
	b.WriteString("## " + opening(prose(title)) + "\n\n| | |\n|:--|:--|\n")
	for _, row := range rows {
		b.WriteString("| " + prose(row[0]) + " | " + prose(row[1]) + " |\n")
	}
	return b.String()
}
