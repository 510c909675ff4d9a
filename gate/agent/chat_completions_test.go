package agent

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

func call(id, tool, args string) string {
	quoted, _ := json.Marshal(args)
	return fmt.Sprintf(`{"id":%q,"type":"function","function":{"name":%q,"arguments":%s}}`, id, tool, quoted)
}

func calls(list string) string {
	return `{"role":"assistant","content":null,"tool_calls":[` + list + `]}`
}

func TestAnswersAreReadAsMessages(t *testing.T) {
	for name, tc := range map[string]struct {
		message, finish string
		want            trace.Message
	}{
		"text":    {text("Done."), "stop", trace.Message{Text: "Done."}},
		"empty":   {text(""), "stop", trace.Message{}},
		"null":    {`{"role":"assistant","content":null}`, "stop", trace.Message{}},
		"cut off": {text("I will now"), "length", trace.Message{Text: "I will now", Cut: true}},
		"refusal": {
			`{"role":"assistant","content":null,"refusal":"I cannot."}`, "stop",
			trace.Message{Text: "I cannot.", Refusal: true},
		},
		"filtered": {text("Some"), "content_filter", trace.Message{Text: "Some", Refusal: true}},
		"parallel": {
			calls(call("a", "find", `{"q":"x"}`) + "," + call("b", "find", `{"q":"y"}`)), "tool_calls",
			trace.Message{Calls: []trace.Call{{ID: "a", Tool: "find", Arguments: `{"q":"x"}`}, {ID: "b", Tool: "find", Arguments: `{"q":"y"}`}}},
		},
		"not JSON": {
			calls(call("a", "find", `{"q": `)), "tool_calls",
			trace.Message{Calls: []trace.Call{{ID: "a", Tool: "find", Arguments: `{"q": `}}},
		},
		"unknown tool": {
			calls(call("a", "no_such_tool", `{}`)), "tool_calls",
			trace.Message{Calls: []trace.Call{{ID: "a", Tool: "no_such_tool", Arguments: `{}`}}},
		},
		"ids used twice or missing": {
			calls(call("a", "find", `{}`) + "," + call("a", "find", `{}`) + "," + call("", "find", `{}`)), "tool_calls",
			trace.Message{Calls: []trace.Call{
				{ID: "a", Tool: "find", Arguments: `{}`},
				{ID: "call_2", Tool: "find", Arguments: `{}`},
				{ID: "call_3", Tool: "find", Arguments: `{}`},
			}},
		},
		"arguments as an object": {
			calls(`{"function":{"name":"find","arguments":{"q":1}}}`), "stop",
			trace.Message{Calls: []trace.Call{{ID: "call_1", Tool: "find", Arguments: `{"q":1}`}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, usage := next(t, start(t, serve(t, says(tc.message, tc.finish)).URL+"/v1", File{}), hello, lookup...)
			tc.want.Role = trace.RoleCandidate
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("message (-want +got):\n%s", diff)
			}
			wantUsage := trace.Usage{Requests: 1, InputTokens: 90, CachedTokens: 64, OutputTokens: 7}
			if diff := cmp.Diff(wantUsage, usage); diff != "" {
				t.Errorf("usage (-want +got):\n%s", diff)
			}
		})
	}
}

