package recorded

import (
	"errors"
	"strings"
)

// parts takes the content of a message of the user or the agent: a text, or parts in
// the forms of chat completions, of Anthropic and of OpenTelemetry. Replies among
// them go to their calls.
func (b *builder) parts(content any) (said string, calls []Call, err error) {
	list, ok := content.([]any)
	if !ok {
		return b.content(content), nil, nil
	}
	var texts []string
	for _, item := range list {
		part, ok := item.(map[string]any)
		if !ok {
			if s, is := item.(string); is {
				texts = append(texts, s)
				continue
			}
			return "", nil, errors.New("a part of it is neither an object nor a text")
		}
		switch kind := text(part["type"]); kind {
		case "text", "input_text", "output_text":
			texts = append(texts, or(text(part["text"]), text(part["content"])))
		case "tool_use": // Anthropic
			var c Call
			c, err = newCall(text(part["id"]), text(part["name"]), part["input"])
			calls = append(calls, c)
		case "tool_call": // OpenTelemetry
			var c Call
			c, err = newCall(text(part["id"]), text(part["name"]), part["arguments"])
			calls = append(calls, c)
		case "tool_result":
			b.reply(text(part["tool_use_id"]), "", part["content"], part["is_error"] == true)
		case "tool_call_response":
			response := part["response"]
			if response == nil {
				response = part["result"]
			}
			b.reply(text(part["id"]), text(part["name"]), response, false)
		default:
			b.left[or(kind, "part without a type")]++
		}
		if err != nil {
			return "", nil, err
		}
	}
	return strings.Join(texts, "\n"), calls, nil
}

// answers tells whether parts hold replies to calls.
func answers(parts []any) bool {
	for _, item := range parts {
		part, _ := item.(map[string]any)
		if kind := text(part["type"]); kind == "tool_call_response" || kind == "tool_result" {
			return true
		}
	}
	return false
}

// content is a content that can only be said: a text, parts of text, or a value
// that stands for itself, such as the object that a tool replied.
func (b *builder) content(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case string:
		return x
	case []any:
		var texts []string
		for _, item := range x {
			part, _ := item.(map[string]any)
			if kind := text(part["type"]); kind == "text" || kind == "input_text" || kind == "output_text" {
				texts = append(texts, or(text(part["text"]), text(part["content"])))
				continue
			}
			if text(part["type"]) == "" { // a list that a tool replied
				return plain(x)
			}
			b.left[text(part["type"])]++
		}
		return strings.Join(texts, "\n")
	default:
		return plain(x)
	}
}
