package suites

import (
	"fmt"
	"hash/fnv"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// variable matches $name and the escape $$. Any other dollar is literal.
var variable = regexp.MustCompile(`\$(\$|[a-z][a-z0-9_]*)`)

// savedName is the one name that suite variables may not have: $saved.NAME
// stands for a value that a reference took from a reply.
const savedName = "saved"

// choose draws one value for each variable. Seed 0 is the published choice: the
// first of each list.
func choose(vary map[string][]any, seed uint64) map[string]any {
	vars := make(map[string]any, len(vary))
	for name, values := range vary {
		if len(values) == 0 {
			continue
		}
		vars[name] = values[0]
		if seed != 0 {
			h := fnv.New64a()
			fmt.Fprintf(h, "%d/%s", seed, name)
			vars[name] = values[h.Sum64()%uint64(len(values))]
		}
	}
	return vars
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
			out[k] = f.value(pointer+"/"+escapePointer(k), x[k])
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

func escapePointer(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
