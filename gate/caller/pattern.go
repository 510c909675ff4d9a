package caller

import (
	"regexp"
	"strings"
)

// A pattern is one row of the tables below. All of them read text in the form of
// normal: folded, American, without short forms.
type pattern struct {
	hints  string // words separated by "|", one of which the text must hold; "" for none
	match  *regexp.Regexp
	except *regexp.Regexp // nil for none
}

// in tells whether the pattern occurs in a text.
func (p *pattern) in(text string) bool {
	return hinted(text, p.hints) && p.match.MatchString(text) && (p.except == nil || !p.except.MatchString(text))
}

// hinted is the cheap test that spares most expressions.
func hinted(text, hints string) bool {
	if hints == "" {
		return true
	}
	for hint := range strings.SplitSeq(hints, "|") {
		if strings.Contains(text, hint) {
			return true
		}
	}
	return false
}

// A table is a list of patterns that mean the same.
type table []*pattern

// in tells whether any pattern of the table occurs in a text.
func (t table) in(text string) bool {
	for _, p := range t {
		if p.in(text) {
			return true
		}
	}
	return false
}

// row makes a pattern of alternatives.
func row(hints string, alternatives ...string) *pattern {
	return &pattern{hints: hints, match: regexp.MustCompile(strings.Join(alternatives, "|"))}
}

// but adds what keeps a pattern from matching.
func (p *pattern) but(alternatives ...string) *pattern {
	return &pattern{hints: p.hints, match: p.match, except: regexp.MustCompile(strings.Join(alternatives, "|"))}
}

// led makes an expression of alternatives that stand at the beginning, after
// words that only lead up to them.
func led(alternatives ...string) string { return lead + "(?:" + strings.Join(alternatives, "|") + ")" }
