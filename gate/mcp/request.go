package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

// request is one thing that a client asks of a trial: a call of a tool, or a text
// for the caller.
type request struct {
	call     *trace.Call // nil: the text is said
	text     string
	answered chan *outcome // has room for the one there is
}

// outcome is what a request gets.
type outcome struct {
	result  *sdk.CallToolResult
	unknown string // why there is no such tool, "" where there is
}

// errGone says that a client gave up waiting.
var errGone = errors.New("the request was cancelled before the trial answered it")

// receive takes every call of a tool to the trial, also of one that is not served:
// whoever calls it is to be answered by the world, and seen.
func (d *Desk) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		params, ok := r.GetParams().(*sdk.CallToolParamsRaw)
		if method != "tools/call" || !ok {
			return next(ctx, method, r)
		}
		if d.ours(params.Name) {
			return next(ctx, method, r)
		}
		d.mu.Lock()
		d.serial++
		call := trace.Call{ID: fmt.Sprintf("mcp-%d", d.serial), Tool: params.Name, Arguments: string(params.Arguments)}
		d.mu.Unlock()
		if strings.TrimSpace(call.Arguments) == "" {
			call.Arguments = "{}"
		}
		return d.ask(ctx, &request{call: &call})
	}
}

// unreachable handles no call: receive takes them all.
func unreachable(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	return nil, errors.New("the call did not reach the trial")
}

// ask brings a request before the trial and waits for what comes of it.
func (d *Desk) ask(ctx context.Context, r *request) (*sdk.CallToolResult, error) {
	r.answered = make(chan *outcome, 1)
	select {
	case <-d.over:
		return d.ended(), nil
	default:
	}
	select {
	case d.asked <- r:
	case <-d.over:
		return d.ended(), nil
	case <-ctx.Done():
		return nil, errGone
	}
	// What the trial has taken is waited for, also by a client that has gone: it is
	// done and noted all the same.
	select {
	case a := <-r.answered:
		return a.told()
	case <-d.over:
		select {
		case a := <-r.answered:
			return a.told()
		default:
			return d.ended(), nil
		}
	}
}

// answer is what a request gets of the replies to a message, and of what is said
// with them.
func (r *request) answer(replies []trace.Reply, said string) *outcome {
	a := &outcome{}
	var parts []string
	failed := false
	if r.call != nil {
		i := slices.IndexFunc(replies, func(reply trace.Reply) bool { return reply.CallID == r.call.ID })
		reply := trace.Failure(r.call.ID, http.StatusGone, "not_run", "The call was not run.")
		if i >= 0 {
			reply = replies[i]
		}
		failed = !reply.OK()
		if code, why := reason(reply); code == "unknown_tool" {
			a.unknown = why
		}
		parts = append(parts, reply.Text())
	}
	if said != "" {
		parts = append(parts, said)
	}
	a.result = result(strings.Join(parts, "\n"), failed)
	return a
}

// reason takes code and message out of a reply that failed.
func reason(r trace.Reply) (code, message string) {
	body, _ := r.Body.(map[string]any)
	failure, _ := body["error"].(map[string]any)
	code, _ = failure["code"].(string)
	message, _ = failure["message"].(string)
	return code, message
}

// told is an outcome as the protocol says it: to call a tool that there is not is
// an error of the protocol, and every other failure a result.
func (a *outcome) told() (*sdk.CallToolResult, error) {
	if a.unknown != "" {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: a.unknown}
	}
	return a.result, nil
}

func result(text string, failed bool) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}, IsError: failed}
}
