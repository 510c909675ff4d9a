package shadow

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	toolset "github.com/keptgate/keptgate/schemas/tools"
	"github.com/keptgate/keptgate/suites/draft"
	"github.com/keptgate/keptgate/suites/recorded"
)

// Effect says what a tool does, as far as that is known.
type Effect string

// The effects. What is doubtful is a write.
const (
	Read    Effect = "read"
	Write   Effect = "write"
	Ignored Effect = "ignored" // nothing that anybody would miss: answered like a write, and in no figure
)

// By what it is known that a tool reads or writes.
const (
	ByFlag       = "flag"       // --reads, --writes or --ignore
	ByDefinition = "definition" // the hint readOnlyHint of its definition
	ByName       = "name"       // its name begins with a verb that only looks, or does not
)

// maxInferred bounds how many tools are made of calls.
const maxInferred = 128

// toolName is what a tool may be called: what providers take.
var toolName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// catalogue is what the candidate is offered in conversations, and what is known of
// the tools.
type catalogue struct {
	given    []recorded.Tool   // for all conversations; nil: each has its own
	inferred []recorded.Tool   // for conversations that have none
	stated   map[string]Effect // by flag
	hints    map[string]bool   // by the definitions of any conversation
	unfit    []string          // names that no provider takes, so that they are not offered
}

// newCatalogue takes stock of the tools of all conversations.
func newCatalogue(list []Entry, o Options) (*catalogue, error) {
	c := &catalogue{given: o.Tools, stated: map[string]Effect{}, hints: map[string]bool{}}
	known := map[string]bool{}
	var calls []recorded.Call
	add := func(tools []recorded.Tool) {
		for _, t := range tools {
			known[t.Name] = true
			if t.Reads != nil { // where definitions contradict each other, it writes
				before, twice := c.hints[t.Name]
				c.hints[t.Name] = *t.Reads && (before || !twice)
			}
		}
	}
	add(o.Tools)
	for _, e := range list {
		if o.Tools == nil {
			add(e.Tools)
		}
		for _, item := range e.Items {
			for _, call := range item.Calls {
				known[call.Tool] = true
				if o.Tools == nil && len(e.Tools) == 0 {
					calls = append(calls, call)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if !toolName.MatchString(name) {
			c.unfit = append(c.unfit, name)
		}
	}
	var err error
	if c.inferred, err = inferred(calls); err != nil {
		return nil, err
	}
	return c, c.flags(o, known)
}

// flags takes --reads, --writes and --ignore.
func (c *catalogue) flags(o Options, known map[string]bool) error {
	for _, f := range []struct {
		flag   string
		names  []string
		effect Effect
	}{{"--reads", o.Reads, Read}, {"--writes", o.Writes, Write}, {"--ignore", o.Ignored, Ignored}} {
		for _, name := range f.names {
			if before, twice := c.stated[name]; twice && before != f.effect {
				return fmt.Errorf("read arguments: %s names %q, and another flag does too; say what it does once", f.flag, name)
			}
			if !known[name] {
				return fmt.Errorf("read arguments: %s names %q, which no conversation defines or calls%s", f.flag, name, nearest(name, known))
			}
			c.stated[name] = f.effect
		}
	}
	return nil
}

func nearest(name string, known map[string]bool) string {
	if near := schemas.Nearest(name, slices.Collect(maps.Keys(known))); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// effect says what a tool does, and by what that is known.
func (c *catalogue) effect(tool string) (Effect, string) {
	if stated, ok := c.stated[tool]; ok {
		return stated, ByFlag
	}
	reads, by := draft.Reads(tool), ByName
	if hint, ok := c.hints[tool]; ok {
		reads, by = hint, ByDefinition
	}
	if reads {
		return Read, by
	}
	return Write, by
}

// of are the tools that a candidate is offered in a conversation. They are made of
// calls where neither the record nor a file defines them.
func (c *catalogue) of(e Entry) (tools []trace.Tool, made bool) {
	list := c.given
	if list == nil {
		list = e.Tools
	}
	if len(list) == 0 {
		list, made = c.inferred, len(c.inferred) > 0
	}
	seen := map[string]bool{}
	for _, t := range list {
		if seen[t.Name] || !toolName.MatchString(t.Name) {
			continue // defined twice, or nothing that a provider takes
		}
		seen[t.Name] = true
		schema, err := json.Marshal(t.Parameters)
		if err != nil || t.Parameters == nil {
			schema = []byte(`{"type":"object","properties":{}}`)
		}
		tools = append(tools, trace.Tool{Name: t.Name, Description: t.Description, Parameters: schema})
	}
	return tools, made
}

// inferred makes definitions of calls, by name: parameters of the arguments, which
// are required where every call has them.
func inferred(calls []recorded.Call) ([]recorded.Tool, error) {
	type usage struct {
		calls int
		seen  map[string]int
		types map[string]string
	}
	of := map[string]*usage{}
	for _, call := range calls {
		if !toolName.MatchString(call.Tool) {
			continue
		}
		u := of[call.Tool]
		if u == nil {
			u = &usage{seen: map[string]int{}, types: map[string]string{}}
			of[call.Tool] = u
		}
		if call.Args == nil {
			continue // no JSON: it says nothing about the tool
		}
		u.calls++
		for name, v := range call.Args {
			kind := kindOf(v)
			if before, ok := u.types[name]; ok && before != kind {
				kind = ""
			}
			u.seen[name]++
			u.types[name] = kind
		}
	}
	if len(of) > maxInferred {
		return nil, fmt.Errorf("make definitions of the calls: there are %d tools, and more than %d are not guessed at; give their definitions by --tools", len(of), maxInferred)
	}
	var out []recorded.Tool
	for _, name := range slices.Sorted(maps.Keys(of)) {
		u := of[name]
		properties, required := map[string]any{}, []any{}
		for _, arg := range slices.Sorted(maps.Keys(u.seen)) {
			property := map[string]any{}
			if u.types[arg] != "" {
				property["type"] = u.types[arg]
			}
			properties[arg] = property
			if u.seen[arg] == u.calls {
				required = append(required, arg)
			}
		}
		out = append(out, recorded.Tool{Name: name, Description: "Called in recorded conversations.", Parameters: map[string]any{
			"type": "object", "properties": properties, "required": required,
		}})
	}
	return out, nil
}

func kindOf(v any) string {
	switch v.(type) {
	case int64, float64:
		return "number"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		return "" // null says nothing
	}
}

// Tools takes definitions over from a file of them, of which one has a name.
func Tools(f *toolset.File) ([]recorded.Tool, error) {
	var out []recorded.Tool
	for _, d := range f.Definitions {
		if d.Name == "" {
			continue // a schema alone
		}
		t := recorded.Tool{Name: d.Name, Description: d.Description}
		if d.Parameters.Is(toolset.Object) {
			t.Parameters, _ = d.Parameters.Plain().(map[string]any)
		}
		hint := d.Body.Get("annotations").Get("readOnlyHint")
		if hint.Is(toolset.Bool) {
			reads := hint.True()
			t.Reads = &reads
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("read tools %s: no definition has a name; give them as a provider or MCP takes them", f.Name)
	}
	return out, nil
}
