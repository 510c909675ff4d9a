package interfaces

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"go.starlark.net/starlark"
)

// maxDepth is how deep lists and dicts may be nested where they leave a script.
const maxDepth = 64

// starlarkValue is a value in the normal form of gate/trace as scripts see it.
func starlarkValue(v any) starlark.Value {
	switch x := v.(type) {
	case bool:
		return starlark.Bool(x)
	case string:
		return starlark.String(x)
	case int64:
		return starlark.MakeInt64(x)
	case float64:
		return starlark.Float(x)
	case []any:
		list := make([]starlark.Value, len(x))
		for i := range x {
			list[i] = starlarkValue(x[i])
		}
		return starlark.NewList(list)
	case map[string]any:
		dict := starlark.NewDict(len(x))
		for _, key := range slices.Sorted(maps.Keys(x)) {
			_ = dict.SetKey(starlark.String(key), starlarkValue(x[key])) // a new dict takes any text
		}
		return dict
	default:
		return starlark.None
	}
}

// goValue is a value of a script in the normal form of gate/trace; nil, which is
// no value, is nil.
func (r *running) goValue(v starlark.Value, depth int) (any, error) {
	if depth == 0 {
		return nil, fmt.Errorf("a value is nested more than %d deep", maxDepth)
	}
	if err := r.charge(width(v)); err != nil { // what stands in several places is sent several times
		return nil, err
	}
	switch x := v.(type) {
	case nil, starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(x), nil
	case starlark.String:
		return string(x), nil
	case starlark.Int:
		if i, ok := x.Int64(); ok {
			return i, nil
		}
		return json.Number(x.String()), nil
	case starlark.Float:
		if f := float64(x); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return f, nil
		}
		return nil, fmt.Errorf("%v is no number that can be sent", x)
	case *starlark.Dict:
		out := make(map[string]any, x.Len())
		for key, value := range x.Entries() {
			name, ok := key.(starlark.String)
			if !ok {
				return nil, fmt.Errorf("a dict that is sent has names that are text, not %s", key.Type())
			}
			inner, err := r.goValue(value, depth-1)
			if err != nil {
				return nil, err
			}
			out[string(name)] = inner
		}
		return out, nil
	case starlark.Iterable:
		out := []any{}
		for item := range starlark.Elements(x) {
			inner, err := r.goValue(item, depth-1)
			if err != nil {
				return nil, err
			}
			out = append(out, inner)
		}
		return out, nil
	default:
		return nil, fmt.Errorf("a %s cannot be sent", v.Type())
	}
}
