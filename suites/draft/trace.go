package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/keptgate/keptgate/suites/recorded"
)

// trace takes a recorded conversation: the tools that were called, with what
// their arguments and answers show of them.
func (d *Draft) trace(list []recorded.Conversation) error {
	if len(list) > 1 {
		return fmt.Errorf("it holds %d conversations; take one, or make a suite of all by keptgate import trace", len(list))
	}
	for _, item := range list[0].Items {
		if d.opening == "" {
			d.opening = item.User
		}
		if item.Agent != "" {
			d.closing = item.Agent
		}
		for _, c := range item.Calls {
			if err := d.calling(c); err != nil {
				return err
			}
		}
	}
	if d.opening == "" || len(d.calls) == 0 {
		return errors.New("the conversation needs a message of the user and a call of a tool")
	}
	d.Notes = append(d.Notes, list[0].Notes...)
	for _, t := range d.tools {
		d.infer(t)
	}
	return nil
}

func (d *Draft) calling(c recorded.Call) error {
	args, ok := loose(c.Args).(map[string]any)
	if !ok {
		d.Notes = append(d.Notes, fmt.Sprintf("a call of %s whose arguments are no JSON is left out", c.Tool))
		return nil
	}
	t := d.tool(c.Tool)
	if t == nil {
		if !IsTool(c.Tool) {
			return fmt.Errorf("%q is no name of a tool", c.Tool)
		}
		if len(d.tools) == maxTools {
			return fmt.Errorf("a draft takes at most %d tools", maxTools)
		}
		t = &tool{name: c.Tool, description: "Taken from a recorded conversation: say what it does.", writes: !Reads(c.Tool)}
		d.tools = append(d.tools, t)
	}
	d.calls = append(d.calls, call{t, args})
	if c.Answered {
		t.known = append(t.known, known{args, loose(c.Value())})
	}
	return nil
}

// loose is a value as encoding/json decodes it; nil for nothing.
func loose(v any) any {
	var out any
	if data, err := json.Marshal(v); err == nil {
		_ = json.Unmarshal(data, &out) // it was just encoded
	}
	return out
}

// infer makes the parameters of a tool of the arguments it was called with.
func (d *Draft) infer(t *tool) {
	times, seen := 0, map[string]int{}
	properties := map[string]any{}
	for _, c := range d.calls {
		if c.tool != t {
			continue
		}
		times++
		for name, v := range c.args {
			seen[name]++
			properties[name] = map[string]any{"type": typeOf(v)}
		}
		if t.args == nil {
			t.args = c.args
		}
	}
	var required []any
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		if seen[name] == times {
			required = append(required, name)
		}
	}
	raw := map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		raw["required"] = required
	}
	t.raw, t.parameters = raw, read(raw)
}

func typeOf(v any) string {
	switch v.(type) {
	case float64:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		return "string"
	}
}
