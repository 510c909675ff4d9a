package caller

import (
	"strings"
	"unicode"
)

// stemLength is how many letters two forms of a word are taken to share.
const stemLength = 5

// filler holds words of four letters and more that every offer may hold.
var filler = map[string]bool{
	"would": true, "could": true, "should": true, "shall": true, "like": true, "want": true, "please": true, "also": true, "with": true, "that": true,
	"this": true, "them": true, "they": true, "their": true, "your": true, "have": true, "from": true, "about": true, "into": true, "make": true, "made": true,
	"need": true, "there": true, "then": true, "than": true, "what": true, "which": true, "when": true, "will": true, "just": true, "some": true, "more": true,
	"here": true, "know": true, "well": true, "thank": true, "thanks": true, "been": true, "does": true, "very": true,
}

// A wording is the set of stems of what somebody said.
type wording map[string]bool

// add notes the words of texts.
func (w wording) add(texts ...string) {
	for _, text := range texts {
		for _, stem := range stems(text) {
			w[stem] = true
		}
	}
}

// learn notes the words of facts.
func (w wording) learn(facts []fact) {
	for _, f := range facts {
		w.add(f.about)
		w.add(f.says...)
	}
}

// shares tells whether a text holds a word of the wording.
func (w wording) shares(text string) bool {
	for _, stem := range stems(text) {
		if w[stem] {
			return true
		}
	}
	return false
}

// stems are the beginnings of the longer words of a text, without filler.
func stems(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(normal(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		runes := []rune(word)
		if len(runes) < 4 || filler[word] {
			continue
		}
		out = append(out, string(runes[:min(len(runes), stemLength)]))
	}
	return out
}
