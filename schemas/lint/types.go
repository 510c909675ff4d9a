package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/tools"
)

// pythonic are the types of BFCL's dialect that JSON Schema does not have. They are
// right there, unless a provider is named that must take them.
var pythonic = []string{"any", "bool", "dict", "float", "list", "tuple"}

// isType tells whether a schema names that type alone, null aside.
func isType(n *tools.Node, kind string) bool {
	types, known := tools.TypesOf(n)
	types = slices.DeleteFunc(types, func(t string) bool { return t == "null" })
	return known && len(types) == 1 && types[0] == kind
}

// checkType looks for types that JSON Schema does not have, and for properties
// that have none.
func checkType(c *check, s *spot) {
	if s.Kind != tools.Object {
		return
	}
	kind := s.Get("type")
	words := []*tools.Node{kind}
	if kind.Is(tools.Array) {
		words = kind.Items
	}
	for _, word := range words {
		if !word.Is(tools.String) || slices.Contains(tools.Types, word.Text) {
			continue
		}
		alias := tools.Alias(word.Text)
		upper := alias != "" && word.Text == strings.ToUpper(alias)
		switch {
		case upper && c.d.Wrapping == tools.Gemini && c.provider.Name == "gemini":
		case c.d.Wrapping == tools.BFCL && c.provider == &none && slices.Contains(pythonic, word.Text):
		case alias != "":
			c.say(word, "type-unknown", fmt.Sprintf("write %q", alias), replaced(word, `"`+alias+`"`), "%s: JSON Schema has no type %s", c.about(s), word.Show())
		case strings.EqualFold(word.Text, "any"):
			c.say(word, "type-unknown", "name the types that the tool can read", nil, "%s: JSON Schema has no type %s", c.about(s), word.Show())
		default:
			c.say(word, "type-unknown", c.meant(word.Text, tools.Types, "there are "+strings.Join(tools.Types, ", ")), nil, "%s: JSON Schema has no type %s", c.about(s), word.Show())
		}
	}
	if kind == nil && s.keyword == "properties" && !saysSomething(s.Node) {
		c.say(s.property, "type-missing", "name its type", nil, "%s has no type", c.about(s))
	}
}

// saysSomething tells whether a schema without a type says by other means what a
// value is.
func saysSomething(n *tools.Node) bool {
	for _, keyword := range []string{"enum", "const", "$ref", "$dynamicRef", "anyOf", "oneOf", "allOf", "not", "if"} {
		if n.Get(keyword) != nil {
			return true
		}
	}
	return false
}

// maxGuesses bounds the words of one definition for which a like one is looked for.
const maxGuesses = 50

// nearest is the known word that is most like one, "" where none is.
func (c *check) nearest(word string, known []string) string {
	if c.guesses++; c.guesses > maxGuesses {
		return ""
	}
	return schemas.Nearest(word, known)
}

// meant suggests a word that is there, or else what is given.
func (c *check) meant(word string, known []string, otherwise string) string {
	if near := c.nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return otherwise
}

// checkItems looks for lists that do not say what they hold.
func checkItems(c *check, s *spot) {
	types, _ := tools.TypesOf(s.Node)
	if !slices.Contains(types, "array") || s.Get("items") != nil || s.Get("prefixItems") != nil || s.Get("contains") != nil {
		return
	}
	rule, what := "array-items", "does not say what the list holds"
	if c.provider.items && !c.d.FreeForm {
		rule, what = "provider-array-items", c.provider.Name+" does not take a list without items"
	}
	c.say(s.Get("type"), rule, `add "items" with the schema of one item`, nil, "%s: %s", c.about(s), what)
}

// typed are the keywords that speak of values of some types alone.
var typed = map[string][]string{
	"minLength": {"string"}, "maxLength": {"string"}, "pattern": {"string"},
	"minimum": {"integer", "number"}, "maximum": {"integer", "number"}, "exclusiveMinimum": {"integer", "number"},
	"exclusiveMaximum": {"integer", "number"}, "multipleOf": {"integer", "number"},
	"items": {"array"}, "prefixItems": {"array"}, "minItems": {"array"}, "maxItems": {"array"}, "uniqueItems": {"array"}, "contains": {"array"},
	"properties": {"object"}, "required": {"object"}, "additionalProperties": {"object"}, "minProperties": {"object"},
	"maxProperties": {"object"}, "patternProperties": {"object"}, "propertyNames": {"object"},
}

// known are the keywords of JSON Schema in all dialects, and those that OpenAPI,
// providers and generators of schemas add.
var known = []string{
	"$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef", "$ref", "$schema", "$vocabulary",
	"additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains", "contentEncoding", "contentMediaType", "contentSchema",
	"default", "definitions", "dependencies", "dependentRequired", "dependentSchemas", "deprecated", "description", "discriminator", "else", "enum",
	"example", "examples", "exclusiveMaximum", "exclusiveMinimum", "externalDocs", "format", "id", "if", "items", "maxContains", "maxItems",
	"maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum", "multipleOf", "not", "nullable",
	"oneOf", "optional", "pattern", "patternProperties", "prefixItems", "properties", "propertyNames", "propertyOrdering", "readOnly", "required",
	"then", "title", "type", "unevaluatedItems", "unevaluatedProperties", "uniqueItems", "writeOnly", "xml",
}

// checkKeywords looks for keywords that do not speak of the type, and for slips of
// the pen. A keyword that is like none is somebody's annotation.
func checkKeywords(c *check, s *spot) {
	if s.Kind != tools.Object {
		return
	}
	types, hasType := tools.TypesOf(s.Node)
	for _, m := range s.Members {
		if slices.Contains(known, m.Key) {
			if want := typed[m.Key]; hasType && want != nil && !overlap(types, want) && !(m.Key == "required" && m.Value.Kind == tools.Bool) {
				c.say(m.Name, "keyword-type", "leave it out, or mend the type", nil, "%s: %s says nothing about a value of type %s", c.about(s), m.Key, strings.Join(types, " or "))
			}
			continue
		}
		if strings.HasPrefix(m.Key, "x-") {
			continue
		}
		if near := c.nearest(m.Key, known); near != "" {
			c.say(m.Name, "keyword-unknown", fmt.Sprintf("did you mean %q?", near), nil, "%s: JSON Schema has no keyword %s", c.about(s), m.Name.Show())
		}
	}
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(word string) bool { return slices.Contains(b, word) })
}
