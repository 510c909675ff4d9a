package fidelity

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// every is the part of a path that stands for all items of a list.
const every = "*"

// whole is the path of a whole body.
const whole = "."

// path is the way into a body: names of fields, and every for the items of a list.
type path []string

// bare are the names that a path has as they are.
var bare = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// String is the path as contracts write it: items.*.title. Names that would be
// misread are quoted.
func (p path) String() string {
	if len(p) == 0 {
		return whole
	}
	parts := make([]string, len(p))
	for i, name := range p {
		if parts[i] = name; name != every && !bare.MatchString(name) {
			parts[i] = strconv.Quote(name)
		}
	}
	return strings.Join(parts, ".")
}

// under returns the path of a field or of all items.
func (p path) under(name string) path { return append(slices.Clip(p), name) }

// pattern reads a path of a contract.
func pattern(text string) path {
	if text == whole {
		return path{}
	}
	return strings.Split(text, ".")
}

// covers tells whether a path is the pattern's, or lies below it. A star matches any
// name as well.
func (p path) covers(q path) bool {
	if len(q) < len(p) {
		return false
	}
	for i, name := range p {
		if name != every && name != q[i] {
			return false
		}
	}
	return true
}

// values lists what stands at a path in a value in the normal form, in order. A star
// is all items of a list, or all fields of an object.
func (p path) values(v any) []any {
	if len(p) == 0 {
		return []any{v}
	}
	var out []any
	switch x := v.(type) {
	case map[string]any:
		if p[0] == every {
			for _, name := range slices.Sorted(maps.Keys(x)) {
				out = append(out, p[1:].values(x[name])...)
			}
		} else if inner, ok := x[p[0]]; ok {
			out = p[1:].values(inner)
		}
	case []any:
		if p[0] == every {
			for _, item := range x {
				out = append(out, p[1:].values(item)...)
			}
		} else if i, err := strconv.Atoi(p[0]); err == nil && i >= 0 && i < len(x) {
			out = p[1:].values(x[i])
		}
	}
	return out
}

// same tells whether two lists of values are equal.
func same(a, b []any) bool { return slices.EqualFunc(a, b, trace.Equal) }
