package caller

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of the work on one message. Longer sentences are cut at a space.
const (
	maxSentences = 600
	maxSentence  = 500 // bytes
)

// A sentence is one sentence, or one item of a list.
type sentence struct {
	shown    string // plain text
	text     string // in the form of normal
	question bool   // ends in a question mark
	item     bool   // stands in a list
	head     int    // index of the sentence that introduces the list, -1 where there is none
}

// bullet matches the mark before an item of a list.
var bullet = regexp.MustCompile(`^(?:[-*•·▪◦+]|\(?\d{1,2}[.)]|\(?[a-zA-Z][.)])\s+`)

// heading matches decoration at the start of a line.
var heading = regexp.MustCompile(`^(?:#{1,6}\s+|>\s*|\|\s*)+`)

// anchor matches a Markdown anchor; only its text is kept.
var anchor = regexp.MustCompile(`\[([^\[\]\n]{0,200})\]\([^()\s]{0,500}\)`)

// split cuts a plain text into sentences. Lines are never joined.
func split(text string) []sentence {
	if strings.Contains(text, "](") {
		text = anchor.ReplaceAllString(text, "$1")
	}
	var out []sentence
	head, first := -1, true // of the list that may be going on
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(heading.ReplaceAllString(strings.TrimSpace(line), ""))
		if line == "" {
			continue
		}
		mark := bullet.FindString(line)
		if mark == "" {
			first = true
		} else if first {
			head, first = len(out)-1, false
		}
		for _, s := range cut(line[len(mark):]) {
			s = strings.Trim(s, " *_|")
			if !spoken(s) {
				continue
			}
			if len(out) == maxSentences {
				return out
			}
			one := sentence{shown: s, text: normal(s), question: asks(s), head: -1}
			if mark != "" {
				one.item, one.head = true, head
			}
			out = append(out, one)
		}
	}
	return out
}

// spoken tells whether a text holds anything but punctuation.
func spoken(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// asks tells whether a sentence ends in a question mark, closing marks aside.
func asks(s string) bool {
	s = strings.TrimRight(s, ` "')]!_*.`)
	return strings.HasSuffix(s, "?")
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = map[string]bool{
	"mr": true, "mrs": true, "ms": true, "dr": true, "prof": true, "st": true, "mt": true, "messrs": true,
	"e.g": true, "i.e": true, "vs": true, "cf": true, "approx": true, "dept": true, "est": true, "ext": true,
	"fig": true, "tel": true, "ref": true, "acct": true, "no": true, "nr": true, "jan": true, "feb": true, "mar": true,
	"apr": true, "jun": true, "jul": true, "aug": true, "sep": true, "sept": true, "oct": true, "nov": true, "dec": true,
}

// late holds abbreviations that end a sentence unless a small letter follows.
var late = map[string]bool{"etc": true, "inc": true, "ltd": true, "co": true, "corp": true, "jr": true, "sr": true, "al": true}

// starts holds words that begin a sentence rather than follow an initial.
var starts = map[string]bool{
	"please": true, "would": true, "could": true, "shall": true, "should": true, "do": true, "does": true, "is": true,
	"are": true, "what": true, "which": true, "if": true, "let": true, "can": true, "may": true, "i": true, "i'll": true,
	"once": true, "the": true, "this": true, "that": true, "you": true, "your": true, "we": true, "it": true, "or": true,
}

// chop cuts what is too long for a sentence.
func chop(sentence string) []string {
	var out []string
	for len(sentence) > maxSentence {
		at := strings.LastIndexByte(sentence[:maxSentence], ' ')
		if at <= 0 {
			at = maxSentence
			for at > 0 && !utf8.RuneStart(sentence[at]) {
				at--
			}
		}
		out = append(out, sentence[:at])
		sentence = sentence[at:]
	}
	return append(out, sentence)
}

// cut splits one line after each full stop, exclamation or question mark that
// ends a sentence, and not within decimals, addresses, times or abbreviations.
func cut(line string) []string {
	var out []string
	from := 0
	for i := 0; i < len(line); i++ {
		if !strings.ContainsRune(".!?", rune(line[i])) {
			continue
		}
		end := i + 1
		for end < len(line) && strings.IndexByte(`.!?"')]*_`, line[end]) >= 0 {
			end++
		}
		if end < len(line) && line[end] != ' ' {
			continue
		}
		rest := strings.TrimLeft(line[end:], " ")
		if rest == "" || line[i] == '.' && runsOn(line[from:i], rest) {
			continue
		}
		out = append(out, chop(line[from:end])...)
		from, i = end, end-1
	}
	return append(out, chop(line[from:])...)
}

// runsOn tells whether the sentence goes on after a full stop, given what stands
// before and after it.
func runsOn(before, after string) bool {
	word := before[strings.LastIndexAny(before, " (\"'/")+1:]
	low := strings.ToLower(word)
	next, _ := utf8.DecodeRuneInString(after)
	switch {
	case low == "no" || low == "nr":
		return unicode.IsDigit(next)
	case abbreviations[low]:
		return true
	case len(word) == 1 && unicode.IsUpper(rune(word[0])):
		first, _, _ := strings.Cut(after, " ")
		return unicode.IsUpper(next) && !starts[strings.ToLower(first)]
	default: // a.m., etc.
		return unicode.IsLower(next) && (late[low] || strings.Contains(word, ".") && len(word) <= 4)
	}
}
