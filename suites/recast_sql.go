package suites

import (
	"regexp"
	"strings"
)

// sqlToken finds what matters in a text of SQL: comments, quoted names and texts,
// words, and numbers that are not part of a word.
var sqlToken = regexp.MustCompile(`--[^\n]*|(?s:/\*.*?\*/)|'(?:[^']|'')*'|"(?:[^"]|"")*"|\[[^\]]*\]|[:@$]?[A-Za-z_]\w*|\d+(?:\.\d+)?`)

// sql replaces in the texts and whole numbers of SQL, and nowhere else.
func (r *recast) sql(s string) string {
	if r == nil {
		return s
	}
	return sqlToken.ReplaceAllStringFunc(s, func(token string) string {
		switch c := token[0]; {
		case c == '\'':
			text := strings.ReplaceAll(token[1:len(token)-1], "''", "'")
			return "'" + strings.ReplaceAll(r.text(text), "'", "''") + "'"
		case '0' <= c && c <= '9':
			return r.number(token)
		default:
			return token
		}
	})
}
