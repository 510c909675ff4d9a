package recorded

import (
	"errors"
	"fmt"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
)

// maxTools bounds the definitions of one conversation.
const maxTools = 1000

// ReadTools reads a file of definitions in the forms of the providers and of MCP: a
// list, or an object that holds one. A name may occur twice.
func ReadTools(data []byte) ([]Tool, error) {
	documents, err := values(data)
	if err != nil {
		return nil, fmt.Errorf("read tools: %w", err)
	}
	var list []any
	if len(documents) == 1 {
		list = toolsIn(documents[0])
	}
	if len(list) == 0 {
		return nil, errors.New("read tools: it holds no list of tools")
	}
	var out []Tool
	for i, item := range list {
		t, err := newTool(item)
		if err != nil {
			return nil, fmt.Errorf("read tools: tool %d: %w", i+1, err)
		}
		out = append(out, t)
	}
	return out, nil
}

// toolsIn finds the list of definitions in a value.
func toolsIn(v any) []any {
	switch x := v.(type) {
	case []any:
		var out []any
		for _, item := range x {
			m, _ := item.(map[string]any)
			if nested, ok := m["functionDeclarations"].([]any); ok {
				out = append(out, nested...)
				continue
			}
			out = append(out, item)
		}
		return out
	case map[string]any:
		if result, ok := x["result"].(map[string]any); ok {
			x = result
		}
		for _, key := range []string{"tools", "functions", "functionDeclarations", "function_declarations"} {
			if list, ok := x[key].([]any); ok {
				return toolsIn(list)
			}
		}
	}
	return nil
}

// tool adds a definition; the first of a name counts, since spans repeat them.
func (b *builder) tool(v any) error {
	if m, ok := v.(map[string]any); ok && m["name"] == nil && m["function"] == nil && text(m["type"]) != "" {
		b.left["tool of the provider"]++
		return nil
	}
	t, err := newTool(v)
	if err != nil || slices.ContainsFunc(b.c.Tools, func(o Tool) bool { return o.Name == t.Name }) {
		return err
	}
	if len(b.c.Tools) == maxTools {
		return fmt.Errorf("more than %d tools", maxTools)
	}
	b.c.Tools = append(b.c.Tools, t)
	return nil
}

// newTool is a definition in the form of a provider or of MCP.
func newTool(v any) (Tool, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return Tool{}, fmt.Errorf("want an object, got %s", kind(v))
	}
	hints, _ := m["annotations"].(map[string]any)
	if inner, ok := m["function"].(map[string]any); ok {
		m = inner
	}
	t := Tool{Name: text(m["name"]), Description: text(m["description"])}
	if t.Name == "" {
		return Tool{}, errors.New("it has no name")
	}
	for _, key := range []string{"parameters", "input_schema", "inputSchema"} {
		if schema, ok := m[key].(map[string]any); ok && t.Parameters == nil {
			t.Parameters, _ = trace.Normal(schema).(map[string]any)
		}
	}
	if reads, ok := hints["readOnlyHint"].(bool); ok {
		t.Reads = &reads
	}
	t.Destroys, _ = hints["destructiveHint"].(bool)
	return t, nil
}
