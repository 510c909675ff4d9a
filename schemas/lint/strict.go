package lint

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/keptgate/keptgate/schemas/tools"
)

// strict is what a provider demands of a schema that it holds its model to.
type strict struct {
	required   bool     // every property is required
	keywords   []string // that are not taken
	recursive  bool     // a schema may contain itself
	properties int      // all properties of a schema; 0: no limit that is known
	levels     int      // of nesting
	values     int      // of all enums
	characters int      // of all names, definitions, enums and constants
	longEnum   int      // values from which on an enum of texts has a limit of its own
	longText   int      // that limit, in characters
}

// openAIStrict is from the guide "Structured Outputs", supported schemas. That it
// takes no oneOf is the service's answer.
var openAIStrict = strict{
	required: true, recursive: true, properties: 5_000, levels: 10, values: 1_000, characters: 120_000, longEnum: 250, longText: 15_000,
	keywords: []string{"allOf", "oneOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else"},
}

// anthropicStrict is from the page "Structured outputs", JSON Schema limitations.
var anthropicStrict = strict{
	keywords: []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "maxItems"},
}

// strict returns the demands on a definition, nil without any.
func (c *check) strict() *strict {
	if !c.d.Strict {
		return nil
	}
	return c.provider.strict
}

// checkStrict holds a schema against the demands of strict mode.
func checkStrict(c *check, s *spot) {
	form := c.strict()
	if form == nil || s.Kind != tools.Object {
		return
	}
	for _, keyword := range form.keywords {
		if m := s.Member(keyword); m != nil {
			c.say(m.Name, "strict-keyword", "leave it out, or say it in the description", nil, "%s: strict mode of %s does not take %s", c.about(s), c.provider.Name, keyword)
		}
	}
	types, _ := tools.TypesOf(s.Node)
	if !slices.Contains(types, "object") {
		return
	}
	if more := s.Get("additionalProperties"); !more.False() {
		edits := c.withMember(s.Node, "additionalProperties", "false")
		at := s.Node
		if more != nil {
			edits, at = replaced(more, "false"), more
		}
		c.say(at, "strict-closed", `say "additionalProperties": false`, edits, "%s: the object is not closed", c.about(s))
	}
	properties := s.Get("properties")
	if !form.required || !properties.Is(tools.Object) {
		return
	}
	required := setOf(s.Get("required").Strings())
	for _, m := range properties.Members {
		if !required[m.Key] {
			c.say(m.Name, "strict-required", `require it, and add "null" to its types if it may be missing`, nil, "%s: %s is not required", c.about(s), m.Name.Show())
		}
	}
}

// sums are the sizes of a schema that strict mode bounds.
type sums struct{ properties, levels, values, characters, longest int }

func (t *sums) add(n *tools.Node, depth int, form *strict) {
	t.levels = max(t.levels, depth)
	if enum := n.Get("enum"); enum.Is(tools.Array) {
		length := 0
		for _, item := range enum.Items {
			length += utf8.RuneCountInString(item.Str())
		}
		t.values += len(enum.Items)
		t.characters += length
		if len(enum.Items) > form.longEnum {
			t.longest = max(t.longest, length)
		}
	}
	t.characters += utf8.RuneCountInString(n.Get("const").Str())
	for _, sub := range tools.Subs(n) {
		inner := depth
		switch sub.Keyword {
		case "properties":
			t.properties++
			t.characters += utf8.RuneCountInString(sub.Key)
			if slices.Contains(first(tools.TypesOf(sub.Schema)), "object") {
				inner++
			}
		case "items":
			if slices.Contains(first(tools.TypesOf(sub.Schema)), "object") {
				inner++
			}
		case "$defs", "definitions":
			t.characters += utf8.RuneCountInString(sub.Key)
		}
		t.add(sub.Schema, inner, form)
	}
}

func first(list []string, _ bool) []string { return list }

// checkStrictLimits holds the size of the parameters against what strict mode bounds.
func checkStrictLimits(c *check) {
	form := c.strict()
	if form == nil {
		return
	}
	var t sums
	t.add(c.d.Parameters, 1, form)
	for _, limit := range []struct {
		got, most int
		what      string
	}{
		{t.properties, form.properties, "properties"},
		{t.levels, form.levels, "levels of objects"},
		{t.values, form.values, "values in enums"},
		{t.characters, form.characters, "characters in names and values"},
		{t.longest, form.longText, fmt.Sprintf("characters in an enum of more than %d values", form.longEnum)},
	} {
		if limit.most > 0 && limit.got > limit.most {
			c.say(c.d.Parameters, "strict-limit", "split the tool, or shorten what it lists", nil, "%s: strict mode of %s takes %d %s, and there are %d",
				c.d.Label(), c.provider.Name, limit.most, limit.what, limit.got)
		}
	}
}
