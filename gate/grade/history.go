package grade

import (
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// place names a row.
type place struct{ table, id string }

func (p place) compare(q place) int {
	if c := strings.Compare(p.table, q.table); c != 0 {
		return c
	}
	return strings.Compare(p.id, q.id)
}

// touch is one change of a row by one entry of the ledger.
type touch struct {
	entry int // place in the ledger, 0-based
	phase int
	trace.Change
}

// life is what happened to one row, in order. It has at least one touch.
type life struct{ touches []touch }

// changes tells whether a touch changed the column of the row.
func (l *life) changes(column string) bool {
	return slices.ContainsFunc(l.touches, func(t touch) bool { return t.Differs(column) })
}

// start and end are the row before and after the trial, nil where there is none.
func (l *life) start() trace.Row { return l.touches[0].Before }
func (l *life) end() trace.Row   { return l.touches[len(l.touches)-1].After }

// phase is that of the last touch.
func (l *life) phase() int { return l.touches[len(l.touches)-1].phase }

// last is the latest touch that changed one of the columns, or that made or
// removed the row; where none did, the last touch.
func (l *life) last(columns []string) touch {
	for _, t := range slices.Backward(l.touches) {
		if t.Op != trace.Update || slices.ContainsFunc(columns, func(c string) bool { return !trace.Equal(t.Before[c], t.After[c]) }) {
			return t
		}
	}
	return l.touches[len(l.touches)-1]
}

// history is what the candidate did to every row that it touched. What others
// did is no part of it.
type history struct {
	rows   map[place]*life
	places []place // sorted
}

// newHistory is that of the entries with index from <= i < to.
func newHistory(ru *rules, from, to int) *history {
	h := &history{rows: map[place]*life{}}
	for i := from; i < to; i++ {
		e := &ru.r.Ledger[i]
		if !counts(e) {
			continue
		}
		for _, c := range e.Changes {
			p := place{c.Table, c.ID}
			row := h.rows[p]
			if row == nil {
				row = &life{}
				h.rows[p] = row
				h.places = append(h.places, p)
			}
			row.touches = append(row.touches, touch{i, ru.phase(i), c})
		}
	}
	slices.SortFunc(h.places, place.compare)
	return h
}

// culprit is the entry to answer for a part: the one that made a row, removed
// it, or last changed one of the columns.
func (h *history) culprit(p *part) int {
	row := h.rows[p.place()]
	if p.Op == trace.Insert {
		return row.touches[0].entry
	}
	return row.last(p.columns).entry
}
