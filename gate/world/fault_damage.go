package world

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/keptgate/keptgate/gate/trace"
)

// plant makes the planned faults ready and damages the state where they say so.
func (t *Trial) plant(ctx context.Context, s Session) error {
	var err error
	if t.faults, err = newFaults(s.Plan.Faults, s.Seed); err != nil {
		return err
	}
	for _, l := range t.faults.list {
		if l.row.point == atStart {
			if l.index >= len(s.Plan.Damage) {
				return fmt.Errorf("plan faults: fault %d has no damage", l.index+1)
			}
			if err := t.spoil(ctx, l, s.Plan.Damage[l.index]); err != nil {
				return err
			}
			continue
		}
		if err := t.bears(l); err != nil {
			return err
		}
	}
	return nil
}

// bears makes sure that a planned fault can happen at its tool at all.
func (t *Trial) bears(l *live) error {
	p := t.world.plans[l.Tool]
	if p == nil || p.tool == nil {
		return fmt.Errorf("plan faults: %s is planned at %q, which is no tool of the suite", l.Kind, l.Tool)
	}
	if !possible(t.world.suite, l.Kind) {
		return fmt.Errorf("plan faults: %s cannot happen at an MCP server", l.Kind)
	}
	if missing, ok := bears(p.tool, l.Kind); !ok {
		return fmt.Errorf("plan faults: %s cannot bear %s: it declares no %s", l.Tool, l.Kind, missing)
	}
	return nil
}

// spoil damages the state before the trial.
func (t *Trial) spoil(ctx context.Context, l *live, sql string) error {
	p := t.world.damage[sql]
	if p == nil {
		return errors.New("plan faults: the damage is none that a case of the suite declares")
	}
	out, err := t.state.apply(ctx, p, call{session: t.session, now: t.now, effect: aside})
	if err == nil && !out.reply.OK() {
		err = errors.New(out.reply.Text())
	}
	if err != nil {
		return fmt.Errorf("damage state: %w", err)
	}
	t.faults.damage = append(t.faults.damage, p)
	l.mark = trace.Mark{Fault: l.index, Fired: true, False: damaged(out.changes)}
	t.note(trace.Entry{
		At: t.now, Actor: trace.Damage, Outcome: trace.Done, Committed: true, Changes: out.changes,
		Reply: trace.Reply{Status: 200}, Marks: []trace.Mark{l.mark},
	})
	return nil
}

// damaged lists the values that the damage wrote, by column; of several in one
// column the first.
func damaged(changes []trace.Change) trace.Row {
	out := trace.Row{}
	for _, c := range changes {
		for _, column := range c.Columns() {
			if _, noted := out[column]; !noted && c.After != nil {
				out[column] = c.After[column]
			}
		}
	}
	return out
}

// show notes the first reply that shows the candidate damage, which has reached it
// then.
func (f *faults) show(a *attempt) {
	if !a.entry.Reply.OK() {
		return
	}
	for _, l := range f.list {
		if l.row.point != atStart || l.fired > 0 {
			continue
		}
		if slices.ContainsFunc(leaves(a.entry.Reply.Body), func(v leaf) bool { return shows(v, l.mark.False) }) {
			l.fired++
			a.entry.Marks = append(a.entry.Marks, l.mark)
		}
	}
}

// shows tells whether a leaf holds a damaged value: under the name of the column,
// or, where chance would hardly make them equal, under any name.
func shows(v leaf, values trace.Row) bool {
	const telling = 6 // characters
	for column, value := range values {
		if value == nil || !trace.Equal(v.value, value) {
			continue
		}
		text, _ := value.(string)
		if v.name == column || utf8.RuneCountInString(text) >= telling {
			return true
		}
	}
	return false
}
