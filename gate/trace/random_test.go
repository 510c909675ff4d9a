package trace

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// generator makes random values of this package's types. All strings it makes
// are UTF-8, as what comes out of a JSON decoder is.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 0))} }

func (g generator) text() string {
	return []string{"", "Ana", "Þóra 東京", "<b>&amp;", "line\nbreak\u2028", "25", "null", "\x00\u202e"}[g.IntN(8)]
}

func (g generator) scalar() any {
	switch g.IntN(6) {
	case 0:
		return nil
	case 1:
		return int64(g.Uint64())
	case 2:
		return int64(g.IntN(100) - 50)
	case 3:
		return float64(g.IntN(100) - 50) // whole, and yet a float64
	case 4:
		return []float64{0.5, 1e20, 1e21, -1e300, 5e-324, math.MaxFloat64, 1 << 53, math.Copysign(0, -1)}[g.IntN(8)]
	default:
		return g.text()
	}
}

func (g generator) value(depth int) any {
	switch n := g.IntN(6); {
	case depth > 0 && n == 0:
		out := make([]any, g.IntN(3))
		for i := range out {
			out[i] = g.value(depth - 1)
		}
		return out
	case depth > 0 && n == 1:
		return g.object(depth - 1)
	case n == 2:
		return g.IntN(2) == 0
	default:
		return g.scalar()
	}
}

func (g generator) object(depth int) map[string]any {
	out := map[string]any{}
	for i := range g.IntN(4) {
		out[fmt.Sprint("k", i)] = g.value(depth)
	}
	return out
}

func (g generator) row() Row {
	r := Row{"id": g.scalar()}
	for i := range g.IntN(4) {
		r[fmt.Sprint("c", i)] = g.scalar()
	}
	return r
}

func (g generator) time() time.Time {
	return time.Unix(int64(g.Uint32()), int64(g.IntN(1e9))).UTC()
}

func (g generator) texts() []string {
	var out []string
	for range g.IntN(3) {
		out = append(out, g.text())
	}
	return out
}

func (g generator) call() Call { return Call{ID: g.text(), Tool: g.text(), Arguments: g.text()} }

func (g generator) reply() Reply {
	return Reply{CallID: g.text(), Status: g.IntN(600), Body: g.value(3)}
}

func (g generator) change() Change {
	c := Change{Table: g.text(), ID: g.text(), Op: []Op{Insert, Update, Delete}[g.IntN(3)]}
	if c.Op != Insert {
		c.Before = g.row()
	}
	if c.Op != Delete {
		c.After = g.row()
	}
	return c
}

func (g generator) entry(seq int) Entry {
	e := Entry{
		Seq: seq, Step: g.IntN(30), Turn: g.IntN(15), Phase: g.IntN(3), At: g.time(), Call: g.call(),
		Tool: g.text(), Kind: Write, Logical: g.text(), Attempt: 1, Outcome: Done, Problems: g.texts(),
		Committed: g.IntN(2) == 0, Reply: g.reply(),
	}
	if g.IntN(4) > 0 {
		if e.Args = g.object(2); len(e.Args) == 0 {
			e.Args = nil // an empty object is not written
		}
	}
	for range g.IntN(3) {
		e.Changes = append(e.Changes, g.change())
	}
	return e
}

func (g generator) message() Message {
	m := Message{
		Role: RoleCandidate, At: g.time(), Ledger: g.IntN(9), Step: g.IntN(9), Text: g.text(), Cut: g.IntN(2) == 0, Refusal: g.IntN(2) == 0,
		Later: g.IntN(3),
	}
	for range g.IntN(3) {
		m.Calls = append(m.Calls, g.call())
		m.Replies = append(m.Replies, g.reply())
	}
	return m
}

func (g generator) exchange() Exchange {
	return Exchange{
		Turn: g.IntN(9), Ledger: g.IntN(9), Intents: g.texts(), Confirmed: g.IntN(2) == 0, Released: g.texts(),
		Needless: g.texts(), Unplaced: g.IntN(2) == 0, Twist: g.text(), Phase: g.IntN(3),
	}
}

func (g generator) record() *Record {
	r := &Record{
		Suite: g.text(), Case: g.text(), Condition: g.text(), Index: g.IntN(10), Seed: g.Uint64(), End: EndGoodbye,
		Steps: g.IntN(30), Turns: g.IntN(15), Began: g.time(), Ended: g.time(),
		Usage: Usage{Requests: g.IntN(9), InputTokens: g.IntN(1e9), CachedTokens: g.IntN(9), OutputTokens: g.IntN(9)},
	}
	for i := range g.IntN(5) {
		r.Messages = append(r.Messages, g.message())
		r.Ledger = append(r.Ledger, g.entry(i+1))
		r.Exchanges = append(r.Exchanges, g.exchange())
	}
	if g.IntN(3) == 0 {
		r.Void = &Void{Class: g.text(), Reason: g.text(), Permanent: g.IntN(2) == 0}
	}
	return r
}
