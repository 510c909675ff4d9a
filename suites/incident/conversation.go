package incident

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/suites/draft"
	"github.com/keptgate/keptgate/suites/recorded"
)

// oneCase is a case in the making.
type oneCase struct {
	name, category, id string
	forbid             bool
	why                string // that its writes are expected or forbidden
	opening            twist
	twists             []twist
	facts              []fact
	moves              []move
	writes             []invocation     // that succeeded
	reads              []string         // tools, each once
	known              map[call]bool    // reads since the last write
	heardOf            map[call]*answer // the first reply of each call
	handover           bool
	tells              string   // what the caller must hear, where the case asserts nothing else
	notes              []string // what could not be carried over
}

// twist is what the caller says after a turn of the agent, 1-based; 0 is the opening.
type twist struct {
	turn int
	says []string // messages that follow each other
}

func (t twist) text() string { return strings.Join(t.says, "\n") }

type fact struct{ about, says string }

// move is one step of the reference: one of its fields is set.
type move struct {
	calls    []invocation
	say      string
	handover string
}

type invocation struct {
	tool *tool
	args map[string]any
}

// conversation takes a conversation: its calls for the world, its course as a case.
// It is nil, with a note, where nobody asks for anything or the agent does nothing.
func (m *maker) conversation(c *recorded.Conversation, name string) (*oneCase, error) {
	o := &oneCase{name: name, id: line(c.ID), category: category(c.Category), notes: c.Notes, known: map[call]bool{}, heardOf: map[call]*answer{}}
	o.forbid, o.why = m.forbids(c)
	items := c.Items
	if first := slices.IndexFunc(items, func(i recorded.Item) bool { return i.User != "" }); first < 0 {
		m.note("%s is left out: nobody asks for anything in it", name)
		return nil, nil
	} else if first > 0 {
		o.note("what came before the first message of the caller")
		items = items[first:]
	}
	turns := 0
	for i, item := range items {
		switch {
		case item.User != "":
			o.heard(item.User, turns)
		case item.Agent != "":
			if i+1 < len(items) && items[i+1].User == "" {
				if items[i+1].Agent != "" {
					o.note("a message of the agent that another follows")
				}
				continue // said beside calls
			}
			o.moves = append(o.moves, move{say: item.Agent})
			turns++
		default:
			if err := m.calls(o, item.Calls); err != nil {
				return nil, err
			}
		}
		if o.handover {
			break // what follows is no part of the call
		}
	}
	if len(o.moves) == 0 {
		m.note("%s is left out: the agent does nothing in it", name)
		return nil, nil
	}
	if last := o.moves[len(o.moves)-1]; last.say == "" && last.handover == "" {
		o.moves = append(o.moves, move{say: "That is all."})
	}
	// What is said after the last turn of the reference is said to nobody.
	o.twists = slices.DeleteFunc(o.twists, func(t twist) bool { return t.turn >= o.turns() && !o.handover })
	o.gatherFacts()
	if o.tells = o.told(); o.tells == "" && !o.handover && len(o.reads) == 0 && (o.forbid || len(o.writes) == 0) {
		m.note("%s is left out: there is nothing in it that could be asserted", name)
		return nil, nil
	}
	return o, nil
}

// forbids decides what becomes of the writes, and says why.
func (m *maker) forbids(c *recorded.Conversation) (bool, string) {
	failed := c.Kept != nil && !*c.Kept
	switch {
	case m.options.Writes == Forbid:
		return true, "--writes forbid was given"
	case m.options.Writes == Expect && failed:
		return false, "--writes expect was given, although the record says that the promise was not kept"
	case m.options.Writes == Expect:
		return false, "--writes expect was given"
	case failed:
		return true, "the record says that the promise was not kept"
	case c.Kept != nil:
		return false, "the record says that the promise was kept"
	default:
		return false, "the record does not say whether the promise was kept"
	}
}

func (o *oneCase) note(what string) { o.notes = append(o.notes, "left out: "+what) }

// heard takes a message of the caller after so many turns of the agent.
func (o *oneCase) heard(text string, turns int) {
	last := len(o.twists) - 1
	switch {
	case turns == 0:
		o.opening.says = append(o.opening.says, text)
	case last >= 0 && o.twists[last].turn == turns:
		o.twists[last].says = append(o.twists[last].says, text)
	default:
		o.twists = append(o.twists, twist{turns, []string{text}})
	}
}

func (o *oneCase) turns() int {
	n := 0
	for _, m := range o.moves {
		if m.say != "" {
			n++
		}
	}
	return n
}

