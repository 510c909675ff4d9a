package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// messagesIn finds the messages of a recorded conversation; nil where the value
// holds none.
func messagesIn(v any) []any {
	if object, ok := v.(map[string]any); ok {
		for _, key := range []string{"messages", "traj"} {
			if list := messagesIn(object[key]); list != nil {
				return list
			}
		}
		return nil
	}
	list, _ := v.([]any)
	for _, item := range list {
		if m, ok := item.(map[string]any); ok && text(m["role"]) != "" {
			return list
		}
	}
	return nil
}

// trace takes a recorded conversation: the tools that were called, with what
// their arguments and answers show of them.
func (d *Draft) trace(messages []any) error {
	open := map[string]call{} // by identifier
	for i, item := range messages {
		m, _ := item.(map[string]any)
		switch text(m["role"]) {
		case "user":
			if d.opening == "" {
				d.opening = text(m["content"])
			}
		case "assistant":
			if said := text(m["content"]); said != "" {
				d.closing = said
			}
			if err := d.calling(m, open); err != nil {
				return fmt.Errorf("message %d: %w", i+1, err)
			}
		case "tool":
			c, ok := open[text(m["tool_call_id"])]
			if !ok {
				continue
			}
			c.tool.known = append(c.tool.known, known{c.args, answer(text(m["content"]))})
		}
	}
	if d.opening == "" || len(d.calls) == 0 {
		return errors.New("the conversation needs a message of the user and a call of a tool; of several conversations take one")
	}
	for _, t := range d.tools {
		d.infer(t)
	}
	return nil
}

func (d *Draft) calling(m map[string]any, open map[string]call) error {
	list, _ := m["tool_calls"].([]any)
	for _, item := range list {
		one, _ := item.(map[string]any)
		function, _ := one["function"].(map[string]any)
		name := text(function["name"])
		args := map[string]any{}
		if err := json.Unmarshal([]byte(text(function["arguments"])), &args); err != nil {
			d.Notes = append(d.Notes, fmt.Sprintf("a call of %s whose arguments are no JSON is left out", name))
			continue
		}
		t := d.tool(name)
		if t == nil {
			if !toolName.MatchString(name) {
				return fmt.Errorf("%q is no name of a tool", name)
			}
			if len(d.tools) == maxTools {
				return fmt.Errorf("a draft takes at most %d tools", maxTools)
			}
			t = &tool{name: name, description: "Taken from a recorded conversation: say what it does.", writes: !reads(name)}
			d.tools = append(d.tools, t)
		}
		c := call{t, args}
		d.calls = append(d.calls, c)
		open[text(one["id"])] = c
	}
	return nil
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

// answer reads what a tool answered: JSON where it is, else the text.
func answer(content string) any {
	var v any
	if err := json.Unmarshal([]byte(content), &v); err != nil {
		return content
	}
	return v
}
