package world

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// playsNotes is the variable that makes the test binary a server of notes.
const playsNotes = "KEPTGATE_TEST_NOTES"

func TestMain(m *testing.M) {
	if os.Getenv(playsNotes) == "" {
		os.Exit(m.Run())
	}
	n := newNotes(os.Args[len(os.Args)-1])
	if err := n.server().Run(context.Background(), &sdk.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// note is one row of the server.
type note struct {
	ID   string   `json:"id"`
	Text string   `json:"text"`
	Done bool     `json:"done"`
	Tags []string `json:"tags"`
}

// notes is a small business: notes in memory, and a log in the folder it works in.
type notes struct {
	mu     sync.Mutex
	folder string
	list   []note
	served *sdk.Server
}

func newNotes(folder string) *notes {
	n := &notes{folder: folder}
	n.reset()
	return n
}

func (n *notes) reset() {
	n.list = []note{{ID: "n1", Text: "Buy milk", Tags: []string{"home"}}, {ID: "n2", Text: "Call Alex", Done: true, Tags: []string{}}}
}

type noteArgs struct {
	ID   string `json:"id,omitempty"`
	Text string `json:"text,omitempty"`

	IDs []string `json:"ids,omitempty"`
}

// server offers the tools. Each answers with what it worked on.
func (n *notes) server() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "notes", Version: "1"}, &sdk.ServerOptions{
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}},
	})
	n.served = s
	const one = `"id": {"type": "string"}`
	const both = one + `, "text": {"type": "string", "minLength": 1}`
	no := false
	for _, t := range []struct {
		name, properties, required string
		hints                      *sdk.ToolAnnotations
		run                        func(a noteArgs) (any, error)
	}{
		{"list_notes", "", "", &sdk.ToolAnnotations{ReadOnlyHint: true}, func(noteArgs) (any, error) {
			return map[string]any{"notes": n.list}, nil
		}},
		{"add_note", both, `"id", "text"`, &sdk.ToolAnnotations{DestructiveHint: &no}, n.add},
		{"edit_note", both, `"id", "text"`, &sdk.ToolAnnotations{DestructiveHint: &no}, n.edit},
		{"delete_note", one, `"id"`, nil, n.remove},
		{"where", "", "", &sdk.ToolAnnotations{ReadOnlyHint: true}, func(noteArgs) (any, error) {
			return map[string]any{"folder": n.folder}, nil
		}},
		{"save", both, `"id", "text"`, &sdk.ToolAnnotations{DestructiveHint: &no}, func(a noteArgs) (any, error) {
			return map[string]any{"saved": a.ID}, os.WriteFile(a.ID, []byte(a.Text), 0o600)
		}},
		{"page_notes", `"cursor": {"type": "string"}`, "", &sdk.ToolAnnotations{ReadOnlyHint: true}, func(noteArgs) (any, error) {
			return map[string]any{"notes": n.list}, nil
		}},
		{"tick_notes", `"ids": {"type": "array", "items": {"type": "string"}}`, `"ids"`, &sdk.ToolAnnotations{DestructiveHint: &no}, n.tick},
		{"copy_note", one + `, "key": {"type": "string"}`, `"id"`, &sdk.ToolAnnotations{DestructiveHint: &no}, func(a noteArgs) (any, error) {
			n.list = append(n.list, note{ID: a.ID + " copy", Tags: []string{}})
			return map[string]any{"copied": a.ID}, nil
		}},
		{"reset", "", "", nil, func(noteArgs) (any, error) { n.reset(); return map[string]any{}, nil }},
		{"misbehave", both, `"id"`, &sdk.ToolAnnotations{ReadOnlyHint: true}, n.misbehave},
	} {
		required := ""
		if t.required != "" {
			required = `, "required": [` + t.required + `]`
		}
		s.AddTool(&sdk.Tool{
			Name: t.name, Description: "Notes: " + t.name + ".", Annotations: t.hints,
			InputSchema: json.RawMessage(`{"type": "object", "additionalProperties": false, "properties": {` + t.properties + `}` + required + `}`),
		}, func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			var a noteArgs
			if err := json.Unmarshal(r.Params.Arguments, &a); err != nil {
				return nil, err
			}
			n.mu.Lock()
			defer n.mu.Unlock()
			out, err := t.run(a)
			if err != nil {
				return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: err.Error()}}}, nil
			}
			text, err := json.Marshal(out)
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(text)}}}, err
		})
	}
	return s
}

func (n *notes) add(a noteArgs) (any, error) {
	if n.at(a.ID) >= 0 {
		return nil, errors.New("there is such a note already")
	}
	n.list = append(n.list, note{ID: a.ID, Text: a.Text, Tags: []string{}})
	return n.list[len(n.list)-1], nil
}

