package agent

import (
	"context"
	"slices"
	"sync"
)

// Bent plays references that are changed in one of the ways in which a lapse or a
// liberty can change them. What to change is chosen in turn, not by chance: Next
// goes from one way to the next, until all were played.
type Bent struct {
	kind   string // mutant or variant
	name   string
	way    []int
	fits   func(*Script) bool
	commit func(*Script, chance)
	lure   string // the lapse whose lures are wrong calls to make

	thrown *throws
}

// Mutant is the reference with the lapse, in the first of its ways.
func (l Lapse) Mutant() *Bent {
	return &Bent{kind: "mutant", name: l.Name, fits: l.fits, commit: l.commit, lure: l.Name, thrown: new(throws)}
}

// Variant is the reference with the liberty, in the first of its ways.
func (l Liberty) Variant() *Bent {
	return &Bent{kind: "variant", name: l.Name, fits: l.fits, commit: l.commit, thrown: new(throws)}
}

// Fits tells whether there is something to change in a script.
func (b *Bent) Fits(s *Script) bool { return s != nil && b.fits(s.prepare()) }

// Next is the same change in the next way, or nil after the last. It is asked
// once the trial of this one is over; what the trial showed decides which ways
// there are.
func (b *Bent) Next() *Bent {
	way, more := b.thrown.longest().next()
	if !more {
		return nil
	}
	next := *b
	next.way, next.thrown = way, new(throws)
	return &next
}

// Identity implements Candidate. It can be parsed again.
func (b *Bent) Identity() string {
	spec := "builtin:" + b.kind + "?" + b.name
	if len(b.way) > 0 {
		spec += "=" + writeWay(b.way)
	}
	return spec
}

// Scripted implements Scripted.
func (*Bent) Scripted() {}

// Start implements Candidate. A script that the change does not fit is played as
// it stands.
func (b *Bent) Start(_ context.Context, briefing Briefing) (Session, error) {
	if briefing.Script == nil {
		return nil, errNoScript
	}
	s := briefing.Script.prepare()
	d := &dice{way: b.way}
	if b.fits(s) {
		b.commit(b.tempted(s, d), d)
	}
	d.playing = true
	b.thrown.add(d)
	return newPlayer(s, d, briefing), nil
}

// tempted takes the lures of the lapse out of a script, in the second of two ways,
// where the lapse can strike without them as well.
func (b *Bent) tempted(s *Script, d *dice) *Script {
	if b.lure == "" || len(lures(s, b.lure)) == 0 {
		return s
	}
	all := s.Lures
	s.Lures = slices.DeleteFunc(slices.Clone(all), func(l Lure) bool { return l.Lapse == b.lure })
	if !b.fits(s) || d.IntN(2) == 0 {
		s.Lures = all
	}
	return s
}

// throws are the dice of a trial, one for each call that the person makes.
type throws struct {
	sync.Mutex
	all []*dice
}

func (t *throws) add(d *dice) {
	t.Lock()
	defer t.Unlock()
	t.all = append(t.all, d)
}

// longest are the dice that made the most choices: those of the call in which the
// change shows.
func (t *throws) longest() *dice {
	t.Lock()
	defer t.Unlock()
	best := &dice{}
	for _, d := range t.all {
		if len(d.took) > len(best.took) {
			best = d
		}
	}
	return best
}
