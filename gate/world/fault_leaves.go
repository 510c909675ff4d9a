package world

import (
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// leaf is a value of a body that is neither array nor object.
type leaf struct {
	name  string // of the last field on the way to it
	value any
	set   func(any) // changes the body
}

// leaves lists the leaves of a body, lists in their order and fields by name.
func leaves(body any) []leaf {
	var out []leaf
	var walk func(name string, v any, set func(any))
	walk = func(name string, v any, set func(any)) {
		switch x := v.(type) {
		case []any:
			for i := range x {
				walk(name, x[i], func(v any) { x[i] = v })
			}
		case object:
			for _, field := range slices.Sorted(maps.Keys(x)) {
				walk(field, x[field], func(v any) { x[field] = v })
			}
		default:
			out = append(out, leaf{name, v, set})
		}
	}
	walk("", body, func(any) {})
	return out
}

// copied is a body that can be changed without changing the first.
func copied(body any) any {
	switch x := body.(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = copied(x[i])
		}
		return out
	case object:
		out := make(object, len(x))
		for name, v := range x {
			out[name] = copied(v)
		}
		return out
	default:
		return body
	}
}

// superseded lists the leaves of an old body that are no longer so, by their
// name; of several with one name the first. That something was not there, and how
// many there were, are no values to build on.
func superseded(old, now any) trace.Row {
	out := trace.Row{}
	compare("", old, now, out)
	if len(out) == 0 {
		return nil
	}
	return out
}

func compare(name string, old, now any, out trace.Row) {
	switch x := old.(type) {
	case object:
		current, _ := now.(object)
		for _, field := range slices.Sorted(maps.Keys(x)) {
			v, has := current[field]
			_, isList := x["items"].([]any)
			if counts := isList && field == "count"; !counts && (!has || !trace.Equal(x[field], v)) {
				compare(field, x[field], v, out)
			}
		}
	case []any:
		current, _ := now.([]any)
		for _, item := range x {
			if !slices.ContainsFunc(current, func(v any) bool { return trace.Equal(v, item) }) {
				compare(name, item, counterpart(item, current), out)
			}
		}
	default:
		if _, noted := out[name]; !noted && name != "" && old != nil && !trace.Equal(old, now) {
			out[name] = old
		}
	}
}

// counterpart finds the item of a list that is about the same thing, by a field
// that holds an id; nil where there is none.
func counterpart(item any, list []any) any {
	fields, _ := item.(object)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name != "id" && !strings.HasSuffix(name, "_id") {
			continue
		}
		for _, other := range list {
			if o, _ := other.(object); o != nil && trace.Equal(o[name], fields[name]) {
				return other
			}
		}
	}
	return nil
}
