// Package draft makes a first suite of what a user has: a file of tool
// definitions, a recorded conversation with tool calls, or an MCP server, which is
// then the world.
//
// It promises files that load, with one case for each of three kinds: a plain
// request, one where something has to be asked, one where nothing may change. A
// draft is mechanical: writes are noted in a table of their own, reads answer
// from a table of known answers. Its author makes rows, rules and promises of
// it. Of ours it imports nothing; cmd imports it.
package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
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
// MCP, or messages in the form of chat completions.
func From(data []byte) (*Draft, error) {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, fmt.Errorf("read draft: %w; a file of tools or messages is JSON", err)
	}
	d := &Draft{}
	var err error
	if messages := messagesIn(v); messages != nil {
		err = d.trace(messages)
	} else {
		err = d.define(v)
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

// toolName is what a tool may be called: what providers and MCP allow.
var toolName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

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
	case !toolName.MatchString(t.name):
		return fmt.Errorf("%q is no name of a tool", t.name)
	case d.tool(t.name) != nil:
		return fmt.Errorf("%s is defined twice", t.name)
	case len(d.tools) == maxTools:
		return fmt.Errorf("a draft takes at most %d tools; leave the others out", maxTools)
	}
	t.writes = !reads(t.name)
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

// readVerbs are words that a tool's name begins with where it only looks.
var readVerbs = []string{
	"calculate", "check", "count", "describe", "fetch", "find", "get", "has", "is", "list", "look", "lookup", "query", "read",
	"retrieve", "search", "show", "view",
}

// reads guesses by its name whether a tool only looks.
func reads(name string) bool {
	return slices.Contains(readVerbs, strings.Fields(words(name) + " -")[0])
}

// words spells a name out: updateJobTitle and update_job_title as update job
// title.
func words(name string) string {
	spaced := camel.ReplaceAllString(name, "$1 $2")
	return strings.ToLower(strings.Join(strings.FieldsFunc(spaced, func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), " "))
}

var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

func text(v any) string {
	s, _ := v.(string)
	return s
}
