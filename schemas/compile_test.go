package schemas

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompileProblems pins what is wrong with schemas, in words and place.
func TestCompileProblems(t *testing.T) {
	const draft7 = `"$schema": "http://json-schema.org/draft-07/schema#"`
	tests := []struct{ name, schema, path, want string }{
		{"not JSON", `{"type": `, "", "the schema is not JSON: unexpected EOF [schema-invalid]"},
		{"two values", `{} {}`, "", "the schema is not JSON: text follows the value [schema-invalid]"},
		{"not a schema", `5`, "", "must be a boolean or an object, got number [schema-type]"},
		{"unknown type", `{"properties": {"a": {"type": "strng"}}}`, "/properties/a/type", "properties.a.type: must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'; did you mean 'string'?"},
		{"draft 7", `{` + draft7 + `, "properties": {"a": {"type": "strng"}}}`, "/properties/a/type", "properties.a.type: must be one of"},
		{"negative length", `{"minLength": -1}`, "/minLength", "minLength: must be at least 0, got -1 [schema-minimum]"},
		{"properties as list", `{"properties": ["a"]}`, "/properties", "properties: must be an object, got array [schema-type]"},
		{"remote reference", `{"properties": {"a": {"$ref": "https://example.com/a.json"}}}`, "", "no document for 'https://example.com/a.json': schemas are never fetched (put what is referred to under $defs and refer to it as #/$defs/NAME) [schema-reference]"},
		{"remote reference, draft 7", `{` + draft7 + `, "$ref": "https://example.com/a.json"}`, "", "no document for 'https://example.com/a.json': schemas are never fetched"},
		{"file", `{"$ref": "file:///etc/passwd"}`, "", "no document for 'file:///etc/passwd': schemas are never fetched"},
		{"file, draft 7", `{` + draft7 + `, "$ref": "file:///etc/passwd"}`, "", "no document for 'file:///etc/passwd': schemas are never fetched"},
		{"broken reference", `{"$ref": "#/$defs/a"}`, "", "nothing stands at '#/$defs/a' [schema-reference]"},
		{"broken anchor", `{"$ref": "#a"}`, "", "nothing is called '#a' [schema-reference]"},
		{"lookahead", `{"properties": {"a": {"pattern": "(?!x)"}}}`, "/properties/a/pattern", "properties.a.pattern: the pattern cannot be used: invalid or unsupported Perl syntax: `(?!` (patterns are RE2: no lookahead, no back references) [schema-pattern]"},
		{"large pattern", `{"pattern": "` + strings.Repeat("(a{0,100}){0,10}", 5) + `"}`, "/pattern", "pattern: the pattern cannot be used: it is too large"},
		{"loop", `{"$ref": "#"}`, "", "the schema refers to itself without end (break the circle of $ref, or step into a property or an item in it) [schema-loop]"},
		{"longer loop", `{"$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"anyOf": [true, {"$ref": "#/$defs/a"}]}}, "$ref": "#/$defs/a"}`, "/$defs/a", "the schema refers to itself without end"},
		{"loop in draft 7", `{` + draft7 + `, "definitions": {"a": {"not": {"$ref": "#/definitions/a"}}}, "items": {"$ref": "#/definitions/a"}}`, "/definitions/a", "the schema refers to itself without end"},
		{"draft 3", `{"$schema": "http://json-schema.org/draft-03/schema#"}`, "/$schema", "unknown dialect 'http://json-schema.org/draft-03/schema' (name draft 4, 6, 7, 2019-09 or 2020-12 as its specification does) [schema-dialect]"},
		{"other dialect", `{"$schema": "https://example.com/dialect"}`, "/$schema", "unknown dialect 'https://example.com/dialect'"},
		{"huge number", `{"properties": {"a": {"maximum": 1e999999999}}}`, "/properties/a/maximum", "properties.a.maximum: is a number with an exponent beyond 400 [schema-limit]"},
		{"deep", strings.Repeat(`{"items": `, 200) + "true" + strings.Repeat("}", 200), strings.Repeat("/items", 129), "is nested more than 128 deep"},
		{"many", `{"enum": [` + strings.Repeat("1,", 10_000) + `1]}`, "/enum/9998", "is too large to check [schema-limit]"},
		{"large", `{"title": "` + strings.Repeat("x", 1<<20) + `"}`, "", "the schema has 1048589 bytes, more than the 1048576 allowed [schema-limit]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, problems := Compile([]byte(test.schema))
			if s != nil || len(problems) == 0 {
				t.Fatalf("want a problem, got %v", problems)
			}
			got := problems[0]
			if got.Path != test.path {
				t.Errorf("want path %q, got %q", test.path, got.Path)
			}
			if text := strings.ReplaceAll(got.String(), " (did", "; did"); !strings.Contains(text, test.want) {
				t.Errorf("want %s\ngot  %s", test.want, text)
			}
		})
	}
}

