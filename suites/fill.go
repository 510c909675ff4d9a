package suites

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/keptgate/keptgate/schemas"
)

// variable matches $name and the escape $$. Any other dollar is literal.
var variable = regexp.MustCompile(`\$(\$|[a-z][a-z0-9_]*)`)

// savedName is the one name that suite variables may not have: $saved.NAME
// stands for a value that a reference took from a reply.
const savedName = "saved"

// choose draws one value for each variable. Seed 0 is the published choice: the
// first of each list. The parts of a value that is a mapping are variables of
// their own, chosen together: fee with net and gross gives $fee_net and
// $fee_gross. Names that come up twice are returned beside.
func choose(vary map[string][]any, seed uint64) (vars map[string]any, twice []string) {
	vars = make(map[string]any, len(vary))
	set := func(name string, v any) {
		if _, ok := vars[name]; ok {
			twice = append(twice, name)
		}
		vars[name] = v
	}
	for _, name := range slices.Sorted(maps.Keys(vary)) {
		values := vary[name]
		if len(values) == 0 {
			continue
		}
		value := values[0]
		if seed != 0 {
			value = values[draw(seed, name)%uint64(len(values))]
		}
		parts, ok := value.(map[string]any)
		if !ok {
			set(name, value)
			continue
		}
		for part, v := range parts {
			set(name+"_"+part, v)
		}
	}
	return vars, twice
}

// filler replaces $name in strings and remembers where a name was unknown.
type filler struct {
	vars    map[string]any
	keep    []string                   // keys whose values stay untouched
	unknown func(pointer, name string) // called for each unknown name
}

// value fills v, which stands at the JSON pointer.
func (f filler) value(pointer string, v any) any {
	switch x := v.(type) {
	case string:
		return f.scalar(pointer, x)
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = f.value(fmt.Sprintf("%s/%d", pointer, i), x[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for _, k := range slices.Sorted(maps.Keys(x)) {
			if slices.Contains(f.keep, k) {
				out[k] = x[k]
				continue
			}
			out[k] = f.value(pointer+schemas.Pointer(k), x[k])
		}
		return out
	default:
		return v
	}
}

// scalar fills one string. A scalar that is only $name keeps the type of the
// variable.
func (f filler) scalar(pointer, s string) any {
	if m := variable.FindString(s); m == s && m != "" && m != "$$" && m != "$"+savedName {
		if v, ok := f.vars[m[1:]]; ok {
			return v
		}
	}
	return f.text(pointer, s)
}

// text fills a string that stays a string.
func (f filler) text(pointer, s string) string {
	return variable.ReplaceAllStringFunc(s, func(m string) string {
		name := m[1:]
		if name == "$" {
			return "$"
		}
		if name == savedName {
			return m
		}
		v, ok := f.vars[name]
		if !ok {
			f.unknown(pointer, name)
			return m
		}
		return fmt.Sprint(v)
	})
}
