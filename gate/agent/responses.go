package agent

import (
	"context"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"

	"github.com/keptgate/keptgate/gate/trace"
)

// responsesAPI is OpenAI's Responses interface. Nothing is stored there: the whole
// conversation is sent each time, with what the model reasoned, encrypted.
func responsesAPI() *dialect {
	return &dialect{
		own: []string{
			"background", "conversation", "include", "input", "instructions", "model", "previous_response_id", "store", "stream", "tools",
		},
		open: func(m *model, base string, l *line) opener {
			service := responses.NewResponseService(
				option.WithBaseURL(base), option.WithAPIKey(m.key), option.WithHTTPClient(l), option.WithMaxRetries(0),
			)
			return func(system string) wire {
				return &responding{model: m, service: &service, system: system}
			}
		},
	}
}

// responding is one conversation.
type responding struct {
	model   *model
	service *responses.ResponseService
	system  string
	history responses.ResponseInputParam
}

// hear implements wire.
func (c *responding) hear(replies []trace.Reply, text string, spoken bool) {
	for _, r := range replies {
		item := responses.ResponseInputItemParamOfFunctionCallOutput(r.Text())
		item.OfFunctionCallOutput.CallID = openai.String(r.CallID)
		c.history = append(c.history, item)
	}
	if spoken {
		c.history = append(c.history, responses.ResponseInputItemParamOfMessage(text, responses.EasyInputMessageRoleUser))
	}
}

// ask implements wire.
func (c *responding) ask(ctx context.Context, tools []trace.Tool, ids *ids) (answer, error) {
	res, err := c.service.New(ctx, c.request(tools))
	if err != nil {
		return answer{}, err
	}
	if err := isResponse(res); err != nil {
		return answer{}, err
	}
	said, back := readResponse(res, ids)
	for _, item := range back {
		c.history = append(c.history, param.Override[responses.ResponseInputItemUnionParam](item))
	}
	u := res.Usage
	return answer{said, usage(u.InputTokens, u.InputTokensDetails.CachedTokens, u.OutputTokens)}, nil
}

// request is the whole conversation with the catalogue in force.
func (c *responding) request(tools []trace.Tool) responses.ResponseNewParams {
	req := responses.ResponseNewParams{
		Model:   c.model.name,
		Input:   responses.ResponseNewParamsInputUnion{OfInputItemList: c.history},
		Store:   openai.Bool(false),
		Include: []responses.ResponseIncludable{responses.ResponseIncludableReasoningEncryptedContent},
	}
	if c.system != "" {
		req.Instructions = openai.String(c.system)
	}
	for _, t := range tools {
		// Not strict: the schemas of suites use more than that mode allows.
		f := responses.FunctionToolParam{Name: t.Name, Description: openai.String(t.Description), Strict: openai.Bool(false)}
		f.SetExtraFields(map[string]any{"parameters": argumentsOf(t)})
		req.Tools = append(req.Tools, responses.ToolUnionParam{OfFunction: &f})
	}
	if fields := c.model.provider.fields(c.model.params, len(tools) > 0); len(fields) > 0 {
		req.SetExtraFields(fields)
	}
	return req
}
