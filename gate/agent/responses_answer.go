package agent

import (
	"strings"

	"github.com/openai/openai-go/v3/responses"

	"github.com/keptgate/keptgate/gate/trace"
)

// isResponse says why a response is no answer, if it is none.
func isResponse(res *responses.Response) error {
	switch {
	case res == nil || !res.JSON.Output.Valid():
		return odd("it holds no output%s", failedWith(res))
	case res.Status == responses.ResponseStatusFailed && res.Error.Code == "invalid_prompt":
		return nil // the filter's word, and an answer
	case res.Status != "" && res.Status != responses.ResponseStatusCompleted && res.Status != responses.ResponseStatusIncomplete:
		return odd("its status is %s%s", res.Status, failedWith(res))
	}
	return nil
}

func failedWith(res *responses.Response) string {
	if res == nil || res.Error.Message == "" {
		return ""
	}
	return ": " + res.Error.Message
}

// readResponse turns a response into a message, and into the items that are sent
// back in the next request: all that it holds, but for reasoning that came without
// its encrypted form, which nobody could read again.
func readResponse(res *responses.Response, ids *ids) (trace.Message, []rawJSON) {
	said := trace.Message{
		Cut:     res.IncompleteDetails.Reason == "max_output_tokens",
		Refusal: res.IncompleteDetails.Reason == "content_filter" || res.Status == responses.ResponseStatusFailed,
	}
	var back []rawJSON
	var spoken []string
	for _, item := range res.Output {
		raw := rawJSON(item.RawJSON())
		switch item.Type {
		case "reasoning":
			if item.EncryptedContent == "" {
				continue
			}
		case "message":
			for _, part := range item.Content {
				spoken = append(spoken, part.Text, part.Refusal)
				said.Refusal = said.Refusal || part.Refusal != ""
			}
		case "function_call":
			call := item.AsFunctionCall()
			id := ids.unique(call.CallID)
			said.Calls = append(said.Calls, trace.Call{ID: id, Tool: call.Name, Arguments: call.Arguments})
			raw = raw.with("call_id", id)
		}
		back = append(back, raw)
	}
	said.Text = strings.Join(nonEmpty(spoken), "\n\n")
	return said, back
}

// nonEmpty are the texts that say something.
func nonEmpty(texts []string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}
