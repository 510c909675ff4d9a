package agent

import (
	"encoding/json"
	"fmt"
	"strings"
)

// tongue is how one dialect writes what the tests of all dialects say, and how it
// reads what the candidate sends.
type tongue struct {
	model, path string
	text        func(s string) string                        // an answer of words; 90 tokens in, 64 of them cached, 7 out
	calls       func(text string, calls ...[3]string) string // id, tool, arguments as raw text
	broken      string                                       // an answer whose call has arguments that are no object
	brokenArgs  string                                       // as they are handed on
	cut         string                                       // by length, after "So"
	refusal     string                                       // with the words "I cannot."
	odd         map[string]string                            // answers that are none -> part of the reason
	tooLong     string                                       // body of a 400
	// back reads a request: ids of the calls and of the replies in it.
	back func(request map[string]any) (calls, replies []string)
}

func tongues() []tongue { return []tongue{inCompletions(), inResponses(), inMessages()} }

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func each(calls [][3]string, write func(c [3]string) string) []string {
	var out []string
	for _, c := range calls {
		out = append(out, write(c))
	}
	return out
}

// objects are the objects in a list.
func objects(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

func inCompletions() tongue {
	body := func(message, finish string) string {
		return `{"choices":[{"finish_reason":"` + finish + `","message":` + message + `}],
			"usage":{"prompt_tokens":90,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":64}}}`
	}
	withCalls := func(text string, list ...[3]string) string {
		all := each(list, func(c [3]string) string { return call(c[0], c[1], c[2]) })
		return body(`{"role":"assistant","content":`+quoted(text)+`,"tool_calls":[`+strings.Join(all, ",")+`]}`, "tool_calls")
	}
	return tongue{
		model: "openai:m", path: "/chat/completions",
		text:   func(s string) string { return body(text(s), "stop") },
		calls:  withCalls,
		broken: withCalls("", [3]string{"a", "find", `{"q": `}), brokenArgs: `{"q": `,
		cut:     body(text("So"), "length"),
		refusal: body(`{"role":"assistant","content":null,"refusal":"I cannot."}`, "stop"),
		odd: map[string]string{
			`null`: "no choices", `{"choices":[]}`: "no choices", body(`{"content":{"a":1}}`, "stop"): "wrong type", `{"choices":[],"error":{"message":"upstream"}}`: "upstream",
			body(`null`, "stop"): "no message", body(`{"content":[{"type":"text"}]}`, "stop"): "wrong type", body(text("So"), "error"): "in the middle",
		},
		tooLong: `{"error":{"code":"context_length_exceeded","message":"too long"}}`,
		back: func(request map[string]any) (calls, replies []string) {
			for _, m := range objects(request["messages"]) {
				for _, c := range objects(m["tool_calls"]) {
					calls = append(calls, fmt.Sprint(c["id"]))
				}
				if m["role"] == "tool" {
					replies = append(replies, fmt.Sprint(m["tool_call_id"], " ", m["content"]))
				}
			}
			return calls, replies
		},
	}
}

func inResponses() tongue {
	body := func(status, why string, items ...string) string {
		return `{"id":"r","object":"response","status":"` + status + `","incomplete_details":` + why + `,"error":null,"output":[` + strings.Join(items, ",") + `],
			"usage":{"input_tokens":90,"input_tokens_details":{"cached_tokens":64},"output_tokens":7,"output_tokens_details":{"reasoning_tokens":3}}}`
	}
	say := func(s string) string {
		return `{"id":"m1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":` + quoted(s) + `,"annotations":[]}]}`
	}
	withCalls := func(text string, list ...[3]string) string {
		items := []string{`{"id":"rs1","type":"reasoning","summary":[],"encrypted_content":"sealed"}`}
		if text != "" {
			items = append(items, say(text))
		}
		items = append(items, each(list, func(c [3]string) string {
			return `{"id":"fc_` + c[0] + `","type":"function_call","status":"completed","call_id":` + quoted(c[0]) + `,"name":"` + c[1] + `","arguments":` + quoted(c[2]) + `}`
		})...)
		return body("completed", "null", items...)
	}
	return tongue{
		model: "openai-responses:m", path: "/responses",
		text:   func(s string) string { return body("completed", "null", say(s)) },
		calls:  withCalls,
		broken: withCalls("", [3]string{"a", "find", `{"q": `}), brokenArgs: `{"q": `,
		cut:     body("incomplete", `{"reason":"max_output_tokens"}`, say("So")),
		refusal: body("completed", "null", `{"id":"m1","type":"message","role":"assistant","content":[{"type":"refusal","refusal":"I cannot."}]}`),
		odd: map[string]string{
			`null`: "no output", `{"error":{"message":"upstream"}}`: "upstream",
			`{"status":"failed","error":{"code":"server_error","message":"broke"},"output":[]}`: "status is failed: broke",
			`{"status":"queued","output":[]}`: "status is queued",
		},
		tooLong: `{"error":{"code":"context_length_exceeded","message":"too long"}}`,
		back: func(request map[string]any) (calls, replies []string) {
			for _, item := range objects(request["input"]) {
				switch item["type"] {
				case "function_call":
					calls = append(calls, fmt.Sprint(item["call_id"]))
				case "function_call_output":
					replies = append(replies, fmt.Sprint(item["call_id"], " ", item["output"]))
				}
			}
			return calls, replies
		},
	}
}

func inMessages() tongue {
	body := func(stop string, blocks ...string) string {
		return `{"id":"m","type":"message","role":"assistant","model":"m","stop_reason":"` + stop + `","content":[` + strings.Join(blocks, ",") + `],
			"usage":{"input_tokens":6,"cache_read_input_tokens":64,"cache_creation_input_tokens":20,"output_tokens":7}}`
	}
	say := func(s string) string { return `{"type":"text","text":` + quoted(s) + `}` }
	withCalls := func(text string, list ...[3]string) string {
		blocks := []string{`{"type":"thinking","thinking":"hm","signature":"s1"}`}
		if text != "" {
			blocks = append(blocks, say(text))
		}
		blocks = append(blocks, each(list, func(c [3]string) string {
			return `{"type":"tool_use","id":` + quoted(c[0]) + `,"name":"` + c[1] + `","input":` + c[2] + `}`
		})...)
		return body("tool_use", blocks...)
	}
	return tongue{
		model: "anthropic:m", path: "/v1/messages",
		text:   func(s string) string { return body("end_turn", say(s)) },
		calls:  withCalls,
		broken: withCalls("", [3]string{"a", "find", `"{\"q\": "`}), brokenArgs: `"{\"q\": "`,
		cut:     body("max_tokens", say("So")),
		refusal: strings.Replace(body("refusal"), `"content"`, `"stop_details":{"type":"refusal","explanation":"I cannot."},"content"`, 1),
		odd: map[string]string{
			`null`: "no content", `{"type":"error","error":{"type":"api_error","message":"upstream"}}`: "upstream",
			body("end_turn", `{"text":"x"}`): "no type",
		},
		tooLong: `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`,
		back: func(request map[string]any) (calls, replies []string) {
			for _, m := range objects(request["messages"]) {
				for _, b := range objects(m["content"]) {
					switch b["type"] {
					case "tool_use":
						calls = append(calls, fmt.Sprint(b["id"]))
					case "tool_result":
						replies = append(replies, fmt.Sprint(b["tool_use_id"], " ", objects(b["content"])[0]["text"]))
					}
				}
			}
			return calls, replies
		},
	}
}
