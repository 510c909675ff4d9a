package recorded

import (
	"errors"
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
)

// maxTools bounds the definitions of one conversation.
const maxTools = 1000

// tool takes a definition in the forms of the providers and of MCP.
func (b *builder) tool(v any) error {
	m, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("want an object, got %s", kind(v))
	}
	hints, _ := m["annotations"].(map[string]any)
	if inner, ok := m["function"].(map[string]any); ok {
		m = inner
	}
	t := Tool{Name: text(m["name"]), Description: text(m["description"])}
	if t.Name == "" {
		if text(m["type"]) == "" {
			return errors.New("it has no name")
		}
		b.left["tool of the provider"]++
		return nil
	}
	for _, key := range []string{"parameters", "input_schema", "inputSchema"} {
		if schema, ok := m[key].(map[string]any); ok && t.Parameters == nil {
			t.Parameters, _ = trace.Normal(schema).(map[string]any)
		}
	}
	if reads, ok := hints["readOnlyHint"].(bool); ok {
		t.Reads = &reads
	}
	for _, other := range b.c.Tools {
		if other.Name == t.Name {
			return nil // spans repeat them
		}
	}
	if len(b.c.Tools) == maxTools {
		return fmt.Errorf("more than %d tools", maxTools)
	}
	b.c.Tools = append(b.c.Tools, t)
	return nil
}
