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
		var tools []recorded.Tool
		if tools, err = recorded.ReadTools(data); err == nil {
			err = d.define(tools)
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
func (d *Draft) define(list []recorded.Tool) error {
	for _, one := range list {
		t := &tool{name: one.Name, description: one.Description, writes: !Reads(one.Name), destroys: one.Destroys}
		switch {
		case !IsTool(t.name):
			return fmt.Errorf("%q is no name of a tool", t.name)
		case d.tool(t.name) != nil:
			return fmt.Errorf("%s is defined twice", t.name)
		case len(d.tools) == maxTools:
			return fmt.Errorf("a draft takes at most %d tools; leave the others out", maxTools)
		}
		if one.Reads != nil {
			t.writes, t.said = !*one.Reads, true
		}
		raw, ok := loose(one.Parameters).(map[string]any)
		if !ok {
			raw = map[string]any{"type": "object", "properties": map[string]any{}}
		}
		t.raw, t.parameters = raw, read(raw)
		d.tools = append(d.tools, t)
	}
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
