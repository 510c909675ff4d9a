package schemas

import (
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestOwnSchemas compiles every published schema and checks what makes it useful
// in an editor: a title, a description of every property, no unlisted
// properties, and examples and defaults that the schema itself takes.
func TestOwnSchemas(t *testing.T) {
	names, err := fs.Glob(Files(), "*")
	if err != nil || len(names) == 0 {
		t.Fatalf("list schemas: %v, %v", names, err)
	}
	for _, file := range names {
		name := strings.TrimSuffix(file, suffix)
		t.Run(name, func(t *testing.T) {
			if _, err := Own(name); err != nil {
				t.Fatal(err)
			}
			text, err := fs.ReadFile(Files(), file)
			if err != nil {
				t.Fatal(err)
			}
			doc, _ := decodeJSON(t, text).(map[string]any)
			if doc["$schema"] != string(Draft2020) || doc["title"] == nil {
				t.Errorf("$schema is %v, title is %v", doc["$schema"], doc["title"])
			}
			inspect(t, "", doc, doc)
		})
	}
}

// inspect walks a schema and complains about what an editor's user would miss.
func inspect(t *testing.T, pointer string, schema, root map[string]any) {
	properties, _ := schema["properties"].(map[string]any)
	if _, open := schema["additionalProperties"]; schema["type"] == "object" && schema["properties"] != nil && !open && schema["examples"] == nil {
		t.Errorf("%s: unlisted properties are neither refused nor exemplified", pointer)
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, ok := properties[name].(map[string]any)
		if !ok {
			continue // false, in a condition
		}
		text, _ := property["description"].(string)
		if ref, ok := property["$ref"].(string); ok && text == "" {
			target, _ := find(root, strings.TrimPrefix(ref, "#")).(map[string]any)
			text, _ = target["description"].(string)
		}
		if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "./") {
			t.Errorf("%s/properties/%s: the description %q is not a sentence", pointer, name, text)
		}
	}
	checkExamples(t, pointer, schema, root)
	for _, key := range slices.Sorted(maps.Keys(schema)) {
		if key != "examples" && key != "default" {
			inspectValue(t, joinPointer(pointer, key), schema[key], root)
		}
	}
}

func inspectValue(t *testing.T, pointer string, v any, root map[string]any) {
	switch x := v.(type) {
	case map[string]any:
		inspect(t, pointer, x, root)
	case []any:
		for _, item := range x {
			inspectValue(t, pointer, item, root)
		}
	}
}

func checkExamples(t *testing.T, pointer string, schema, root map[string]any) {
	examples, _ := schema["examples"].([]any)
	if v, ok := schema["default"]; ok {
		examples = append(examples, v)
	}
	if len(examples) == 0 {
		return
	}
	part := maps.Clone(schema)
	part["$defs"] = root["$defs"]
	if part["$defs"] == nil {
		delete(part, "$defs")
	}
	s, problems := Compile(part)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", pointer, Problems(problems))
	}
	for _, example := range examples {
		for _, v := range s.Validate(example) {
			text, _ := json.Marshal(example)
			t.Errorf("%s: the example %s is not valid: %s", pointer, text, v)
		}
	}
}
