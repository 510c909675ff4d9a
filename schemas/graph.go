package schemas

import (
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// graph knows which schemas a schema applies to a value. It finds schemas that
// would never come to an end, and values that would take too long: no engine
// bounds its own work.
type graph struct {
	root    *jsonschema.Schema
	places  map[string]*jsonschema.Schema // all schemas by location
	dynamic map[string]*jsonschema.Schema // by $dynamicAnchor, the nearest to the root
}

func newGraph(root *jsonschema.Schema) graph {
	g := graph{root: root, places: map[string]*jsonschema.Schema{}, dynamic: map[string]*jsonschema.Schema{}}
	queue := []*jsonschema.Schema{root}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if g.places[s.Location] != nil {
			continue
		}
		g.places[s.Location] = s
		if a := s.DynamicAnchor; a != "" && g.dynamic[a] == nil {
			g.dynamic[a] = s
		}
		queue = append(append(queue, g.sameValue(s)...), members(s)...)
	}
	return g
}

// sameValue lists the schemas that s applies to the same value. The target of a
// $dynamicRef depends on the way there; the anchor nearest to the root is where
// it leads in practice.
func (g graph) sameValue(s *jsonschema.Schema) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	add := func(list ...*jsonschema.Schema) {
		for _, sub := range list {
			if sub != nil {
				out = append(out, sub)
			}
		}
	}
	add(s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else)
	add(s.AllOf...)
	add(s.AnyOf...)
	add(s.OneOf...)
	if d := s.DynamicRef; d != nil {
		target := d.Ref
		if near := g.dynamic[d.Anchor]; d.Anchor != "" && near != nil {
			target = near
		}
		add(target)
	}
	for _, sub := range s.DependentSchemas {
		add(sub)
	}
	for _, v := range s.Dependencies {
		if sub, ok := v.(*jsonschema.Schema); ok {
			add(sub)
		}
	}
	return out
}

// members lists the schemas that s applies to parts of a value.
func members(s *jsonschema.Schema) []*jsonschema.Schema {
	out := append([]*jsonschema.Schema{}, s.PrefixItems...)
	for _, v := range []any{s.AdditionalProperties, s.AdditionalItems, s.Items} {
		switch sub := v.(type) {
		case *jsonschema.Schema:
			out = append(out, sub)
		case []*jsonschema.Schema:
			out = append(out, sub...)
		}
	}
	for _, sub := range []*jsonschema.Schema{s.PropertyNames, s.UnevaluatedProperties, s.Items2020, s.Contains, s.UnevaluatedItems} {
		if sub != nil {
			out = append(out, sub)
		}
	}
	for _, sub := range s.Properties {
		out = append(out, sub)
	}
	for _, sub := range s.PatternProperties {
		out = append(out, sub)
	}
	return out
}

// loopError says that a schema applies itself to the same value for ever.
type loopError struct{ path string }

func (e *loopError) Error() string { return "the schema refers to itself without end" }

// loop returns a *loopError where a schema reaches itself without a step into
// the value.
func (g graph) loop() error {
	const onTheWay, done = 1, 2
	state := make(map[*jsonschema.Schema]int, len(g.places))
	var visit func(s *jsonschema.Schema) error
	visit = func(s *jsonschema.Schema) error {
		switch state[s] {
		case onTheWay:
			return &loopError{fragment(s.Location)}
		case done:
			return nil
		}
		state[s] = onTheWay
		for _, sub := range g.sameValue(s) {
			if err := visit(sub); err != nil {
				return err
			}
		}
		state[s] = done
		return nil
	}
	for _, location := range slices.Sorted(maps.Keys(g.places)) {
		if err := visit(g.places[location]); err != nil {
			return err
		}
	}
	return nil
}

// fragment returns the part of a location after the "#".
func fragment(location string) string {
	_, after, _ := strings.Cut(location, "#")
	return after
}
