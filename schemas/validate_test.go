package schemas

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inDialects compiles a schema once for each engine.
func inDialects(t *testing.T, text string) map[string]*Schema {
	t.Helper()
	out := map[string]*Schema{}
	for name, d := range map[string]Dialect{"gojsonschema": Draft7, "jsonschema": Draft2020} {
		s, problems := Compile([]byte(text), WithDialect(d))
		if len(problems) > 0 {
			t.Fatalf("%s: %v", name, Problems(problems))
		}
		out[name] = s
	}
	return out
}

func texts(violations []Violation) []string {
	var out []string
	for _, v := range violations {
		out = append(out, v.String())
	}
	return out
}

// TestMessages pins the words, which are the same in every dialect.
func TestMessages(t *testing.T) {
	tests := []struct {
		name, schema, value string
		want                []string
	}{
		{"type", `{"properties": {"title": {"type": "string"}}}`, `{"title": 5}`, []string{"title: must be a string, got number"}},
		{"several types", `{"type": ["object", "null"]}`, `[]`, []string{"must be null or an object, got array"}},
		{"integer", `{"properties": {"n": {"type": "integer"}}}`, `{"n": 1.5}`, []string{"n: must be an integer, got 1.5"}},
		{"required", `{"required": ["contact_id", "b"]}`, `{"b": 1}`, []string{"missing required property 'contact_id'"}},
		{"unknown", `{"properties": {"bar": {}, "baz": {}}, "additionalProperties": false}`, `{"barr": 1, "baz": 1}`, []string{"unknown property 'barr'; did you mean 'bar'?"}},
		{"unknown below", `{"properties": {"a": {"items": {"properties": {"contact_id": {}}, "additionalProperties": false}}}}`, `{"a": [{}, {"contactId": 1}]}`, []string{"a[1]: unknown property 'contactId'; did you mean 'contact_id'?"}},
		{"enum", `{"enum": ["read", "write"]}`, `"wriet"`, []string{"must be one of 'read', 'write'; did you mean 'write'?"}},
		{"one value", `{"const": {"a": 1}}`, `2`, []string{`must be {"a":1}`}},
		{"length", `{"minLength": 1}`, `""`, []string{"must not be empty"}},
		{"lengths", `{"maxLength": 2}`, `"äöü"`, []string{"must have at most 2 characters, got 3"}},
		{"pattern", `{"properties": {"a b": {"pattern": "^[a-z]+$"}}}`, `{"a b": "X"}`, []string{"['a b']: must match the pattern ^[a-z]+$"}},
		{"bounds", `{"minimum": 0.5, "exclusiveMaximum": 3}`, `3`, []string{"must be less than 3, got 3"}},
		{"multiple", `{"multipleOf": 0.01}`, `0.015`, []string{"must be a multiple of 0.01, got 0.015"}},
		{"items", `{"minItems": 2, "uniqueItems": true}`, `[1]`, []string{"must have at least 2 items, got 1"}},
		{"unique", `{"uniqueItems": true}`, `[1, {"a": 1}, {"a": 1.0}]`, []string{"items 1 and 2 are equal"}},
		{"contains", `{"contains": {"type": "string"}}`, `[1]`, []string{"must contain an item of the required form"}},
		{"properties", `{"minProperties": 1}`, `{}`, []string{"must have at least 1 property, got 0"}},
		{"names", `{"propertyNames": {"pattern": "^[a-z]+$"}}`, `{"B": 1}`, []string{"the name 'B' must match the pattern ^[a-z]+$"}},
		{"refused", `{"properties": {"a": false}}`, `{"a": 1}`, []string{"a: is not allowed here, or not beside the others"}},
		{"not", `{"not": {"type": "string"}}`, `"x"`, []string{"has a form that is not allowed"}},
		{"nullable", `{"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}`, `{"a": 1}`, []string{"a: must be a string or null, got number"}},
		{"union of values", `{"anyOf": [{"const": "a"}, {"enum": ["b", "c"]}]}`, `"d"`, []string{"must be one of 'a', 'b', 'c'"}},
		{"one of several keys", `{"oneOf": [{"required": ["insert"]}, {"required": ["update"]}, {"required": ["delete"]}]}`, `{}`, []string{"needs 'insert', 'update' or 'delete'"}},
		{"both keys", `{"oneOf": [{"required": ["insert"]}, {"required": ["update"]}]}`, `{"insert": 1, "update": 2}`, []string{"only one of 'insert' and 'update' may be given"}},
		{"nearest alternative", `{"anyOf": [{"type": "string"}, {"properties": {"a": {"type": "string"}}, "required": ["b"]}, {"properties": {"a": {"type": "number"}}, "required": ["b", "c"]}]}`, `{"a": "x", "c": 1}`, []string{"missing required property 'b'"}},
		{"then", `{"if": {"required": ["a"]}, "then": {"required": ["b"]}}`, `{"a": 1}`, []string{"missing required property 'b'"}},
		{"by reference", `{"properties": {"a": {"$ref": "#/definitions/n"}}, "definitions": {"n": {"type": "number"}}}`, `{"a": ""}`, []string{"a: must be a number, got string"}},
		{"all of it", `{"allOf": [{"required": ["a"]}, {"properties": {"b": {"type": "string"}}}]}`, `{"b": 1}`, []string{"missing required property 'a'", "b: must be a string, got number"}},
		{"hostile names", `{"additionalProperties": false}`, `{"` + strings.Repeat("x", 100) + `": 1, "a\u001b[31m\n'": 2}`, []string{
			`unknown property 'a\x1b[31m\n''`, "unknown property '" + strings.Repeat("x", 60) + "…'",
		}},
		{"valid", `{"type": "object", "required": ["a"]}`, `{"a": null}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for engine, s := range inDialects(t, test.schema) {
				got := texts(s.Validate(decodeJSON(t, []byte(test.value))))
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("%s: -want +got:\n%s", engine, diff)
				}
			}
		})
	}
}

// TestMessagesOfNewDialects covers what only 2019-09 and 2020-12 have.
func TestMessagesOfNewDialects(t *testing.T) {
	tests := []struct {
		name, schema, value string
		want                []string
	}{
		{"unevaluated", `{"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}`, `{"a": 1, "b": 2}`, []string{"unknown property 'b'"}},
		{"dependent", `{"dependentRequired": {"check": ["error"]}}`, `{"check": 1}`, []string{"missing property 'error', which 'check' requires"}},
		{"few of a kind", `{"contains": {"type": "string"}, "minContains": 2}`, `["a", 1]`, []string{"must contain at least 2 items of the required form, got 1"}},
		{"dynamic", `{"$dynamicAnchor": "node", "properties": {"child": {"$dynamicRef": "#node"}}, "required": ["n"]}`, `{"n": 1, "child": {}}`, []string{"child: missing required property 'n'"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, problems := Compile([]byte(test.schema))
			if len(problems) > 0 {
				t.Fatal(Problems(problems))
			}
			if diff := cmp.Diff(test.want, texts(s.Validate(decodeJSON(t, []byte(test.value))))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestSecondOpinion: the two engines have not been seen to differ, so the words
// for the case that they do are tested alone.
func TestSecondOpinion(t *testing.T) {
	s := inDialects(t, `{"properties": {"a.b": {"items": {"type": "string"}}}, "required": ["c"]}`)["gojsonschema"]
	got, err := secondOpinion(s.legacy, map[string]any{"a.b": []any{"x", true}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Violation{
		{Path: "", Keyword: "required", Message: "c is required"},
		{Path: "/a.b/1", Keyword: "invalid_type", Message: "['a.b'][1]: Invalid type. Expected: string, given: boolean"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestBothEnginesDecide: what one of them refuses is refused.
func TestBothEnginesDecide(t *testing.T) {
	number, text := inDialects(t, `{"type": "number"}`), inDialects(t, `{"type": "string"}`)
	s := &Schema{modern: number["jsonschema"].modern, graph: number["jsonschema"].graph, legacy: text["gojsonschema"].legacy}
	for _, value := range []any{5, "x"} {
		if got := s.Validate(value); len(got) != 1 {
			t.Errorf("%v: want one violation, got %v", value, got)
		}
	}
}

// TestViolation pins the fields beside the message.
func TestViolation(t *testing.T) {
	s, _ := Compile([]byte(`{"properties": {"a/b": {"items": {"type": "string"}}, "c": {}}, "additionalProperties": false, "required": ["c"]}`))
	got := s.Validate(map[string]any{"a/b": []any{"x", int64(1)}, "d": nil})
	want := []Violation{
		{Path: "", Keyword: "required", Message: "missing required property 'c'"},
		{Path: "/a~1b/1", Keyword: "type", Message: "['a/b'][1]: must be a string, got number"},
		{Path: "/d", Keyword: "additionalProperties", Message: "unknown property 'd'", Fix: "did you mean 'c'?"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestNumbers: a number is its value, in whatever way Go or JSON writes it.
func TestNumbers(t *testing.T) {
	tests := []struct {
		schema string
		value  any
		valid  bool
	}{
		{`{"type": "integer"}`, 1.0, true},
		{`{"type": "integer"}`, json.Number("1.0"), true},
		{`{"type": "integer"}`, json.Number("1e2"), true},
		{`{"type": "integer"}`, 1.5, false},
		{`{"type": "integer"}`, 7, true},
		{`{"type": "integer"}`, int64(9007199254740993), true},
		{`{"type": "number"}`, uint64(18446744073709551615), true},
		{`{"type": "string"}`, json.Number("1"), false},
		{`{"const": 9007199254740993}`, int64(9007199254740993), true},
		{`{"const": 9007199254740993}`, int64(9007199254740992), false},
		{`{"enum": [9007199254740993]}`, json.Number("9007199254740992"), false},
		{`{"const": 25}`, 25.0, true},
		{`{"const": 1e2}`, int64(100), true},
		{`{"maximum": 9007199254740992}`, int64(9007199254740993), false},
		{`{"multipleOf": 0.1}`, 0.3, true},
		{`{"multipleOf": 0.01}`, json.Number("19.99"), true},
		{`{"maximum": 5}`, json.Number("12345678901234567890123"), false},
		{`{"maxLength": 2.0}`, "abc", false},
		{`{"type": "number"}`, json.Number("1e308"), true},
	}
	for _, test := range tests {
		for engine, s := range inDialects(t, test.schema) {
			if got := s.Validate(test.value); (len(got) == 0) != test.valid {
				t.Errorf("%s: %s with %v (%T): want valid %v, got %v", engine, test.schema, test.value, test.value, test.valid, got)
			}
		}
	}
}

// TestValuesThatCannotBeChecked: each ends in one violation, at once.
func TestValuesThatCannotBeChecked(t *testing.T) {
	deep := any("x")
	for range maxDepth + 1 {
		deep = []any{deep}
	}
	many := make([]any, maxValueNodes)
	nan := 0.0
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"deep", deep, "is nested more than 128 deep"},
		{"many", many, "is too large to check"},
		{"huge exponent", json.Number("1e1000000000"), "is a number with an exponent beyond 400"},
		{"long number", json.Number(strings.Repeat("9", 401)), "is a number of more than 400 digits"},
		{"no number", json.Number("0x1"), "is not a JSON number"},
		{"not a number", nan / nan, "is not a number that JSON can hold"},
		{"no JSON", struct{}{}, "is a struct {}, not a JSON value"},
	}
	for _, test := range tests {
		for engine, s := range inDialects(t, `{"minimum": 1}`) {
			got := s.Validate(map[string]any{"a": test.value})
			if len(got) != 1 || !strings.HasSuffix(got[0].Message, test.want) || !strings.HasPrefix(got[0].Message, "a") && test.name != "many" {
				t.Errorf("%s, %s: want %q, got %v", test.name, engine, test.want, got)
			}
		}
	}
}

// TestBranching: a schema that takes 2^60 steps for a deep value, and one that
// takes 2^40 for any value.
func TestBranching(t *testing.T) {
	recursive := `{"anyOf": [
		{"properties": {"x": {"$ref": "#"}}, "required": ["a"]},
		{"properties": {"x": {"$ref": "#"}}, "required": ["b"]}]}`
	value := map[string]any{}
	for range 60 {
		value = map[string]any{"x": value}
	}
	var chain strings.Builder
	for i := range 40 {
		fmt.Fprintf(&chain, `"d%d": {"allOf": [{"$ref": "#/definitions/d%d"}, {"$ref": "#/definitions/d%d"}]}, `, i, i+1, i+1)
	}
	wide := `{"$ref": "#/definitions/d0", "definitions": {` + chain.String() + `"d40": {"type": "string"}}}`
	for _, schema := range []string{recursive, wide} {
		for engine, s := range inDialects(t, schema) {
			got := s.Validate(value)
			if len(got) != 1 || !strings.HasPrefix(got[0].Message, "takes too long to check") {
				t.Errorf("%s: want to be refused, got %v", engine, got)
			}
		}
	}
}

func TestManyViolations(t *testing.T) {
	value := make([]any, 1000)
	for i := range value {
		value[i] = int64(i)
	}
	for engine, s := range inDialects(t, `{"items": {"type": "string"}}`) {
		if got := len(s.Validate(value)); got != maxViolations {
			t.Errorf("%s: want %d violations, got %d", engine, maxViolations, got)
		}
	}
}

// TestConcurrentValidate is for the race detector.
func TestConcurrentValidate(t *testing.T) {
	schema := `{"properties": {"a": {"anyOf": [{"type": "string", "pattern": "^x"}, {"enum": [1, 2]}]}}, "patternProperties": {"^b": {"type": "integer"}}, "additionalProperties": false}`
	for engine, s := range inDialects(t, schema) {
		value := map[string]any{"a": "y", "b1": 1.5, "c": nil}
		want := texts(s.Validate(value))
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 50 {
					if diff := cmp.Diff(want, texts(s.Validate(value))); diff != "" {
						t.Errorf("%s: -want +got:\n%s", engine, diff)
						return
					}
				}
			})
		}
		wg.Wait()
	}
}

// FuzzValidate: no schema and no value makes an engine panic or fails without a
// word. A caught panic would show in the message.
func FuzzValidate(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"type": "object", "properties": {"a": {"type": "string"}}}`, `{"a": 1}`},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"const": 1}], "additionalItems": {"$ref": "#"}}`, `[1, [2]]`},
		{`{"$schema": "http://json-schema.org/draft-04/schema#", "id": "x", "minimum": 1, "exclusiveMinimum": true}`, `1e3`},
		{`{"$defs": {"a": {"$anchor": "b", "enum": [1]}}, "anyOf": [{"$ref": "#b"}, {"not": {}}]}`, `"x"`},
		{`{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "items": {"$recursiveRef": "#"}, "if": true, "then": {"uniqueItems": true}}`, `[[], []]`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, schema, value []byte) {
		s, problems := Compile(schema)
		if (s == nil) == (len(problems) == 0) {
			t.Fatalf("schema %v with problems %v", s, problems)
		}
		for _, p := range problems {
			if p.Message == "" || strings.HasPrefix(p.Message, "the schema cannot be read") {
				t.Errorf("bad problem %+v", p)
			}
		}
		var v any
		if s == nil || json.Unmarshal(value, &v) != nil {
			return
		}
		for _, violation := range s.Validate(v) {
			if violation.Message == "" || strings.Contains(violation.Message, "cannot be checked: ") {
				t.Errorf("bad violation %+v", violation)
			}
		}
	})
}
