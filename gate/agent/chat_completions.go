package agent

import (
	"context"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"

	"github.com/keptgate/keptgate/gate/trace"
)

// chatCompletions is OpenAI's Chat Completions interface, which most providers
// and servers offer.
func chatCompletions() *dialect {
	return &dialect{
		own: []string{"messages", "model", "n", "stream", "tools"},
		open: func(m *model, base string, l *line) opener {
			// A service of its own, not openai.NewClient: that one reads the environment.
			service := openai.NewChatCompletionService(
				option.WithBaseURL(base), option.WithAPIKey(m.key), option.WithHTTPClient(l), option.WithMaxRetries(0),
			)
			return func(system string) wire {
				c := &completions{model: m, service: &service}
				if system != "" {
					c.history = append(c.history, openai.SystemMessage(system))
				}
				return c
			}
		},
	}
}

// completions is one conversation.
type completions struct {
	model   *model
	service *openai.ChatCompletionService
	history []openai.ChatCompletionMessageParamUnion
}

// hear implements wire.
func (c *completions) hear(replies []trace.Reply, text string, spoken bool) {
	for _, r := range replies {
		c.history = append(c.history, openai.ToolMessage(r.Text(), r.CallID))
	}
	if spoken {
		c.history = append(c.history, openai.UserMessage(text))
	}
}

// ask implements wire.
func (c *completions) ask(ctx context.Context, tools []trace.Tool, ids *ids) (answer, error) {
	res, err := c.service.New(ctx, c.request(tools))
	if err != nil {
		return answer{}, err
	}
	if err := isCompletion(res); err != nil {
		return answer{}, err
	}
	said, back := readCompletion(res.Choices[0], ids)
	c.history = append(c.history, back)
	u := res.Usage
	return answer{said, usage(u.PromptTokens, u.PromptTokensDetails.CachedTokens, u.CompletionTokens)}, nil
}

// request is the whole conversation with the catalogue in force.
func (c *completions) request(tools []trace.Tool) openai.ChatCompletionNewParams {
	req := openai.ChatCompletionNewParams{Model: shared.ChatModel(c.model.name), Messages: c.history}
	for _, t := range tools {
		f := shared.FunctionDefinitionParam{Name: t.Name, Description: openai.String(t.Description)}
		if len(t.Parameters) > 0 { // as raw text: decoded, they would lose their order
			f.SetExtraFields(map[string]any{"parameters": t.Parameters})
		}
		req.Tools = append(req.Tools, openai.ChatCompletionFunctionTool(f))
	}
	if fields := c.model.provider.fields(c.model.params, len(tools) > 0); len(fields) > 0 {
		req.SetExtraFields(fields)
	}
	return req
}
