package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds of what a server may say.
const (
	maxPages     = 64      // of one list
	maxTools     = 512     //
	maxInterface = 4 << 20 // bytes of all tools
	maxResources = 1_000
	maxTail      = 1_000 // bytes of what a process wrote
)

// Client is a connection to a user's server. A server is a stranger: whatever it
// sends is bounded, and what it asks for is declined. Its tools are called one
// after another. It must be closed.
type Client struct {
	session *sdk.ClientSession
	cut     func()        // ends the connection, and the process, whatever is under way
	stderr  func() string // what the process wrote there; nil where there is none
	changed atomic.Bool
	sent    atomic.Int64 // bytes that came in, of the trial under way
	once    sync.Once
}

// Again begins to count anew how much the server sends, for another trial.
func (c *Client) Again() { c.sent.Store(0) }

// Offer is a tool as a server offers it. A hint that it does not give is nil.
type Offer struct {
	trace.Tool
	ReadOnly, Destructive, Idempotent *bool
}

// Resource is an entry of a server's list of resources.
type Resource struct {
	URI, Name, MIMEType string
}

// connect says hello to a server.
func connect(ctx context.Context, t sdk.Transport, version string, c *Client) (*Client, error) {
	client := sdk.NewClient(&sdk.Implementation{Name: "keptgate", Version: version}, &sdk.ClientOptions{
		Capabilities:           &sdk.ClientCapabilities{}, // neither roots nor sampling nor questions
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { c.changed.Store(true) },
		MultiRoundTrip:         &sdk.MultiRoundTripOptions{Disabled: true},
	})
	defer context.AfterFunc(ctx, c.cut)()
	session, err := client.Connect(ctx, t, nil)
	if err != nil {
		c.cut()
		return nil, fmt.Errorf("connect to MCP server: %w", c.cause(ctx, err))
	}
	c.session = session
	return c, nil
}

// Changed tells whether the server said that its tools have changed since it was
// last asked for them.
func (c *Client) Changed() bool { return c.changed.Load() }

// Tools lists what the server offers, in its order.
func (c *Client) Tools(ctx context.Context) ([]Offer, error) {
	defer context.AfterFunc(ctx, c.cut)()
	c.changed.Store(false)
	var out []Offer
	seen, size := map[string]bool{}, 0
	err := pages(func(cursor string) (string, error) {
		list, err := c.session.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
		if err != nil {
			return "", err
		}
		for _, t := range list.Tools {
			offer, err := offered(t)
			switch {
			case err != nil:
				return "", err
			case seen[offer.Name]:
				return "", fmt.Errorf("there are two tools called %q", offer.Name)
			case len(out) == maxTools:
				return "", fmt.Errorf("there are more than %d", maxTools)
			}
			if size += len(offer.Name) + len(offer.Description) + len(offer.Parameters); size > maxInterface {
				return "", fmt.Errorf("they have more than %d bytes", maxInterface)
			}
			seen[offer.Name] = true
			out = append(out, offer)
		}
		return list.NextCursor, nil
	})
	if err != nil {
		return nil, fmt.Errorf("list tools: %w", c.cause(ctx, err))
	}
	return out, nil
}

func offered(t *sdk.Tool) (Offer, error) {
	parameters, err := json.Marshal(t.InputSchema)
	if err != nil {
		return Offer{}, fmt.Errorf("read schema of %s: %w", t.Name, err)
	}
	o := Offer{Tool: trace.Tool{Name: t.Name, Description: t.Description, Parameters: parameters}}
	if a := t.Annotations; a != nil {
		o.ReadOnly, o.Idempotent, o.Destructive = &a.ReadOnlyHint, &a.IdempotentHint, a.DestructiveHint
	}
	return o, nil
}

// Resources lists the server's resources, in its order.
func (c *Client) Resources(ctx context.Context) ([]Resource, error) {
	defer context.AfterFunc(ctx, c.cut)()
	var out []Resource
	err := pages(func(cursor string) (string, error) {
		list, err := c.session.ListResources(ctx, &sdk.ListResourcesParams{Cursor: cursor})
		if err != nil {
			return "", err
		}
		for _, r := range list.Resources {
			if len(out) == maxResources {
				return "", fmt.Errorf("there are more than %d", maxResources)
			}
			out = append(out, Resource{URI: r.URI, Name: r.Name, MIMEType: r.MIMEType})
		}
		return list.NextCursor, nil
	})
	if err != nil {
		return nil, fmt.Errorf("list resources: %w", c.cause(ctx, err))
	}
	return out, nil
}

// pages reads a list to its end. A server that never comes to one is stopped.
func pages(read func(cursor string) (next string, err error)) error {
	cursor := ""
	for range maxPages {
		next, err := read(cursor)
		switch {
		case err != nil || next == "":
			return err
		case next == cursor:
			return fmt.Errorf("the page after %q is itself", cursor)
		}
		cursor = next
	}
	return fmt.Errorf("it has more than %d pages", maxPages)
}

// Call calls a tool. What the server answers, errors of the tool included, is the
// reply; an error says that there is no answer: the server is gone, or too slow
// for ctx, or does not keep to the protocol. After one the connection is of no
// more use.
func (c *Client) Call(ctx context.Context, tool string, args map[string]any) (trace.Reply, error) {
	result, said, err := c.call(ctx, tool, args)
	switch {
	case err != nil:
		return trace.Reply{}, err
	case said != nil:
		reply, _ := complaint(said)
		return reply, nil
	default:
		return answer(result), nil
	}
}

// call calls a tool. The server answers with a result, or with an error of the
// protocol that is about the call.
func (c *Client) call(ctx context.Context, tool string, args map[string]any) (*sdk.CallToolResult, *jsonrpc.Error, error) {
	defer context.AfterFunc(ctx, c.cut)()
	result, err := c.session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: args})
	if err == nil {
		return result, nil, nil
	}
	var said *jsonrpc.Error
	if ctx.Err() == nil && errors.As(err, &said) {
		if _, ok := complaint(said); ok {
			return nil, said, nil
		}
	}
	return nil, nil, fmt.Errorf("call %s: %w", tool, c.cause(ctx, err))
}

// complaint is the reply for an error of the protocol that is about the call. The
// others are about the connection.
func complaint(e *jsonrpc.Error) (trace.Reply, bool) {
	const reservedFrom, reservedTo = -32_768, -32_000
	switch {
	case e.Code == jsonrpc.CodeInvalidParams:
		return trace.Failure("", 400, "invalid_arguments", short(e.Message)), true
	case e.Code == jsonrpc.CodeInternalError || e.Code < reservedFrom || e.Code > reservedTo:
		return trace.Failure("", 500, "server_error", short(e.Message)), true
	default:
		return trace.Reply{}, false
	}
}

// cause is why ctx ended, where that is what stopped the work, with the last that
// the server's process wrote to standard error.
func (c *Client) cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if c.stderr == nil {
		return err
	}
	if text := strings.TrimSpace(c.stderr()); text != "" {
		return fmt.Errorf("%w; the last it wrote: %q", err, text[max(0, len(text)-maxTail):])
	}
	return err
}

// Close ends the connection, and the process where there is one with all that it
// started. A server elsewhere is told, for as long as ctx lasts.
func (c *Client) Close(ctx context.Context) {
	c.once.Do(func() {
		defer context.AfterFunc(ctx, c.cut)()
		if c.stderr != nil {
			c.cut()
		}
		_ = c.session.Close() // one that does not say goodbye is left all the same
		c.cut()
	})
}
