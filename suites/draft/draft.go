// Package draft makes a first suite of what a user has: a file of tool
// definitions, a recorded conversation with tool calls, or an MCP server, which is
// then the world.
//
// It promises files that load, with one case for each of three kinds: a plain
// request, one where something has to be asked, one where nothing may change. A
// draft is mechanical: writes are noted in a table of their own, reads answer
// from a table of known answers. Its author makes rows, rules and promises of
// it. It imports suites/recorded; suites/incident imports it for how files are
// written, and cmd.
package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/suites/recorded"
)

// maxTools bounds how many tools a draft takes.
const maxTools = 128

// Draft is what a suite is made of.
type Draft struct {
	tools   []*tool
	opening string   // what the caller of a recorded conversation said first, "" without one
	calls   []call   // of a recorded conversation, in order
	closing string   // what the agent said last
	Notes   []string // what could not be carried over, for the author
}

// tool is a definition with what is known of its use.
type tool struct {
	name, description string
	parameters        schema
	raw               any // the parameters as they were written
	writes            bool
	said, destroys    bool           // an MCP server's hints say so: whether it writes; that it destroys
	args              map[string]any // sample arguments
	known             []known        // recorded answers of a read
}

type known struct {
	args  map[string]any
	reply any
}

type call struct {
	tool *tool
	args map[string]any
}

// From makes a draft of a file: definitions in the forms of the providers and of
// MCP, or one recorded conversation.
func From(data []byte) (*Draft, error) {
	d := &Draft{}
	list, err := recorded.Read(data)
	switch {
	case err == nil:
		err = d.trace(list)
	case errors.Is(err, recorded.ErrNone):
		var v any
		if err = json.Unmarshal(data, &v); err == nil {
			err = d.define(v)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read draft: %w", err)
	}
	for _, t := range d.tools {
		if t.args == nil {
			t.args = samples(t.parameters)
		}
	}
	return d, nil
}

// define takes tool definitions.
func (d *Draft) define(v any) error {
	list, ok := v.([]any)
	if object, is := v.(map[string]any); is {
		if result, is := object["result"].(map[string]any); is {
			object = result
		}
		for _, key := range []string{"tools", "functions", "functionDeclarations", "function_declarations"} {
			if list == nil {
				list, ok = object[key].([]any)
			}
		}
	}
	if !ok || len(list) == 0 {
		return errors.New("it holds neither a list of tools nor of messages")
	}
	for i, item := range list {
		if err := d.add(item); err != nil {
			return fmt.Errorf("tool %d: %w", i+1, err)
		}
	}
	return nil
}

func (d *Draft) add(item any) error {
	object, ok := item.(map[string]any)
	if !ok {
		return errors.New("it is no object")
	}
	if nested, ok := object["functionDeclarations"].([]any); ok {
		for _, one := range nested {
			if err := d.add(one); err != nil {
				return err
			}
		}
		return nil
	}
	if inner, ok := object["function"].(map[string]any); ok {
		object = inner
	}
	t := &tool{name: text(object["name"]), description: text(object["description"])}
	for _, key := range []string{"parameters", "input_schema", "inputSchema"} {
		if raw, ok := object[key].(map[string]any); ok && t.raw == nil {
			t.raw, t.parameters = raw, read(raw)
		}
	}
	switch {
	case !IsTool(t.name):
		return fmt.Errorf("%q is no name of a tool", t.name)
	case d.tool(t.name) != nil:
		return fmt.Errorf("%s is defined twice", t.name)
	case len(d.tools) == maxTools:
		return fmt.Errorf("a draft takes at most %d tools; leave the others out", maxTools)
	}
	t.writes = !Reads(t.name)
	if hints, ok := object["annotations"].(map[string]any); ok {
		if only, ok := hints["readOnlyHint"].(bool); ok {
			t.writes, t.said = !only, true
		}
		t.destroys, _ = hints["destructiveHint"].(bool)
	}
	if t.raw == nil {
		t.raw = map[string]any{"type": "object", "properties": map[string]any{}}
	}
	d.tools = append(d.tools, t)
	return nil
}

func (d *Draft) tool(name string) *tool {
	if i := slices.IndexFunc(d.tools, func(t *tool) bool { return t.name == name }); i >= 0 {
		return d.tools[i]
	}
	return nil
}

func text(v any) string {
	s, _ := v.(string)
	return s
}
