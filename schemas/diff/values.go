package diff

import (
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas/tools"
)

// types compares the types that a value may have.
func (p *pair) types(old, now *tools.Node) {
	a, known := tools.TypesOf(old)
	b, also := tools.TypesOf(now)
	at := now.Get("type")
	if len(p.path) == 0 && p.new.Wrapping != tools.JSONSchema && !known && slices.Equal(b, []string{"object"}) {
		return // arguments are always an object
	}
	switch {
	case !known && !also:
		if !tools.Same(old.Get("type"), now.Get("type")) {
			p.say("schema-changed", false, or(at, now), "its type is another that nobody knows")
		}
	case !known:
		p.say("type-narrowed", false, at, "it may now only be of type %s", strings.Join(b, " or "))
	case !also && at == nil:
		p.say("type-widened", false, now, "it may now be of any type")
	case !also:
		p.say("type-changed", false, at, "it was of type %s, and is now of one that nobody knows", strings.Join(a, " or "))
	default:
		lost, won := beyond(a, b), beyond(b, a)
		switch {
		case len(lost) > 0 && len(won) == len(b):
			p.say("type-changed", false, at, "it was of type %s, and is now %s", strings.Join(a, " or "), strings.Join(b, " or "))
		case len(lost) > 0:
			p.say("type-narrowed", false, at, "it may no longer be any %s", strings.Join(lost, " or "))
		case len(won) > 0:
			p.say("type-widened", false, at, "it may now also be of type %s", strings.Join(won, " or "))
		}
	}
}

// beyond lists the types of a that b does not take. Every integer is a number.
func beyond(a, b []string) []string {
	var out []string
	for _, kind := range a {
		if !slices.Contains(b, kind) && !(kind == "integer" && slices.Contains(b, "number")) {
			out = append(out, kind)
		}
	}
	return out
}

func or(n, other *tools.Node) *tools.Node {
	if n == nil {
		return other
	}
	return n
}

// allowed lists the values of enum or const, and the keyword; nil without either.
func allowed(n *tools.Node) *tools.Node {
	if value := n.Get("const"); value != nil {
		return &tools.Node{Kind: tools.Array, Items: []*tools.Node{value}, Line: value.Line, Column: value.Column}
	}
	if enum := n.Get("enum"); enum.Is(tools.Array) {
		return enum
	}
	return nil
}

// values compares the values that are allowed, and defaults.
func (p *pair) values(old, now *tools.Node) {
	a, b := allowed(old), allowed(now)
	switch {
	case a == nil && b != nil:
		p.say("value-removed", false, b, "only listed values are allowed now")
	case a != nil && b == nil:
		p.say("value-added", false, now, "any value is allowed now")
	case a != nil:
		for _, value := range unlike(a, b) {
			p.say("value-removed", false, b, "%s is no longer allowed", value.Show())
		}
		for _, value := range unlike(b, a) {
			p.say("value-added", false, value, "%s is allowed now", value.Show())
		}
	}
	if was, is := old.Get("default"), now.Get("default"); !tools.Same(was, is) {
		p.say("default-changed", false, or(is, now), "its default was %s and is %s", shown(was), shown(is))
	}
}

func shown(n *tools.Node) string {
	if n == nil {
		return "none"
	}
	return n.Show()
}

// unlike lists the items of a that are not in b.
func unlike(a, b *tools.Node) []*tools.Node {
	there := map[string]bool{}
	for _, item := range b.Items {
		there[tools.Key(item)] = true
	}
	var out []*tools.Node
	for _, item := range a.Items {
		if !there[tools.Key(item)] {
			out = append(out, item)
		}
	}
	return out
}

// least and most are the keywords that a value may not be under, and not be over.
var (
	least = []string{"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"}
	most  = []string{"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"}
)

// limits compares what a value may not be under or over, and its pattern and format.
func (p *pair) limits(old, now *tools.Node) {
	for _, keyword := range slices.Concat(least, most) {
		p.limit(keyword, slices.Contains(least, keyword), old, now)
	}
	switch a, b := old.Get("pattern"), now.Get("pattern"); {
	case tools.Same(a, b):
	case b == nil:
		p.say("pattern-removed", false, now, "it need no longer be of the pattern %s", a.Show())
	default:
		p.say("pattern-changed", false, b, "its pattern was %s and is %s", shown(a), b.Show())
	}
	if a, b := old.Get("format"), now.Get("format"); !tools.Same(a, b) {
		p.say("format-changed", false, or(b, now), "its format was %s and is %s", shown(a), shown(b))
	}
}

func (p *pair) limit(keyword string, least bool, old, now *tools.Node) {
	a, b := old.Get(keyword), now.Get(keyword)
	if tools.Same(a, b) {
		return
	}
	was, had := a.Float()
	is, has := b.Float()
	tighter := has && (!had || least && is > was || !least && is < was)
	switch {
	case had != (a != nil) || has != (b != nil): // draft 4 has truth values here
		p.say("schema-changed", false, or(b, now), "%s was %s and is %s", keyword, shown(a), shown(b))
	case tighter:
		p.say("limit-tightened", false, b, "%s was %s and is %s", keyword, shown(a), b.Show())
	default:
		p.say("limit-loosened", false, or(b, now), "%s was %s and is %s", keyword, shown(a), shown(b))
	}
}

// texts compares what the model reads of a parameter.
func (p *pair) texts(old, now *tools.Node) {
	if len(p.path) == 0 {
		return // the tool's description is what is read
	}
	a, b := strings.TrimSpace(old.Get("description").Str()), strings.TrimSpace(now.Get("description").Str())
	if a != b {
		p.say("parameter-description", false, or(now.Get("description"), now), "its description is another")
	}
}