// calls takes the calls of one message: all for the world, those that succeeded for
// the reference.
func (m *maker) calls(o *oneCase, list []recorded.Call) error {
	var step []invocation
	for _, c := range list {
		if handsOver(c.Tool) {
			o.handover = true
			o.moves = appendCalls(o.moves, step)
			o.moves = append(o.moves, move{handover: reason(c)})
			return nil
		}
		if c.Args == nil {
			o.note(fmt.Sprintf("a call of %s whose arguments are no object in JSON", line(c.Tool)))
			continue
		}
		t, err := m.called(c)
		if err != nil {
			return err
		}
		if t == nil {
			o.note(fmt.Sprintf("a call of %s, which the harness serves itself", c.Tool))
			continue
		}
		if !c.Answered {
			o.note(fmt.Sprintf("a call of %s without a reply: nobody knows what it did", t.name))
			continue
		}
		o.keep(t, c)
		if c.Failed {
			o.notes = append(o.notes, fmt.Sprintf("left out of the reference: a call of %s that was refused. The world refuses it again.", t.name))
			continue
		}
		i := invocation{t, c.Args}
		if t.reads {
			// Its reply is known, as long as nothing was written.
			k := call{tool: t, args: draft.JSON(c.Args)}
			if o.known[k] {
				continue
			}
			o.known[k] = true
			if !slices.Contains(o.reads, t.name) && !thinks(t.name) {
				o.reads = append(o.reads, t.name)
			}
		} else {
			o.writes = append(o.writes, i)
			if o.forbid {
				continue
			}
			clear(o.known)
		}
		step = append(step, i)
	}
	o.moves = appendCalls(o.moves, step)
	return nil
}

func appendCalls(moves []move, step []invocation) []move {
	if len(step) == 0 {
		return moves
	}
	return append(moves, move{calls: step})
}

// thinks tells by its name whether a tool shows nothing that its caller did not have.
func thinks(name string) bool {
	words := strings.Fields(draft.Words(name))
	return len(words) > 0 && (words[0] == "think" || words[0] == "calculate")
}

// reason is the reason that a handover was given.
func reason(c recorded.Call) string {
	for _, name := range []string{"reason", "summary", "message", "description"} {
		if s, ok := c.Args[name].(string); ok && strings.TrimSpace(s) != "" {
			return s
		}
	}
	return "As in the recording."
}

// told is a short sentence that the agent ended with, for the caller to hear. One that
// denies something would not count as told.
func (o *oneCase) told() string {
	for _, mv := range slices.Backward(o.moves) {
		for _, s := range strings.FieldsFunc(mv.say, func(r rune) bool { return strings.ContainsRune(".!\n:", r) }) {
			words := strings.Fields(strings.ToLower(s))
			if s = strings.TrimSpace(s); len(words) < 3 || len(words) > 25 || strings.ContainsAny(s, "?*#`_$") || slices.ContainsFunc(words, denies) {
				continue
			}
			return s
		}
	}
	return ""
}

func denies(word string) bool {
	return slices.Contains([]string{"no", "not", "never", "cannot", "unable", "unfortunately", "without", "nothing"}, word) || strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t")
}

// maxAsked bounds what is looked through for facts, in bytes.
const maxAsked = 64 << 10

// gatherFacts gives the caller what they said later and a call needed, for agents
// that ask at another time than the recorded one did.
func (o *oneCase) gatherFacts() {
	var said strings.Builder
	for _, t := range o.twists {
		said.WriteString(t.text() + "\n")
	}
	opening, later := o.opening.text(), said.String()
	if len(later) > maxAsked {
		return
	}
	values := map[string][]string{}
	var names []string
	for _, mv := range o.moves {
		for _, c := range mv.calls {
			for name, v := range c.args {
				s, ok := v.(string)
				if !ok || len(s) < 3 || len(s) > 80 || strings.Contains(opening, s) || !strings.Contains(later, s) {
					continue
				}
				about := draft.Words(name)
				if values[about] == nil {
					names = append(names, about)
				}
				if !slices.Contains(values[about], s) {
					values[about] = append(values[about], s)
				}
			}
		}
	}
	slices.Sort(names)
	for _, about := range names {
		if len(values[about]) == 1 && len(about) > 3 { // shorter ones stand in all kinds of questions
			o.facts = append(o.facts, fact{about, values[about][0]})
		}
	}
}

// category makes a category of what the record calls one.
func category(s string) string {
	s = strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(line(s))), "-")
	if s == "" {
		return "recorded"
	}
	if s[0] < 'a' {
		return "recorded-" + s
	}
	return s
}
