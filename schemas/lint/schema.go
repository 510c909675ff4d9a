package lint

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/tools"
)

// checkSchemas holds the parameters, and the result where it is described, against
// the rules of their dialect. What rules of our own say better of parameters is left
// to them.
func checkSchemas(c *check) {
	checkSchema(c, c.d.Parameters, c.d.Label(), c.broken)
	if c.d.Output != nil {
		checkSchema(c, c.d.Output, c.d.Label()+": result", false)
	}
}

func checkSchema(c *check, p *tools.Node, label string, broken bool) {
	if p.Kind != tools.Object {
		return
	}
	_, problems := schemas.Compile(canonical(p, c.d.Wrapping == tools.Gemini && !c.d.FreeForm))
	for _, problem := range problems {
		rule, fix := "schema-invalid", "write it as the dialect of the schema has it"
		switch problem.Rule {
		case "schema-reference":
			if broken {
				continue
			}
			rule, fix = "reference-unresolved", "mend the reference, or put what it names under $defs"
		case "schema-loop":
			rule = "reference-loop"
		case "schema-limit":
			rule, fix = "schema-size", "describe fewer parameters, or split the tool"
		case "schema-dialect":
			rule = "schema-dialect"
		case "schema-pattern":
			rule = "pattern-unusable"
		}
		at := p
		if n := tools.At(p, problem.Path); n != nil {
			at = n
		}
		c.say(at, rule, cmp.Or(problem.Fix, fix), nil, "%s: %s", label, problem.Message)
	}
}

// counts are the keywords that Gemini writes as texts: its JSON has no 64-bit numbers.
var counts = []string{"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"}

// canonical is a schema without what other rules complain of: words for types that
// JSON Schema does not have, and names and values that are listed twice.
func canonical(n *tools.Node, gemini bool) any {
	if n.Kind != tools.Object {
		return n.Plain()
	}
	out := make(map[string]any, len(n.Members))
	for _, m := range n.Members {
		switch {
		case m.Key == "type":
			if types, known := tools.TypesOf(n); known {
				list := make([]any, len(types))
				for i, kind := range types {
					list[i] = kind
				}
				out["type"] = list
			} else if !m.Value.Is(tools.String) && !m.Value.Is(tools.Array) {
				out["type"] = m.Value.Plain()
			}
		case (m.Key == "required" || m.Key == "enum") && m.Value.Is(tools.Array):
			if len(m.Value.Items) > 0 || m.Key == "required" {
				out[m.Key] = distinct(m.Value)
			}
		case gemini && slices.Contains(counts, m.Key) && m.Value.Is(tools.String):
			if i, err := strconv.Atoi(m.Value.Text); err == nil {
				out[m.Key] = i
			} else {
				out[m.Key] = m.Value.Text
			}
		case m.Value.Is(tools.Object) && slices.Contains(tools.Named, m.Key):
			named := map[string]any{}
			for _, inner := range m.Value.Members {
				named[inner.Key] = canonical(inner.Value, gemini)
			}
			out[m.Key] = named
		default:
			out[m.Key] = m.Value.Plain()
		}
	}
	for _, sub := range tools.Subs(n) {
		if slices.Contains(tools.Named, sub.Keyword) {
			continue
		}
		if sub.Key == "" {
			out[sub.Keyword] = canonical(sub.Schema, gemini)
			continue
		}
		i, _ := strconv.Atoi(sub.Key)
		out[sub.Keyword].([]any)[i] = canonical(sub.Schema, gemini)
	}
	return out
}

func distinct(list *tools.Node) []any {
	out := []any{}
	again := twins(list)
	for i, item := range list.Items {
		if !again[i] {
			out = append(out, item.Plain())
		}
	}
	return out
}

// twins tells of each item of a list whether it equals an earlier one.
func twins(list *tools.Node) []bool {
	out := make([]bool, len(list.Items))
	seen := make(map[string]bool, len(list.Items))
	for i, item := range list.Items {
		key := tools.Key(item)
		out[i] = seen[key]
		seen[key] = true
	}
	return out
}
