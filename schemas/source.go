package schemas

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// source is the text of a file, for positions. Offsets count characters.
type source struct {
	file  string
	text  string
	runes []rune
	lines []int        // offset at which each line begins
	tabs  map[int]bool // 1-based lines that hold a tab
}

// read takes the text in. A last line without an end gets one: the scanner folds
// a block of text wrongly there.
func (s *source) read(data []byte) {
	s.text = string(data)
	if !strings.HasSuffix(s.text, "\n") {
		s.text += "\n"
	}
	s.runes = []rune(s.text)
	s.lines, s.tabs = []int{0}, map[int]bool{}
	for i, r := range s.runes {
		switch r {
		case '\n':
			s.lines = append(s.lines, i+1)
		case '\t':
			s.tabs[len(s.lines)] = true
		}
	}
}

func (s *source) has(offset int, r rune) bool {
	return offset >= 0 && offset < len(s.runes) && s.runes[offset] == r
}

// place returns line and column of an offset, both 1-based. An offset outside
// the file is brought to its nearest end.
func (s *source) place(offset int) (line, column int) {
	offset = max(0, min(offset, len(s.runes)))
	if offset == len(s.runes) && offset > 0 && s.runes[offset-1] == '\n' {
		offset-- // the line after the last one does not exist
	}
	line = sort.SearchInts(s.lines, offset+1)
	if line == 0 {
		return 1, 1
	}
	return line, offset - s.lines[line-1] + 1
}

func (s *source) problem(offset int, rule, fix, format string, args ...any) Problem {
	line, column := s.place(offset)
	return Problem{
		Rule: rule, Severity: Error, File: s.file, Line: line, Column: column,
		Message: fmt.Sprintf(format, args...), Fix: fix,
	}
}

// start returns the offset of a token. The scanner's columns are too large by the
// blanks after a plain value and too small by the tabs before it, its offsets are
// off behind a block of text, its lines may be the last of a text over several.
// So the token's first word is looked up near where it should be.
func (s *source) start(t *token.Token) int {
	line := max(1, min(t.Position.Line, len(s.lines)))
	begin, end := s.span(line)
	claimed := begin + t.Position.Column - 1
	if s.tabs[line] {
		claimed = t.Position.Offset - 1
	}
	claimed = max(begin, min(claimed, end))
	word := []rune(firstWord(t))
	if at, ok := s.nearest(word, begin, claimed, end); ok {
		return at
	}
	for range strings.Count(strings.TrimSpace(t.Origin), "\n") {
		if line--; line == 0 {
			break
		}
		begin, end := s.span(line)
		if at, ok := s.nearest(word, begin, end, end); ok {
			return at
		}
	}
	return claimed
}

// span returns where a line, counted from 1, begins and ends.
func (s *source) span(line int) (begin, end int) {
	begin, end = s.lines[line-1], len(s.runes)
	if line < len(s.lines) {
		end = s.lines[line] - 1
	}
	return begin, end
}

// nearest looks a word up between begin and end, near claimed.
func (s *source) nearest(word []rune, begin, claimed, end int) (int, bool) {
	const near = 200
	for d := range near {
		for _, at := range []int{claimed - d, claimed + d} {
			if at >= begin && at+len(word) <= end && slices.Equal(s.runes[at:at+len(word)], word) {
				return at, true
			}
		}
	}
	return 0, false
}

// firstWord returns what a token begins with in the file.
func firstWord(t *token.Token) string {
	switch t.Type {
	case token.SingleQuoteType:
		return "'"
	case token.DoubleQuoteType:
		return `"`
	case token.ImplicitNullType:
		return ""
	}
	words := strings.Fields(t.Value)
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// blankRun returns where a run of too many blank lines begins, or -1. The
// scanner takes time with the square of such a run.
func (s *source) blankRun() int {
	run := 0
	for i, begin := range s.lines {
		end := len(s.runes)
		if i+1 < len(s.lines) {
			end = s.lines[i+1]
		}
		if strings.TrimSpace(string(s.runes[begin:end])) != "" {
			run = 0
			continue
		}
		if run++; run > maxBlankLines {
			return s.lines[i-maxBlankLines]
		}
	}
	return -1
}
