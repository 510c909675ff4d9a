package world

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// form is the schema of a tool's parameters taken apart, so that drift can change
// it. Numbers in it are json.Number.
type form struct {
	root       object
	properties object
}

func formOf(schema json.RawMessage) (*form, bool) {
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.UseNumber()
	f := &form{}
	if err := dec.Decode(&f.root); err != nil || f.root == nil {
		return nil, false
	}
	if f.root["properties"] == nil {
		f.root["properties"] = object{}
	}
	var ok bool
	f.properties, ok = f.root["properties"].(object)
	return f, ok
}

// property is the schema of a parameter; nil where there is none, or none that
// can be changed.
func (f *form) property(name string) object {
	p, _ := f.properties[name].(object)
	return p
}

// require puts a parameter in the place of another that may be required, or at
// the end where old is "".
func (f *form) require(old, name string) {
	list, _ := f.root["required"].([]any)
	if old == "" {
		f.root["required"] = append(slices.Clone(list), name)
	} else if i := slices.Index(list, any(old)); i >= 0 {
		list[i] = name
	}
}

// tied tells whether the schema speaks of a parameter outside its place, so that
// it cannot change alone.
func (f *form) tied(name string) bool {
	for key, v := range f.root {
		switch key {
		case "required", "title", "description":
		case "properties":
			for _, p := range f.properties {
				if refers(p, name) {
					return true
				}
			}
		case "patternProperties", "propertyNames", "$ref", "$dynamicRef", "$recursiveRef":
			return true
		default:
			if mentions(v, name) {
				return true
			}
		}
	}
	return false
}

// composed tells whether more than the root judges what parameters there may be.
func (f *form) composed() bool {
	for _, key := range []string{
		"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "if", "patternProperties", "propertyNames", "dependentSchemas", "dependencies", "const", "enum",
	} {
		if _, ok := f.root[key]; ok {
			return true
		}
	}
	return false
}

// mentions tells whether a name stands somewhere in a schema, as a key, as a
// value or in a reference.
func mentions(v any, name string) bool {
	switch x := v.(type) {
	case string:
		return x == name || strings.Contains(x, "/"+name)
	case []any:
		return slices.ContainsFunc(x, func(e any) bool { return mentions(e, name) })
	case object:
		for key, e := range x {
			if key == name || mentions(e, name) {
				return true
			}
		}
	}
	return false
}

// refers tells whether a schema holds a reference to a parameter.
func refers(v any, name string) bool {
	switch x := v.(type) {
	case []any:
		return slices.ContainsFunc(x, func(e any) bool { return refers(e, name) })
	case object:
		for key, e := range x {
			if s, ok := e.(string); ok && strings.HasSuffix(strings.ToLower(key), "ref") && strings.Contains(s, "/"+name) {
				return true
			}
			if refers(e, name) {
				return true
			}
		}
	}
	return false
}

// oneMore lets a call give one parameter more than before.
func (f *form) oneMore() {
	for _, key := range []string{"minProperties", "maxProperties"} {
		if n, ok := f.root[key].(json.Number); ok {
			f.root[key] = multiplied(n, 1, 1)
		}
	}
}

// reword puts one name in the place of another in all descriptions.
func (f *form) reword(old, name string) { rewordAll(f.root, old, name) }

func rewordAll(v any, old, name string) {
	switch x := v.(type) {
	case []any:
		for _, e := range x {
			rewordAll(e, old, name)
		}
	case object:
		for key, e := range x {
			switch s, isText := e.(string); {
			case isText && key == "description":
				x[key] = reworded(s, old, name)
			case key != "default" && key != "const" && key != "enum" && key != "examples":
				rewordAll(e, old, name)
			}
		}
	}
}

// reworded puts one name in the place of another where it stands as a word.
func reworded(text, old, name string) string {
	if old == "" {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, old)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := i + len(old)
		b.WriteString(text[:i])
		before := b.String()
		if (before != "" && isWord(before[len(before)-1])) || (end < len(text) && isWord(text[end])) {
			b.WriteString(old)
		} else {
			b.WriteString(name)
		}
		text = text[end:]
	}
}

// isWord tells whether a byte belongs to a word; letters beyond ASCII do.
func isWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// remark adds a sentence to a description.
func remark(description any, sentence string) string {
	text, _ := description.(string)
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return sentence
	case strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?"):
		return text + " " + sentence
	default:
		return text + ". " + sentence
	}
}
