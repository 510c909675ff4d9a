package world

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds on what a candidate may send in one call.
const (
	maxArguments = 256 << 10 // bytes
	maxDepth     = 64        // nested arrays and objects
)

// arguments reads the text of a call's arguments. No text at all is an empty
// object: some providers send that for a call without arguments.
func arguments(text string) (map[string]any, error) {
	if len(text) > maxArguments {
		return nil, fmt.Errorf("the arguments have %d bytes, the limit is %d", len(text), maxArguments)
	}
	if strings.TrimSpace(text) == "" {
		return map[string]any{}, nil
	}
	v, err := trace.Decode([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the arguments are not JSON: %w", err)
	}
	args, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("the arguments are not a JSON object")
	}
	if deeper(args, maxDepth) {
		return nil, fmt.Errorf("the arguments are nested more than %d deep", maxDepth)
	}
	return args, nil
}

// deeper tells whether v nests arrays and objects beyond the limit.
func deeper(v any, limit int) bool {
	switch x := v.(type) {
	case []any:
		for _, item := range x {
			if limit == 0 || deeper(item, limit-1) {
				return true
			}
		}
	case map[string]any:
		for _, item := range x {
			if limit == 0 || deeper(item, limit-1) {
				return true
			}
		}
	}
	return false
}

// bounded is a call as the ledger keeps it: text beyond the limit is cut, and
// what is not UTF-8 replaced, so that it survives JSON.
func bounded(c trace.Call) trace.Call {
	const name = 200
	cut := func(s string, n int) string {
		if len(s) > n {
			s = strings.ToValidUTF8(s[:n], "") + "…"
		}
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	c.ID, c.Tool, c.Arguments = cut(c.ID, name), cut(c.Tool, name), cut(c.Arguments, maxArguments)
	return c
}

// logical names what a call is about: calls of one tool with equal key arguments
// are attempts at one thing. Arguments that are not there count as null.
func logical(tool string, key []string, args map[string]any) string {
	about := make(map[string]any, len(key))
	for _, name := range key {
		about[name] = args[name]
	}
	return tool + spelled(about)
}

// spelled writes a value in one spelling: keys sorted, 25.0 as 25.
func spelled(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
