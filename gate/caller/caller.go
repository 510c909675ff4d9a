// Package caller plays the person who calls a candidate.
//
// It promises a deterministic state machine: what a caller says follows from the
// case, the number of the trial, the candidate's messages and the ledger. It
// reads no clock and draws nothing. Facts are given only to requests; a message
// of any length and content is answered in bounded time. It imports suites and
// gate/trace; gate/trial and tests of suites import it.
package caller

import (
	"maps"

	"github.com/keptgate/keptgate/gate/trace"
)

// What a caller hears, as listed in trace.Exchange. A fact is "fact:" and its
// name.
const (
	Confirm     = "confirm"     // wants a yes before it acts
	Identity    = "identity"    // checks who the caller is
	More        = "more"        // offers further help
	Open        = "open"        // asks what the caller wants
	Alternative = "alternative" // offers something else than was asked for
	HoldOn      = "hold_on"     // tells the caller to wait, or that it is about to act
	Refusal     = "refusal"     // cannot or will not do something
	Handover    = "handover"    // speaks of a person who would take over
	Completion  = "completion"  // says that something was done
	Unplaced    = "unplaced"    // asks what the caller cannot answer
	Silence     = "silence"     // said nothing
	factPrefix  = "fact:"
)

// Limits of a caller's politeness.
const (
	maxIdle = 3 // answers in a row that move nothing ("OK"); then goodbye
	maxOpen = 2 // times that the request is said again when asked for openly
)

// A Caller is one person in one trial. It is not safe for several goroutines.
type Caller struct {
	script  *Script
	index   int     // of the trial: picks paraphrases
	facts   []fact  // those of the script as the twists replaced them
	wants   wording // the words of what the caller knows and has said
	turn    int     // messages heard
	phase   int     // twists fired
	idle    int     // answers in a row that moved nothing
	opened  int     // times the request was said again
	strange int     // questions that could not be placed
	from    int     // ledger entries of earlier calls
}

// An Answer is what the caller says to one message.
type Answer struct {
	Text     string
	Goodbye  bool // the caller leaves with this answer
	Breach   bool // more questions than the case allows could not be placed: the trial is void
	Exchange trace.Exchange
}

// Start begins trial index, 0-based, with paraphrase index mod P of each line.
func (s *Script) Start(index int) *Caller {
	return &Caller{script: s, index: index, facts: s.facts, wants: s.wants}
}

// Later begins the n-th later call of a trial, 1-based, with so many entries in the
// ledger. The person knows no more of the call before than the case says: facts,
// twists and patience are those of this call, and its turns are counted anew.
func (s *Script) Later(n, index, ledger int) *Caller {
	c := s.later[n-1].Start(index)
	c.from = ledger
	return c
}

// Opening is the caller's first message.
func (c *Caller) Opening() string { return c.pick(c.script.opening) }

// Hear answers one message of the candidate that holds no calls. The exchange is
// complete: Turn counts the messages heard, Ledger is the length of the ledger
// given, Intents holds the constants above in the order heard and then the
// facts. Confirm among them says that a yes was asked for; Confirmed that it was
// given.
//
// A twist that waits for a turn is said with the answer of that turn, or in the
// place of an earlier goodbye. One that waits for a commit is left unsaid if the
// call ends before.
func (c *Caller) Hear(text string, ledger trace.Ledger) Answer {
	c.turn++
	a := Answer{Exchange: trace.Exchange{Turn: c.turn, Ledger: len(ledger)}}
	message := split(plain(text))
	if len(message) == 0 {
		a.Text, a.Exchange.Intents = "Sorry, I did not catch that.", []string{Silence}
		a.Exchange.Phase = c.phase
		return a
	}
	t, fired := c.due(ledger)
	if fired {
		c.turnTo(t)
	}
	h := listen(message, c.facts, c.wants)
	s := c.respond(&h, &a.Exchange, fired)
	if s.goodbye && !fired {
		if t, fired = c.early(); fired {
			s = speech{}
		}
	}
	if fired {
		c.phase++
		s.goodbye, s.idle, s.plain = false, false, true
		s.parts = append(s.parts, c.pick(t.says))
		a.Exchange.Twist = t.name
	}
	c.count(s)
	a.Goodbye, a.Breach = s.goodbye, c.strange > c.script.patience
	a.Text = c.colour(s)
	a.Exchange.Phase = c.phase
	a.Exchange.Intents = c.intents(&h)
	return a
}

// turnTo changes the caller's mind.
func (c *Caller) turnTo(t twist) {
	c.facts = replace(c.facts, t.facts)
	c.wants = maps.Clone(c.wants)
	c.wants.add(t.says...)
	c.wants.learn(t.facts)
}

// count keeps track of answers that lead nowhere.
func (c *Caller) count(s speech) {
	if s.idle {
		c.idle++
	} else {
		c.idle = 0
	}
}

// intents lists what was heard, facts last.
func (c *Caller) intents(h *heard) []string {
	h.drop(offered)
	if h.unplaced {
		h.note(Unplaced)
	}
	out := append([]string{}, h.intents...)
	for _, i := range h.facts {
		out = append(out, factPrefix+c.facts[i].about)
	}
	return out
}
