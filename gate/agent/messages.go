package agent

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/param"

	"github.com/keptgate/keptgate/gate/trace"
)

// defaultMaxTokens is the longest output of an answer where a candidate file says
// nothing: this interface must be told. It holds what a model thinks as well.
const defaultMaxTokens = 16_000

// messagesAPI is Anthropic's Messages interface. The last block of each request is
// marked to be cached, so that the next one reads what came before from the cache.
func messagesAPI() *dialect {
	return &dialect{
		own: []string{"messages", "model", "stream", "system", "tools"},
		open: func(m *model, base string, l *line) opener {
			// A service of its own, not anthropic.NewClient: that one reads the environment.
			service := anthropic.NewMessageService(
				option.WithBaseURL(base), option.WithAPIKey(m.key), option.WithHTTPClient(l), option.WithMaxRetries(0),
				// The line below bounds each attempt. The library would bound them all together, pauses included.
				option.WithRequestTimeout(24*time.Hour), option.WithHeaderDel("X-Stainless-Timeout"),
			)
			return func(system string) wire {
				return &messaging{model: m, service: &service, system: system}
			}
		},
	}
}

// messaging is one conversation.
type messaging struct {
	model   *model
	service *anthropic.MessageService
	system  string
	history []anthropic.MessageParam
}

// hear implements wire. Replies come first in a message, words behind them.
func (c *messaging) hear(replies []trace.Reply, text string, spoken bool) {
	var blocks []anthropic.ContentBlockParamUnion
	for _, r := range replies {
		blocks = append(blocks, anthropic.NewToolResultBlock(r.CallID, r.Text(), r.Status >= 400))
	}
	if spoken {
		if strings.TrimSpace(text) == "" {
			text = "(says nothing)" // an empty block is refused
		}
		blocks = append(blocks, anthropic.NewTextBlock(text))
	}
	c.history = append(c.history, anthropic.NewUserMessage(blocks...))
}

// ask implements wire.
func (c *messaging) ask(ctx context.Context, tools []trace.Tool, ids *ids) (answer, error) {
	res, err := c.service.New(ctx, c.request(tools))
	if err != nil {
		return answer{}, err
	}
	if err := isMessage(res); err != nil {
		return answer{}, err
	}
	said, back := readMessage(res, ids)
	if len(back) > 0 { // a message of nothing is refused; two of the user in a row are one
		var blocks []anthropic.ContentBlockParamUnion
		for _, b := range back {
			blocks = append(blocks, param.Override[anthropic.ContentBlockParamUnion](b))
		}
		c.history = append(c.history, anthropic.NewAssistantMessage(blocks...))
	}
	u := res.Usage
	input := max(0, u.InputTokens) + max(0, u.CacheReadInputTokens) + max(0, u.CacheCreationInputTokens)
	return answer{said, usage(input, u.CacheReadInputTokens, u.OutputTokens)}, nil
}

// request is the whole conversation with the catalogue in force.
func (c *messaging) request(tools []trace.Tool) anthropic.MessageNewParams {
	req := anthropic.MessageNewParams{
		Model: c.model.name, Messages: c.history, MaxTokens: defaultMaxTokens,
		CacheControl: anthropic.NewCacheControlEphemeralParam(),
	}
	if c.system != "" {
		req.System = []anthropic.TextBlockParam{{Text: c.system}}
	}
	for _, t := range tools {
		tool := anthropic.ToolParam{Name: t.Name, Description: anthropic.String(t.Description)}
		tool.SetExtraFields(map[string]any{"input_schema": argumentsOf(t)})
		req.Tools = append(req.Tools, anthropic.ToolUnionParam{OfTool: &tool})
	}
	params := c.model.params
	if p := params.ParallelToolCalls; p != nil && len(tools) > 0 {
		req.ToolChoice.OfAuto = &anthropic.ToolChoiceAutoParam{DisableParallelToolUse: anthropic.Bool(!*p)}
	}
	params.ParallelToolCalls = nil // said the other way round
	if fields := c.model.provider.fields(params, len(tools) > 0); len(fields) > 0 {
		req.SetExtraFields(fields)
	}
	return req
}

// argumentsOf is the schema of a tool's arguments, where one must be given.
func argumentsOf(t trace.Tool) json.RawMessage {
	if len(t.Parameters) == 0 {
		return json.RawMessage(`{"type":"object"}`)
	}
	return t.Parameters
}
