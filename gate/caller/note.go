package caller

import "slices"

// release notes the facts that a text asks for, and tells whether it asks for
// any.
func (l *listener) release(text string) bool {
	if at := examples.FindStringIndex(text); at != nil && at[0] > 0 && l.release(text[:at[0]]) {
		return true
	}
	after := things(text)
	return l.find(text, after) || after != text && l.find(text, text)
}

// find notes the facts whose patterns occur in the text, or whose names occur in
// what it is after.
func (l *listener) find(text, after string) bool {
	return l.take(func(f *fact) bool { return f.in(text, after) })
}

// declined notes the facts that say no to what a text offers.
func (l *listener) declined(text string) bool {
	return l.take(func(f *fact) bool { return f.declines && f.in(text, text) })
}

// take notes the facts that fit.
func (l *listener) take(fits func(*fact) bool) bool {
	found := false
	for i := range l.facts {
		if fits(&l.facts[i]) {
			found = true
			if !slices.Contains(l.heard.facts, i) {
				l.heard.facts = append(l.heard.facts, i)
			}
		}
	}
	return found
}

// Bounds of what a caller answers in one message. No person asks more at once.
const (
	maxRequests  = 40
	maxProposals = 8
)

// confirm notes a request for a yes, with the words to compare it by.
func (l *listener) confirm(c clause) {
	l.heard.note(Confirm)
	l.placed = false
	if l.proposals++; l.proposals > maxProposals {
		return
	}
	l.heard.proposal += c.cond + " " + c.body + "\n"
	l.heard.context += l.around() + "\n"
	for _, o := range options(l.sentences[l.at].shown) {
		if !slices.Contains(l.heard.wanted, o) {
			l.heard.wanted = append(l.heard.wanted, o)
		}
	}
}
