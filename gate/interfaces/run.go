package interfaces

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds of one script.
const (
	maxSource = 128 << 10 // bytes of its text
	maxSteps  = 500_000   // of the interpreter
	maxMade   = 8 << 20   // bytes of all values made, gone ones included
	maxOutput = 512 << 10 // bytes returned, as JSON
	maxListed = 200       // calls listed where a script failed
)

// scriptFile is the name of the script in positions.
const scriptFile = "script"

// running is one run of a script.
type running struct {
	*Scripts
	ctx     context.Context
	id      string // of the call of run_script
	made    []any  // the calls made, for who must know them
	calls   int
	size    int // bytes made so far
	printed strings.Builder
	broken  error // the harness failed
}

// run runs a script and returns its reply. The error is the harness's.
func (s *Scripts) run(ctx context.Context, call trace.Call) (trace.Reply, error) {
	r := &running{Scripts: s, ctx: ctx, id: call.ID}
	source, err := sourceOf(call.Arguments)
	if err != nil {
		return trace.Failure(call.ID, 400, "invalid_arguments", err.Error()), nil
	}
	result, err := r.exec(source)
	switch {
	case r.broken != nil:
		return trace.Reply{}, r.broken
	case ctx.Err() != nil:
		return trace.Reply{}, context.Cause(ctx)
	case err != nil:
		return r.failure(err), nil
	}
	body := map[string]any{"result": trace.Normal(result)}
	if text := r.printed.String(); result == nil {
		body["result"] = text
	} else if text != "" {
		body["printed"] = text
	}
	if b, err := json.Marshal(body); err != nil || len(b) > maxOutput {
		return r.failure(fmt.Errorf("the result has %d bytes and at most %d can be returned: return less of it", len(b), maxOutput)), nil
	}
	return trace.Reply{CallID: call.ID, Status: 200, Body: body}, nil
}

// sourceOf reads the arguments of run_script.
func sourceOf(arguments string) (string, error) {
	var args map[string]any
	if err := json.Unmarshal([]byte(arguments), &args); err != nil {
		return "", fmt.Errorf("the arguments are not JSON: %w", err)
	}
	source, ok := args["script"].(string)
	switch {
	case !ok || len(args) != 1:
		return "", errors.New("the arguments do not fit the schema: want {script: text}")
	case len(source) > maxSource:
		return "", fmt.Errorf("the script has %d bytes, the limit is %d", len(source), maxSource)
	}
	return source, nil
}

// exec runs the program and returns its result in the normal form of gate/trace.
func (r *running) exec(source string) (any, error) {
	options := &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}
	file, err := options.Parse(scriptFile, source, 0)
	if err != nil {
		return nil, err
	}
	if err := guard(file); err != nil {
		return nil, err
	}
	names := r.names()
	program, err := starlark.FileProgram(file, names.Has)
	if err != nil {
		return nil, err
	}
	thread := &starlark.Thread{Name: scriptFile, Print: func(_ *starlark.Thread, text string) {
		if r.printed.Len()+len(text) <= maxOutput {
			r.printed.WriteString(text + "\n")
		}
	}}
	thread.SetMaxExecutionSteps(maxSteps)
	defer context.AfterFunc(r.ctx, func() { thread.Cancel("the trial is being stopped") })()
	globals, err := program.Init(thread, names)
	if err != nil {
		return nil, err
	}
	return r.goValue(globals["result"], maxDepth)
}

// names are the functions of a script: those of the business, parallel, and those
// of the language that could make too much, each with its bound.
func (r *running) names() starlark.StringDict {
	names := r.guards()
	for name, tool := range r.tools {
		names[name] = &function{r, name, tool}
	}
	names[trace.FunctionParallel] = starlark.NewBuiltin(trace.FunctionParallel, r.parallel)
	return names
}

// send makes calls at once.
func (r *running) send(calls []trace.Call) ([]starlark.Value, error) {
	if r.left() < len(calls) {
		r.spent = true
		return nil, errors.New("no more calls can be made in this conversation")
	}
	for i := range calls {
		r.calls++
		calls[i].ID = fmt.Sprintf("%s/%d", r.id, r.calls)
	}
	replies, err := r.inner.Do(r.ctx, calls)
	if err != nil {
		r.broken = err
		return nil, err
	}
	out := make([]starlark.Value, len(replies))
	for i, reply := range replies {
		if len(r.made) < maxListed {
			r.made = append(r.made, map[string]any{"function": calls[i].Tool, "arguments": clipped(calls[i].Arguments), "status": int64(reply.Status)})
		}
		if err := r.charge(len(reply.Text())); err != nil {
			return nil, err
		}
		out[i] = starlarkValue(reply.Body)
	}
	return out, nil
}

// failure is the reply to a script with a mistake. What it called stays done, and
// is listed.
func (r *running) failure(err error) trace.Reply {
	line, column, message := position(err)
	told := map[string]any{"code": "script_error", "status": int64(400), "message": clipped(message)}
	if line > 0 {
		told["message"] = fmt.Sprintf("line %d, column %d: %s", line, column, clipped(message))
		told["line"], told["column"] = line, column
	}
	if r.made == nil {
		r.made = []any{}
	}
	told["calls_made"], told["calls"] = int64(r.calls), r.made
	return trace.Reply{CallID: r.id, Status: 400, Body: map[string]any{"error": told}}
}
