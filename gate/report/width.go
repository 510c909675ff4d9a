package report

import "github.com/mattn/go-runewidth"

// narrowest is the width below which no column is cut, in terminal cells.
const narrowest = 12

// widths gives every column the room it needs, and takes from the widest where
// the table would exceed the total. Each column costs two cells of space.
func widths(total int, header []string, rows [][]string) []int {
	need := make([]int, len(header))
	sum := 0
	for i := range header {
		need[i] = runewidth.StringWidth(header[i])
		for _, row := range rows {
			need[i] = max(need[i], runewidth.StringWidth(plain(row[i])))
		}
		sum += need[i] + 2
	}
	for sum > total {
		widest := 0
		for i := range need {
			if need[i] > need[widest] {
				widest = i
			}
		}
		if need[widest] <= narrowest {
			break
		}
		need[widest]--
		sum--
	}
	return need
}

// clip cuts a text to a width in terminal cells.
func clip(s string, width int) string { return runewidth.Truncate(s, width, "…") }
