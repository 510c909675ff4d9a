package bfcl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/tools"
)

// translator takes the definitions and answers of one entry over.
type translator struct {
	names map[string]string // of the tools, by those in the file
}

// beginning is how the name of a tool begins.
var beginning = regexp.MustCompile(`^[A-Za-z_]`)

// portable matches what no provider takes in the name of a tool.
var portable = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// tool takes a definition over: types of the dialect become those of JSON Schema,
// and a name such as math.gcd one that every provider takes.
func (t *translator) tool(raw json.RawMessage) (Tool, error) {
	var f struct {
		Name        string         `json:"name"`
		Description string         `json:"description"`
		Parameters  map[string]any `json:"parameters"`
	}
	if err := decode(raw, &f); err != nil {
		return Tool{}, fmt.Errorf("a definition of a tool cannot be read: %w", err)
	}
	name := portable.ReplaceAllString(f.Name, "_")
	if name == "" || len(name) > 64 || !beginning.MatchString(name) {
		return Tool{}, fmt.Errorf("%q is no name of a tool", f.Name)
	}
	for _, taken := range t.names {
		if taken == name {
			return Tool{}, fmt.Errorf("two tools would go by the name %s", name)
		}
	}
	t.names[f.Name] = name
	if f.Parameters == nil {
		f.Parameters = map[string]any{}
	}
	schema(f.Parameters)
	f.Parameters["type"] = "object"
	if _, wrong := schemas.Compile([]byte(plain(f.Parameters))); len(wrong) > 0 {
		return Tool{}, fmt.Errorf("the parameters of %s are no JSON Schema: %s", name, wrong[0].Message)
	}
	return Tool{Name: name, Description: f.Description, Parameters: f.Parameters}, nil
}

// decode keeps numbers as they are written.
func decode(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into)
}

// schema brings a schema of the dialect to JSON Schema, in place.
func schema(s map[string]any) {
	switch word := s["type"].(type) {
	case string:
		if known := typed(word); known != "" {
			s["type"] = known
		} else {
			delete(s, "type") // any
		}
	case []any:
		for i, w := range word {
			if known := typed(fmt.Sprint(w)); known != "" {
				word[i] = known
			}
		}
	}
	for _, key := range []string{"properties", "patternProperties", "$defs", "definitions"} {
		named, _ := s[key].(map[string]any)
		for _, sub := range named {
			if inner, ok := sub.(map[string]any); ok {
				schema(inner)
			}
		}
	}
	for _, key := range []string{"items", "additionalProperties", "not", "anyOf", "oneOf", "allOf", "prefixItems"} {
		switch inner := s[key].(type) {
		case map[string]any:
			schema(inner)
		case []any:
			for _, one := range inner {
				if m, ok := one.(map[string]any); ok {
					schema(m)
				}
			}
		}
	}
}

// typed is a type of JSON Schema; "" for a word that stands for none.
func typed(word string) string {
	if slices.Contains(tools.Types, word) {
		return word
	}
	return tools.Alias(word)
}

// call takes one call of an answer over: {tool: {argument: [acceptable values]}}.
func (t *translator) call(raw json.RawMessage, offered []Tool) (Call, error) {
	var call map[string]map[string]json.RawMessage
	if err := json.Unmarshal(raw, &call); err != nil {
		return Call{}, errors.New("its answer is not of the form {tool: {argument: [values]}}")
	}
	if len(call) != 1 {
		return Call{}, fmt.Errorf("its answer names %d tools where it should name one", len(call))
	}
	out := Call{With: map[string]any{}, May: map[string]any{}}
	for name, args := range call {
		out.Tool = name
		if known, ok := t.names[name]; ok {
			out.Tool = known
		}
		i := slices.IndexFunc(offered, func(o Tool) bool { return o.Name == out.Tool })
		var properties map[string]any
		if i >= 0 {
			properties, _ = offered[i].Parameters["properties"].(map[string]any)
		}
		if err := arguments(args, properties, out.With, out.May); err != nil {
			return Call{}, err
		}
	}
	return out, nil
}

// arguments sorts acceptable values into those of arguments that must be given and
// those of arguments that may be left out, which the file marks with "".
func arguments(args map[string]json.RawMessage, properties, with, may map[string]any) error {
	for name, raw := range args {
		var values []any
		if err := decode(raw, &values); err != nil {
			return fmt.Errorf("the acceptable values of %s are no list", name)
		}
		property, _ := properties[name].(map[string]any)
		rest := slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == "" })
		optional := len(rest) < len(values)
		if optional && property["type"] == "string" && len(rest) == 0 {
			rest = []any{""} // left out, or empty
		}
		if len(rest) == 0 {
			continue // it may not be given
		}
		accepted := make([]any, len(rest))
		for i, v := range rest {
			one, err := accept(v, property)
			if err != nil {
				return err
			}
			accepted[i] = one
		}
		into := with
		if optional {
			into = may
		}
		if into[name] = any(map[string]any{"one_of": accepted}); len(accepted) == 1 {
			into[name] = accepted[0]
		}
	}
	return nil
}

// accept is one acceptable value in the form of a suite. Of an object the fields
// have acceptable values of their own.
func accept(v any, property map[string]any) (any, error) {
	switch x := v.(type) {
	case map[string]any:
		if property["type"] != "object" {
			return literal(x), nil
		}
		fields := make(map[string]json.RawMessage, len(x))
		for name, values := range x {
			raw, err := json.Marshal(values)
			if err != nil {
				return nil, fmt.Errorf("the field %s of an acceptable value cannot be read: %w", name, err)
			}
			fields[name] = raw
		}
		properties, _ := property["properties"].(map[string]any)
		must, may := map[string]any{}, map[string]any{}
		if err := arguments(fields, properties, must, may); err != nil {
			return nil, err
		}
		out := map[string]any{"object": must}
		if len(may) > 0 {
			out["may"] = may
		}
		return out, nil
	case []any:
		items, _ := property["items"].(map[string]any)
		if items["type"] != "object" {
			return literal(x), nil
		}
		list := make([]any, len(x))
		for i, item := range x {
			one, err := accept(item, items)
			if err != nil {
				return nil, err
			}
			list[i] = one
		}
		return map[string]any{"items": list}, nil
	default:
		return x, nil
	}
}

// literal keeps a value from being read as a form of matching.
func literal(v any) any {
	if m, ok := v.(map[string]any); ok {
		return map[string]any{"value": m, "as": "loose"}
	}
	return v
}
