package interfaces

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// makers are the functions of the language that make a list or the like of what
// they are given, and writers those that write it as text.
var (
	makers  = []string{"bytes", "dict", "enumerate", "list", "reversed", "set", "sorted", "tuple", "zip"}
	writers = []string{"fail", "print", "repr", "str"}
)

// givers are the methods that return what was there before.
var givers = []string{"get", "pop", "popitem", "setdefault"}

// guards are the functions that stand in the place of operators and methods, and
// of functions of the language that could make too much.
func (r *running) guards() starlark.StringDict {
	names := starlark.StringDict{}
	add := func(name string, f func(*starlark.Thread, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)) {
		names[name] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
			return f(thread, args, named)
		})
	}
	for _, op := range operators {
		add(op.String(), func(_ *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return r.operate(op, args[0], args[1])
		})
	}
	for assign, op := range inPlace {
		add(assign.String(), func(thread *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return r.grow(thread, op, args[0], args[1])
		})
	}
	add(weighed, func(_ *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return args[0], r.charge(width(args[0]))
	})
	add(callMethod, r.method)
	for _, name := range slices.Concat(makers, writers, []string{"int", "range"}) {
		add(name, func(thread *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
			return r.function(thread, name, args, named)
		})
	}
	for _, name := range []string{"getattr", "hasattr", "dir"} {
		add(name, func(*starlark.Thread, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
			return nil, fmt.Errorf("%s is not available here", name)
		})
	}
	return names
}

// grow is an assignment such as x += y. A list and a dict stay what they are and
// take in what is added.
func (r *running) grow(thread *starlark.Thread, op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	name := ""
	switch x.(type) {
	case *starlark.List:
		if _, ok := y.(starlark.Iterable); ok && op == syntax.PLUS {
			name = "extend"
		}
	case *starlark.Dict:
		if _, ok := y.(*starlark.Dict); ok && op == syntax.PIPE {
			name = "update"
		}
	}
	if name == "" {
		return r.operate(op, x, y)
	}
	_, err := r.method(thread, starlark.Tuple{x, starlark.String(name), y}, nil)
	return x, err
}

// function calls a function of the language.
func (r *running) function(thread *starlark.Thread, name string, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	n := 0
	var err error
	switch {
	case slices.Contains(writers, name):
		n, err = r.writtenAll(args, named)
	case slices.Contains(makers, name):
		for _, v := range args {
			n += 4 * width(v) // zip and enumerate make a pair of each
		}
	case name == "int" && len(args) > 0 && width(args[0]) > maxDigits:
		err = fmt.Errorf("a number has more than %d digits", maxDigits)
	}
	if err == nil {
		err = r.charge(n)
	}
	if err != nil {
		return nil, err
	}
	v, err := starlark.Call(thread, starlark.Universe[name], args, named)
	if list, ok := v.(starlark.Sequence); ok && name == "range" && list.Len() > maxRange {
		return nil, fmt.Errorf("a range has more than %d numbers", maxRange)
	}
	return v, err
}

// method calls a method of a value: args are the value, the name, and what is
// given.
func (r *running) method(thread *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	on, name := args[0], string(args[1].(starlark.String))
	args = args[2:]
	holder, ok := on.(starlark.HasAttrs)
	var f starlark.Value
	var err error
	if ok {
		f, err = holder.Attr(name)
	}
	if err != nil || f == nil {
		return nil, fmt.Errorf("a %s has no method %s", on.Type(), name)
	}
	n, err := r.methodMakes(on, name, args, named)
	if err == nil {
		err = r.charge(n)
	}
	if err != nil {
		return nil, err
	}
	v, err := starlark.Call(thread, f, args, named)
	if err == nil && !slices.Contains(givers, name) {
		err = r.charge(width(v))
	}
	return v, err
}

// methodMakes is at most how many bytes a method makes that can make more than it
// is given.
func (r *running) methodMakes(on starlark.Value, name string, args starlark.Tuple, named []starlark.Tuple) (int, error) {
	text, isText := on.(starlark.String)
	n := 0
	switch {
	case isText && name == "format":
		n, err := r.writtenAll(args, named)
		return filled(string(text), "{", n), err
	case isText && name == "replace" && len(args) >= 2:
		old, _ := args[0].(starlark.String)
		by, _ := args[1].(starlark.String)
		if times := strings.Count(string(text), string(old)); times > 0 && len(by) > maxMade/times {
			return maxMade + 1, nil
		} else if times > 0 {
			n = times * len(by)
		}
	case isText && name == "join" && len(args) == 1:
		list, ok := args[0].(starlark.Iterable)
		if !ok {
			return 0, nil
		}
		for item := range starlark.Elements(list) {
			if n += width(item) + len(text); n > maxMade {
				return n, nil
			}
		}
	default:
		for _, v := range args {
			if _, isText := v.(starlark.String); !isText {
				n += width(v)
			}
		}
	}
	return n, nil
}
