package mcp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

// Tools that a counter serves beside those of the world.
const (
	// ToolSay speaks to the caller: {text}. Its result is what the caller answers.
	ToolSay = "say"
	// ToolHear repeats what was said last, without taking a turn.
	ToolHear = "hear"
)

// voice names the tools of a counter.
var voice = []string{ToolSay, ToolHear}

// Counter is a desk at which a client does everything, talking with the caller
// included. Its Next and Close are those of an agent's session.
type Counter struct {
	*Desk
}

// NewCounter opens a counter. The instructions are what a client is told about
// its job: the policy.
func NewCounter(version, instructions string) *Counter {
	c := &Counter{newDesk(version, instructions)}
	c.server.AddTool(&sdk.Tool{
		Name: ToolSay, Description: "Say something to the caller. The result is the caller's answer.",
		InputSchema: json.RawMessage(`{"type": "object", "additionalProperties": false, "required": ["text"], "properties": {"text": {"type": "string"}}}`),
	}, c.say)
	c.server.AddTool(&sdk.Tool{
		Name: ToolHear, Description: "Hear once more what was said last. Hear first how the call begins.",
		InputSchema: json.RawMessage(`{"type": "object", "additionalProperties": false}`),
	}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return result(c.said, false), nil
	})
	c.own = voice
	return c
}

// ours tells whether a tool is the desk's own, rather than the world's.
func (d *Desk) ours(tool string) bool { return slices.Contains(d.own, tool) }

// Next answers the client's request with a message, serves the tools in force,
// and waits for what the client does next.
func (c *Counter) Next(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	c.Serve(tools)
	c.Answer(m)
	said, _, err := c.Wait(ctx, nil)
	return said, trace.Usage{}, err
}

// Close leaves the counter open: a call that goes on later has another session.
func (c *Counter) Close() error { return nil }

// say is the tool by which the client speaks.
func (c *Counter) say(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	var args struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(r.Params.Arguments, &args); err != nil || strings.TrimSpace(args.Text) == "" {
		return result(`Nothing was said: say needs {"text": "..."}.`, true), nil
	}
	return c.ask(ctx, &request{text: args.Text})
}
