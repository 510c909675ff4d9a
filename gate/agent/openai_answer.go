package agent

import (
	"fmt"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"

	"github.com/keptgate/keptgate/gate/trace"
)

// answer is what the provider said to one request.
type answer struct {
	message openai.ChatCompletionMessage
	usage   trace.Usage
	cut     bool // stopped at the length limit
	refused bool // stopped by the provider's filter
}

// completion takes the answer out of a response, or says why it is none. What is
// no completion is the provider's fault: a model that says nothing still sends
// a message.
func completion(res *openai.ChatCompletion) (answer, error) {
	if res == nil || len(res.Choices) == 0 {
		return answer{}, fmt.Errorf("the answer is not a completion: it holds no choices%s", inBand(res))
	}
	choice := res.Choices[0]
	message := choice.Message
	switch {
	case choice.FinishReason == "error":
		return answer{}, fmt.Errorf("the provider stopped with an error in the middle of its answer")
	case !choice.JSON.Message.Valid():
		return answer{}, fmt.Errorf("the answer is not a completion: its choice holds no message")
	case unreadable(message.JSON.Content) || unreadable(message.JSON.ToolCalls) || unreadable(message.JSON.Refusal):
		return answer{}, fmt.Errorf("the answer is not a completion: its message has fields of a wrong type")
	}
	u := res.Usage
	return answer{
		message: message,
		cut:     choice.FinishReason == "length",
		refused: choice.FinishReason == "content_filter" || message.Refusal != "",
		usage: trace.Usage{
			Requests:     1,
			InputTokens:  count(u.PromptTokens),
			CachedTokens: min(count(u.PromptTokensDetails.CachedTokens), count(u.PromptTokens)),
			OutputTokens: count(u.CompletionTokens),
		},
	}, nil
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

// count bounds a number of tokens that a provider reports.
func count(n int64) int { return int(max(0, min(n, 1<<40))) }

// read turns an answer into a message, and into what is sent back in the next
// request. Ids that are missing, too long or used before are replaced.
func (c *chat) read(a answer) (trace.Message, openai.ChatCompletionMessageParamUnion) {
	m := a.message
	said := trace.Message{Role: trace.RoleCandidate, Text: m.Content, Cut: a.cut, Refusal: a.refused}
	if said.Text == "" {
		said.Text = m.Refusal
	}
	back := openai.ChatCompletionAssistantMessageParam{}
	if m.Content != "" || len(m.ToolCalls) == 0 { // a message of neither is refused
		back.Content.OfString = openai.String(said.Text)
	}
	for _, tc := range m.ToolCalls {
		call := trace.Call{ID: c.unique(tc.ID), Tool: tc.Function.Name, Arguments: arguments(tc)}
		said.Calls = append(said.Calls, call)
		p := &openai.ChatCompletionMessageFunctionToolCallParam{ID: call.ID}
		p.Function.Name, p.Function.Arguments = call.Tool, call.Arguments
		p.SetExtraFields(echoed(tc.AsFunction().JSON.ExtraFields))
		back.ToolCalls = append(back.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{OfFunction: p})
	}
	back.SetExtraFields(echoed(m.JSON.ExtraFields))
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

type rawJSON string

// MarshalJSON implements json.Marshaler.
func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

const maxID = 64

func (c *chat) unique(id string) string {
	for n := len(c.ids) + 1; id == "" || len(id) > maxID || c.ids[id]; n++ {
		id = fmt.Sprintf("call_%d", n)
	}
	c.ids[id] = true
	return id
}
