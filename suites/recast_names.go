package suites

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// words replaces whole words by others, each in all forms in which it is written.
type words struct {
	find *regexp.Regexp // nil: nothing is replaced
	to   map[string]string
}

// newWords draws one of the words behind the first of each line.
func newWords(lines [][]string, seed uint64) words {
	w := words{to: map[string]string{}}
	var from []string
	for _, line := range lines {
		as, with := forms(line[0]), forms(other(line, seed, line[0]))
		for i, form := range as {
			if _, ok := w.to[form]; !ok {
				w.to[form], from = with[i], append(from, form)
			}
		}
	}
	if len(from) == 0 {
		return w
	}
	w.find = anyOf(from)
	return w
}

// anyOf finds the longest of some texts, literally.
func anyOf(texts []string) *regexp.Regexp {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = regexp.QuoteMeta(t)
	}
	re := regexp.MustCompile(strings.Join(quoted, "|"))
	re.Longest()
	return re
}

// forms are the ways in which a name is written: as it is, small, large, and each
// without its accents. Equal ways stand in it more than once, so that the forms
// of two names go together.
func forms(name string) []string {
	plain := unaccented(name)
	return []string{
		name, strings.ToLower(name), strings.ToUpper(name),
		plain, strings.ToLower(plain), strings.ToUpper(plain),
	}
}

// unaccented takes the accents off: Jónsdóttir becomes Jonsdottir.
func unaccented(s string) string {
	out, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), s)
	if err != nil {
		return s
	}
	return out
}

func (w words) replace(s string) string {
	if w.find == nil || s == "" {
		return s
	}
	var out strings.Builder
	last := 0
	for _, at := range w.find.FindAllStringIndex(s, -1) {
		if !wholeWord(s, at[0], at[1]) {
			continue
		}
		out.WriteString(s[last:at[0]])
		out.WriteString(w.to[s[at[0]:at[1]]])
		last = at[1]
	}
	out.WriteString(s[last:])
	return out.String()
}

// wholeWord tells whether no letter stands right before or behind s[from:to].
func wholeWord(s string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return !unicode.IsLetter(before) && !unicode.IsLetter(after)
}

// standsIn tells whether a word stands in a text, in any of its forms.
func standsIn(s string, find *regexp.Regexp) (string, bool) {
	at := slices.IndexFunc(find.FindAllStringIndex(s, -1), func(at []int) bool { return wholeWord(s, at[0], at[1]) })
	if at < 0 {
		return "", false
	}
	m := find.FindAllStringIndex(s, -1)[at]
	return s[m[0]:m[1]], true
}
