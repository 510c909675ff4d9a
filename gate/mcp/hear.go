package mcp

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
)

// Hear calls a tool as Call does, and returns what the server said as it said it,
// for whoever asks what its answers look like. A result is 200. The protocol knows
// no status for what a tool refuses: it is 0 there, and the body is the tool's own,
// as JSON where it is that. An error of the protocol has code and message under
// "error". An answer beyond the bounds of a reply is an error.
func (c *Client) Hear(ctx context.Context, tool string, args map[string]any) (trace.Reply, error) {
	result, said, err := c.call(ctx, tool, args)
	if err != nil {
		return trace.Reply{}, err
	}
	if said != nil {
		return trace.Reply{Body: map[string]any{"error": map[string]any{"code": said.Code, "message": short(said.Message)}}}, nil
	}
	body, err := returned(result)
	if result.StructuredContent == nil && words(result.Content) == "null" {
		body = nil
	}
	switch {
	case err != nil:
		return trace.Reply{}, fmt.Errorf("read result of %s: %w", tool, err)
	case result.IsError:
		return trace.Reply{Body: body}, nil
	default:
		return trace.Reply{Status: 200, Body: body}, nil
	}
}
