package caller

import (
	"slices"
	"strings"
)

// heard is what a caller makes of one message.
type heard struct {
	intents   []string // in the order heard, each once; facts are added by the caller
	facts     []int    // asked for, in order, each once
	proposal  string   // what the candidate wants a yes to, in the form of normal
	context   string   // what stands right before that
	wanted    []option // the exact answers offered
	unplaced  bool     // a question could not be placed
	announced bool     // a person is said to be taking over now
}

func (h *heard) has(intent string) bool { return slices.Contains(h.intents, intent) }

func (h *heard) note(intent string) {
	if !h.has(intent) {
		h.intents = append(h.intents, intent)
	}
}

func (h *heard) drop(intent string) {
	h.intents = slices.DeleteFunc(h.intents, func(i string) bool { return i == intent })
}

// asks tells whether the message wants an answer of its own.
func (h *heard) asks() bool {
	return len(h.facts) > 0 || h.unplaced || h.has(Confirm) || h.has(Open) || h.has(Alternative) || h.has(offered)
}

// offered marks a handover that was offered, not only mentioned. It is not
// shown.
const offered = "offered"

// A listener reads one message sentence by sentence.
type listener struct {
	facts     []fact
	wants     wording
	sentences []sentence
	clauses   [][]clause
	heard     heard
	refused   bool         // something was refused so far
	human     int          // the last sentence that mentioned a person, -1 for none
	lists     map[int]bool // sentences that introduce a list of questions
	placed    bool         // the last request was for a fact
	at        int          // the sentence being read
	requested int          // requests so far
	proposals int          // requests for a yes so far
	vague     bool         // something was asked without saying what
	willing   bool         // help was promised
	recap     *clause      // a summary of what the caller wants, or that a yes is waited for; nil for none
}

// listen makes what it can of a message, given the facts that the caller knows
// and the words of what they want.
func listen(message []sentence, facts []fact, wants wording) heard {
	l := &listener{facts: facts, wants: wants, sentences: message, human: -1, lists: map[int]bool{}}
	for _, s := range l.sentences {
		l.clauses = append(l.clauses, clauses(s))
	}
	for l.at = range l.sentences {
		l.statements()
	}
	l.human = -1
	for l.at = range l.sentences {
		l.requests()
	}
	switch {
	case l.heard.asks():
		l.heard.drop(HoldOn)
	case l.recap != nil && !l.heard.has(HoldOn):
		l.confirm(*l.recap)
	case l.vague:
		l.heard.note(Open)
	case l.willing && len(l.heard.intents) == 0:
		l.heard.note(HoldOn)
	}
	return l.heard
}

// statements notes what the sentence states.
func (l *listener) statements() {
	for _, c := range l.clauses[l.at] {
		if c.asked {
			continue
		}
		text := c.body
		l.willing = l.willing || len(l.clauses[l.at]) == 1 && c.cond == "" && willing.in(text)
		if recap.in(strings.TrimSpace(c.cond+" "+text)) || awaits.in(text+" "+c.cond) {
			l.recap = &c
		}
		switch {
		case refusal.in(text):
			l.heard.note(Refusal)
			l.refused = true
		case partly.in(text):
			l.heard.note(Refusal)
		case c.waits():
		case completion.in(text):
			l.heard.note(Completion)
		case wait.in(text), hold.in(text) && !person.in(text):
			l.heard.note(HoldOn)
		}
	}
	if text := l.sentences[l.at].text; person.in(text) {
		l.heard.note(Handover)
		l.heard.announced = l.heard.announced || announced.in(text)
	}
}

// requests places what the sentence asks for.
func (l *listener) requests() {
	s := l.sentences[l.at]
	cs := l.clauses[l.at]
	explicit := false
	for _, c := range cs {
		switch explicit = explicit || c.asked; {
		case !c.asked:
			l.imply(c)
		case l.requested < maxRequests:
			l.requested++
			l.place(c)
		}
	}
	if s.item && !explicit && l.lists[s.head] && !directive.in(s.text) {
		if confirmation.in(s.text) {
			l.confirm(cs[0])
		} else {
			l.placed = l.release(s.text)
			l.heard.unplaced = l.heard.unplaced || !l.placed
		}
	}
	if person.in(s.text) {
		l.human = l.at
	}
}

// imply places a statement that its condition turns into a request: "once you
// agree, I will proceed".
func (l *listener) imply(c clause) {
	if c.cond == "" {
		return
	}
	switch kind := kindOf(c.body); {
	case person.in(c.body) || kind != promise:
	case consents.in(c.cond):
		l.agreed(c)
	case proceed.in(c.cond) && !has.in(c.cond):
		l.confirm(c)
	case helps.in(c.body) && (more.in(c.cond) || (moreWeak.in(c.cond) || ready.in(c.cond)) && !has.in(c.cond)):
		l.heard.note(More)
	case gives.in(c.cond):
		l.placed = l.release(c.cond)
		l.heard.unplaced = l.heard.unplaced || !l.placed && shares.in(c.cond) && !l.heard.asks()
	}
}

// agreed places the condition that the caller agrees to something, or says which
// or what.
func (l *listener) agreed(c clause) {
	switch {
	case thing.MatchString(c.cond):
		l.placed = l.release(c.cond)
	case strings.Contains(c.cond, ":") || !l.object(c.cond, c):
		l.confirm(c)
	}
}
