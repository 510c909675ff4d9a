package diff

import (
	"strings"

	"github.com/keptgate/keptgate/schemas/tools"
)

// compareSets compares the tools of two files by name. Of two tools of one name the
// first counts. Those that are in one file alone may have been renamed.
func compareSets(o *Output, from, to []tools.Definition) {
	old, order := byName(from)
	now, added := byName(to)
	var gone, fresh []*tools.Definition
	for _, name := range order {
		if now[name] == nil {
			gone = append(gone, old[name])
		}
	}
	for _, name := range added {
		if old[name] == nil {
			fresh = append(fresh, now[name])
		}
	}
	renamed := o.renames(gone, fresh)
	for _, name := range order {
		d := old[name]
		switch {
		case now[name] != nil:
			compareTools(o, d, now[name])
		case renamed[d] != nil:
			p := newPair(o, d, renamed[d])
			p.say("tool-renamed", false, p.new.NameAt, "it seems to be called %s now", p.new.NameAt.Show())
			compareTools(o, d, renamed[d])
			delete(now, renamed[d].Name)
		default:
			newPair(o, d, nil).say("tool-removed", true, d.NameAt, "the tool is gone")
		}
	}
	for _, d := range fresh {
		if now[d.Name] != nil {
			newPair(o, nil, d).say("tool-added", false, d.NameAt, "the tool is new")
		}
	}
}

func byName(list []tools.Definition) (map[string]*tools.Definition, []string) {
	named, order := map[string]*tools.Definition{}, []string(nil)
	for i := range list {
		if d := &list[i]; named[d.Name] == nil {
			named[d.Name] = d
			order = append(order, d.Name)
		}
	}
	return named, order
}

func newPair(o *Output, old, now *tools.Definition) *pair {
	p := &pair{out: o, old: old, new: now, seen: map[[2]*tools.Node]bool{}}
	if old != nil {
		p.oldRefs.Root = old.Parameters
	}
	if now != nil {
		p.newRefs.Root = now.Parameters
	}
	return p
}

// nothing is the schema of the arguments of a tool that takes none, at a place.
func nothing(at *tools.Node) *tools.Node {
	member := func(key string, value tools.Node) tools.Member {
		value.Line, value.Column = at.Line, at.Column
		return tools.Member{Key: key, Value: &value, Name: at}
	}
	return &tools.Node{Kind: tools.Object, Line: at.Line, Column: at.Column, Members: []tools.Member{
		member("type", tools.Node{Kind: tools.String, Text: "object"}),
		member("additionalProperties", tools.Node{Kind: tools.Bool, Text: "false"}),
	}}
}

// maxSize is how many values a schema may have that is looked into.
const maxSize = 10_000

// compareTools compares two forms of one tool.
func compareTools(o *Output, old, now *tools.Definition) {
	p := newPair(o, old, now)
	if strings.TrimSpace(old.Description) != strings.TrimSpace(now.Description) {
		at := now.NameAt
		if text := now.Body.Get("description"); text != nil {
			at = text
		}
		p.say("tool-description", false, at, "its description is another")
	}
	if old.Strict != now.Strict {
		p.say("tool-strict", false, now.NameAt, "strict mode is now %v", now.Strict)
	}
	for _, key := range []string{"effect", "annotations"} {
		a, b := old.Body.Get(key), now.Body.Get(key)
		if key == "annotations" {
			a, b = hints(a), hints(b)
		}
		if !tools.Same(a, b) {
			p.say("tool-effect", false, now.NameAt, "what it says of its effect is another")
		}
	}
	a, b := old.Parameters, now.Parameters
	if a == nil {
		a = nothing(old.NameAt)
	}
	if b == nil {
		b = nothing(now.NameAt)
	}
	if a.Size(maxSize+1) <= maxSize && b.Size(maxSize+1) <= maxSize {
		p.schema(a, b)
	} else if !tools.Same(a, b) {
		p.say("schema-changed", false, b, "the parameters are others, and too large to be compared")
	}
	compareResults(o, old, now)
}

// hints are the annotations of MCP that speak of effects, in one order.
func hints(n *tools.Node) *tools.Node {
	out := &tools.Node{Kind: tools.Array}
	for _, key := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		if hint := n.Get(key); hint != nil {
			out.Items = append(out.Items, &tools.Node{Kind: tools.String, Text: key + hint.Text})
		}
	}
	return out
}
