package shadow

import (
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// arguments are those of one call.
type arguments struct {
	object map[string]any // in the normal form of trace.Normal; nil where they are no object
	raw    string         // what was written instead
}

// decoded reads arguments as a candidate wrote them. No text at all is an empty
// object, as providers have it.
func decoded(text string) arguments {
	v, err := trace.Decode([]byte(text))
	if err == nil && v == nil {
		v = map[string]any{}
	}
	if object, ok := v.(map[string]any); ok && err == nil {
		return arguments{object: object}
	}
	return arguments{raw: text}
}

// key is the same for two calls exactly if their tools are the same and their
// arguments equal as trace.Equal has it.
func (a arguments) key(tool string) string {
	what := any(a.raw)
	if a.object != nil {
		what = whole(a.object)
	}
	text, _ := json.Marshal([]any{tool, what}) // what was read as JSON can be written as JSON
	return string(text)
}

// whole writes numbers that are whole as such: 25.0 is 25.
func whole(v any) any {
	switch x := v.(type) {
	case float64:
		const limit = 1 << 63
		if x == math.Trunc(x) && x >= -limit && x < limit {
			return int64(x)
		}
		return x
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = whole(x[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for k := range x {
			out[k] = whole(x[k])
		}
		return out
	default:
		return v
	}
}

// differing names the arguments in which two calls of one tool differ, in order. A
// side whose arguments are no object differs in all of the other's.
func differing(a, b arguments) []string {
	names := map[string]bool{}
	for name, v := range a.object {
		w, ok := b.object[name]
		if !ok || !trace.Equal(v, w) {
			names[name] = true
		}
	}
	for name := range b.object {
		if _, ok := a.object[name]; !ok {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// shown are arguments as they are written to a file.
func (a arguments) shown() any {
	if a.object != nil {
		return a.object
	}
	return a.raw
}
