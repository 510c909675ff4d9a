package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxText is how much of a text is split into words, in bytes.
const maxText = 4_000

// wordsOf splits a name or text into its words, in lower case: updateJobTitle,
// update_job_title and "Update job title." are the same. Of a very long text it takes the beginning.
func wordsOf(text string) []string {
	text = text[:min(len(text), maxText)]
	var out []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(runes[i-1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return out
}

// synonyms are the words that names of tools use for one and the same.
var synonyms = [][]string{
	{"get", "fetch", "retrieve", "read", "show", "view", "lookup", "load"},
	{"search", "find", "query"},
	{"create", "add", "make", "new"},
	{"update", "edit", "modify", "change"},
	{"delete", "remove", "erase"},
	{"customer", "client"},
	{"info", "information", "details", "detail", "data"},
}

// meaning is the words of a name in one order, with synonyms, plurals and filling
// words made alike.
func meaning(name string) string {
	var out []string
	for _, word := range wordsOf(name) {
		if slices.Contains([]string{"the", "a", "an", "of", "for", "by", "tool", "function"}, word) {
			continue
		}
		word = singular(word)
		for _, group := range synonyms {
			if slices.Contains(group, word) {
				word = group[0]
			}
		}
		out = append(out, word)
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

// wording is the same for texts that differ by signs and case alone.
func wording(text string) string {
	out := strings.Join(wordsOf(text), " ")
	if len(text) > maxText {
		out += fmt.Sprintf(" and %d bytes", len(text)-maxText)
	}
	return out
}

func singular(word string) string {
	if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return strings.TrimSuffix(word, "s")
	}
	return word
}