// A whole conversation, as the server sees it: replies in place, calls that were
// never run answered, the prompt after the policy, the catalogue of the moment.
func TestConversationIsKept(t *testing.T) {
	srv := serve(
		t,
		says(`{"role":"assistant","content":"Let me look.","reasoning_content":"hm","tool_calls":[`+
			`{"id":"a","type":"function","function":{"name":"find","arguments":"{"},"extra_content":{"sig":"s"}},`+
			call("b", "find", "{}")+`]}`, "tool_calls"),
		says(text(""), "stop"),
		says(calls(call("a", "find", "{}")), "tool_calls"),
		says(text("Bye."), "stop"),
	)
	temperature, parallel := 0.0, false
	s := start(t, srv.URL+"/v1", File{
		Prompt:     Prompt{Text: "Be brief."},
		Parameters: Parameters{Temperature: &temperature, ParallelToolCalls: &parallel, Extra: map[string]any{"top_k": 5}},
	})
	next(t, s, hello, lookup...)
	next(t, s, trace.Message{Role: trace.RoleTools, Replies: []trace.Reply{
		{CallID: "b", Status: 200, Body: map[string]any{"items": []any{}}}, trace.Failure("a", 400, "not_json", "No."),
	}}, lookup...)
	next(t, s, trace.Message{Role: trace.RoleCaller, Text: "And?"}, lookup...)
	next(t, s, trace.Message{Role: trace.RoleHarness, Text: "File the record."})

	asked := srv.asked()
	want := []any{
		map[string]any{"role": "system", "content": "Be kind.\n\nBe brief."},
		map[string]any{"role": "user", "content": "Hello."},
		map[string]any{
			"role": "assistant", "content": "Let me look.", "reasoning_content": "hm",
			"tool_calls": []any{
				map[string]any{"id": "a", "type": "function", "function": map[string]any{"name": "find", "arguments": "{"}, "extra_content": map[string]any{"sig": "s"}},
				map[string]any{"id": "b", "type": "function", "function": map[string]any{"name": "find", "arguments": "{}"}},
			},
		},
		map[string]any{"role": "tool", "tool_call_id": "a", "content": `{"error":{"code":"not_json","message":"No.","status":400}}`},
		map[string]any{"role": "tool", "tool_call_id": "b", "content": `{"items":[]}`},
		map[string]any{"role": "assistant", "content": ""},
		map[string]any{"role": "user", "content": "And?"},
		map[string]any{"role": "assistant", "tool_calls": []any{
			map[string]any{"id": "call_3", "type": "function", "function": map[string]any{"name": "find", "arguments": "{}"}},
		}},
		map[string]any{"role": "tool", "tool_call_id": "call_3", "content": `{"error":{"code":"not_run","message":"The call was not run."}}`},
		map[string]any{"role": "user", "content": "File the record."},
	}
	if diff := cmp.Diff(want, asked[3]["messages"]); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
	for i, want := range []map[string]any{
		{"model": "m", "temperature": 0.0, "parallel_tool_calls": false, "top_k": 5.0},
		{"model": "m", "temperature": 0.0, "parallel_tool_calls": nil, "top_k": 5.0, "tools": nil},
	} {
		for name, v := range want {
			if diff := cmp.Diff(v, asked[3*i][name]); diff != "" {
				t.Errorf("%s of request %d (-want +got):\n%s", name, 3*i+1, diff)
			}
		}
	}
	wantTools := []any{map[string]any{"type": "function", "function": map[string]any{
		"name": "find", "description": "Finds.",
		"parameters": map[string]any{"type": "object", "properties": map[string]any{"z": map[string]any{"type": "string"}, "a": map[string]any{"type": "string"}}},
	}}}
	if diff := cmp.Diff(wantTools, asked[0]["tools"]); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

func TestConversationTooLongIsTheCandidatesDoing(t *testing.T) {
	for _, body := range []string{
		`{"error":{"code":"context_length_exceeded","message":"too long"}}`,
		`{"error":{"code":400,"message":"This model's maximum context length is 4096 tokens."}}`,
		`{"error":{"code":400,"type":"exceed_context_size_error","message":"no room"}}`,
	} {
		got, _ := next(t, start(t, serve(t, reply(400, body)).URL+"/v1", File{}), hello)
		if diff := cmp.Diff(trace.Message{Role: trace.RoleCandidate, Cut: true}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
	}
	got, _ := next(t, start(t, serve(t, reply(400, `{"error":{"code":"content_filter"}}`)).URL+"/v1", File{}), hello)
	if !got.Refusal {
		t.Errorf("a filtered request gave %+v, want a refusal", got)
	}
}
