package agent

import (
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// maxPages bounds how many further pages of one list are read.
const maxPages = 20

// whole reads the further pages of a list and puts their items behind those of
// the first. A page that cannot be read is the reply to all.
func (e *effort) whole(c *ScriptCall, first trace.Reply) trace.Reply {
	if c.Cursor == "" || !first.OK() || e.habit().trusting {
		return first
	}
	last := first
	for range maxPages {
		cursor, _ := at(last.Body, "next_cursor")
		items, isList := at(first.Body, "items")
		if cursor == nil || cursor == "" || !isList {
			return first
		}
		page := *c
		page.Args = maps.Clone(c.Args)
		if page.Args == nil {
			page.Args = map[string]any{}
		}
		page.Args[c.Cursor] = cursor
		if last = e.try(&page); !last.OK() {
			return last
		}
		more, _ := at(last.Body, "items")
		first.Body = merged(first.Body, items, more)
	}
	return first
}

// merged is a copy of a list reply with more items and no further page.
func merged(body, items, more any) any {
	object, _ := body.(map[string]any)
	object = maps.Clone(object)
	head, _ := items.([]any)
	tail, _ := more.([]any)
	object["items"] = append(head[:len(head):len(head)], tail...)
	delete(object, "next_cursor")
	return object
}

// agrees tells whether a second place says the same of a field that the script
// goes on with. What cannot be compared is believed.
func (e *effort) agrees(r trace.Reply) bool {
	from := e.call.Second
	if from == nil {
		return e.lasts(r)
	}
	saved := slices.DeleteFunc(slices.Sorted(maps.Values(e.call.Save)), func(path string) bool {
		return path != from.Field && !strings.HasSuffix(path, "."+from.Field)
	})
	if len(saved) == 0 {
		return true
	}
	second := e.read(e.second(from.Tool, from.Args, nil))
	want, knows := at(second.Body, from.Path)
	if !second.OK() || !knows {
		return true
	}
	return !slices.ContainsFunc(saved, func(path string) bool {
		got, has := at(r.Body, path)
		return !has || !trace.Equal(got, want)
	})
}

// lasts tells whether a read finds the same values to go on with as the one
// before it. Only once something was written can a reply be of an older state.
func (e *effort) lasts(r trace.Reply) bool {
	if !e.player.wrote || len(e.call.Save) == 0 {
		return true
	}
	before := e.before
	e.before = r.Body
	for _, path := range e.call.Save {
		one, _ := at(r.Body, path)
		other, _ := at(before, path)
		if !trace.Equal(one, other) {
			return false
		}
	}
	return true
}
