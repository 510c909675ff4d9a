package draft

import (
	"maps"
	"slices"
	"strings"
)

// schema is what a draft needs to know of a tool's parameters.
type schema struct {
	properties map[string]map[string]any
	required   []string // sorted, of those that can be columns
}

func read(raw map[string]any) schema {
	s := schema{properties: map[string]map[string]any{}}
	properties, _ := raw["properties"].(map[string]any)
	for name, v := range properties {
		if one, ok := v.(map[string]any); ok {
			s.properties[name] = one
		}
	}
	required, _ := raw["required"].([]any)
	for _, v := range required {
		if name := text(v); s.properties[name] != nil {
			s.required = append(s.required, name)
		}
	}
	slices.Sort(s.required)
	return s
}

// columns are the parameters that the draft's tables hold, sorted.
func (s schema) columns() []string {
	names := slices.Sorted(maps.Keys(s.properties))
	return slices.DeleteFunc(names, func(name string) bool { return !IsColumn(name) })
}

// samples makes up arguments: those that are required.
func samples(s schema) map[string]any {
	args := map[string]any{}
	for _, name := range s.required {
		args[name] = sample(name, s.properties[name], 0)
	}
	return args
}

// deepest bounds how far samples go into nested schemas.
const deepest = 8

// sample makes up a value: what the schema names, else one of its type.
func sample(name string, s map[string]any, depth int) any {
	for _, key := range []string{"const", "default"} {
		if v, ok := s[key]; ok && v != nil {
			return v
		}
	}
	for _, key := range []string{"examples", "enum"} {
		if list, ok := s[key].([]any); ok && len(list) > 0 {
			return list[0]
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list, ok := s[key].([]any); ok && len(list) > 0 && depth < deepest {
			one, _ := list[0].(map[string]any)
			return sample(name, one, depth+1)
		}
	}
	switch kind(s) {
	case "integer", "number":
		return number(s)
	case "boolean":
		return true
	case "array":
		item, _ := s["items"].(map[string]any)
		if depth >= deepest {
			return []any{}
		}
		return []any{sample(strings.TrimSuffix(name, "s"), item, depth+1)}
	case "object":
		inner, out := read(s), map[string]any{}
		for _, key := range inner.required {
			if depth < deepest {
				out[key] = sample(key, inner.properties[key], depth+1)
			}
		}
		return out
	default:
		return phrase(name, s)
	}
}

// kind is the type of a schema, the first where it has several, in lower case.
func kind(s map[string]any) string {
	switch t := s["type"].(type) {
	case string:
		return strings.ToLower(t)
	case []any:
		if len(t) > 0 {
			return strings.ToLower(text(t[0]))
		}
	}
	return ""
}

// number is a whole number between the bounds of a schema.
func number(s map[string]any) any {
	n := 42.0
	if least, ok := s["minimum"].(float64); ok && n < least {
		n = least
	}
	if most, ok := s["maximum"].(float64); ok && n > most {
		n = most
	}
	return n
}

// formats are values of the formats that schemas name.
var formats = map[string]string{
	"date": "2026-03-17", "date-time": "2026-03-17T10:00:00Z", "time": "10:00:00Z", "email": "alex.rivera@mail.example",
	"uri": "https://shop.example/1001", "url": "https://shop.example/1001", "uuid": "6f1c1b1e-3a52-4a55-9a3e-0d6a5a0f1001",
}

// phrase is a text that fits a parameter's name.
func phrase(name string, s map[string]any) string {
	if v, ok := formats[text(s["format"])]; ok {
		return v
	}
	plain := Words(name)
	switch {
	case strings.HasSuffix(plain, "date") || strings.HasPrefix(plain, "date"):
		return formats["date"]
	case strings.Contains(plain, "email") || strings.Contains(plain, "e mail"):
		return formats["email"]
	case plain == "id" || strings.HasSuffix(plain, " id") || strings.HasSuffix(plain, " number"):
		return strings.ToUpper(plain[:1]) + "1001"
	case strings.HasSuffix(plain, "name"):
		return "Alex Rivera"
	default:
		return "sample " + plain
	}
}
