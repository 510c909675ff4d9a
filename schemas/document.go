package schemas

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Document is a YAML or JSON file: its value, and where each part of it stands.
type Document struct {
	File  string
	Value any // nil, bool, int64, float64, string, []any, map[string]any

	places map[string]place // by JSON pointer
	src    *source
}

// place holds the offsets of a value and of its key. Of a value without a key,
// and of a block below a key, both are the same.
type place struct{ value, key int }

// At returns line and column, both 1-based, of the value at the JSON pointer, or
// of the nearest thing around it that exists.
func (d *Document) At(pointer string) (line, column int) {
	return d.src.place(d.find(pointer).value)
}

func (d *Document) find(pointer string) place {
	for {
		if p, ok := d.places[pointer]; ok || pointer == "" {
			return p
		}
		pointer = parentPointer(pointer)
	}
}

// Problem makes an error about the value at the JSON pointer. The message is
// made from format and args as fmt.Sprintf does.
func (d *Document) Problem(pointer, rule, format string, args ...any) Problem {
	return d.problem(d.find(pointer).value, pointer, rule, fmt.Sprintf(format, args...))
}

func (d *Document) problem(offset int, pointer, rule, message string) Problem {
	line, column := d.src.place(offset)
	return Problem{
		Rule: rule, Severity: Error, File: d.File, Line: line, Column: column, Path: pointer, Message: message,
	}
}

// Check holds the document against a schema and returns the violations as
// problems, by place. An unknown property points at its key.
func (d *Document) Check(s *Schema) []Problem {
	var out []Problem
	for _, v := range s.Validate(d.Value) {
		at := d.find(v.Path)
		offset := at.value
		if slices.Contains([]string{"additionalProperties", "unevaluatedProperties", "propertyNames"}, v.Keyword) {
			offset = at.key
		}
		p := d.problem(offset, v.Path, ruleOf(v.Keyword), v.Message)
		p.Fix = v.Fix
		out = append(out, p)
	}
	slices.SortStableFunc(out, byPlace)
	return out
}

// ruleOf names the rule that a violation of a keyword breaks:
// schema-additional-properties.
func ruleOf(keyword string) string {
	var b strings.Builder
	b.WriteString("schema-")
	for _, r := range or(keyword, "limit") {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
