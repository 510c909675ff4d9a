package world

import (
	"context"
	"fmt"
	"maps"

	"github.com/keptgate/keptgate/gate/trace"
)

// page is a part of a list that is still to be read.
type page struct {
	tool string
	args map[string]any // of the call that gave the part before
	from int            // the place of its first item
}

// truncate serves the first half of a list, with a cursor for the rest.
func truncate(_ context.Context, a *attempt, l *live) error {
	body, _ := a.entry.Reply.Body.(object)
	name, items := listIn(body)
	if a.entry.Outcome != trace.Done || len(items) < 2 || a.from > 0 {
		return nil
	}
	l.fire(a)
	t := a.trial
	p := page{tool: a.entry.Tool, args: a.args, from: len(items) / 2}
	cursor := fmt.Sprintf("p2-%08x-%d", t.faults.random(l).Uint32(), len(t.pages)+1)
	if t.pages == nil {
		t.pages = map[string]page{}
	}
	t.pages[cursor] = p
	body = maps.Clone(body)
	body[name], body[cursorIn(body)] = items[:p.from:p.from], cursor
	a.entry.Reply.Body = body
	return nil
}

// listIn finds the list in a body: items, or the only field that is one.
func listIn(body object) (name string, items []any) {
	if items, ok := body["items"].([]any); ok {
		return "items", items
	}
	for field, v := range body {
		list, ok := v.([]any)
		switch {
		case ok && name != "":
			return "", nil
		case ok:
			name, items = field, list
		}
	}
	return name, items
}

// cursorIn is the field of a body that holds the cursor for what follows.
func cursorIn(body object) string {
	if _, ok := body["nextCursor"]; ok {
		return "nextCursor"
	}
	return "next_cursor"
}

// page takes the cursor out of the arguments, which the tool's SQL never sees,
// and goes to the page that it stands for. A cursor that was never given out is
// refused; a server knows cursors of its own.
func (a *attempt) page() bool {
	given := a.args[a.plan.cursor]
	if text, _ := given.(string); a.plan.tool.List == "" && a.trial.pages[text].tool != a.entry.Tool {
		return true
	}
	if _, has := a.args[a.plan.cursor]; has {
		a.args = maps.Clone(a.args)
		delete(a.args, a.plan.cursor)
	}
	if given == nil || given == "" {
		return true
	}
	cursor, _ := given.(string)
	p, known := a.trial.pages[cursor]
	if !known || p.tool != a.entry.Tool {
		a.entry = refused(a.entry, trace.Refused, 400, "unknown_cursor", "There is no such page; leave the cursor out to begin at the first.")
		return false
	}
	a.args, a.from = p.args, p.from
	return true
}

// rest is a list without the items before a place.
func rest(body any, from int) any {
	list, _ := body.(object)
	name, items := listIn(list)
	out := maps.Clone(list)
	out[name] = items[min(from, len(items)):]
	return out
}
