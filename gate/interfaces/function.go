package interfaces

import (
	"encoding/json"
	"fmt"

	"go.starlark.net/starlark"

	"github.com/keptgate/keptgate/gate/trace"
)

// function is a tool in a script.
type function struct {
	run  *running
	name string
	tool string
}

var _ starlark.Callable = (*function)(nil)

// Name implements starlark.Callable.
func (f *function) Name() string { return f.name }

// String implements starlark.Value.
func (f *function) String() string { return "<function " + f.name + ">" }

// Type implements starlark.Value.
func (f *function) Type() string { return "function" }

// Freeze implements starlark.Value.
func (f *function) Freeze() {}

// Truth implements starlark.Value.
func (f *function) Truth() starlark.Bool { return true }

// Hash implements starlark.Value.
func (f *function) Hash() (uint32, error) { return starlark.String(f.name).Hash() }

// CallInternal implements starlark.Callable: it makes the call and waits for the
// reply.
func (f *function) CallInternal(_ *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 0 {
		return nil, fmt.Errorf("%s takes named arguments only", f.name)
	}
	given := starlark.NewDict(len(named))
	for _, pair := range named {
		if err := given.SetKey(pair[0], pair[1]); err != nil {
			return nil, err
		}
	}
	call, err := f.call(given)
	if err != nil {
		return nil, err
	}
	replies, err := f.run.send([]trace.Call{call})
	if err != nil {
		return nil, err
	}
	return replies[0], nil
}

// call writes the call.
func (f *function) call(args *starlark.Dict) (trace.Call, error) {
	value, err := f.run.goValue(args, maxDepth)
	if err != nil {
		return trace.Call{}, fmt.Errorf("%s: %w", f.name, err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return trace.Call{}, fmt.Errorf("%s: write arguments: %w", f.name, err)
	}
	return trace.Call{Tool: f.tool, Arguments: string(text)}, f.run.charge(len(text))
}

// parallel sends the calls that a list of pairs describes, all at once.
func (r *running) parallel(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, named, 1, &list); err != nil {
		return nil, err
	}
	var calls []trace.Call
	for item := range starlark.Elements(list) {
		pair, ok := item.(starlark.Indexable)
		if !ok || pair.Len() != 2 {
			return nil, fmt.Errorf("parallel: item %d is no pair (function, {arguments})", len(calls)+1)
		}
		f, isFunction := pair.Index(0).(*function)
		given, isDict := pair.Index(1).(*starlark.Dict)
		if !isFunction || !isDict {
			return nil, fmt.Errorf("parallel: item %d is no pair (function, {arguments})", len(calls)+1)
		}
		call, err := f.call(given)
		if err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	if len(calls) == 0 {
		return starlark.NewList(nil), nil
	}
	replies, err := r.send(calls)
	if err != nil {
		return nil, err
	}
	return starlark.NewList(replies), nil
}
