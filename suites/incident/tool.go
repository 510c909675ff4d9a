package incident

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites/draft"
	"github.com/keptgate/keptgate/suites/recorded"
)

// tool is a tool with all that was recorded of it.
type tool struct {
	name, description string
	parameters        map[string]any
	defined           bool // else the parameters are made of the calls
	reads, said       bool // it only looks; a hint says which, else its name
	table             string
	args              []string // parameters that tables hold, sorted

	calls   []map[string]any // arguments of all calls
	answers []*answer        // what it replied, in order
	refused []*answer        // what it refused
	shape   shape            // of the replies of a read
	later   int              // replies left out, since another to the same arguments came before
}

// answer is a reply to a call in one case.
type answer struct {
	args  map[string]any
	value any    // in the normal form; of what was refused, its message
	only  string // the case that it belongs to; "" for all
}

// harness are tools that the harness serves itself: no suite may define them.
var harness = []string{trace.ToolWait, trace.ToolHandover, trace.ToolCloseCall}

// handsOver tells by its name whether a tool gives the caller to a person: the
// harness serves that.
func handsOver(name string) bool {
	words := strings.Fields(draft.Words(name))
	any := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, strings.TrimSuffix(w, "s")) })
	}
	return name == trace.ToolHandover || any("transfer", "escalate", "handover", "handoff", "hand") && any("human", "person", "agent", "representative", "operator", "supervisor")
}

func (m *maker) tool(name string) *tool {
	if i := slices.IndexFunc(m.tools, func(t *tool) bool { return t.name == name }); i >= 0 {
		return m.tools[i]
	}
	return nil
}

// add adds a tool, or nothing where the harness serves it.
func (m *maker) add(t *tool) (*tool, error) {
	switch {
	case !draft.IsTool(t.name) || strings.HasPrefix(t.name, "_"):
		return nil, fmt.Errorf("%.80q is no name of a tool", t.name)
	case slices.Contains(harness, t.name) || handsOver(t.name):
		return nil, nil
	case len(m.tools) == maxTools:
		return nil, fmt.Errorf("a suite takes at most %d tools", maxTools)
	}
	if t.description == "" {
		t.description = "Taken from recorded conversations: say what it does."
	}
	t.table = strings.ToLower(strings.ReplaceAll(t.name, "-", "_"))
	for slices.ContainsFunc(m.tools, func(o *tool) bool { return o.table == t.table }) {
		t.table += "_2"
	}
	m.tools = append(m.tools, t)
	return t, nil
}

// define takes definitions; the first of a name counts.
func (m *maker) define(list []recorded.Tool) error {
	for _, d := range list {
		if m.tool(d.Name) != nil {
			continue
		}
		t := &tool{name: d.Name, description: d.Description, parameters: map[string]any{}, defined: true, reads: draft.Reads(d.Name)}
		if d.Reads != nil {
			t.reads, t.said = *d.Reads, true
		}
		maps.Copy(t.parameters, d.Parameters)
		t.parameters["type"] = "object"
		if _, err := m.add(t); err != nil {
			return err
		}
	}
	return nil
}

// called is the tool of a call, nil where the harness serves it.
func (m *maker) called(c recorded.Call) (*tool, error) {
	t := m.tool(c.Tool)
	if t == nil {
		var err error
		if t, err = m.add(&tool{name: c.Tool, reads: draft.Reads(c.Tool)}); err != nil || t == nil {
			return nil, err
		}
	}
	t.calls = append(t.calls, c.Args)
	return t, nil
}

// own are names of columns that tables have beside arguments and fields.
var own = []string{"entry_no", "only_in", "reading", "message_no", "reply", "noted_at"}

// settle works out what tables need to know once all calls are known.
func (m *maker) settle() {
	for _, t := range m.tools {
		if !t.defined {
			t.parameters = inferred(t.calls)
		}
		properties, _ := t.parameters["properties"].(map[string]any)
		taken := slices.Clone(own)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if !draft.IsColumn(name) || slices.Contains(taken, strings.ToLower(name)) {
				m.note("%s: the parameter %.60q is served, and the world does not look at it", t.name, name)
				continue
			}
			taken = append(taken, strings.ToLower(name))
			t.args = append(t.args, name)
		}
		t.share()
		if t.reads {
			t.shape = shapeOf(t.answers)
		}
		m.suite.Readings += len(t.answers) + len(t.refused)
		if t.later > 0 {
			m.note("%s: %s left out, since its call was answered otherwise in its conversation", t.name, number(t.later, "answer"))
		}
	}
}

// inferred makes a schema of the arguments that a tool was called with.
func inferred(calls []map[string]any) map[string]any {
	seen, types := map[string]int{}, map[string][]string{}
	for _, args := range calls {
		for name, v := range args {
			seen[name]++
			if kind := typeOf(v); kind != "" && !slices.Contains(types[name], kind) {
				types[name] = append(types[name], kind)
			}
		}
	}
	properties := map[string]any{}
	var required []any
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		one := map[string]any{}
		switch list := types[name]; len(list) {
		case 0: // never anything but null
		case 1:
			one["type"] = list[0]
		default:
			slices.Sort(list)
			one["type"] = list
		}
		properties[name] = one
		if seen[name] == len(calls) && len(types[name]) > 0 {
			required = append(required, name)
		}
	}
	schema := map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

func typeOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case int64, float64:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		return ""
	}
}
