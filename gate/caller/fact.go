package caller

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/keptgate/keptgate/suites"
)

// A fact is a fact of the case, made ready to be asked for.
type fact struct {
	about    string
	name     phrase   // the words of about
	topic    phrase   // the same without a leading "which" or "what"
	answers  []phrase // the words of short answers
	cues     []cue
	says     []string
	needless bool
	declines bool // it says no
}

// A cue is a pattern that asks for a fact.
type cue struct {
	match *regexp.Regexp // against text in the form of normal
	known []string       // where it matches in the fact's own words
}

// prepare compiles facts.
func prepare(facts []suites.Fact) ([]fact, error) {
	out := make([]fact, len(facts))
	for i, f := range facts {
		name := phraseOf(normal(f.About))
		topic := phrase(strings.TrimPrefix(strings.TrimPrefix(string(name), "which "), "what "))
		out[i] = fact{about: f.About, name: name, topic: topic, answers: answers(f.Says), says: f.Says, needless: f.Needless}
		out[i].declines = len(f.Says) > 0 && !slices.ContainsFunc(f.Says, func(s string) bool { return !negative.MatchString(s) })
		own := normal(strings.Join(f.Says, "\n"))
		for _, asked := range f.Asked {
			match, err := regexp.Compile("(?i)" + forms.Replace(asked))
			if err != nil {
				return nil, fmt.Errorf("read question for fact %q: %w", f.About, err)
			}
			out[i].cues = append(out[i].cues, cue{match, words(match, own)})
		}
	}
	return out, nil
}

// answers are those answers of one or two words that a question may hold itself:
// "Is it Leeds or Oslo?"
func answers(says []string) []phrase {
	var out []phrase
	for _, s := range says {
		s = strings.TrimSuffix(strings.Trim(normal(s), " .!"), ", please")
		if n := len(strings.Fields(s)); 0 < n && n < 3 && len(s) > 3 {
			out = append(out, phraseOf(s))
		}
	}
	return out
}

// in tells whether a request asks for the fact. The name counts in what the
// request is after, the cues count anywhere: "the ticket for the flight" asks for
// a ticket.
func (f *fact) in(text, after string) bool {
	return f.name.in(after) || slices.ContainsFunc(f.cues, func(c cue) bool { return c.match.MatchString(text) })
}

// A stance says how a proposal agrees with what a caller knows.
type stance int

const (
	unrelated stance = iota
	agrees
	differs
)

// stance compares a proposal with the fact. Only a cue that occurs in the fact's
// own words can tell: of "rivera|chen" the fact "Alex Rivera, in Leeds" holds one,
// and a proposal that holds only the other differs. Where cues disagree, the
// difference wins.
func (f *fact) stance(proposal string) stance {
	result := unrelated
	for _, c := range f.cues {
		if len(c.known) == 0 {
			continue
		}
		heard := words(c.match, proposal)
		switch {
		case len(heard) == 0:
		case slices.ContainsFunc(heard, func(h string) bool { return slices.Contains(c.known, h) }):
			result = agrees
		default:
			return differs
		}
	}
	return result
}

// words are the places where a pattern matches, without marks around them.
func words(p *regexp.Regexp, text string) []string {
	found := p.FindAllString(text, -1)
	for i, f := range found {
		found[i] = strings.TrimFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	return found
}

// replace puts the facts of a twist in the place of those of the same name.
func replace(facts, by []fact) []fact {
	out := slices.Clone(facts)
	for _, f := range by {
		if i := slices.IndexFunc(out, func(o fact) bool { return o.about == f.about }); i >= 0 {
			out[i] = f
			continue
		}
		out = append(out, f)
	}
	return out
}
