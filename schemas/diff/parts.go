package diff

import (
	"slices"

	"github.com/keptgate/keptgate/schemas/tools"
)

// items compares what a list holds.
func (p *pair) items(old, now *tools.Node) {
	a, b := old.Get("items"), now.Get("items")
	switch {
	case a == nil && b != nil && !b.True():
		p.within("[]", func() { p.say("schema-changed", false, b, "the items must now have a form") })
	case a.Is(tools.Object) && b.Is(tools.Object):
		p.within("[]", func() { p.schema(a, b) })
	case a != nil && b == nil:
		p.within("[]", func() { p.say("condition-removed", false, now, "the items may now have any form") })
	case !tools.Same(a, b):
		p.within("[]", func() { p.say("schema-changed", false, b, "the items have another form") })
	}
}

// compared are the keywords that are compared one by one; descriptions, titles and
// the like hold for nobody.
var compared = []string{
	"$anchor", "$comment", "$defs", "$dynamicAnchor", "$id", "$ref", "$schema", "additionalProperties", "anyOf", "const", "default", "definitions",
	"deprecated", "description", "enum", "example", "examples", "exclusiveMaximum", "exclusiveMinimum", "format", "id", "items", "maxItems", "maxLength",
	"maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "nullable", "oneOf", "pattern", "properties", "propertyOrdering",
	"readOnly", "required", "title", "type", "writeOnly",
}

// parts compares alternatives and what else a schema says. What no rule knows is
// compared as a whole: where it is another, nobody can tell what that does.
func (p *pair) parts(old, now *tools.Node) {
	p.alternatives("anyOf", old, now)
	p.alternatives("oneOf", old, now)
	for _, m := range now.Members {
		if !slices.Contains(compared, m.Key) && !tools.Same(old.Get(m.Key), m.Value) {
			p.say("schema-changed", false, m.Name, "its %s is another", m.Name.Show())
		}
	}
	for _, m := range old.Members {
		if !slices.Contains(compared, m.Key) && now.Get(m.Key) == nil {
			p.say("condition-removed", true, m.Name, "its %s is gone", m.Name.Show())
		}
	}
}

// alternatives compares the forms of which a value must have one. Two forms that are
// each other's only partner are compared.
func (p *pair) alternatives(keyword string, old, now *tools.Node) {
	a, b := old.Get(keyword), now.Get(keyword)
	switch {
	case !a.Is(tools.Array) && !b.Is(tools.Array):
		return
	case !b.Is(tools.Array):
		p.say("condition-removed", false, now, "%s is gone", keyword)
		return
	case !a.Is(tools.Array):
		p.say("schema-changed", false, b, "it must now have one of the forms of %s", keyword)
		return
	}
	gone, fresh := unlike(a, b), unlike(b, a)
	if len(gone) == 1 && len(fresh) == 1 {
		p.schema(gone[0], fresh[0])
		return
	}
	for range gone {
		p.say("alternative-removed", false, b, "a form of %s is gone", keyword)
	}
	for _, form := range fresh {
		rule := "alternative-added"
		if keyword == "oneOf" {
			rule = "schema-changed" // a value of two forms is of none
		}
		p.say(rule, false, form, "a form of %s is new", keyword)
	}
}
