package diff

import "github.com/keptgate/keptgate/schemas/tools"

// maxSteps bounds how many schemas and properties of one tool are compared.
const maxSteps = 50_000

// enter tells whether a pair of schemas is to be compared: it is not being compared
// already, and there are steps left. Afterwards the caller leaves it.
func (p *pair) enter(old, now *tools.Node, rule string) bool {
	if p.seen[[2]*tools.Node{old, now}] || p.steps > maxSteps {
		return false
	}
	if p.steps += 1 + len(propertiesOf(old).Members) + len(propertiesOf(now).Members); p.steps > maxSteps {
		p.say(rule, false, now, "with its references it is too large to be compared")
		return false
	}
	p.seen[[2]*tools.Node{old, now}] = true
	return true
}

func (p *pair) leave(old, now *tools.Node) { delete(p.seen, [2]*tools.Node{old, now}) }

// schema compares two forms of a schema of values that callers give.
func (p *pair) schema(old, now *tools.Node) {
	old, now = p.oldRefs.Target(old), p.newRefs.Target(now)
	if old.Kind != tools.Object || now.Kind != tools.Object {
		if !tools.Same(old, now) && !now.True() {
			p.say("schema-changed", false, now, "the schema was %s and is %s", old.Show(), now.Show())
		}
		return
	}
	if !p.enter(old, now, "schema-changed") {
		return
	}
	p.types(old, now)
	p.values(old, now)
	p.limits(old, now)
	p.texts(old, now)
	p.properties(old, now)
	p.items(old, now)
	p.parts(old, now)
	p.leave(old, now)
}

// properties compares what an object holds.
func (p *pair) properties(old, now *tools.Node) {
	before, after := propertiesOf(old), propertiesOf(now)
	wasClosed, isClosed := old.Get("additionalProperties").False(), now.Get("additionalProperties").False()
	wasRequired, isRequired := set(old.Get("required").Strings()), set(now.Get("required").Strings())
	var gone, fresh []string
	for _, m := range before.Members {
		if after.Get(m.Key) == nil {
			gone = append(gone, m.Key)
		}
	}
	for _, m := range after.Members {
		if before.Get(m.Key) == nil {
			fresh = append(fresh, m.Key)
		}
	}
	renamed := p.out.renamedProperties(before, after, gone, fresh)
	taken := map[string]bool{}
	for _, m := range before.Members {
		name, is := m.Key, after.Member(m.Key)
		if to, ok := renamed[name]; ok {
			is, taken[to] = after.Member(to), true
			p.within(name, func() { p.say("parameter-renamed", false, is.Name, "it seems to be called %s now", is.Name.Show()) })
		}
		p.within(name, func() {
			switch {
			case is == nil && isClosed:
				p.say("parameter-removed", true, m.Name, "it is gone, and what is not described may not be given")
				return
			case is == nil:
				p.say("parameter-dropped", true, m.Name, "it is gone")
				return
			case !wasRequired[name] && isRequired[is.Key]:
				p.say("parameter-required", false, is.Name, "it must now be given")
			case wasRequired[name] && !isRequired[is.Key]:
				p.say("parameter-optional", false, is.Name, "it may now be left out")
			}
			p.schema(m.Value, is.Value)
		})
	}
	for _, name := range fresh {
		if taken[name] {
			continue
		}
		p.within(name, func() {
			at := after.Member(name).Name
			if isRequired[name] {
				p.say("parameter-added-required", false, at, "it is new and must be given")
			} else {
				p.say("parameter-added", false, at, "it is new")
			}
		})
	}
	if wasClosed != isClosed {
		p.closed(now, isClosed)
	} else if a, b := old.Get("additionalProperties"), now.Get("additionalProperties"); a.Is(tools.Object) && b.Is(tools.Object) {
		p.within("*", func() { p.schema(a, b) })
	} else if b.Is(tools.Object) {
		p.say("schema-changed", false, b, "what is not described must now have a form")
	}
	p.unlisted(now, wasRequired, isRequired, after)
}

// closed reports that properties that are not described may no longer be given, or
// may be.
func (p *pair) closed(now *tools.Node, isClosed bool) {
	if isClosed {
		p.say("object-closed", false, now.Get("additionalProperties"), "what is not described may no longer be given")
		return
	}
	p.say("object-opened", false, now, "what is not described may now be given")
}

// unlisted reports names that are newly required and not described.
func (p *pair) unlisted(now *tools.Node, was, is map[string]bool, after *tools.Node) {
	for _, name := range now.Get("required").Strings() {
		if is[name] && !was[name] && after.Get(name) == nil {
			p.within(name, func() {
				p.say("parameter-added-required", false, now.Get("required"), "it must now be given, and is not described")
			})
			is[name] = false // said once
		}
	}
}

// none is what an object without properties holds.
var none = tools.Node{Kind: tools.Object}

func propertiesOf(n *tools.Node) *tools.Node {
	if properties := n.Get("properties"); properties.Is(tools.Object) {
		return properties
	}
	return &none
}

func set(words []string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, word := range words {
		out[word] = true
	}
	return out
}
