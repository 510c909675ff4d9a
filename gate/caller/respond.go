package caller

import (
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// respond makes up the answer to what was heard. Where a twist is said with it,
// the caller neither agrees to anything nor leaves.
func (c *Caller) respond(h *heard, ex *trace.Exchange, twisted bool) speech {
	var s speech
	if h.has(Confirm) && !twisted {
		c.consent(h, ex, &s)
	}
	for _, i := range h.facts {
		c.tell(&c.facts[i], ex, &s)
	}
	if h.unplaced {
		c.strange++
		ex.Unplaced = true
		s.say(c.pick(puzzled))
	}
	if h.has(offered) && !h.has(Confirm) && c.idle < maxIdle {
		s.idle = len(s.parts) == 0
		s.say(c.pick(yours))
	}
	if len(s.parts) == 0 && !twisted {
		c.idly(h, ex, &s)
	}
	return s
}

// consent answers a request for a yes. A proposal that contradicts what the
// caller knows gets a no with the fact; one that repeats it counts as having
// asked for it.
func (c *Caller) consent(h *heard, ex *trace.Exchange, s *speech) {
	if c.script.confirms != "" {
		s.say(c.script.confirms)
		ex.Confirmed = affirmative.MatchString(c.script.confirms)
		return
	}
	same, wrong := c.compare(h)
	if len(wrong) > 0 {
		s.say(c.pick(no))
		for _, f := range wrong {
			c.tell(f, ex, s)
		}
		return
	}
	label, ok := choose(h.wanted, c.facts)
	switch {
	case !ok:
		h.unplaced = true
		return
	case label == "":
		s.say(c.pick(yes))
	default:
		s.say(label)
		s.plain = true
	}
	ex.Confirmed = true
	for _, f := range same {
		c.release(f, ex)
	}
}

// compare finds the facts that a proposal repeats and those it contradicts. A
// proposal that touches no fact is read with what stands before it.
func (c *Caller) compare(h *heard) (same, wrong []*fact) {
	for _, text := range []string{h.proposal, h.context} {
		for i := range c.facts {
			f := &c.facts[i]
			switch {
			case f.needless:
			case f.stance(text) == agrees:
				same = append(same, f)
			case f.stance(text) == differs && len(h.wanted) < 2:
				wrong = append(wrong, f)
			}
		}
		if len(same)+len(wrong) > 0 {
			break
		}
	}
	return same, wrong
}

// tell says a fact once.
func (c *Caller) tell(f *fact, ex *trace.Exchange, s *speech) {
	if says := c.pick(f.says); !slices.Contains(s.parts, says) {
		s.say(says)
	}
	c.release(f, ex)
}

func (c *Caller) release(f *fact, ex *trace.Exchange) {
	if !slices.Contains(ex.Released, f.about) {
		ex.Released = append(ex.Released, f.about)
		if f.needless {
			ex.Needless = append(ex.Needless, f.about)
		}
	}
}

// idly answers a message that asks nothing to be told: the caller says again
// what they want, declines, waits or leaves.
func (c *Caller) idly(h *heard, ex *trace.Exchange, s *speech) {
	waits := h.announced || h.has(HoldOn) && !(h.has(Completion) && h.has(More))
	switch {
	case h.has(Open) && !h.has(Refusal) && c.opened < maxOpen:
		c.opened++
		s.say(pick(c.script.opening, c.index+c.opened))
	case h.has(Open) && !h.has(Refusal):
		c.strange++
		h.unplaced, ex.Unplaced = true, true
		s.say(c.pick(puzzled))
	case c.idle < maxIdle && h.has(Alternative):
		s.idle = true
		s.say(c.pick(declined))
	case c.idle < maxIdle && waits:
		s.idle = true
		s.say(c.pick(waiting))
	default:
		s.goodbye = true
		s.say(c.pick(c.farewell(h)))
	}
}

// farewell is the table of goodbyes that fits.
func (c *Caller) farewell(h *heard) []string {
	switch {
	case h.has(Refusal) && !h.has(Completion):
		return resigned
	case h.has(More):
		return content
	case h.has(Completion):
		return thankful
	default:
		return leaving
	}
}

// due is the twist whose time has come, if any. Twists come in their order.
func (c *Caller) due(ledger trace.Ledger) (twist, bool) {
	if c.phase == len(c.script.twists) {
		return twist{}, false
	}
	t := c.script.twists[c.phase]
	if t.nth == 0 {
		return t, c.turn >= t.turn
	}
	n := 0
	for _, e := range ledger[c.from:] {
		if e.Actor == trace.Candidate && e.Committed && slices.ContainsFunc(e.Changes, t.effect.Covers) {
			n++
		}
	}
	return t, n >= t.nth
}

// early is the next twist if it only waits for a later turn: what would be left
// unsaid is said instead of goodbye.
func (c *Caller) early() (twist, bool) {
	if c.phase == len(c.script.twists) || c.script.twists[c.phase].nth > 0 {
		return twist{}, false
	}
	t := c.script.twists[c.phase]
	c.turnTo(t)
	return t, true
}
