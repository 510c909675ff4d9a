package trace

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// store is a business of one column, on which random calls are made.
type store map[[2]string]Row

// act makes one random call: up to three rows of two tables are written, changed
// or removed, some of them several times.
func (s store) act(g generator) []Change {
	var changes []Change
	for range g.IntN(4) {
		place := [2]string{fmt.Sprint("t", g.IntN(2)), fmt.Sprint(g.IntN(3))}
		before := s[place]
		c := Change{Table: place[0], ID: place[1], Op: Update, Before: before}
		switch {
		case before != nil && g.IntN(2) == 0:
			c.Op = Delete
		case before == nil:
			c.Op, c.After = Insert, Row{"v": int64(g.IntN(3))}
		default:
			c.After = Row{"v": int64(g.IntN(3))}
		}
		if s[place] = c.After; c.After == nil {
			delete(s, place)
		}
		changes = append(changes, c)
	}
	return changes
}

// net compares two states of a store.
func net(before, after store) []Change {
	var out []Change
	for place, row := range before {
		switch now := after[place]; {
		case now == nil:
			out = append(out, Change{Table: place[0], Op: Delete, ID: place[1], Before: row})
		case now["v"] != row["v"]:
			out = append(out, Change{Table: place[0], Op: Update, ID: place[1], Before: row, After: now})
		}
	}
	for place, row := range after {
		if before[place] == nil {
			out = append(out, Change{Table: place[0], Op: Insert, ID: place[1], After: row})
		}
	}
	slices.SortFunc(out, func(a, b Change) int { return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.ID, b.ID)) })
	return out
}

// TestBetweenIsTheDifferenceOfStates folds random ledgers over every range and
// compares with the states at its ends.
func TestBetweenIsTheDifferenceOfStates(t *testing.T) {
	for seed := range uint64(200) {
		g := newGenerator(seed)
		now := store{}
		now.act(g)
		states := []store{clone(now)}
		var ledger Ledger
		for range 6 {
			if g.IntN(4) == 0 { // what was not committed changes nothing
				ledger = append(ledger, Entry{Changes: clone(now).act(g)})
			} else {
				ledger = append(ledger, Entry{Committed: true, Changes: now.act(g)})
			}
			states = append(states, clone(now))
		}
		for from := range states {
			for to := from; to < len(states); to++ {
				if diff := gocmp.Diff(net(states[from], states[to]), ledger.Between(from, to)); diff != "" {
					t.Fatalf("seed %d, entries %d to %d (-want +got):\n%s", seed, from, to, diff)
				}
			}
		}
		if diff := gocmp.Diff(ledger.Between(0, len(ledger)), ledger.Net()); diff != "" {
			t.Fatalf("seed %d: Net is not Between (-want +got):\n%s", seed, diff)
		}
	}
}

func clone(s store) store {
	out := store{}
	for k, v := range s {
		out[k] = v
	}
	return out
}

func TestNetOfOneRow(t *testing.T) {
	a, b := Row{"id": "1", "v": int64(1)}, Row{"id": "1", "v": int64(2)}
	change := func(op Op, before, after Row) Entry {
		return Entry{Committed: true, Changes: []Change{{Table: "t", Op: op, ID: "1", Before: before, After: after}}}
	}
	for _, test := range []struct {
		name   string
		ledger Ledger
		want   []Change
	}{
		{"done and undone", Ledger{change(Update, a, b), change(Update, b, a)}, nil},
		{"made and removed", Ledger{change(Insert, nil, a), change(Delete, a, nil)}, nil},
		{"removed and put back", Ledger{change(Delete, a, nil), change(Insert, nil, a)}, nil},
		{"removed and made anew", Ledger{change(Delete, a, nil), change(Insert, nil, b)}, []Change{{"t", Update, "1", a, b}}},
		{"made and changed", Ledger{change(Insert, nil, a), change(Update, a, b)}, []Change{{"t", Insert, "1", nil, b}}},
		{"changed and removed", Ledger{change(Update, a, b), change(Delete, b, nil)}, []Change{{"t", Delete, "1", a, nil}}},
		{"a number in another spelling", Ledger{change(Update, a, Row{"id": "1", "v": 1.0})}, nil},
		{"not committed", Ledger{{Changes: []Change{{"t", Update, "1", a, b}}}}, nil},
	} {
		if diff := gocmp.Diff(test.want, test.ledger.Net()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestColumns(t *testing.T) {
	before, after := Row{"id": "1", "a": int64(1), "b": nil}, Row{"id": "1", "a": 1.0, "b": "x"}
	for _, test := range []struct {
		change Change
		want   []string
	}{
		{Change{Op: Update, Before: before, After: after}, []string{"b"}},
		{Change{Op: Insert, After: after}, []string{"a", "b", "id"}},
		{Change{Op: Delete, Before: before}, []string{"a", "b", "id"}},
		{Change{Op: Update, Before: before, After: before}, nil},
	} {
		if diff := gocmp.Diff(test.want, test.change.Columns()); diff != "" {
			t.Errorf("columns of %s (-want +got):\n%s", test.change.Op, diff)
		}
	}
}

func TestFindTakesTheFirstThatWasDone(t *testing.T) {
	l := Ledger{{Seq: 1, Tool: "x", Outcome: Refused}, {Seq: 2, Tool: "y", Outcome: Done}, {Seq: 3, Tool: "x", Outcome: Done}, {Seq: 4, Tool: "x", Outcome: Done}}
	if e := l.Find("x"); e == nil || e.Seq != 3 {
		t.Errorf("Find(x) = %v, want entry 3", e)
	}
	if e := l.Find("z"); e != nil {
		t.Errorf("Find(z) = %v, want none", e)
	}
}