// TestDialects: each of these words means something in one dialect alone.
func TestDialects(t *testing.T) {
	tests := []struct {
		schema, value string
		valid         bool
	}{
		{`{"prefixItems": [{"type": "string"}]}`, `[1]`, false}, // 2020-12 is the default
		{`{"$schema": "https://json-schema.org/draft/2020-12/schema", "prefixItems": [{"type": "string"}]}`, `[1]`, false},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": [{"type": "string"}]}`, `[1]`, true},
		{`{"$schema": "https://json-schema.org/draft/2019-09/schema", "items": [{"type": "string"}]}`, `[1]`, false},
		{`{"$schema": "http://json-schema.org/draft-07/schema", "items": [{"type": "string"}]}`, `[1]`, false},
		{`{"$schema": "https://json-schema.org/draft-07/schema#", "const": 1}`, `2`, false},
		{`{"$schema": "http://json-schema.org/draft-04/schema#", "const": 1}`, `2`, true},
		{`{"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": true}`, `1`, false},
		{`{"$schema": "http://json-schema.org/draft-06/schema#", "if": true, "then": false}`, `1`, true},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "if": true, "then": false}`, `1`, false},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "format": "email"}`, `"x"`, true}, // an annotation everywhere
		{`{"format": "email"}`, `"x"`, true},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/$defs/a", "$defs": {"a": {"format": "date", "minLength": 3}}}`, `"x"`, false},
	}
	for _, test := range tests {
		s, problems := Compile(json.RawMessage(test.schema))
		if len(problems) > 0 {
			t.Errorf("%s: %v", test.schema, Problems(problems))
			continue
		}
		if got := s.Validate(decodeJSON(t, []byte(test.value))); (len(got) == 0) != test.valid {
			t.Errorf("%s with %s: want valid %v, got %v", test.schema, test.value, test.valid, got)
		}
	}
}

// TestResources: lent documents are the only ones, in both engines.
func TestResources(t *testing.T) {
	lent := WithResources(map[string]any{"https://example.com/name.json": map[string]any{"type": "string"}})
	for _, d := range []Dialect{Draft7, Draft2020} {
		s, problems := Compile([]byte(`{"properties": {"a": {"$ref": "https://example.com/name.json"}}}`), WithDialect(d), lent)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", d, Problems(problems))
		}
		want := []string{"a: must be a string, got number"}
		if diff := cmp.Diff(want, texts(s.Validate(map[string]any{"a": 1}))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", d, diff)
		}
	}
}

// TestCompileLeavesItsInputAlone: the engines write into what they are given.
func TestCompileLeavesItsInputAlone(t *testing.T) {
	text := `{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/x", "format": "date", "maxLength": 2.0, "items": {"$ref": "#/definitions/a"}, "definitions": {"a": {"default": 1}}}`
	schema := decodeJSON(t, []byte(text))
	if _, problems := Compile(schema); len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	if diff := cmp.Diff(decodeJSON(t, []byte(text)), schema); diff != "" {
		t.Errorf("the schema was changed (-before +after):\n%s", diff)
	}
}

// TestLargeSchema: the largest schemas compile in a moment; the engine's time
// grows with the square of the number of subschemas.
func TestLargeSchema(t *testing.T) {
	properties := map[string]any{}
	for i := range maxSchemaNodes/3 - 1 {
		properties[fmt.Sprint("p", i)] = map[string]any{"type": "string"}
	}
	s, problems := Compile(map[string]any{"properties": properties})
	if len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	if got := s.Validate(map[string]any{"p7": 1}); len(got) != 1 {
		t.Errorf("want one violation, got %v", got)
	}
}
