package suites

import (
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
	find lexicon
	to   map[string]string
}

// newWords draws one of the words behind the first of each line.
func newWords(lines [][]string, seed uint64) words {
	w := words{find: lexicon{}, to: map[string]string{}}
	for _, line := range lines {
		as, with := forms(line[0]), forms(other(line, seed, line[0]))
		for i, form := range as {
			if _, ok := w.to[form]; !ok {
				w.to[form] = with[i]
				w.find.add(form)
			}
		}
	}
	return w
}

// lexicon holds texts under their first run of letters, the longest first.
type lexicon map[string][]string

func (l lexicon) add(text string) {
	head := text[:letters(text)]
	l[head] = append(l[head], text)
	slices.SortStableFunc(l[head], func(a, b string) int { return len(b) - len(a) })
}

// letters is the length of the run of letters that a text begins with.
func letters(s string) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }); n >= 0 {
		return n
	}
	return len(s)
}

// each calls found for every place where a text of the lexicon stands as whole
// words, until it returns false.
func (l lexicon) each(s string, found func(from, to int) bool) {
	for i := 0; i < len(s); {
		n := letters(s[i:])
		if n == 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		to := i + n
		for _, text := range l[s[i:to]] {
			if strings.HasPrefix(s[i:], text) && letters(s[i+len(text):]) == 0 {
				to = i + len(text)
				if !found(i, to) {
					return
				}
				break
			}
		}
		i = to
	}
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
	if len(w.find) == 0 || s == "" {
		return s
	}
	var out strings.Builder
	last := 0
	w.find.each(s, func(from, to int) bool {
		out.WriteString(s[last:from])
		out.WriteString(w.to[s[from:to]])
		last = to
		return true
	})
	out.WriteString(s[last:])
	return out.String()
}
