package caller

import (
	"slices"
	"strings"
)

// things are the heads of what a request is after, one a line: of "your name and
// the code for the door" they are "your name" and "the code". A question about
// which or what is whole.
func things(text string) string {
	verb := asking.FindString(text)
	if wh.in(text) || verb == "" {
		return text
	}
	var b strings.Builder
	for _, part := range conjuncts.Split(text[len(verb):], -1) {
		if m := head.FindStringSubmatch(part); m != nil {
			b.WriteString(m[1])
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// itemsAsk tells whether any of the n items that follow asks something itself.
func (l *listener) itemsAsk(n int) bool {
	return slices.ContainsFunc(l.clauses[l.at+1:l.at+1+n], func(cs []clause) bool {
		return slices.ContainsFunc(cs, func(c clause) bool { return c.asked })
	})
}

// object places "please confirm …" by what is to be confirmed.
func (l *listener) object(body string, c clause) bool {
	if !hinted(body, object.hints) {
		return false
	}
	m := object.match.FindStringSubmatch(body)
	if m == nil || ownCheck.in(body) {
		return false
	}
	if items := l.items(); len(items) > 0 && (ownNeed.in(body) || l.itemsAsk(len(items))) {
		return true // the list has the questions
	}
	yes, fact, who := course.in(m[1]), false, l.heard.has(Identity)
	if yes && choice(m[1]) && l.release(m[1]) {
		yes, fact = false, true
	}
	if !yes && !fact {
		for _, part := range conjuncts.Split(m[1], -1) {
			switch {
			case deed.in(strings.TrimSpace(head.FindStringSubmatch(part)[1])):
				yes = true
			case l.release(part):
				fact = true
			case identity.in("confirm " + part):
				who = true
			}
		}
	}
	if who && !course.in(m[1]) && !strings.Contains(m[1], "that you") {
		yes = false // who the caller is, and what goes with it
	}
	switch {
	case yes || !fact && !who && !looks.in(body) && !strings.HasPrefix(m[1], "your ") && !chosen.in(m[1]):
		l.confirm(c)
	case !fact:
		l.heard.unplaced = true
	}
	l.placed = fact
	return true
}
