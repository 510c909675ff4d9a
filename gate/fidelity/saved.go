package fidelity

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// reference is how an argument takes a value that an earlier step has saved.
var reference = regexp.MustCompile(`\$saved\.([a-z][a-z0-9_]*)`)

// saved are the values that one side has saved, by name.
type saved map[string]any

// texts calls do with every text in v, and puts in its place what do returns. v is
// left as it is.
func texts(v any, do func(string) any) any {
	switch x := v.(type) {
	case string:
		return do(x)
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = texts(x[i], do)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for name := range x {
			out[name] = texts(x[name], do)
		}
		return out
	default:
		return v
	}
}

// references lists the names of the saved values that arguments take, sorted.
func references(args map[string]any) []string {
	found := map[string]bool{}
	texts(args, func(s string) any {
		for _, m := range reference.FindAllStringSubmatch(s, -1) {
			found[m[1]] = true
		}
		return s
	})
	return slices.Sorted(maps.Keys(found))
}

// fill is a copy of arguments with the saved values in them, or the name of the
// first that this side has not saved. A value that is all of a text keeps its type.
func (s saved) fill(args map[string]any) (filled map[string]any, lacking string) {
	for _, name := range references(args) {
		if _, ok := s[name]; !ok {
			return nil, name
		}
	}
	filled, _ = texts(args, func(text string) any {
		if m := reference.FindStringSubmatch(text); m != nil && m[0] == text {
			return s[m[1]]
		}
		return reference.ReplaceAllStringFunc(text, func(ref string) string {
			return fmt.Sprint(s[reference.FindStringSubmatch(ref)[1]])
		})
	}).(map[string]any)
	return filled, ""
}

// keep saves the values of a reply, and returns the paths at which there is none.
func (s saved) keep(paths map[string]string, body any) (lacking []string) {
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		found := pattern(paths[name]).values(body)
		if len(found) != 1 {
			lacking = append(lacking, name)
			continue
		}
		s[name] = found[0]
	}
	return lacking
}
