package gate

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
)

// bridged is a chat candidate as a whole agent: it thinks as the other does, and
// calls the tools itself, with a client of the official SDK.
type bridged struct{ mind agent.Candidate }

func (b bridged) Identity() string { return "bridged " + b.mind.Identity() }

func (bridged) Whole() {}

func (bridged) Scripted() {}

func (b bridged) Start(ctx context.Context, brief agent.Briefing) (agent.Session, error) {
	brain, err := b.mind.Start(ctx, brief)
	if err != nil {
		return nil, err
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "bridged", Version: "1"}, nil)
	tools, err := client.Connect(ctx, &sdk.StreamableClientTransport{Endpoint: brief.MCP, DisableStandaloneSSE: true}, nil)
	if err != nil {
		return nil, err
	}
	return &bridge{brain, tools}, nil
}

type bridge struct {
	brain agent.Session
	tools *sdk.ClientSession
}

// Close waits no longer than the library does for the goodbye to be heard: on a
// busy machine it may not be.
func (b *bridge) Close() error {
	_ = b.tools.Close()
	return b.brain.Close()
}

func (b *bridge) Next(ctx context.Context, m trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	for {
		list, err := b.tools.ListTools(ctx, nil)
		if err != nil {
			return m, trace.Usage{}, err
		}
		var tools []trace.Tool
		for _, t := range list.Tools {
			schema, err := json.Marshal(t.InputSchema)
			if err != nil {
				return m, trace.Usage{}, err
			}
			tools = append(tools, trace.Tool{Name: t.Name, Description: t.Description, Parameters: schema})
		}
		said, usage, err := b.brain.Next(ctx, m, tools)
		if err != nil || len(said.Calls) == 0 {
			return said, usage, err
		}
		m = trace.Message{Role: trace.RoleTools, Replies: make([]trace.Reply, len(said.Calls))}
		failed := make([]error, len(said.Calls))
		var calling sync.WaitGroup
		for i, c := range said.Calls {
			calling.Go(func() { m.Replies[i], failed[i] = b.call(ctx, c) })
		}
		calling.Wait()
		if err := errors.Join(failed...); err != nil {
			return m, usage, err
		}
	}
}

func (b *bridge) call(ctx context.Context, c trace.Call) (trace.Reply, error) {
	r, err := b.tools.CallTool(ctx, &sdk.CallToolParams{Name: c.Tool, Arguments: json.RawMessage(c.Arguments)})
	var refused *jsonrpc.Error
	if errors.As(err, &refused) {
		return trace.Failure(c.ID, http.StatusNotFound, "unknown_tool", refused.Message), nil
	}
	if err != nil {
		return trace.Reply{}, err
	}
	body, err := trace.Decode([]byte(r.Content[0].(*sdk.TextContent).Text))
	reply := trace.Reply{CallID: c.ID, Status: http.StatusOK, Body: body}
	if object, _ := body.(map[string]any); object["accepted"] == true {
		reply.Status = http.StatusAccepted // as its text says
	}
	if r.IsError {
		failure, _ := body.(map[string]any)["error"].(map[string]any)
		status, _ := failure["status"].(int64)
		reply.Status = int(status)
	}
	return reply, err
}
