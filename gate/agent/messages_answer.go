package agent

import (
	"strings"

	"github.com/anthropics/anthropic-sdk-go/v2"

	"github.com/keptgate/keptgate/gate/trace"
)

// isMessage says why a response is no answer, if it is none.
func isMessage(res *anthropic.Message) error {
	if res == nil || !res.JSON.Content.Valid() {
		said := ""
		if res != nil {
			said = complain([]byte(res.RawJSON())).text()
		}
		return odd("it holds no content%s", said)
	}
	for _, block := range res.Content {
		if block.Type == "" {
			return odd("one of its blocks has no type")
		}
	}
	return nil
}

// readMessage turns a response into a message, and into the blocks that are sent
// back in the next request: all but empty text, as they came. What a model thought
// is signed, and must not be changed.
func readMessage(res *anthropic.Message, ids *ids) (trace.Message, []rawJSON) {
	said := trace.Message{
		Cut:     res.StopReason == anthropic.StopReasonMaxTokens || res.StopReason == anthropic.StopReasonModelContextWindowExceeded,
		Refusal: res.StopReason == anthropic.StopReasonRefusal,
	}
	var back []rawJSON
	var spoken []string
	for _, block := range res.Content {
		raw := rawJSON(block.RawJSON())
		switch block.Type {
		case "text":
			if strings.TrimSpace(block.Text) == "" {
				continue
			}
			spoken = append(spoken, block.Text)
		case "tool_use":
			call := trace.Call{ID: ids.unique(block.ID), Tool: block.Name, Arguments: string(block.Input)}
			said.Calls = append(said.Calls, call)
			raw = raw.with("id", call.ID)
			if !strings.HasPrefix(call.Arguments, "{") { // it could not be sent back
				raw = raw.with("input", struct{}{})
			}
		}
		back = append(back, raw)
	}
	said.Text = strings.Join(spoken, "\n\n")
	if said.Text == "" && said.Refusal {
		said.Text = res.StopDetails.Explanation
	}
	return said, back
}
