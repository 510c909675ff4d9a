package tools

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const wide = `{
	"type": ["dict", "any"], "required": ["a", 3],
	"properties": {"a": true}, "patternProperties": {"^x": true}, "$defs": {"n/o": {"$anchor": "there", "$ref": "#/%24defs/chain"}, "chain": {"$ref": "#/properties/a"},
	"round": {"$ref": "#/$defs/round"}, "old": {"$id": "#old"}, "older": {"id": "#old"}},
	"dependentSchemas": {"a": true}, "items": [true, false], "prefixItems": [true], "allOf": [{}], "anyOf": [{}], "oneOf": [{}], "not": {}, "if": {}, "then": {}, "else": {},
	"contains": {}, "propertyNames": {}, "additionalProperties": {}, "default": {"properties": {"b": {}}}
}`

func read(t *testing.T, text string) *Node {
	t.Helper()
	values, _, problems := readJSON("a.json", []byte(text))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return values[0]
}

func TestSubs(t *testing.T) {
	var got []string
	for _, s := range Subs(read(t, wide)) {
		line := s.Keyword
		if s.Key != "" {
			line += " " + s.Key
		}
		if s.Same {
			line += " same"
		}
		if s.Name != nil {
			line += fmt.Sprintf(" %d", s.Name.Line)
		}
		got = append(got, line)
	}
	want := []string{
		"properties a 3", "patternProperties ^x 3", "$defs n/o 3", "$defs chain 3", "$defs round 4", "$defs old 4", "$defs older 4", "dependentSchemas a same 5",
		"items 0", "items 1", "prefixItems 0", "allOf 0 same", "anyOf 0 same", "oneOf 0 same", "not same", "if same", "then same", "else same",
		"contains", "propertyNames", "additionalProperties",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Subs(read(t, "true")); got != nil {
		t.Errorf("true holds %v", got)
	}
}

func TestResolve(t *testing.T) {
	root := read(t, wide)
	refs := &Refs{Root: root}
	for ref, want := range map[string]*Node{
		"#": root, "#/properties/a": root.Get("properties").Get("a"), "#/$defs/n~1o": root.Get("$defs").Get("n/o"),
		"#/items/1": root.Get("items").Items[1], "#there": root.Get("$defs").Get("n/o"), "#old": root.Get("$defs").Get("old"),
		"#/items/2": nil, "#/items/x": nil, "#/items/-1": nil, "#/gone": nil, "#/type/0/x": nil, "#gone": nil, "#/%zz": nil, "other.json#/a": nil, "": nil,
	} {
		if got := refs.Resolve(ref); got != want {
			t.Errorf("%s leads to %+v, want %+v", ref, got, want)
		}
	}
	if got := refs.Target(root.Get("$defs").Get("n/o")); got != root.Get("properties").Get("a") {
		t.Errorf("the chain ends at %+v", got)
	}
	if round := root.Get("$defs").Get("round"); refs.Target(round) != round {
		t.Error("the circle does not end")
	}
}

func TestTypes(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: " false", `{"type": "string"}`: "string true", `{"type": ["dict", "null", "object"], "nullable": true}`: "object null true",
		`{"type": "STRING", "nullable": true}`: "string null true", `{"type": ["string", "money"]}`: " false", `{"type": 3}`: " false", `{"type": []}`: " false",
	} {
		types, known := TypesOf(read(t, text))
		if got := fmt.Sprint(strings.Join(types, " "), " ", known); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"1": "integer number", "1.0": "integer number", "1.5": "number", "1e400": "number", `"a"`: "string", "null": "null", "true": "boolean", "[]": "array", "{}": "object"} {
		var got []string
		for _, kind := range Types {
			if Fits(read(t, text), kind) {
				got = append(got, kind)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is of %v, want %s", text, got, want)
		}
	}
}

func TestWhatIsNotThere(t *testing.T) {
	var n *Node
	if _, ok := n.Float(); ok || n.Get("a") != nil || n.Str() != "" || n.True() || n.False() || n.Strings() != nil || n.Is(Null) {
		t.Error("what is not there has a value")
	}
	object := read(t, `{"a": [1, "b"]}`)
	if diff := cmp.Diff(map[string]any{"a": []any{"1", "b"}}, plainTexts(object.Plain())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := object.Size(100); got != 4 {
		t.Errorf("%d values, want 4", got)
	}
}

// plainTexts writes numbers as texts, to compare them.
func plainTexts(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for key := range x {
			x[key] = plainTexts(x[key])
		}
		return x
	case []any:
		for i := range x {
			x[i] = plainTexts(x[i])
		}
		return x
	default:
		return fmt.Sprint(v)
	}
}
