package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bridge serves, over two streams, the tools of a server that is reached over
// streamable HTTP, until the client leaves or ctx ends: for agents that know MCP
// servers as programs only. When the server's tools change the client is told so.
func Bridge(ctx context.Context, version, url string, in io.Reader, out io.Writer) error {
	b := &bridge{}
	client := sdk.NewClient(&sdk.Implementation{Name: "keptgate", Version: version}, &sdk.ClientOptions{
		ToolListChangedHandler: func(ctx context.Context, _ *sdk.ToolListChangedRequest) { _ = b.copy(ctx) }, // the next list says what is wrong
	})
	far, err := client.Connect(ctx, &sdk.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		return fmt.Errorf("reach MCP server: %w", err)
	}
	defer func() { _ = far.Close() }()
	b.far = far
	b.near = sdk.NewServer(&sdk.Implementation{Name: "keptgate", Version: version}, &sdk.ServerOptions{
		Instructions: far.InitializeResult().Instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}},
	})
	b.near.AddReceivingMiddleware(b.forward)
	if err := b.copy(ctx); err != nil {
		return fmt.Errorf("list tools of the MCP server: %w", err)
	}
	err = b.near.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(in), Writer: nopCloser{out}, MaxLineLength: maxFrame})
	if err != nil && ctx.Err() == nil && !hungUp(err) {
		return fmt.Errorf("serve over standard input and output: %w", err)
	}
	return nil
}

// bridge has a server on its far side and a client on its near one.
type bridge struct {
	far  *sdk.ClientSession
	near *sdk.Server

	mu     sync.Mutex
	served map[string]bool
}

// copy serves the tools that the far side has now.
func (b *bridge) copy(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.served
	b.served = map[string]bool{}
	var failure error
	for tool, err := range b.far.Tools(ctx, nil) {
		if err != nil {
			failure = err
			break
		}
		b.served[tool.Name] = true
		b.near.AddTool(tool, unreachable)
	}
	for name := range before {
		if !b.served[name] {
			b.near.RemoveTools(name)
		}
	}
	return failure
}

// forward takes every call across, also of a tool that is not served.
func (b *bridge) forward(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		call, ok := r.GetParams().(*sdk.CallToolParamsRaw)
		if method != "tools/call" || !ok {
			return next(ctx, method, r)
		}
		result, err := b.far.CallTool(ctx, &sdk.CallToolParams{Name: call.Name, Arguments: call.Arguments})
		if errors.Is(err, sdk.ErrConnectionClosed) {
			err = errors.New("the MCP server is gone")
		}
		if err != nil {
			return nil, err
		}
		return result, nil
	}
}
