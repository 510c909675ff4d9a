package recorded

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// short is a conversation in one line: user, agent and tools by u, a and c, a failed
// call with an exclamation mark.
func short(c Conversation) string {
	var out []string
	for _, i := range c.Items {
		switch {
		case i.User != "":
			out = append(out, "u:"+i.User)
		case i.Agent != "":
			out = append(out, "a:"+i.Agent)
		}
		for _, call := range i.Calls {
			args := call.Raw
			if call.Args != nil {
				args = plain(call.Args)
			}
			failed := ""
			if call.Failed {
				failed = "!"
			}
			out = append(out, fmt.Sprintf("c:%s(%s)=%v%s", call.Tool, args, call.Reply, failed))
		}
	}
	return strings.Join(append(out, c.Notes...), " ")
}

func TestOddForms(t *testing.T) {
	call := func(args, reply string) string {
		return `[{"role": "assistant", "tool_calls": [{"id": "a", "name": "f", "arguments": ` + args + `}]}, {"role": "tool", "id": "a", "content": ` + reply + `}]`
	}
	for input, want := range map[string]string{
		call(`5`, `"{\"error\": \"\"}"`):                                 `c:f(5)={"error": ""}`,
		call(`"{} {}"`, `"{\"error\": \"no\"}"`):                         `c:f({} {})={"error": "no"}!`,
		call(`{}`, `"{\"error\": true}"`):                                `c:f({})={"error": true}!`,
		call(`{}`, `{"error": false}`):                                   `c:f({})={"error":false}`,
		call(`{}`, `[1, "text"]`):                                        `c:f({})=[1,"text"]`,
		call(`{}`, `[{"type": "text", "text": "x"}, {"type": "image"}]`): `c:f({})=x left out: image (1)`,
		`[{"role": "user", "content": {"a": null}}]`:                     `u:{"a":null}`,
		`[{"role": "assistant", "parts": [{"type": "tool_call", "name": "f"}]}, {"role": "tool", "parts": [{"type": "tool_call_response", "result": "x"}]}]`: `c:f({})=x`,
		`[{"role": "assistant", "parts": [{"content": "x"}]}, {"role": "user", "content": "y"}]`:                                                             `u:y left out: part without a type (1)`,
		`{"resourceSpans": [{"scopeSpans": [{"spans": [
			{"traceId": "t", "startTimeUnixNano": 1, "attributes": [{"key": "gen_ai.input.messages", "value": {"stringValue": "[{\"role\": \"user\", \"content\": \"x\"}, {\"role\": \"assistant\", \"tool_calls\": [{\"name\": \"g\"}, {\"name\": \"f\"}]}]"}}]},
			{"traceId": "t", "startTimeUnixNano": 2, "attributes": [{"key": "gen_ai.tool.name", "value": {"stringValue": "f"}}, {"key": "gen_ai.tool.call.result", "value": {"stringValue": "one"}}]}]}]}]}`: `u:x c:g({})= c:f({})=one`,
	} {
		list, err := Read([]byte(input))
		if err != nil {
			t.Errorf("%s: %v", input, err)
			continue
		}
		if diff := cmp.Diff(want, short(list[0])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", input, diff)
		}
	}
}

func TestReadTools(t *testing.T) {
	for input, want := range map[string]string{
		`[{"type": "function", "function": {"name": "a", "description": "d", "parameters": {"type": "object"}}}, {"name": "a"}]`: `a,d,map[type:object],false a,,map[],false`,
		`{"result": {"tools": [{"name": "b", "inputSchema": {"maxProperties": 3}, "annotations": {"destructiveHint": true}}]}}`:  `b,,map[maxProperties:3],true`,
		`{"functions": [{"name": "c", "input_schema": {}}]}`:                                                                     `c,,map[],false`,
		`{"tools": [{"functionDeclarations": [{"name": "d"}, {"name": "e"}]}]}`:                                                  `d,,map[],false e,,map[],false`,
		`{`:             "read tools: value 1",
		`{"tools": []}`: "it holds no list of tools",
		`{} {}`:         "it holds no list of tools",
		`[{"a": 1}]`:    "tool 1: it has no name",
		`[true]`:        "tool 1: want an object, got true or false",
		`3`:             "it holds no list of tools",
		`[null]`:        "tool 1: want an object, got null",
	} {
		list, err := ReadTools([]byte(input))
		var got []string
		for _, tool := range list {
			got = append(got, fmt.Sprintf("%s,%s,%v,%v", tool.Name, tool.Description, tool.Parameters, tool.Destroys))
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if !strings.Contains(strings.Join(got, " "), want) {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
	many := `{"messages": [{"role": "user", "content": "x"}], "tools": [`
	for i := range maxTools + 1 {
		many += fmt.Sprintf(`{"name": "t%d"},`, i)
	}
	if _, err := Read([]byte(strings.TrimSuffix(many, ",") + "]}")); err == nil || !strings.Contains(err.Error(), "more than 1000 tools") {
		t.Error(err)
	}
	for _, input := range []string{`"a"`, `[["a"]]`} {
		if _, err := Read([]byte(input)); err == nil || !strings.Contains(err.Error(), "got a text") {
			t.Errorf("%s: %v", input, err)
		}
	}
	if _, err := Read([]byte(`[{"role": "user", "content": "x"}, []]`)); err == nil || !strings.Contains(err.Error(), "got a list") {
		t.Error(err)
	}
	if _, err := Read([]byte(spanOf(`{"key": "gen_ai.input.messages", "value": {"stringValue": "[` + strings.Repeat("{},", 2*maxMessages) + `{}]"}}`))); err == nil || !strings.Contains(err.Error(), "more than 10000 messages") {
		t.Error(err)
	}
}
