package agent

import (
	"encoding/json"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"

	"github.com/keptgate/keptgate/gate/trace"
)

// isCompletion says why a response is no answer, if it is none.
func isCompletion(res *openai.ChatCompletion) error {
	if res == nil || len(res.Choices) == 0 {
		return odd("it holds no choices%s", inBand(res))
	}
	choice := res.Choices[0]
	m := choice.Message.JSON
	switch {
	case choice.FinishReason == "error":
		return &oddAnswer{"the provider stopped with an error in the middle of its answer"}
	case !choice.JSON.Message.Valid():
		return odd("its choice holds no message")
	case unreadable(m.Content) && parts(m.Content) == nil || unreadable(m.ToolCalls) || unreadable(m.Refusal):
		return odd("its message has fields of a wrong type")
	}
	return nil
}

// unreadable tells a field of a wrong type from one that is null or left out.
func unreadable(f respjson.Field) bool {
	return !f.Valid() && f.Raw() != respjson.Omitted && f.Raw() != respjson.Null
}

// inBand finds the message of an error that came with a good status.
func inBand(res *openai.ChatCompletion) string {
	if res == nil {
		return ""
	}
	if f, ok := res.JSON.ExtraFields["error"]; ok {
		return ": " + f.Raw()
	}
	return ""
}

// parts reads a message that came as a list of parts, as models that reason give
// it at some providers: the text of its parts of text. It is nil where the field is
// no such list.
func parts(content respjson.Field) *string {
	var list []struct {
		Type string  `json:"type"`
		Text *string `json:"text"`
	}
	if json.Unmarshal([]byte(content.Raw()), &list) != nil {
		return nil
	}
	var all strings.Builder
	for _, p := range list {
		switch {
		case p.Type != "text":
		case p.Text == nil:
			return nil
		default:
			all.WriteString(*p.Text)
		}
	}
	text := all.String()
	return &text
}

// readCompletion turns a choice into a message, and into what is sent back in the
// next request.
func readCompletion(choice openai.ChatCompletionChoice, ids *ids) (trace.Message, openai.ChatCompletionMessageParamUnion) {
	m := choice.Message
	said := trace.Message{
		Text: m.Content, Cut: choice.FinishReason == "length",
		Refusal: choice.FinishReason == "content_filter" || m.Refusal != "",
	}
	extra := echoed(m.JSON.ExtraFields)
	back := openai.ChatCompletionAssistantMessageParam{}
	if unreadable(m.JSON.Content) {
		said.Text = *parts(m.JSON.Content)
		extra["content"] = rawJSON(m.JSON.Content.Raw())
	}
	if said.Text == "" {
		said.Text = m.Refusal
	}
	if m.Content != "" || len(m.ToolCalls) == 0 { // a message of neither is refused
		back.Content.OfString = openai.String(said.Text)
	}
	for _, tc := range m.ToolCalls {
		call := trace.Call{ID: ids.unique(tc.ID), Tool: tc.Function.Name, Arguments: arguments(tc)}
		said.Calls = append(said.Calls, call)
		p := &openai.ChatCompletionMessageFunctionToolCallParam{ID: call.ID}
		p.Function.Name, p.Function.Arguments = call.Tool, call.Arguments
		p.SetExtraFields(echoed(tc.AsFunction().JSON.ExtraFields))
		back.ToolCalls = append(back.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{OfFunction: p})
	}
	back.SetExtraFields(extra)
	return said, openai.ChatCompletionMessageParamUnion{OfAssistant: &back}
}

// arguments is the raw text of a call's arguments. Some servers send the object
// itself where a text that holds it is due.
func arguments(tc openai.ChatCompletionMessageToolCallUnion) string {
	if f := tc.Function.JSON.Arguments; strings.HasPrefix(f.Raw(), "{") {
		return f.Raw()
	}
	return tc.Function.Arguments
}

// echoed picks the fields beyond the interface that servers of reasoning models
// want back with the conversation.
func echoed(extra map[string]respjson.Field) map[string]any {
	back := map[string]any{}
	for _, name := range []string{"reasoning", "reasoning_content", "reasoning_details", "extra_content"} {
		if f, ok := extra[name]; ok && f.Raw() != respjson.Null {
			back[name] = rawJSON(f.Raw())
		}
	}
	return back
}
