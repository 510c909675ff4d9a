package fidelity

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"

	"github.com/keptgate/keptgate/gate/mcp"
)

// Arguments in the description of a call: {name} in the path, a text that is only
// :name elsewhere.
var (
	inPath   = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)
	argument = regexp.MustCompile(`^:([A-Za-z_][A-Za-z0-9_]*)$`)
)

// inPath lists the arguments that stand in the path.
func (c Call) inPath() []string {
	var out []string
	for _, m := range inPath.FindAllStringSubmatch(c.Path, -1) {
		out = append(out, m[1])
	}
	return out
}

// named lists the arguments that a query or a body takes.
func named(v any) []string {
	var out []string
	texts(v, func(s string) any {
		if m := argument.FindStringSubmatch(s); m != nil {
			out = append(out, m[1])
		}
		return s
	})
	return out
}

// arguments lists all that the description takes.
func (c Call) arguments() []string {
	all := slices.Concat(c.inPath(), named(c.Query), named(c.Body))
	slices.Sort(all)
	return slices.Compact(all)
}

// request is the call with its arguments. An error says that they cannot be sent so.
func (c Call) request(args map[string]any) (mcp.Request, error) {
	r := mcp.Request{Method: c.Method, Query: url.Values{}}
	if r.Method == "" {
		r.Method = "GET"
	}
	var err error
	if r.Path, err = c.path(args); err != nil {
		return r, err
	}
	for _, name := range slices.Sorted(maps.Keys(c.Query)) {
		value, given := filled(c.Query[name], args)
		if !given {
			continue // an optional argument that the call does not have
		}
		list, several := value.([]any)
		if !several {
			list = []any{value}
		}
		for _, v := range list {
			r.Query.Add(name, plain(v))
		}
	}
	r.Body = c.body(r.Method, args)
	return r, nil
}

// path fills the path. What is filled in stays one name in it.
func (c Call) path(args map[string]any) (string, error) {
	var err error
	path := inPath.ReplaceAllStringFunc(c.Path, func(m string) string {
		name := inPath.FindStringSubmatch(m)[1]
		text := plain(args[name])
		if text == "" || text == "." || text == ".." {
			err = fmt.Errorf("the argument %s, %q, cannot stand in the path %s", name, text, c.Path)
		}
		return url.PathEscape(text)
	})
	return path, err
}

// body is what is sent, nil for nothing.
func (c Call) body(method string, args map[string]any) any {
	if c.Body != nil {
		body, _ := filled(c.Body, args)
		return body
	}
	if method != "POST" && method != "PUT" && method != "PATCH" {
		return nil
	}
	rest := maps.Clone(args)
	for _, name := range slices.Concat(c.inPath(), named(c.Query)) {
		delete(rest, name)
	}
	return rest
}

// filled is a copy of a query's value or of a body with the arguments of the call.
// False: it is an argument that the call does not have. Fields and items that are
// such are left out.
func filled(v any, args map[string]any) (any, bool) {
	switch x := v.(type) {
	case string:
		if m := argument.FindStringSubmatch(x); m != nil {
			given, ok := args[m[1]]
			return given, ok
		}
	case map[string]any:
		out := map[string]any{}
		for name, item := range x {
			if inner, ok := filled(item, args); ok {
				out[name] = inner
			}
		}
		return out, true
	case []any:
		out := []any{}
		for _, item := range x {
			if inner, ok := filled(item, args); ok {
				out = append(out, inner)
			}
		}
		return out, true
	}
	return v, true
}

// plain writes a value as text: a text as it is, all else as JSON.
func plain(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case nil:
		return ""
	default:
		return written(x)
	}
}
