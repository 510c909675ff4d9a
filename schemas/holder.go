package schemas

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// maxNames bounds the errors about names whose place is looked for.
const maxNames = 50

// holder is the path of the object that has a property of a refused name.
// jsonschema/v6 at 6.0.3 keeps that path in memory which it uses again for what it
// validates next, so that of it only the length is certain. Of the objects at that
// depth with such a property, those are taken in their order, one for each error,
// that are refused for it when they are all that the value holds.
func (x *explainer) holder(e *jsonschema.ValidationError, name string) []string {
	if x.names++; x.names > maxNames {
		return e.InstanceLocation
	}
	var holders [][]string
	each(x.value, nil, len(e.InstanceLocation), func(path []string, v any) {
		if object, _ := v.(map[string]any); object != nil {
			if inner, has := object[name]; has && x.refuses(path, name, inner) {
				holders = append(holders, slices.Clone(path))
			}
		}
	})
	which := fmt.Sprint(e.SchemaURL, len(e.InstanceLocation), name)
	if x.named == nil {
		x.named = map[string]int{}
	}
	n := x.named[which]
	x.named[which]++
	if n >= len(holders) {
		return e.InstanceLocation
	}
	return holders[n]
}

// each calls do with everything at a depth of v, in the order of the keys.
func each(v any, path []string, depth int, do func(path []string, v any)) {
	if len(path) == depth {
		do(path, v)
		return
	}
	switch holder := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(holder)) {
			each(holder[key], append(path, key), depth, do)
		}
	case []any:
		for i := range holder {
			each(holder[i], append(path, strconv.Itoa(i)), depth, do)
		}
	}
}

// refuses tells whether the schema refuses the name of a property at path where the
// value holds nothing else. Without a schema it does.
func (x *explainer) refuses(path []string, name string, inner any) bool {
	if x.root == nil {
		return true
	}
	var only any = map[string]any{name: inner}
	for i := range slices.Backward(path) {
		if _, isList := x.at(path[:i]).([]any); isList {
			only = []any{only}
		} else {
			only = map[string]any{path[i]: only}
		}
	}
	return refusesName(x.root.Validate(only), name, len(path))
}

// refusesName tells whether a value was refused for the name of a property at a
// depth.
func refusesName(err error, name string, depth int) bool {
	e, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return false
	}
	if k, ok := e.ErrorKind.(*kind.PropertyNames); ok && k.Property == name && len(e.InstanceLocation) == depth {
		return true
	}
	return slices.ContainsFunc(e.Causes, func(cause *jsonschema.ValidationError) bool { return refusesName(cause, name, depth) })
}