func (n *notes) edit(a noteArgs) (any, error) {
	i := n.at(a.ID)
	if i < 0 {
		return nil, errors.New("no such note")
	}
	n.list[i].Text = a.Text
	return n.list[i], nil
}

func (n *notes) tick(a noteArgs) (any, error) {
	for i := range n.list {
		n.list[i].Done = n.list[i].Done || slices.Contains(a.IDs, n.list[i].ID)
	}
	return map[string]any{"ticked": len(a.IDs)}, nil
}

func (n *notes) remove(a noteArgs) (any, error) {
	i := n.at(a.ID)
	if i < 0 {
		return nil, errors.New("no such note")
	}
	gone := n.list[i]
	n.list = slices.Delete(n.list, i, i+1)
	return gone, nil
}

func (n *notes) at(id string) int {
	return slices.IndexFunc(n.list, func(x note) bool { return x.ID == id })
}

// misbehave does what a server should not; the id says what.
func (n *notes) misbehave(a noteArgs) (any, error) {
	switch a.ID {
	case "die":
		fmt.Fprintln(os.Stderr, "out of paper in "+n.folder)
		os.Exit(3)
	case "flood":
		for line := bytes.Repeat([]byte("x"), 1<<20); ; {
			if _, err := os.Stdout.Write(line); err != nil {
				os.Exit(1)
			}
		}
	case "malformed":
		fmt.Println("this is no frame")
	case "chatter":
		for range 2_000 {
			fmt.Println(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"` + strings.Repeat("x", 100_000) + `"}}`)
		}
	case "hang":
		select {}
	case "touch":
		n.list[0].Text = "Touched"
	case "half":
		n.list[0].Text = "Half"
		return nil, errors.New("it broke in the middle")
	case "renew":
		n.served.RemoveTools("edit_note")
	case "huge":
		return map[string]any{"text": strings.Repeat("x", 2<<20)}, nil
	case "link":
		return map[string]any{}, os.Symlink("/etc", filepath.Join(n.folder, "etc"))
	}
	return map[string]any{"ok": a.ID}, nil
}

// noted is the suite of a server of notes that runs as a process for each trial.
func noted(t testing.TB) *suites.Suite {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &suites.Suite{
		Name: "notes", Now: start(), WorldFile: "notes/world.sql",
		Effects: map[string]suites.Effect{"note_added": {Op: trace.Insert, Table: "notes", Description: "A note was added."}},
		Server: &suites.Server{
			Command: []string{program, "@folder"}, Env: map[string]string{playsNotes: "1"},
			Files: "files", FS: fs.FS(fstest.MapFS{"files/docs/plan.txt": {Data: []byte("Plan")}}),
			State: []suites.Snapshot{
				{Table: "notes", Key: []string{"id"}, Tool: "list_notes", Rows: "notes"},
				{Table: "files", Key: []string{"path"}, Tree: "@folder"},
			},
		},
		Tools: []*suites.Tool{
			{Name: "add_note", Undo: &suites.Undo{Tool: "delete_note", Args: map[string]any{"id": ":id"}}, Supports: []string{"rate_limited", "lost_response"}},
			{Name: "edit_note", Undo: &suites.Undo{Tool: "edit_note", Args: map[string]any{"id": ":id", "text": ":before.text"}}},
		},
	}
	s.Cases = []*suites.Case{{
		Suite: s, Name: "n-1", Now: start(),
		Expect:    suites.Expect{Changes: []suites.ChangeSpec{{Op: trace.Insert, Table: "notes", With: map[string]suites.Matcher{"id": {Literal: "n3"}}, Times: 1}}},
		Reference: []suites.Move{{Calls: []suites.CallMove{{Tool: "add_note", Args: map[string]any{"id": "n3", "text": "x"}}}}, {Say: "Done."}},
	}}
	return s
}

// met meets the server of a suite and opens the world.
func met(t testing.TB, s *suites.Suite) *World {
	t.Helper()
	if err := Meet(context.Background(), s, os.LookupEnv); err != nil {
		t.Fatalf("Meet: %v", err)
	}
	return opened(t, s)
}

// readable writes changes so that a person can read them.
func readable(changes []trace.Change) []string {
	out := []string{}
	for _, c := range changes {
		line := fmt.Sprintf("%s %s %s", c.Op, c.Table, c.ID)
		for _, column := range c.Columns() {
			if c.Op == trace.Update {
				line += fmt.Sprintf(" %s: %v -> %v", column, c.Before[column], c.After[column])
			}
		}
		out = append(out, line)
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}
