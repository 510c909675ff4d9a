package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

// Tools that a desk serves beside those of the world.
const (
	// ToolSay speaks to the caller: {text}. Its result is what the caller answers.
	ToolSay = "say"
	// ToolHear repeats what was said last, without taking a turn.
	ToolHear = "hear"
)

// Desk is the candidate's place in one trial, offered to MCP clients. Its Next
// and Close are those of an agent's session: the trial asks for a message, and
// gets what the client does next. It may be used by several goroutines.
type Desk struct {
	server *sdk.Server
	turn   sync.Mutex         // held by the request that is being played
	asked  chan trace.Message // what the client does
	told   chan trace.Message // what comes back for it
	over   chan struct{}      // closed by Finish
	open   chan struct{}      // closed when the trial asks for the first message
	left   chan struct{}      // closed when the client has left for good

	opening sync.Once

	mu     sync.Mutex
	waits  bool // a request waits for told
	served map[string]trace.Tool
	last   string // what was said last, to the candidate
	end    string // what is answered once all is over
	serial int
}

// NewDesk opens a desk. The instructions are what a client is told about its
// job: the policy.
func NewDesk(version, instructions string) *Desk {
	d := &Desk{
		asked: make(chan trace.Message), told: make(chan trace.Message, 1),
		over: make(chan struct{}), open: make(chan struct{}), left: make(chan struct{}),
	}
	d.server = sdk.NewServer(&sdk.Implementation{Name: "keptgate", Version: version}, &sdk.ServerOptions{
		Instructions: instructions, Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}},
	})
	d.server.AddTool(&sdk.Tool{
		Name: ToolSay, Description: "Say something to the caller. The result is the caller's answer.",
		InputSchema: json.RawMessage(`{"type": "object", "additionalProperties": false, "required": ["text"], "properties": {"text": {"type": "string"}}}`),
	}, d.say)
	d.server.AddTool(&sdk.Tool{
		Name: ToolHear, Description: "Hear once more what was said last. Hear first how the call begins.",
		InputSchema: json.RawMessage(`{"type": "object", "additionalProperties": false}`),
	}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		return result(d.last, false), nil
	})
	return d
}

// Next answers the client's request with a message, serves the tools in force,
// and waits for what the client does next.
func (d *Desk) Next(ctx context.Context, m trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	d.serve(tools)
	d.answer(m)
	d.opening.Do(func() { close(d.open) })
	select {
	case said := <-d.asked:
		return said, trace.Usage{}, nil
	case <-d.left:
		return trace.Message{}, trace.Usage{}, errLeft
	case <-ctx.Done():
		return trace.Message{}, trace.Usage{}, ctx.Err()
	}
}

// errLeft ends a trial whose client is gone.
var errLeft = errors.New("the client left before the call was over")

// Close leaves the desk open: a call that goes on later has another session.
func (d *Desk) Close() error { return nil }

// Finish tells the client that all is over, and how it went.
func (d *Desk) Finish(text string) {
	d.mu.Lock()
	d.end = text
	d.mu.Unlock()
	close(d.over)
}

// begun waits until the trial has begun, so that a client finds the world's tools
// and the caller on the line.
func (d *Desk) begun(ctx context.Context) error {
	select {
	case <-d.open:
		return nil
	case <-d.over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// answer hands a message to the request that waits for it, if any does.
func (d *Desk) answer(m trace.Message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if m.Text != "" {
		d.last = m.Text
	}
	if d.waits {
		d.waits = false
		d.told <- m
	}
}

// serve makes the catalogue that of the trial. Clients are told where it changed.
func (d *Desk) serve(tools []trace.Tool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before := d.served
	d.served = make(map[string]trace.Tool, len(tools))
	for _, t := range tools {
		d.served[t.Name] = t
		if old, ok := before[t.Name]; !ok || !reflect.DeepEqual(old, t) {
			d.server.AddTool(&sdk.Tool{Name: t.Name, Description: t.Description, InputSchema: t.Parameters}, d.call)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, ok := d.served[name]; !ok {
			d.server.RemoveTools(name)
		}
	}
}

// say is the tool by which the client speaks.
func (d *Desk) say(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	var args struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(r.Params.Arguments, &args); err != nil || strings.TrimSpace(args.Text) == "" {
		return result(`Nothing was said: say needs {"text": "..."}.`, true), nil
	}
	return d.play(ctx, trace.Message{Text: args.Text})
}

// call is every tool of the world.
func (d *Desk) call(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	d.mu.Lock()
	d.serial++
	id := fmt.Sprintf("mcp-%d", d.serial)
	d.mu.Unlock()
	arguments := string(r.Params.Arguments)
	if strings.TrimSpace(arguments) == "" {
		arguments = "{}"
	}
	return d.play(ctx, trace.Message{Calls: []trace.Call{{ID: id, Tool: r.Params.Name, Arguments: arguments}}})
}

// errGone says that a client gave up waiting.
var errGone = errors.New("the request was cancelled before the trial answered it")

// play does one thing in the trial and waits for what comes of it. Requests that
// come at once are played one after the other.
func (d *Desk) play(ctx context.Context, m trace.Message) (*sdk.CallToolResult, error) {
	d.turn.Lock()
	defer d.turn.Unlock()
	d.mu.Lock()
	d.waits = true
	d.mu.Unlock()
	select {
	case d.asked <- m:
	case <-d.over:
		return d.ended(), nil
	case <-ctx.Done():
		d.mu.Lock()
		d.waits = false
		d.mu.Unlock()
		return nil, errGone
	}
	// What was begun is waited for, so that no later request gets its answer.
	select {
	case back := <-d.told:
		return answered(m, back), nil
	case <-d.over:
		select {
		case back := <-d.told:
			return answered(m, back), nil
		default:
			return d.ended(), nil
		}
	}
}

// ended is the answer to everything once all is over.
func (d *Desk) ended() *sdk.CallToolResult {
	d.mu.Lock()
	defer d.mu.Unlock()
	return result(d.end, false)
}

// answered is a message of the trial as the result of what the client did.
func answered(asked, back trace.Message) *sdk.CallToolResult {
	failed := false
	var parts []string
	for _, r := range back.Replies {
		failed = failed || !r.OK()
		parts = append(parts, r.Text())
	}
	if back.Text != "" {
		parts = append(parts, back.Text)
	}
	return result(strings.Join(parts, "\n"), failed && len(asked.Calls) > 0)
}

func result(text string, failed bool) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}, IsError: failed}
}
