package world

import "strings"

// statement is one SQL statement and the line it begins on, 1-based.
type statement struct {
	text string
	line int
}

// split cuts SQL at the semicolons that end statements. Space and comments
// around a statement are dropped; an unclosed quote or comment runs to the end,
// where SQLite will complain about it.
func split(sql string) []statement {
	var out []statement
	start, startLine, line := -1, 0, 1
	end := 0 // of the last thing that was neither space nor comment
	flush := func() {
		if start >= 0 {
			out = append(out, statement{text: sql[start:end], line: startLine})
		}
		start = -1
	}
	for i := 0; i < len(sql); {
		n, blank := token(sql[i:])
		switch {
		case blank:
		case sql[i] == ';':
			flush()
		default:
			if start < 0 {
				start, startLine = i, line
			}
			end = i + n
		}
		line += strings.Count(sql[i:i+n], "\n")
		i += n
	}
	flush()
	return out
}

// token measures the token that s begins with, which is not empty: a run of
// space, a comment, something quoted, or one byte.
func token(s string) (n int, blank bool) {
	switch {
	case strings.HasPrefix(s, "--"):
		return until(s, 2, "\n"), true
	case strings.HasPrefix(s, "/*"):
		return until(s, 2, "*/"), true
	}
	switch s[0] {
	case '\'', '"', '`':
		return until(s, 1, s[:1]), false
	case '[':
		return until(s, 1, "]"), false
	case ' ', '\t', '\n', '\r', '\f':
		return 1, true
	default:
		return 1, false
	}
}

// until measures s up to and including the first mark at or after from.
func until(s string, from int, mark string) int {
	if i := strings.Index(s[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(s)
}
