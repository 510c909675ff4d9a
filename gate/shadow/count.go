package shadow

import (
	"cmp"
	"maps"
	"slices"
)

// What a record says of a conversation's success.
const (
	Kept    = "kept"
	NotKept = "not_kept"
	NotSaid = "not_said"
)

func (e *Entry) outcome() string {
	switch {
	case e.Kept == nil:
		return NotSaid
	case *e.Kept:
		return Kept
	default:
		return NotKept
	}
}

// add counts a pair.
func (f *Figures) add(p pair) {
	if p.recorded != nil {
		f.Recorded++
	}
	switch p.kind() {
	case Agreed:
		f.Agreed++
	case Other:
		f.Other++
	case NotMade:
		f.NotMade++
	default:
		f.NotRecorded++
	}
}

func (f *Figures) finish() { f.Agreement = newAgreement(f.Agreed, f.Recorded) }

// writesAgree tells whether the writes of both sides are the same, and whether there
// are any.
func writesAgree(pairs []pair) (agree, some bool) {
	agree = true
	for _, p := range pairs {
		if p.action().effect == Write {
			some = true
			agree = agree && p.kind() == Agreed
		}
	}
	return agree, some
}

// add counts the writes of one conversation.
func (w *WholeWrites) add(pairs []pair) {
	agree, some := writesAgree(pairs)
	switch {
	case !some:
		w.None++
	case agree:
		w.Agreement.Agreed++
		w.Agreement.Of++
	default:
		w.Agreement.Of++
	}
}

func (w *WholeWrites) finish() { w.Agreement = newAgreement(w.Agreement.Agreed, w.Agreement.Of) }

// splits are figures by name.
type splits map[string]*Split

func (s splits) add(name string, pairs []pair) {
	one := s[name]
	if one == nil {
		one = &Split{Name: name}
		s[name] = one
	}
	one.Conversations++
	one.Writes.add(pairs)
	for _, p := range pairs {
		one.Figures.add(p)
	}
}

// list is in the order of names.
func (s splits) list() []Split {
	out := []Split{}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		one := *s[name]
		one.Figures.finish()
		one.Writes.finish()
		out = append(out, one)
	}
	return out
}

// toolCounts are figures of tools by name.
type toolCounts struct {
	known   *catalogue
	figures map[string]*ToolFigures
	differs map[string]map[string]int
}

func (t *toolCounts) add(p pair) {
	name := p.action().tool
	one := t.figures[name]
	if one == nil {
		one = &ToolFigures{Tool: name, Differs: []Argument{}}
		one.Effect, one.By = t.known.effect(name)
		t.figures[name], t.differs[name] = one, map[string]int{}
	}
	one.Figures.add(p)
	for _, argument := range p.differs {
		t.differs[name][argument]++
	}
}

func (t *toolCounts) list() []ToolFigures {
	out := []ToolFigures{}
	for _, name := range slices.Sorted(maps.Keys(t.figures)) {
		one := *t.figures[name]
		one.Figures.finish()
		for argument, n := range t.differs[name] {
			one.Differs = append(one.Differs, Argument{argument, n})
		}
		slices.SortFunc(one.Differs, func(a, b Argument) int { return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name)) })
		out = append(out, one)
	}
	return out
}

// gather makes the figures of a report of what came of its conversations.
func (r *Report) gather(list []outcome, known *catalogue) {
	effects := map[Effect]*Figures{Read: {}, Write: {}}
	tools := &toolCounts{known, map[string]*ToolFigures{}, map[string]map[string]int{}}
	categories, outcomes := splits{}, splits{}
	for _, o := range list {
		if o.played == nil {
			continue
		}
		pairs := match(counted(o.played.actions), counted(o.played.archive.made))
		categories.add(o.entry.Category, pairs)
		outcomes.add(o.entry.outcome(), pairs)
		r.Writes.add(pairs)
		for _, p := range pairs {
			r.All.add(p)
			effects[p.action().effect].add(p)
			tools.add(p)
		}
		r.Played = append(r.Played, o.dialogue(pairs))
		r.sum(o.played)
	}
	r.All.finish()
	r.Writes.finish()
	for _, effect := range []Effect{Read, Write} {
		effects[effect].finish()
		r.Effects = append(r.Effects, EffectFigures{effect, *effects[effect]})
	}
	r.Tools, r.Categories, r.Outcomes = tools.list(), categories.list(), outcomes.list()
}

// counted are the actions that are in figures.
func counted(list []action) []action {
	return slices.DeleteFunc(slices.Clone(list), func(a action) bool { return a.effect == Ignored })
}

func (r *Report) sum(p *played) {
	r.Count.Played++
	if p.end != EndFinished {
		r.Count.Cut++
	}
	r.Ends[p.end]++
	r.Noted += p.archive.noted
	r.Unrecorded += p.archive.unrecorded
	r.Unanswered += p.archive.unanswered
}

// dialogue is what came of one conversation.
func (o outcome) dialogue(pairs []pair) PlayedDialogue {
	d := PlayedDialogue{
		File: o.entry.File, ID: o.entry.ID, Category: o.entry.Category, Outcome: o.entry.outcome(),
		End: o.played.end, Steps: o.played.steps, Unrecorded: o.played.archive.unrecorded, Actions: []Action{},
	}
	for _, p := range pairs {
		d.Figures.add(p)
		if p.kind() == Agreed {
			continue
		}
		a := Action{Kind: p.kind(), Tool: p.action().tool, Effect: p.action().effect, Differs: p.differs}
		if p.recorded != nil {
			a.Recorded = p.recorded.args.shown()
		}
		if p.made != nil {
			a.Made = p.made.args.shown()
		}
		d.Actions = append(d.Actions, a)
	}
	d.Figures.finish()
	return d
}
