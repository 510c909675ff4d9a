package caller

import (
	"slices"
	"strings"
)

// purpose cuts the aim off a request.
func purpose(body string) string {
	for _, m := range aim.FindAllStringSubmatchIndex(body, -1) {
		if !strings.Contains(owners, "|"+body[m[2]:m[3]]+"|") {
			return body[:m[3]]
		}
	}
	return body
}

// refer places a request that does not say what it is after: by the list that
// follows, by what was asked before, or by what was said before.
func (l *listener) refer(body string) {
	kind := kindOf(body)
	again := kind != direct || back.MatchString(body) || pronoun.MatchString(body)
	items := l.items()
	switch {
	case len(items) > 0 && which.in(body) && l.release(strings.Join(items, "\n")):
		l.placed = true
	case len(items) > 0 && !which.in(body):
		l.lists[l.at] = true
	case again && l.heard.asks():
	case len(items) > 0 && l.menu():
	case again && l.human >= 0 && l.human == l.at-1:
		l.heard.note(offered)
	case again && l.before(body), l.after(), inverted.in(body) && l.named(body):
		l.placed = true
	case kind == inform, ownCheck.in(body):
	case kind == give && !back.MatchString(body):
		l.vague = true
	default:
		l.heard.unplaced = true
	}
}

// items are the items of the list that the present sentence introduces.
func (l *listener) items() []string {
	var out []string
	for _, s := range l.sentences[l.at+1:] {
		if !s.item || s.head != l.at {
			break
		}
		out = append(out, s.text)
	}
	return out
}

// reach is how far back a caller looks for what a question means.
const reach = 3

// before releases the facts of the nearest statement before the present one that
// touches any. It looks no further back than to a statement that gives a choice.
func (l *listener) before(body string) bool {
	i := l.at
	for n := 0; n < reach && i > 0; n++ {
		var text string
		text, i = l.unit(i)
		if l.release(text) || which.in(body) && l.take(func(f *fact) bool { return f.topic.in(text) }) {
			return true
		}
		if choice(text) {
			break
		}
	}
	return false
}

// named releases the facts whose answers a question holds.
func (l *listener) named(text string) bool {
	return l.take(func(f *fact) bool {
		return slices.ContainsFunc(f.answers, func(a phrase) bool { return a.in(text) })
	})
}

// menu places a list of answers to reply with, one of which grants what is to be
// granted.
func (l *listener) menu() bool {
	var found []option
	grant := false
	for _, s := range l.sentences[l.at+1:] {
		if !s.item || s.head != l.at {
			break
		}
		if m := label.FindStringSubmatch(s.shown); m != nil {
			text := strings.Join(m[1:], "")
			found = append(found, option{text, s.text})
			grant = grant || grants.MatchString(text)
		}
	}
	if grant {
		l.confirm(l.clauses[l.at][0])
		l.heard.wanted = found
	}
	return grant
}

// after releases the facts of an explanation that follows a question: "Who is it
// for? (Rivera or Chen)".
func (l *listener) after() bool {
	if l.at+1 == len(l.sentences) {
		return false
	}
	text := l.sentences[l.at+1].text
	return explains.in(text) && l.release(text)
}

// unit is the sentence before sentence i, or the list with what introduces it,
// and where it begins.
func (l *listener) unit(i int) (string, int) {
	from := i - 1
	if l.sentences[from].item {
		for from > 0 && l.sentences[from].item {
			from--
		}
	}
	var text strings.Builder
	for _, s := range l.sentences[from:i] {
		text.WriteString(s.text)
		text.WriteByte('\n')
	}
	return text.String(), from
}

// around is what the present sentence points at: the list that follows, or else
// what stands before.
func (l *listener) around() string {
	if items := l.items(); len(items) > 0 || l.at == 0 {
		return strings.Join(items, "\n")
	}
	text, _ := l.unit(l.at)
	return text
}
