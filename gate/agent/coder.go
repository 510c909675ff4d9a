package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// Coder plays a builtin session where the tools are functions of a script: what
// the session would send in one message becomes one script, and its result the
// replies.
func Coder(s Session) Session { return &coder{Session: s} }

type coder struct {
	Session
	sent []trace.Call // by the message before, as the session wrote them
}

// Next implements Session.
func (c *coder) Next(ctx context.Context, msg trace.Message, tools []trace.Tool) (trace.Message, trace.Usage, error) {
	msg.Replies = c.read(msg.Replies)
	said, usage, err := c.Session.Next(ctx, msg, tools)
	c.sent = said.Calls
	if err == nil && served(tools, trace.ToolScript) {
		said.Calls = c.write(said.Calls)
	}
	return said, usage, err
}

// scripted tells whether a call is made in a script.
func scripted(c trace.Call) bool {
	return c.Tool != trace.ToolWait && c.Tool != trace.ToolHandover && c.Tool != trace.ToolCloseCall
}

// write puts the calls of one message into one script.
func (c *coder) write(calls []trace.Call) []trace.Call {
	var out, inside []trace.Call
	for _, call := range calls {
		if scripted(call) {
			inside = append(inside, call)
		} else {
			out = append(out, call)
		}
	}
	if len(inside) == 0 {
		return out
	}
	text, err := json.Marshal(map[string]string{"script": program(inside)})
	if err != nil {
		text = []byte("{}") // no text of ours fails
	}
	return append([]trace.Call{{ID: inside[0].ID, Tool: trace.ToolScript, Arguments: string(text)}}, out...)
}

// program is a script whose result is the list of replies to some calls.
func program(calls []trace.Call) string {
	if len(calls) == 1 {
		return fmt.Sprintf("result = [%s(%s)]\n", trace.FunctionName(calls[0].Tool), named(calls[0].Arguments))
	}
	var b strings.Builder
	b.WriteString("calls = [\n")
	for _, call := range calls {
		fmt.Fprintf(&b, "    (%s, %s),\n", trace.FunctionName(call.Tool), expression(decoded(call.Arguments)))
	}
	b.WriteString("]\nresult = " + trace.FunctionParallel + "(calls)\n")
	return b.String()
}

// identifier is what an argument must be called to be written name=value.
var identifier = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// named writes the arguments of a call.
func named(arguments string) string {
	args, ok := decoded(arguments).(map[string]any)
	if !ok {
		return expression(decoded(arguments)) // a mistake is to stay one
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if !identifier.MatchString(name) || trace.FunctionName(name) != name {
			return "**" + expression(args)
		}
		parts = append(parts, name+"="+expression(args[name]))
	}
	return strings.Join(parts, ", ")
}

func decoded(arguments string) any {
	v, err := trace.Decode([]byte(arguments))
	if err != nil {
		return arguments
	}
	return v
}

// expression writes a value in the normal form of gate/trace.
func expression(v any) string {
	switch x := v.(type) {
	case nil:
		return "None"
	case bool:
		if x {
			return "True"
		}
		return "False"
	case []any:
		parts := make([]string, len(x))
		for i := range x {
			parts[i] = expression(x[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(x)) {
			parts = append(parts, expression(key)+": "+expression(x[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	default: // text and numbers are written as in JSON
		text, err := json.Marshal(x)
		if err != nil {
			return "None"
		}
		return string(text)
	}
}

// read takes the replies to the calls of a script out of its result. Where the
// script failed, so did each call.
func (c *coder) read(replies []trace.Reply) []trace.Reply {
	var inside []trace.Call
	for _, call := range c.sent {
		if scripted(call) {
			inside = append(inside, call)
		}
	}
	if len(inside) == 0 {
		return replies
	}
	var out []trace.Reply
	for _, r := range replies {
		if r.CallID != inside[0].ID {
			out = append(out, r)
			continue
		}
		list, _ := at(r.Body, "result")
		results, _ := list.([]any)
		for i, call := range inside {
			one := trace.Reply{CallID: call.ID, Status: r.Status, Body: r.Body}
			if r.OK() && i < len(results) {
				one.Body = results[i]
				one.Status = statusOf(one.Body)
			}
			out = append(out, one)
		}
	}
	return out
}

// statusOf is the status of a reply that only its body tells of.
func statusOf(body any) int {
	if status, ok := at(body, "error.status"); ok {
		if n, ok := status.(int64); ok {
			return int(n)
		}
	}
	if accepted, ok := at(body, "accepted"); ok && accepted == true {
		return http.StatusAccepted
	}
	if state, ok := at(body, "state"); ok && state == "running" {
		if _, followed := at(body, "call_id"); followed {
			return http.StatusAccepted
		}
	}
	return http.StatusOK
}
