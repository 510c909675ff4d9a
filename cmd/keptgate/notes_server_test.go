package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// notesServer is the program notes-server of the scripts: an MCP server over
// standard input and output that keeps notes in memory. As "notes-server none" it
// offers no tools, as "notes-server mute" none that reads.
func notesServer() {
	kind := ""
	if len(os.Args) > 1 {
		kind = os.Args[1]
	}
	if err := newNotesServer(kind).Run(context.Background(), &sdk.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// newNotesServer makes a server with two notes in it.
func newNotesServer(kind string) *sdk.Server {
	type note struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	}
	notes := []note{{"n1", "Buy milk"}, {"n2", "Call Alex"}}
	var lock sync.Mutex
	s := sdk.NewServer(&sdk.Implementation{Name: "notes", Version: "1"}, &sdk.ServerOptions{
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	add := func(name, schema string, hints *sdk.ToolAnnotations, run func(a note) (any, error)) {
		s.AddTool(&sdk.Tool{Name: name, Description: "Notes: " + name + ".", Annotations: hints, InputSchema: json.RawMessage(schema)},
			func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				var a note
				if err := json.Unmarshal(r.Params.Arguments, &a); err != nil {
					return nil, err
				}
				lock.Lock()
				defer lock.Unlock()
				out, err := run(a)
				if err != nil {
					return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: err.Error()}}}, nil
				}
				text, err := json.Marshal(out)
				return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(text)}}}, err
			})
	}
	const none = `{"type": "object", "additionalProperties": false, "properties": {}}`
	const both = `{"type": "object", "additionalProperties": false, "required": ["id", "text"], "properties": {"id": {"type": "string"}, "text": {"type": "string"}}}`
	const one = `{"type": "object", "additionalProperties": false, "required": ["id"], "properties": {"id": {"type": "string"}}}`
	yes, no := true, false
	if kind == "none" {
		return s
	}
	add("add_note", both, &sdk.ToolAnnotations{DestructiveHint: &no}, func(a note) (any, error) {
		notes = append(notes, a)
		return a, nil
	})
	if kind == "mute" {
		return s
	}
	add("drop_notes", one, &sdk.ToolAnnotations{DestructiveHint: &yes}, func(note) (any, error) {
		notes = nil
		return map[string]any{}, nil
	})
	add("list_notes", none, &sdk.ToolAnnotations{ReadOnlyHint: true}, func(note) (any, error) {
		return map[string]any{"notes": notes, "bin": []note{}}, nil
	})
	add("get_note", one, nil, func(a note) (any, error) { return nil, fmt.Errorf("no note %s", a.ID) })
	add("list_visits", none, &sdk.ToolAnnotations{ReadOnlyHint: true}, func(note) (any, error) {
		return []any{map[string]any{"id": fmt.Sprint(time.Now().UnixNano())}}, nil
	})
	return s
}
