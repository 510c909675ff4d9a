package thresholds

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// Edits says what differs between two configurations, a line for each value: the
// key, what it was, what it is. Either may be nil, which is an empty one.
func Edits(base, head *Config) []string {
	was, is := base.values(), head.values()
	keys := slices.Sorted(maps.Keys(was))
	for key := range is {
		if _, ok := was[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var out []string
	for _, key := range keys {
		old, had := was[key]
		now, has := is[key]
		switch {
		case !had:
			out = append(out, key+": added, "+now)
		case !has:
			out = append(out, key+": removed, was "+old)
		case old != now:
			out = append(out, key+": "+old+" → "+now)
		}
	}
	return out
}

// values lists the values of a configuration by their keys, joined by dots.
func (c *Config) values() map[string]string {
	out := map[string]string{}
	if c != nil && c.doc != nil {
		flatten(out, "", c.doc.Value)
	}
	return out
}

func flatten(out map[string]string, at string, value any) {
	prefix := at
	if at != "" {
		prefix += "."
	}
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			flatten(out, prefix+key, inner)
		}
	case []any:
		for i, inner := range v {
			flatten(out, prefix+strconv.Itoa(i), inner)
		}
	default:
		text, err := json.Marshal(v)
		if err == nil {
			out[at] = string(text)
		}
	}
}
