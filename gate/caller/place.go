package caller

import "strings"

// place finds out what a request is after and notes it. Built-in intents come
// before the facts of the case.
func (l *listener) place(c clause) {
	body := purpose(c.body)
	if identity.in(c.body) || identity.in(c.cond) {
		l.heard.note(Identity)
	}
	switch kind := kindOf(body); kind {
	case inform, assent:
		l.answerTo(kind, c)
	case invite:
		l.invited(c)
	case give:
		l.given(body, c)
	default:
		l.direct(body, c)
	}
}

// given places "please provide it" by its condition or by what stands before.
func (l *listener) given(body string, c clause) {
	switch {
	case l.release(c.cond):
	case has.in(c.cond) && !vague.in(c.cond) && !l.heard.asks():
		l.heard.unplaced = true
	default:
		l.refer(body)
	}
}

// answerTo places "let me know" and "please confirm" by their condition.
func (l *listener) answerTo(kind kind, c clause) {
	if parts := orIf.FindStringIndex(c.cond); parts != nil {
		l.answerTo(kind, clause{body: c.body, cond: c.cond[:parts[0]], asked: true})
		c.cond = "if you " + c.cond[parts[0]+4:]
	}
	cond := c.cond
	switch {
	case cond == "" && kind == assent:
		if !l.placed { // else it repeats the question before
			l.confirm(c)
		}
	case cond == "":
		l.refer(c.body)
	case l.handover(cond):
	case explore.in(cond) && !more.in(cond):
		l.heard.note(Alternative)
	case kind == assent && past.in(cond):
		l.placed = l.release(cond)
		l.heard.unplaced = l.heard.unplaced || !l.placed
	case kind == assent && (choice(cond) || there.in(cond)) && l.release(cond), has.in(cond) && l.release(cond):
		l.placed = true
	case proceed.in(cond) && !some.in(cond):
		l.confirm(c)
	case more.in(cond):
		l.further(cond, c)
	case open.in(cond):
		l.heard.note(Open)
	case some.in(cond):
		l.several(kind, cond)
	case kind == assent:
		l.confirm(c)
	case moreWeak.in(cond):
		l.heard.note(More)
	case there.in(cond) && l.release(cond), wish.in(cond) && !offer.in(cond) && l.release(cond):
		l.placed = true
	case offer.in(cond), wish.in(cond):
		l.offer(cond, c)
	case has.in(cond) && pronoun.MatchString(cond) && !l.heard.asks():
		l.placed = l.before(cond)
	}
}

// invited places "feel free to …".
func (l *listener) invited(c clause) {
	switch {
	case l.handover(c.body + " " + c.cond):
	case shares.in(c.body) && (l.release(c.body) || l.release(c.cond)):
		l.placed = true
	case !shares.in(c.body) && !returns.in(c.body) && proceed.in(c.cond):
		l.confirm(c)
	default:
		l.heard.note(More)
	}
}

// direct places a request that names what it is after.
func (l *listener) direct(body string, c clause) {
	l.placed = false
	switch {
	case l.handover(body):
	case more.in(body) && !wh.in(body):
		l.further(body, c)
	case replyWanted.in(c.body):
		l.confirm(c)
	case wh.in(body):
		l.thing(body, c)
	case ownCheck.in(body):
	case open.in(body):
		l.heard.note(Open)
	case l.object(body, c):
	case proceed.in(body) && !(choice(body) && l.release(body)):
		l.confirm(c)
	case offer.in(body):
		l.offer(body, c)
	case !explore.in(body) && l.release(body):
		l.placed = true
		if pronoun.MatchString(body) {
			l.release(c.cond)
		}
	case pronoun.MatchString(body) && l.release(c.cond):
		l.placed = true
	case wish.in(body) && inverted.in(body), suits.in(body), !inverted.in(body) && !request.in(body) && l.sentences[l.at].question:
		l.offer(body, c)
	default:
		l.refer(body)
	}
}

// thing places a question that begins with which, what, how and the like.
func (l *listener) thing(body string, c clause) {
	switch {
	case changes.in(body):
		l.heard.note(Open)
	case more.in(body):
		l.heard.note(More)
	case l.release(body):
		l.placed = true
	case open.in(body):
		l.heard.note(Open)
	default:
		l.refer(body)
	}
}

// several places a question about several things offered.
func (l *listener) several(kind kind, cond string) {
	switch l.placed = l.release(cond) || kind == assent && l.before(cond); {
	case l.placed:
	case kind == assent:
		l.heard.unplaced = true
	default:
		l.heard.note(Alternative)
	}
}

// further places an offer of further help. Made before anything is done, it wants
// a yes to go on.
func (l *listener) further(text string, c clause) {
	if pending.in(text) {
		l.confirm(c)
		return
	}
	l.heard.note(More)
}

// handover notes an offer to give the call to a person.
func (l *listener) handover(text string) bool {
	known := l.heard.has(Handover)
	switch {
	case person.in(text):
	case known && transfer.in(text):
	case l.human >= 0 && l.human >= l.at-1 && anaphor.in(text):
	default:
		return false
	}
	l.heard.note(Handover)
	l.heard.note(offered)
	return true
}

// offer places a question whether something should be done that is not plainly
// the request itself. A fact that says no answers it, and any fact does where
// something is offered on top.
func (l *listener) offer(text string, c clause) {
	switch {
	case explore.in(text):
		l.heard.note(Alternative)
	case choice(text):
		l.placed = l.release(text)
		l.heard.unplaced = l.heard.unplaced || !l.placed
	case l.declined(text), (added.in(text) || l.foreign(text)) && l.release(text):
		l.placed = true
	case instead.in(text), added.in(text), l.refused && (offer.in(text) || anaphor.in(text)), l.foreign(text):
		l.heard.note(Alternative)
	default:
		l.confirm(c)
	}
}

// foreign tells whether an offer is about nothing that the caller spoke of. The
// request itself may be put in other words, but not once something was done, nor
// as telling others.
func (l *listener) foreign(text string) bool {
	return offer.in(text) && (l.heard.has(Completion) || tellsOthers.in(text)) && !l.wants.shares(text)
}

// choice tells whether a text offers one of several things.
func choice(text string) bool { return strings.Contains(text, " or ") && !orNot.in(text) }
