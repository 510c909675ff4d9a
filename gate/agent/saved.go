package agent

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// savedName is how a script refers to a value saved from a reply.
var savedName = regexp.MustCompile(`\$saved\.([a-z][a-z0-9_]*)`)

// at follows a path such as "items.0.id" into a value in the normal form.
func at(v any, path string) (any, bool) {
	for _, key := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[key]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(x) {
				return nil, false
			}
			v = x[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// value fills saved values into a copy of v, keeping the type of a value that is
// all of a text. It is false where a value was never saved.
func (p *player) value(v any) (any, bool) {
	switch x := v.(type) {
	case string:
		if m := savedName.FindStringSubmatch(x); m != nil && m[0] == x {
			found, ok := p.saved[m[1]]
			return found, ok
		}
		return p.fill(x)
	case []any:
		out := make([]any, len(x))
		for i := range x {
			filled, ok := p.value(x[i])
			if !ok {
				return nil, false
			}
			out[i] = filled
		}
		return out, true
	case map[string]any:
		out := make(map[string]any, len(x))
		for k := range x {
			filled, ok := p.value(x[k])
			if !ok {
				return nil, false
			}
			out[k] = filled
		}
		return out, true
	default:
		return v, true
	}
}

// fill fills saved values into a text.
func (p *player) fill(text string) (string, bool) {
	known := true
	text = savedName.ReplaceAllStringFunc(text, func(ref string) string {
		v, ok := p.saved[strings.TrimPrefix(ref, "$saved.")]
		known = known && ok
		return fmt.Sprint(v)
	})
	return text, known
}
