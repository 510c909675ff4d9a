package grade

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/keptgate/keptgate/suites"
)

// text is a message in the form in which literals are looked for: lower case,
// without Markdown, typographic variants made one. lines holds it with its line
// ends, flat with spaces in their place; offsets are the same in both. borders
// are the places where its clauses part.
type text struct {
	lines, flat string
	borders     []span
}

// Bounds on what is read of a message: bytes, and mentions of one literal.
const (
	maxMessage  = 16 << 10
	maxMentions = 50
)

// span is a stretch of a text, from <= i < to.
type span struct{ from, to int }

var (
	link     = regexp.MustCompile(`!?\[([^\[\]]*)\]\([^()\s]*\)`)
	lineMark = regexp.MustCompile(`(?m)^[ \t]*(?:#{1,6}|>|[-+•]|\d{1,2}[.)])[ \t]+`)
	emphasis = regexp.MustCompile(`(^|[^\pL\d])_+|_+([^\pL\d]|$)`)
	blanks   = regexp.MustCompile(`[ \t]*\n\s*|[ \t\r]+`)
	folded   = strings.NewReplacer("*", "", "`", "", "~~", "", "|", " ", "\\", "",
		"’", "'", "‘", "'", "“", `"`, "”", `"`, "‐", "-", "‑", "-", "−", "-", "\u00ad", "", "\u200b", "")
)

// plain brings a message to that form. Of a longer one only the first maxMessage
// bytes count.
func plain(s string) text {
	s = norm.NFKC.String(html.UnescapeString(strings.ToValidUTF8(s[:min(len(s), maxMessage)], "")))
	s = strings.ToValidUTF8(s[:min(len(s), maxMessage)], "")
	s = link.ReplaceAllString(s, "$1")
	s = lineMark.ReplaceAllString(s, "")
	s = folded.Replace(s)
	s = emphasis.ReplaceAllString(s, "$1$2")
	s = strings.ToLower(s)
	s = blanks.ReplaceAllStringFunc(s, func(b string) string {
		if strings.Contains(b, "\n") {
			return "\n"
		}
		return " "
	})
	s = strings.TrimSpace(s)
	return text{s, strings.ReplaceAll(s, "\n", " "), clauseBorders(s)}
}

// tells tells whether the message says the literal. Where it says it in the
// negative it does not, except for free text in a case that asks for no change:
// there "no change was needed" is the thing to say.
func tells(said text, l suites.Literal, now time.Time, changes bool) bool {
	want := plain(l.Text).flat
	if want == "" {
		return false
	}
	asIs := l.Type == "text" && (!changes || negator.MatchString(want))
	mentions := find(said.flat, l.Type, want, now)
	return slices.ContainsFunc(mentions[:min(len(mentions), maxMentions)], func(m span) bool { return asIs || !said.negated(m) })
}

// find lists where a literal of a type stands in a flat text.
func find(flat, kind, want string, now time.Time) []span {
	switch kind {
	case "money":
		return findMoney(flat, want)
	case "date":
		return findDate(flat, want, now)
	case "time":
		return findTime(flat, want)
	case "identifier":
		return findIdentifier(flat, want)
	case "name":
		return findWords(flat, want, true)
	default:
		return findWords(flat, want, false)
	}
}

// findWords finds text that begins, and if whole also ends, at the edge of a word.
func findWords(flat, want string, whole bool) []span {
	var out []span
	for at := 0; at < len(flat) && want != ""; {
		i := strings.Index(flat[at:], want)
		if i < 0 {
			break
		}
		from := at + i
		to := from + len(want)
		if !wordBefore(flat, from, want) && (!whole || !wordAfter(flat, to, want)) {
			out = append(out, span{from, to})
		}
		at = to
	}
	return out
}

// wordBefore tells whether a word runs into the start of want at the offset.
func wordBefore(flat string, at int, want string) bool {
	first, _ := utf8.DecodeRuneInString(want)
	r, _ := utf8.DecodeLastRuneInString(flat[:at])
	return isWord(first) && isWord(r)
}

// wordAfter tells whether a word runs on from the end of want at the offset.
func wordAfter(flat string, at int, want string) bool {
	last, _ := utf8.DecodeLastRuneInString(want)
	r, _ := utf8.DecodeRuneInString(flat[at:])
	return isWord(last) && isWord(r)
}

func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// findIdentifier finds an identifier whatever separates its parts: INV-2031,
// INV 2031 and inv2031 are one. It must not be part of a longer one.
func findIdentifier(flat, want string) []span {
	want = strings.TrimLeft(want, "#")
	var out []span
	for at := range flat {
		if to, ok := readIdentifier(flat, at, want); ok && !joined(flat[:at], true) && !joined(flat[to:], false) {
			out = append(out, span{at, to})
		}
	}
	return out
}

const separators = "-_ #./"

// readIdentifier reads want at the offset, taking up to two separators for each
// run of them in want.
func readIdentifier(flat string, at int, want string) (to int, ok bool) {
	for i := 0; i < len(want); {
		if strings.IndexByte(separators, want[i]) < 0 {
			if at >= len(flat) || flat[at] != want[i] {
				return 0, false
			}
			at, i = at+1, i+1
			continue
		}
		for i < len(want) && strings.IndexByte(separators, want[i]) >= 0 {
			i++
		}
		for range 2 {
			if at < len(flat) && strings.IndexByte(separators, flat[at]) >= 0 {
				at++
			}
		}
	}
	return at, want != ""
}

// joined tells whether an identifier runs on at the end of before, or at the
// start of what comes after: into a letter or digit, or over one separator into
// one.
func joined(s string, before bool) bool {
	next := func() rune {
		if before {
			r, n := utf8.DecodeLastRuneInString(s)
			s = s[:len(s)-n]
			return r
		}
		r, n := utf8.DecodeRuneInString(s)
		s = s[n:]
		return r
	}
	r := next()
	return isWord(r) || strings.ContainsRune("-_.@", r) && isWord(next())
}
