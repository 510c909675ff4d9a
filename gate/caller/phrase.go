package caller

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A phrase is a run of words, found as whole words, the last in the plural as
// well.
type phrase string

// phraseOf makes a phrase of text in the form of normal.
func phraseOf(text string) phrase { return phrase(strings.Join(strings.Fields(text), " ")) }

// in tells whether the phrase occurs in text in the form of normal.
func (p phrase) in(text string) bool {
	if p == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], string(p))
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(p)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		if (start == 0 || !wordy(before)) && ends(text[end:]) {
			return true
		}
		from = end
	}
}

// ends tells whether a word, or its plural, ends where rest begins.
func ends(rest string) bool {
	for _, plural := range []string{"", "s", "es", "(s)"} {
		if after, ok := strings.CutPrefix(rest, plural); ok {
			if next, _ := utf8.DecodeRuneInString(after); after == "" || !wordy(next) {
				return true
			}
		}
	}
	return false
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
