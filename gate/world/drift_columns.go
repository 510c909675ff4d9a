package world

import (
	"regexp"
	"strings"
)

// columnName is the name at the end of a result column: an alias, or a plain
// column, with or without its table.
var columnName = regexp.MustCompile(`(?is)^(?:.*\sAS\s+|(?:[a-z_]\w*\.)?)"?([a-z_]\w*)(?::json)?"?$`)

// resultColumns reads the names of the columns that a SELECT gives out of its text.
// It is for planning, which has no database: what it cannot read it leaves out.
func resultColumns(sql string) []string {
	sql = strings.TrimSpace(sql)
	if len(sql) < 7 || !strings.EqualFold(sql[:6], "select") || isWord(sql[6]) {
		return nil
	}
	var names []string
	for _, column := range selected(sql[6:]) {
		if m := columnName.FindStringSubmatch(strings.TrimSpace(column)); m != nil {
			names = append(names, m[1])
		}
	}
	return names
}

// selected cuts the list behind SELECT into its columns. It ends at FROM, or
// where the statement has none, at its end; commas and words inside parentheses
// and quotes count for nothing.
func selected(sql string) []string {
	var out []string
	depth, begin := 0, 0
	for i := 0; i < len(sql); i++ {
		switch c := sql[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '\'' || c == '"':
			end := strings.IndexByte(sql[i+1:], c)
			if end < 0 {
				return out
			}
			i += end + 1
		case c == ',' && depth == 0:
			out = append(out, sql[begin:i])
			begin = i + 1
		case depth == 0 && (i == 0 || !isWord(sql[i-1])) && startsClause(sql[i:]):
			return append(out, sql[begin:i])
		}
	}
	return append(out, sql[begin:])
}

// startsClause tells whether the next word ends the list of columns.
func startsClause(sql string) bool {
	for _, word := range []string{"from", "where", "union", "intersect", "except", "order", "group", "limit"} {
		if n := len(word); len(sql) >= n && strings.EqualFold(sql[:n], word) && (len(sql) == n || !isWord(sql[n])) {
			return true
		}
	}
	return false
}
