package github

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes a fragment of outside text fit for one line of the log: the percent sign, line breaks, controls and
// invisible characters become %XX, one for each byte, and so does a character that would complete "::" or "##[".
//
// The runner takes a line that starts with "::", or holds "##[" anywhere, on either stream, for a command. Both are
// broken up with visible characters: it compares by the rules of a language, which overlook invisible ones.
func Escape(text string) string { return escape(text, true) }

// neutralise is Escape for a line of our own that may hold outside text: the percent sign stays readable.
func neutralise(line string) string { return escape(line, false) }

// neutraliseLines does so line by line; line breaks stay.
func neutraliseLines(text string) []string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = neutralise(line)
	}
	return lines
}

func escape(text string, percent bool) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1,
			r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp),
			r == '%' && percent,
			r == ':' && strings.HasSuffix(b.String(), ":"),
			r == '[' && strings.HasSuffix(b.String(), "##"):
			for _, c := range []byte(text[:size]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		default:
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// cut shortens text to at most limit bytes, never within a character.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	limit = max(limit, 0)
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}

// fit makes Markdown valid UTF-8 of at most limit bytes. Where it has to cut, it says so below the first line, with a
// link to the whole: at the end, a fence or fold left open by the cut would swallow it.
func fit(markdown string, limit int, link string) string {
	markdown = strings.ToValidUTF8(markdown, "\uFFFD")
	if len(markdown) <= limit {
		return markdown
	}
	note := "\n\n> Too long to show in full.\n\n"
	if link != "" {
		note = "\n\n> Too long to show in full: [the rest is with the run](" + link + ").\n\n"
	}
	first, rest, _ := strings.Cut(markdown, "\n")
	first = cut(first, limit-len(note))
	return cut(first+note+rest, limit)
}
