package trace

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// Op is what happened to a row.
type Op string

// The three things that can happen to a row.
const (
	Insert Op = "insert"
	Update Op = "update"
	Delete Op = "delete"
)

// Change is one row before and after. Before is nil for an insert, After for a
// delete; both hold every column. ID holds the values of the primary key, in the
// key's order, joined by "/".
type Change struct {
	Table  string `json:"table"`
	Op     Op     `json:"op"`
	ID     string `json:"id"`
	Before Row    `json:"before,omitempty"`
	After  Row    `json:"after,omitempty"`
}

// Columns lists the columns that differ between Before and After, sorted. For
// an insert or a delete these are all columns.
func (c Change) Columns() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(c.row())) {
		if c.Op != Update || !Equal(c.Before[name], c.After[name]) {
			names = append(names, name)
		}
	}
	return names
}

// Differs tells whether a column is one of Columns.
func (c Change) Differs(column string) bool {
	_, ok := c.row()[column]
	return ok && (c.Op != Update || !Equal(c.Before[column], c.After[column]))
}

func (c Change) row() Row {
	if c.After != nil {
		return c.After
	}
	return c.Before
}

// Outcome says how far a call came.
type Outcome string

// The outcomes of a call.
const (
	Done        Outcome = "done"         // the tool ran to its end
	Replayed    Outcome = "replayed"     // answered from an idempotency key, nothing ran
	Refused     Outcome = "refused"      // a rule of the world said no; nothing changed
	Invalid     Outcome = "invalid"      // the arguments fail the schema served
	NotJSON     Outcome = "not_json"     // the arguments are not a JSON object
	UnknownTool Outcome = "unknown_tool" // the name is not in the catalogue served
	Stale       Outcome = "stale"        // a name or form that was served before the interface drifted
	Faulted     Outcome = "faulted"      // a fault answered in the tool's place; nothing stands
	Accepted    Outcome = "accepted"     // the effect comes later, in an entry of its own, or never
	Crowded     Outcome = "crowded"      // no capacity was left; nothing ran
)

// Kind is what a tool may do to the business.
type Kind string

// The kinds of a tool.
const (
	Read         Kind = "read"
	Write        Kind = "write"
	Irreversible Kind = "irreversible"
	Control      Kind = "control" // wait, handover, close_call
)

// Entry is one line of the ledger: what the world did with one call.
type Entry struct {
	Seq       int            `json:"seq"`                // 1-based, over the trial
	Step      int            `json:"step"`               // the model response that held the call
	Batch     int            `json:"batch,omitempty"`    // within the step: calls that a script sends one after another are in batches of their own, the first 0
	Turn      int            `json:"turn"`               // the caller's turn it answers, 1-based
	Phase     int            `json:"phase"`              // number of twists that had fired
	At        time.Time      `json:"at"`                 // virtual time
	Call      Call           `json:"call"`               // as written
	Tool      string         `json:"tool,omitempty"`     // canonical name; empty for an unknown tool
	Kind      Kind           `json:"kind,omitempty"`     // empty for an unknown tool
	Args      map[string]any `json:"args,omitempty"`     // decoded, normal form
	Logical   string         `json:"logical"`            // tool and key arguments: equal for attempts at one thing
	Attempt   int            `json:"attempt"`            // 1-based, within Logical
	Outcome   Outcome        `json:"outcome"`            //
	Problems  []string       `json:"problems,omitempty"` // why the arguments were invalid
	Committed bool           `json:"committed"`          // the call's changes stand
	Changes   []Change       `json:"changes,omitempty"`
	Reply     Reply          `json:"reply"`
	Delivered bool           `json:"delivered"`         // the candidate was handed the reply
	Took      int            `json:"took_ms,omitempty"` // virtual time until the reply, in milliseconds
	Marks     []Mark         `json:"marks,omitempty"`   // of the faults planned for this attempt
	Actor     Actor          `json:"actor,omitempty"`   // whose changes these are
	Echo      int            `json:"echo,omitempty"`    // Seq of the candidate's call whose effect came in this entry: late, or a second time
}

// Asked tells whether the entry is a call that the candidate made, rather than
// what came of one later or what others did.
func (e *Entry) Asked() bool { return e.Actor == Candidate && e.Echo == 0 }

// Together tells whether two calls were sent at once, so that neither could know
// the other's reply.
func (e *Entry) Together(o *Entry) bool { return e.Step == o.Step && e.Batch == o.Batch }

// MarshalJSON writes an entry so that integers in its arguments stay apart from
// other numbers.
func (e Entry) MarshalJSON() ([]byte, error) {
	type plain Entry
	if e.Args != nil {
		e.Args, _ = exact(e.Args).(map[string]any)
	}
	return json.Marshal(plain(e))
}

// UnmarshalJSON reads an entry and brings its arguments to the normal form.
func (e *Entry) UnmarshalJSON(data []byte) error {
	type plain Entry
	raw := struct {
		*plain
		Args Row `json:"args"`
	}{plain: (*plain)(e)}
	if err := strict(data, &raw); err != nil {
		return err
	}
	e.Args = raw.Args
	return nil
}

// Ledger is what a world did during one trial, in order.
type Ledger []Entry

// Asked counts the calls that the candidate made.
func (l Ledger) Asked() int {
	n := 0
	for i := range l {
		if l[i].Asked() {
			n++
		}
	}
	return n
}

// Net folds the changes of the candidate's committed calls into one change for
// each row, sorted by table and ID. A row that ended as it began is left out.
func (l Ledger) Net() []Change { return l.Between(0, len(l)) }

// Between is Net over the entries with index from <= i < to.
func (l Ledger) Between(from, to int) []Change {
	type place struct{ table, id string }
	first := map[place]Row{}
	last := map[place]Row{}
	for _, e := range l[from:to] {
		if !e.Committed || e.Actor != Candidate {
			continue
		}
		for _, c := range e.Changes {
			p := place{c.Table, c.ID}
			if _, seen := last[p]; !seen {
				first[p] = c.Before
			}
			last[p] = c.After
		}
	}
	var net []Change
	for p, after := range last {
		if c, changed := difference(p.table, p.id, first[p], after); changed {
			net = append(net, c)
		}
	}
	slices.SortFunc(net, func(a, b Change) int {
		if c := strings.Compare(a.Table, b.Table); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return net
}

func difference(table, id string, before, after Row) (Change, bool) {
	c := Change{Table: table, ID: id, Before: before, After: after}
	switch {
	case before == nil && after == nil:
		return c, false
	case before == nil:
		c.Op = Insert
	case after == nil:
		c.Op = Delete
	default:
		c.Op = Update
		return c, len(c.Columns()) > 0
	}
	return c, true
}

// Find returns the first entry of the tool that was done, or nil.
func (l Ledger) Find(tool string) *Entry {
	for i := range l {
		if l[i].Tool == tool && l[i].Outcome == Done {
			return &l[i]
		}
	}
	return nil
}
