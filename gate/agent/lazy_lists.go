package agent

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// looking names tools that read, as far as a name tells.
var looking = regexp.MustCompile(`^(list|find|get|search|show|check|read|look|view|lookup|query|browse)_`)

// Bounds of an agent that lists everything.
const (
	maxListed = 40    // calls
	maxSpoken = 8_000 // bytes of one message
)

// listAll makes every look that it can with what the caller said, and then with
// what it read, and reads all of it out.
func listAll(i *idler, m trace.Message, tools []trace.Tool) trace.Message {
	if m.Role == trace.RoleTools {
		var all strings.Builder
		for _, r := range m.Replies {
			if text, err := json.Marshal(r.Body); err == nil && r.OK() {
				all.Write(text)
				all.WriteString("\n")
			}
		}
		text := all.String()
		return trace.Message{Text: "This is all that I can see:\n" + strings.ToValidUTF8(text[:min(len(text), maxSpoken)], "")}
	}
	if i.looked {
		return trace.Message{Text: "That is all that I can see."}
	}
	i.looked = true
	var calls []ScriptCall
	for _, t := range tools {
		if looking.MatchString(t.Name) {
			calls = append(calls, looks(t, words(strings.Join(i.heard, " ")))...)
		}
	}
	if len(calls) == 0 {
		return trace.Message{Text: "There is nothing that I can see."}
	}
	return i.call(calls[:min(len(calls), maxListed)]...)
}

// spoken finds what can stand for a record: names, and whatever holds a figure.
var spoken = regexp.MustCompile(`(?:\p{Lu}[\pL'’-]+ )*\p{Lu}[\pL'’-]+|[\pL\d-]*\d[\pL\d-]*`)

func words(said string) []any {
	var found []any
	for _, w := range spoken.FindAllString(said, 30) {
		if !slices.Contains(found, any(w)) {
			found = append(found, w)
		}
	}
	return found
}

// looks are the calls of a tool with nothing but what it requires: one where it
// requires nothing, one for each word where it requires one argument.
func looks(t trace.Tool, words []any) []ScriptCall {
	s := schemaOf([]trace.Tool{t}, t.Name)
	switch len(s.Required) {
	case 0:
		return []ScriptCall{{Tool: t.Name}}
	case 1:
		name := s.Required[0]
		if len(s.Properties[name].Enum) > 0 {
			words = s.Properties[name].Enum
		}
		var calls []ScriptCall
		for _, w := range words {
			calls = append(calls, ScriptCall{Tool: t.Name, Args: map[string]any{name: w}})
		}
		return calls
	default:
		return nil
	}
}

// allDone claims every effect that can be filed.
func allDone(tools []trace.Tool) []any {
	var form struct {
		Properties struct {
			Items struct {
				Items struct {
					Properties struct {
						Effect struct {
							Enum []string `json:"enum"`
						} `json:"effect"`
					} `json:"properties"`
				} `json:"items"`
			} `json:"items"`
		} `json:"properties"`
	}
	items := []any{}
	at := slices.IndexFunc(tools, func(t trace.Tool) bool { return t.Name == trace.ToolCloseCall })
	if at < 0 || json.Unmarshal(tools[at].Parameters, &form) != nil {
		return items
	}
	for _, effect := range form.Properties.Items.Items.Properties.Effect.Enum {
		items = append(items, map[string]any{"effect": effect, "record": "", "status": trace.ClaimDone})
	}
	return items
}
