package agent

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// alteration changes a call just before it is made. Its arguments are filled and
// its own.
type alteration func(*player, *ScriptCall, []trace.Tool)

// idLike is the shape of most keys: c204, SO-1009, a-17.
var idLike = regexp.MustCompile(`^[A-Za-z]{1,8}[-_]?\d+$`)

// identifiers names the arguments that say which record a call is about, sorted.
func identifiers(c *ScriptCall) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(c.Args)) {
		text, _ := c.Args[name].(string)
		byName := name == "id" || strings.HasSuffix(name, "_id") || strings.HasSuffix(name, "_ids")
		switch {
		case name == c.Idempotency:
		case c.Target != nil && slices.Contains(c.Target, name),
			c.Target == nil && (byName || idLike.MatchString(text)):
			names = append(names, name)
		}
	}
	return names
}

func sameArgs(a, b map[string]any) bool { return reflect.DeepEqual(a, b) }

// otherRecord takes another record of a list that was seen for the right one;
// where none was seen, the key next to it.
func otherRecord(names []string) alteration {
	return func(p *player, c *ScriptCall, _ []trace.Tool) {
		for _, name := range names {
			if v, ok := p.elsewhere(c.Args[name]); ok {
				c.Args[name] = v
				return
			}
		}
		for _, name := range names {
			if v, ok := neighbour(c.Args[name]); ok {
				c.Args[name] = v
				return
			}
		}
	}
}

// elsewhere finds, in the latest list of objects where some field holds v, the
// value of that field in another object.
func (p *player) elsewhere(v any) (any, bool) {
	if list, ok := v.([]any); ok && len(list) > 0 {
		last := len(list) - 1
		other, ok := p.elsewhere(list[last])
		return append(slices.Clone(list[:last]), other), ok
	}
	for _, body := range slices.Backward(p.seen) {
		if others := siblings(body, v); len(others) > 0 {
			return pick(p.rng, others), true
		}
	}
	return nil, false
}

func siblings(body, v any) []any {
	switch x := body.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			if found := siblings(x[key], v); len(found) > 0 {
				return found
			}
		}
	case []any:
		for _, e := range x {
			object, _ := e.(map[string]any)
			for _, field := range slices.Sorted(maps.Keys(object)) {
				if !trace.Equal(object[field], v) {
					continue
				}
				if found := column(x, field, v); len(found) > 0 {
					return found
				}
			}
		}
		for _, e := range x {
			if found := siblings(e, v); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// column lists the values of one field over a list of objects that are of v's
// type, and not v.
func column(list []any, field string, v any) []any {
	var found []any
	for _, e := range list {
		object, _ := e.(map[string]any)
		other := object[field]
		if reflect.TypeOf(other) == reflect.TypeOf(v) && !trace.Equal(other, v) {
			found = append(found, other)
		}
	}
	return found
}

// neighbour is the key that follows: c205 after c204, 10 after 9.
func neighbour(v any) (any, bool) {
	switch x := v.(type) {
	case int64:
		return x + 1, true
	case string:
		head := strings.TrimRight(x, "0123456789")
		n, err := strconv.ParseUint(x[len(head):], 10, 63)
		if err != nil {
			return nil, false
		}
		next := strconv.FormatUint(n+1, 10)
		return head + strings.Repeat("0", max(0, len(x)-len(head)-len(next))) + next, true
	case []any:
		if len(x) == 0 {
			return nil, false
		}
		last, ok := neighbour(x[len(x)-1])
		return append(slices.Clone(x[:len(x)-1]), last), ok
	}
	return nil, false
}
