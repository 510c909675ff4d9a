package report

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// breaker is a zero-width space. It keeps what follows it from being read as a
// mention, a reference or an address once Markdown has been rendered, which is
// when GitHub looks for them.
const breaker = "\u200b"

// structural are the characters from which Markdown and HTML are made inside a
// line. In prose they become character references.
const structural = "&<>[]`*|~$\\@#"

// lookalike is text that is read as an address or a commit without any mark.
var lookalike = regexp.MustCompile(`(?i)(://|www\.|\bgh-|\b[0-9a-f]{7,64}\b)`)

// prose writes outside text as Markdown that shows just that text, on one line
// and not at the beginning of one.
func prose(s string) string {
	s = lookalike.ReplaceAllStringFunc(plain(s), apart)
	var b strings.Builder
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case strings.ContainsRune("@#", r):
			fmt.Fprintf(&b, "&#%d;%s", r, breaker)
		case strings.ContainsRune("<&~", r) && i+1 < len(runes) && runes[i+1] == ' ':
			b.WriteRune(r) // begins nothing; at the end it would meet what follows
		case strings.ContainsRune(structural, r), r == '_' && !(word(runes, i-1) && word(runes, i+1)):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// marker is what makes a block of the line that it begins.
var marker = regexp.MustCompile(`^(?:[-+=:]|\d+[.)])`)

// opening makes prose fit to begin a line.
func opening(prose string) string {
	if marker.MatchString(prose) {
		return breaker + prose
	}
	return prose
}

// inTag is prose between HTML tags of ours, where Markdown hands on a "<" as it is.
func inTag(s string) string { return strings.ReplaceAll(prose(s), "<", "&#60;") }

// proseWithin is prose of as much of a text as fits so many bytes.
func proseWithin(s string, most int) string {
	out := prose(within(s, most))
	for n := most; len(out) > most && n > 0; n = n * 3 / 4 {
		out = prose(within(s, n))
	}
	return out
}

// within cuts a text to so many bytes, of whole characters and an ellipsis where
// there is room for one.
func within(s string, most int) string {
	const ellipsis = "…"
	s = plain(s)
	switch {
	case len(s) <= most:
		return s
	case most < 2*len(ellipsis)+2:
		return strings.ToValidUTF8(s[:most], "")
	default:
		return strings.ToValidUTF8(s[:most-len(ellipsis)], "") + ellipsis
	}
}

// apart breaks a lookalike: an address or reference behind its first character,
// a long hexadecimal number into pieces too short for a commit.
func apart(m string) string {
	const piece = 6
	if len(m) <= piece {
		return m[:1] + breaker + m[1:]
	}
	out := ""
	for ; len(m) > piece; m = m[piece:] {
		out += m[:piece] + breaker
	}
	return out + m
}

func word(s []rune, i int) bool {
	return i >= 0 && i < len(s) && (unicode.IsLetter(s[i]) || unicode.IsDigit(s[i]))
}

// code writes outside text as a code span, in which nothing is read as anything
// else. It must not stand in a table, where a bar would end the cell.
func code(s string) string {
	s = plain(s)
	if s == "" {
		return ""
	}
	longest, ticks := 0, 0
	for i := range len(s) {
		if ticks++; s[i] != '`' {
			ticks = 0
		}
		longest = max(longest, ticks)
	}
	fence := strings.Repeat("`", longest+1)
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		pad = " "
	}
	return fence + pad + s + pad + fence
}

// plain brings outside text to one line of visible characters: line breaks and
// tabs become spaces; controls, bidirectional and other invisible format
// characters, and broken UTF-8 become the replacement character.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case '\n', '\r', '\t', '\u2028', '\u2029':
			return ' '
		default:
			return shown(r)
		}
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	return strings.Join(strings.Fields(s), " ")
}

// shown is the character that stands for one of outside text: the replacement
// character for controls, bidirectional and other invisible format characters.
func shown(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return unicode.ReplacementChar
	}
	return r
}
