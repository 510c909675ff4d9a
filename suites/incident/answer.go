package incident

import (
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites/draft"
	"github.com/keptgate/keptgate/suites/recorded"
)

// maxReply bounds a reply that the world holds, in bytes; one that is larger is left
// out. The world itself refuses those of more than 256 KiB.
const maxReply = 200 << 10

// call is what two equal calls have in common.
type call struct {
	tool   *tool
	failed bool
	args   string
}

// keep takes the reply of a call for the world. The first reply to the same call in a
// case counts, but a reply goes before a refusal.
func (o *oneCase) keep(t *tool, c recorded.Call) {
	if len(c.Reply) > maxReply {
		o.note(fmt.Sprintf("a reply of %s that is larger than %d KiB", t.name, maxReply>>10))
		return
	}
	a := &answer{args: c.Args, only: o.name}
	to := &t.answers
	if c.Failed {
		a.value, to = refusal(c), &t.refused
	} else {
		a.value = c.Value()
	}
	key := call{t, c.Failed, draft.JSON(a.args)}
	if old, ok := o.heardOf[key]; ok {
		if !trace.Equal(old.value, a.value) {
			o.notes = append(o.notes, fmt.Sprintf("review: %s replied otherwise to the same call later on, perhaps after a write. The world gives the first reply.", t.name))
		}
		return
	}
	o.heardOf[key] = a
	*to = append(*to, a)
}

// share gives replies to all cases where no other case has another reply to the same
// call, and drops refusals of calls that were answered in their case.
func (t *tool) share() {
	type key struct{ only, args string }
	answered := map[key]bool{}
	first := map[string]*answer{}
	kept := t.answers[:0]
	for _, a := range t.answers {
		args := t.key(a.args)
		if answered[key{a.only, args}] { // they differ in what the world does not look at
			t.later++
			continue
		}
		answered[key{a.only, args}] = true
		if !t.reads {
			kept = append(kept, a)
			continue
		}
		old := first[args]
		switch {
		case old == nil:
			first[args] = a
			a.only = ""
			kept = append(kept, a)
		case !trace.Equal(old.value, a.value):
			kept = append(kept, a)
		}
	}
	t.answers = kept
	refused := t.refused[:0]
	for _, a := range t.refused {
		k := key{a.only, t.key(a.args)}
		if answered[k] {
			t.later++
			continue
		}
		answered[k] = true
		refused = append(refused, a)
	}
	t.refused = refused
}

// key is what the world tells calls of a tool apart by.
func (t *tool) key(args map[string]any) string {
	values := make([]string, len(t.args))
	for i, name := range t.args {
		values[i] = literal(args[name])
	}
	return strings.Join(values, ",")
}

// refusal is the message of a reply that reports an error.
func refusal(c recorded.Call) string {
	v := c.Value()
	if object, ok := v.(map[string]any); ok {
		if v = object["error"]; v == nil {
			v = object
		}
	}
	if object, ok := v.(map[string]any); ok && object["message"] != nil {
		v = object["message"]
	}
	s, ok := v.(string)
	if !ok {
		s = draft.JSON(v)
	}
	if s = line(strings.TrimPrefix(s, "Error:")); s == "" {
		s = "The call failed."
	}
	return s
}

// shape is the form in which a read gives its replies.
type shape struct {
	fields []field
	list   bool // each reply is a list of records with these fields
	whole  bool // replies have no common form: each is served under the field reply
}

// field is a column of a record.
type field struct {
	name string
	json bool // its values are kept as JSON
}

// maxRows is how many records a list of the world may hold.
const maxRows = 1000

// shapeOf finds the form that all replies have.
func shapeOf(answers []*answer) shape {
	var records []map[string]any
	lists, objects := 0, 0
	for _, a := range answers {
		switch x := a.value.(type) {
		case map[string]any:
			objects++
			records = append(records, x)
		case []any:
			lists++
			for _, item := range x {
				record, ok := item.(map[string]any)
				if !ok || len(x) > maxRows {
					return shape{whole: true}
				}
				records = append(records, record)
			}
		default:
			return shape{whole: true}
		}
	}
	fields, ok := common(records)
	if !ok || lists > 0 && objects > 0 {
		return shape{whole: true}
	}
	return shape{fields: fields, list: lists > 0}
}
