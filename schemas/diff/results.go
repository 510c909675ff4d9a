package diff

import (
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas/tools"
)

// compareResults compares what two forms of a tool say that they return. There the
// sides are swapped: what was promised must still be there.
func compareResults(o *Output, old, now *tools.Definition) {
	a, b := old.Output, now.Output
	p := newPair(o, old, now)
	p.oldRefs.Root, p.newRefs.Root = a, b
	p.path = []string{"result"}
	switch {
	case a == nil && b == nil:
	case b == nil:
		p.say("result-unknown", false, now.NameAt, "what it returns is no longer described")
	case a == nil:
		p.say("result-unknown", false, b, "what it returns was not described before")
	case a.Size(maxSize+1) > maxSize || b.Size(maxSize+1) > maxSize:
		if !tools.Same(a, b) {
			p.say("result-type", false, b, "what it returns is another, and too large to be compared")
		}
	default:
		p.result(a, b)
	}
}

// result compares two forms of a part of a result.
func (p *pair) result(old, now *tools.Node) {
	old, now = p.oldRefs.Target(old), p.newRefs.Target(now)
	if !p.enter(old, now, "result-type") {
		return
	}
	a, known := tools.TypesOf(old)
	b, also := tools.TypesOf(now)
	if known && (!also || len(beyond(b, a)) > 0) {
		p.say("result-type", false, or(now.Get("type"), now), "it was of type %s and is %s", strings.Join(a, " or "), strings.Join(append(slices.Clone(b), unknown(also)...), " or "))
	}
	before, after := propertiesOf(old), propertiesOf(now)
	was, is := set(old.Get("required").Strings()), set(now.Get("required").Strings())
	for _, m := range before.Members {
		p.within(m.Key, func() {
			next := after.Member(m.Key)
			if next == nil {
				p.say("result-removed", true, m.Name, "it is no longer returned")
				return
			}
			if was[m.Key] && !is[m.Key] {
				p.say("result-optional", false, next.Name, "it may now be missing")
			}
			p.result(m.Value, next.Value)
		})
	}
	for _, m := range after.Members {
		if before.Get(m.Key) == nil {
			p.within(m.Key, func() { p.say("result-added", false, m.Name, "it is new") })
		}
	}
	if x, y := old.Get("items"), now.Get("items"); x.Is(tools.Object) && y.Is(tools.Object) {
		p.within("[]", func() { p.result(x, y) })
	}
	p.leave(old, now)
}

func unknown(also bool) []string {
	if also {
		return nil
	}
	return []string{"of any type"}
}
