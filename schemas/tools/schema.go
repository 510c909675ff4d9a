package tools

import (
	"slices"
	"strconv"
)

// Sub is a schema inside a schema.
type Sub struct {
	Keyword string // that holds it
	Key     string // its name or number there; "" where the keyword holds one schema
	Schema  *Node
	Same    bool  // it is held against the same value as the schema around it
	Name    *Node // the place of its name; nil where it has none
}

// Named are the keywords that hold schemas by name.
var Named = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}

// holders are the keywords that hold one schema or a list of them.
var holders = []string{
	"items", "prefixItems", "additionalItems", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains",
	"propertyNames", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
}

// sameValue are the keywords whose schemas are held against the same value.
var sameValue = []string{"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"}

// Subs lists the schemas that stand in a schema, in their order. References are
// not followed.
func Subs(n *Node) []Sub {
	if !n.Is(Object) {
		return nil
	}
	var out []Sub
	for _, m := range n.Members {
		same := slices.Contains(sameValue, m.Key)
		switch {
		case slices.Contains(Named, m.Key):
			for _, inner := range m.Value.Members {
				out = append(out, Sub{m.Key, inner.Key, inner.Value, same, inner.Name})
			}
		case !slices.Contains(holders, m.Key):
		case m.Value.Kind == Array:
			for i, item := range m.Value.Items {
				out = append(out, Sub{m.Key, strconv.Itoa(i), item, same, nil})
			}
		default:
			out = append(out, Sub{m.Key, "", m.Value, same, nil})
		}
	}
	return out
}

// TypesOf returns the types that a schema names, in the words of JSON Schema, and
// whether it names any that can be understood. Null is one where nullable is true.
func TypesOf(n *Node) (types []string, known bool) {
	words := n.Get("type").Strings()
	if word := n.Get("type"); word.Is(String) {
		words = []string{word.Text}
	}
	for _, word := range words {
		if alias := Alias(word); alias != "" {
			word = alias
		}
		if !slices.Contains(Types, word) {
			return nil, false
		}
		if !slices.Contains(types, word) {
			types = append(types, word)
		}
	}
	if len(types) > 0 && n.Get("nullable").True() && !slices.Contains(types, "null") {
		types = append(types, "null")
	}
	return types, len(types) > 0
}

// Fits tells whether a value is of a type of JSON Schema.
func Fits(value *Node, kind string) bool {
	switch kind {
	case "integer":
		return value.Whole()
	default:
		return value.Kind.String() == kind
	}
}
