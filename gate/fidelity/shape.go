package fidelity

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// Shape is what values look like: their types, the fields of objects, the items of
// lists. The shape of many values is the union of theirs.
type Shape struct {
	types  map[string]bool
	fields map[string]*Shape // of objects
	items  *Shape            // of lists; nil: none had an item
}

// The types of JSON. An integer is a number without a fraction, whether or not it is
// written with one.
const (
	typeNull    = "null"
	typeBoolean = "boolean"
	typeInteger = "integer"
	typeNumber  = "number"
	typeString  = "string"
	typeArray   = "array"
	typeObject  = "object"
)

// ShapeOf is the shape of a value in the normal form of trace.Decode.
func ShapeOf(v any) *Shape {
	s := &Shape{types: map[string]bool{}, fields: map[string]*Shape{}}
	s.add(v)
	return s
}

func (s *Shape) add(v any) {
	switch x := v.(type) {
	case nil:
		s.types[typeNull] = true
	case bool:
		s.types[typeBoolean] = true
	case int64:
		s.types[typeInteger] = true
	case float64:
		if x == math.Trunc(x) {
			s.types[typeInteger] = true
		} else {
			s.types[typeNumber] = true
		}
	case string:
		s.types[typeString] = true
	case []any:
		s.types[typeArray] = true
		for _, item := range x {
			if s.items == nil {
				s.items = ShapeOf(item)
			} else {
				s.items.add(item)
			}
		}
	case map[string]any:
		s.types[typeObject] = true
		for name, value := range x {
			if s.fields[name] == nil {
				s.fields[name] = ShapeOf(value)
			} else {
				s.fields[name].add(value)
			}
		}
	}
}

// has tells whether some value was of the type.
func (s *Shape) has(name string) bool { return s.types[name] }

// String names the types, sorted: "null or string". Where some number had a fraction
// all are numbers.
func (s *Shape) String() string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(s.types)), func(name string) bool {
		return name == typeInteger && s.types[typeNumber]
	})
	return strings.Join(names, " or ")
}
