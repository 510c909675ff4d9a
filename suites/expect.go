package suites

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

func (b *builder) expect(pointer string, raw rawExpect) Expect {
	list, _ := raw.Changes.([]rawChange)
	e := Expect{
		Changes: b.changes(pointer+"/changes", list), Golden: raw.Changes == byReference,
		May:     b.changes(pointer+"/may", raw.May),
		Calls:   b.calls(pointer+"/calls", raw.Calls),
		Forbids: b.calls(pointer+"/forbids", raw.Forbids),
		Asks:    raw.Asks, Confirm: raw.Confirm, Escalate: or(raw.Escalate, "forbidden"),
	}
	for i, a := range raw.AnyOf {
		p := fmt.Sprintf("%s/any_of/%d", pointer, i)
		e.AnyOf = append(e.AnyOf, Alternative{
			Name: or(a.Name, fmt.Sprint(i+1)), Changes: b.changes(p+"/changes", a.Changes), May: b.changes(p+"/may", a.May),
		})
	}
	if e.Golden && len(e.AnyOf) > 0 {
		b.problem(pointer+"/any_of", "expect-reference", "the reference leaves one end state: write the changes out where there are several good ones")
	}
	for i, t := range raw.Tells {
		e.Tells = append(e.Tells, b.tell(fmt.Sprintf("%s/tells/%d", pointer, i), t))
	}
	return e
}

func (b *builder) changes(pointer string, raw []rawChange) []ChangeSpec {
	var specs []ChangeSpec
	for i, c := range raw {
		p := fmt.Sprintf("%s/%d", pointer, i)
		op, table := c.op()
		spec := ChangeSpec{
			Name: c.Name, Op: op, Table: table, Times: or(c.Times, 1), Needs: c.Needs, Line: b.line(p),
			Where: b.matchers(p+"/where", c.Where), Set: b.matchers(p+"/set", c.Set), With: b.matchers(p+"/with", c.With),
		}
		switch {
		case op == trace.Insert && (c.Where != nil || c.Set != nil):
			b.problem(p, "change-form", "an insert is described by with, not by where or set")
		case op == trace.Update && (c.With != nil || c.Set == nil):
			b.problem(p, "change-form", "an update needs set (and where), not with")
		case op == trace.Delete && (c.With != nil || c.Set != nil):
			b.problem(p, "change-form", "a delete is described by where alone")
		}
		specs = append(specs, spec)
	}
	return specs
}

func (b *builder) calls(pointer string, raw []rawCall) []CallSpec {
	var specs []CallSpec
	for i, c := range raw {
		p := fmt.Sprintf("%s/%d", pointer, i)
		specs = append(specs, CallSpec{
			Tools: stringsOf(c.Tool), With: b.matchers(p+"/with", c.With), Before: c.Before, Line: b.line(p),
		})
	}
	return specs
}

// tellTypes are the types a caller can be told, in the order of the manual.
var tellTypes = []string{"money", "date", "time", "identifier", "name", "text"}

// tell reads {type: literal}, {type: [literals]} or {any: [{type: literal}, …]}.
func (b *builder) tell(pointer string, raw map[string]any) Tell {
	var t Tell
	for kind, v := range raw {
		if kind != "any" {
			for _, s := range stringsOf(v) {
				t.Any = append(t.Any, Literal{Type: kind, Text: s})
			}
			continue
		}
		list, _ := v.([]any)
		for i, item := range list {
			m, _ := item.(map[string]any)
			t.Any = append(t.Any, b.tell(fmt.Sprintf("%s/any/%d", pointer, i), m).Any...)
		}
	}
	for _, l := range t.Any {
		if !slices.Contains(tellTypes, l.Type) {
			b.problem(pointer, "tell-type", "%q is not something a caller is told; known: %v, any", l.Type, tellTypes)
		}
	}
	if len(t.Any) == 0 {
		b.problem(pointer, "tell-empty", "nothing to tell; write it like {name: Alex Rivera}")
	}
	return t
}

func (b *builder) matchers(pointer string, raw map[string]any) map[string]Matcher {
	if raw == nil {
		return nil
	}
	out := make(map[string]Matcher, len(raw))
	for name, v := range raw {
		out[name] = b.matcher(pointer+schemas.Pointer(name), v)
	}
	return out
}

// matcher reads a literal or one of the forms {any}, {pattern}, {one_of},
// {near, within}, {value, as}, {items} and {object, may}. A literal is compared as
// the file's texts are.
func (b *builder) matcher(pointer string, v any) Matcher {
	m, ok := v.(map[string]any)
	if !ok {
		return Matcher{Literal: trace.Normal(v), As: b.texts}
	}
	switch {
	case m["any"] == true && len(m) == 1:
		return Matcher{Any: true}
	case has(m, 1, "pattern"):
		text, _ := m["pattern"].(string)
		re, err := regexp.Compile(`^(?:` + text + `)$`)
		if err != nil {
			b.problem(pointer, "matcher-pattern", "%q is not a regular expression: %v", text, err)
			return Matcher{Any: true}
		}
		return Matcher{Pattern: re}
	case has(m, 1, "one_of"):
		list, _ := m["one_of"].([]any)
		if len(list) == 0 {
			b.problem(pointer, "matcher-one-of", "one_of needs a list of values")
		}
		var o Matcher
		for _, item := range list {
			o.OneOf = append(o.OneOf, b.matcher(pointer, item))
		}
		return o
	case has(m, 2, "near", "within"):
		near, ok1 := asNumber(trace.Normal(m["near"]))
		within, ok2 := asNumber(trace.Normal(m["within"]))
		if !ok1 || !ok2 || within <= 0 {
			b.problem(pointer, "matcher-near", "near needs a number and within a number above 0")
		}
		return Matcher{Near: near, Within: within}
	case has(m, 2, "value", "as"):
		as, _ := m["as"].(string)
		if !slices.Contains([]string{"exact", "number", "time", "space", "case", "loose"}, as) {
			b.problem(pointer, "matcher-as", "as is exact, number, time, space, case or loose, not %q", as)
		}
		return Matcher{Literal: trace.Normal(m["value"]), As: as}
	case has(m, 1, "items"):
		list, ok := m["items"].([]any)
		if !ok {
			b.problem(pointer, "matcher-items", "items needs a list of values")
		}
		out := Matcher{IsList: true}
		for i, item := range list {
			out.Items = append(out.Items, b.matcher(fmt.Sprintf("%s/items/%d", pointer, i), item))
		}
		return out
	case has(m, 1, "object"), has(m, 2, "object", "may"):
		fields, ok := m["object"].(map[string]any)
		may, also := m["may"].(map[string]any)
		if !ok || !also && m["may"] != nil {
			b.problem(pointer, "matcher-object", "object and may need fields with their values")
		}
		return Matcher{IsObject: true, Fields: b.matchers(pointer+"/object", fields), May: b.matchers(pointer+"/may", may)}
	default:
		return Matcher{Literal: trace.Normal(v), As: b.texts}
	}
}

func has(m map[string]any, n int, keys ...string) bool {
	for _, k := range keys {
		if _, ok := m[k]; !ok {
			return false
		}
	}
	return len(m) == n
}
