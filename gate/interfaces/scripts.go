// Package interfaces serves the tools of a world in another form. Scripts makes
// them functions of a program that the candidate writes.
//
// It promises that every call a program makes goes to the toolbox below, in the
// order made, and that a program has no other reach: no files, no network, no
// clock, no chance, and no more work, memory or output than its bounds. It imports
// gate/trace; gate/trial puts it between candidate and world.
package interfaces

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// native are the tools that are served beside run_script as they are.
var native = []string{trace.ToolWait, trace.ToolHandover, trace.ToolCloseCall}

// Scripts is a toolbox whose tools are functions of a script. It serves
// run_script in place of those of the business; one goroutine uses it at a time.
type Scripts struct {
	inner trace.Toolbox
	left  func() int
	tools map[string]string // by the name of the function: each tool that was ever served
	spent bool
}

var _ trace.Toolbox = (*Scripts)(nil)

// NewScripts serves a toolbox as functions. left is how many calls may still be
// made; a script that makes more is stopped.
func NewScripts(inner trace.Toolbox, left func() int) *Scripts {
	return &Scripts{inner: inner, left: left, tools: map[string]string{}}
}

// Exhausted tells whether a script was stopped because no call was left.
func (s *Scripts) Exhausted() bool { return s.spent }

// Tools is run_script and the harness's own tools; where the toolbox below serves
// no others, such as in the closing turn, its tools as they are.
func (s *Scripts) Tools() []trace.Tool {
	served := s.inner.Tools()
	functions := s.functions(served)
	if len(functions) == 0 {
		return served
	}
	out := []trace.Tool{describe(functions)}
	for _, t := range served {
		if slices.Contains(native, t.Name) {
			out = append(out, t)
		}
	}
	return out
}

// functions are the tools that scripts can call, and wait, which is both.
func (s *Scripts) functions(served []trace.Tool) []trace.Tool {
	var out []trace.Tool
	some := false
	for _, t := range served {
		if t.Name == trace.ToolHandover || t.Name == trace.ToolCloseCall {
			continue
		}
		some = some || t.Name != trace.ToolWait
		out = append(out, t)
		s.tools[trace.FunctionName(t.Name)] = t.Name
	}
	if !some {
		return nil
	}
	return out
}

// Do runs scripts and the calls of native tools in the order of the message.
// Calls that stand next to each other are sent at once, those of a script one
// after another.
func (s *Scripts) Do(ctx context.Context, turn []trace.Call) ([]trace.Reply, error) {
	served := s.inner.Tools()
	if len(s.functions(served)) == 0 {
		return s.inner.Do(ctx, turn)
	}
	replies := make([]trace.Reply, 0, len(turn))
	var together []trace.Call
	flush := func() error {
		if len(together) == 0 {
			return nil
		}
		got, err := s.inner.Do(ctx, together)
		for i := range got {
			if call := turn[len(replies)]; !slices.Contains(native, call.Tool) {
				got[i] = trace.Failure(call.ID, 404, "unknown_tool", fmt.Sprintf(
					"There is no tool %q. The tools are: %s, %s. What the business offers are functions of a script.", clipped(call.Tool), trace.ToolScript, strings.Join(native, ", ")))
			}
			replies = append(replies, got[i])
		}
		together = nil
		return err
	}
	for _, call := range turn {
		if call.Tool != trace.ToolScript {
			if !slices.Contains(native, call.Tool) {
				call.Tool += "()" // a function is no tool: the world is to note that there is none of this name
			}
			together = append(together, call)
			continue
		}
		if err := flush(); err != nil {
			return nil, err
		}
		reply, err := s.run(ctx, call)
		if err != nil {
			return nil, err
		}
		replies = append(replies, reply)
	}
	return replies, flush()
}

// clipped cuts a text from outside for a message.
func clipped(s string) string {
	if len(s) > 100 {
		return strings.ToValidUTF8(s[:100], "") + "…"
	}
	return s
}
