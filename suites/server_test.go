package suites

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// notes is a suite whose world is a server, with some of its files replaced; one
// replaced by "" is left out.
func notes(replaced map[string]string) fstest.MapFS {
	files := map[string]string{
		"suite.yaml": `name: notes
version: "1"
business: Notes.
now: 2026-05-04T08:30:00Z
effects: {noted: {insert: notes, description: A note was added.}}
server:
  command: [notes]
  state: [{table: notes, key: [id], call: {list_notes: {}}}]
`,
		"policy.md": "Keep notes.\n",
		"tools.yaml": `- {name: add_note, key: [id], supports: [rate_limited], undo: {tool: drop_note, args: {id: ":id"}}}
- {name: list_notes, effect: read}
`,
		"cases/a.yaml": `- name: a
  category: ordinary
  promise: A note is added.
  session: {account: a}
  caller: {opening: [Please add a note.]}
  expect: {changes: [{insert: notes, with: {id: n1}}]}
  reference: [{call: {add_note: {id: n1}}}, {say: Done.}]
`,
	}
	fsys := fstest.MapFS{}
	for name, text := range replaced {
		files[name] = text
	}
	for name, text := range files {
		if text != "" {
			fsys["notes/"+name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return fsys
}

// offer is what the server of notes offers.
func offer() []ServedTool {
	yes, no := true, false
	one := json.RawMessage(`{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}`)
	tool := func(name string, readOnly, destructive *bool) ServedTool {
		return ServedTool{Tool: trace.Tool{Name: name, Description: "The tool " + name + ".", Parameters: one}, ReadOnly: readOnly, Destructive: destructive}
	}
	return []ServedTool{tool("list_notes", nil, nil), tool("drop_note", nil, &yes), tool("add_note", &no, &yes), tool("peek", &yes, nil), tool("mark", nil, nil)}
}

func TestAdopt(t *testing.T) {
	s, err := Load(notes(nil), "notes", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Adopt(offer()); err != nil {
		t.Fatal(err)
	}
	type face struct {
		Name, Description string
		Kind              trace.Kind
		Key               []string
	}
	var got []face
	for _, tool := range s.Tools {
		got = append(got, face{tool.Name, tool.Description, tool.Kind, tool.Key})
	}
	want := []face{
		{"list_notes", "The tool list_notes.", trace.Read, []string{"id"}},
		{"drop_note", "The tool drop_note.", trace.Irreversible, []string{"id"}}, // destroys, and nothing takes it back
		{"add_note", "The tool add_note.", trace.Write, []string{"id"}},          // destroys, and is taken back
		{"peek", "The tool peek.", trace.Read, []string{"id"}},
		{"mark", "The tool mark.", trace.Write, []string{"id"}}, // says nothing of itself
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

func TestServerProblems(t *testing.T) {
	suite := func(server string) map[string]string {
		return map[string]string{"suite.yaml": "name: notes\nversion: \"1\"\nbusiness: Notes.\nnow: 2026-05-04T08:30:00Z\neffects: {noted: {insert: notes, description: A note.}}\nserver: " + server + "\n"}
	}
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string // rule
	}{
		{"a world in SQL as well", map[string]string{"world.sql": "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL);"}, "server-world"},
		{"no way back to the start", suite("{url: 'http://127.0.0.1:1', state: [{table: notes, key: [id], call: {list_notes: {}}}]}"), "server-reset"},
		{"files at an address", suite("{url: 'http://127.0.0.1:1', reset: {files: true}}"), "server-reset"},
		{"a command for one that is started here", suite("{command: [a], reset: {command: [b]}}"), "server-reset"},
		{"a table twice", suite("{command: [a], state: [{table: t, tree: '@folder'}, {table: t, resources: true}]}"), "server-table"},
		{"a file outside", suite("{command: [a], files: ../other}"), "server-file"},
		{"SQL in a tool", map[string]string{"tools.yaml": "- {name: add_note, steps: [{exec: DELETE FROM t}]}\n"}, "schema-additional-properties"},
		{"a tool that the server lacks", map[string]string{"tools.yaml": "- {name: add_note}\n- {name: gone}\n"}, "server-tool"},
		{"a key that is no parameter", map[string]string{"tools.yaml": "- {name: add_note, key: [nid]}\n"}, "tool-argument"},
		{"a state read by a write", map[string]string{"tools.yaml": "- {name: list_notes, effect: write}\n"}, "server-state"},
		{"a case that calls no tool of it", map[string]string{"tools.yaml": "- {name: list_notes, effect: read}\n", "cases/a.yaml": strings.ReplaceAll(string(notes(nil)["notes/cases/a.yaml"].Data), "add_note", "write_note")}, "tool-unknown"},
	} {
		s, err := Load(notes(test.files), "notes", 0)
		if err == nil {
			err = s.Adopt(offer())
		}
		var problems schemas.Problems
		if !errors.As(err, &problems) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
			continue
		}
		if p := problems[0]; p.Rule != test.want || p.File == "" || p.Line == 0 {
			t.Errorf("%s: %v, want %s with its place", test.name, p, test.want)
		}
	}
}

// TestTheServersWordingIsNoPartOfTheDigest: what a server says of its tools
// belongs to the candidate; where its trials begin, and what its tools mean, do not.
func TestTheServersWordingIsNoPartOfTheDigest(t *testing.T) {
	digest := func(files map[string]string) string {
		s, err := Load(notes(files), "notes", 0)
		if err != nil {
			t.Fatal(err)
		}
		before := s.Cases[0].Digest
		if err := s.Adopt(offer()); err != nil || s.Cases[0].Digest != before {
			t.Fatalf("Adopt: %v, digest %s, was %s", err, s.Cases[0].Digest, before)
		}
		return before
	}
	with := strings.Replace(string(notes(nil)["notes/suite.yaml"].Data), "command: [notes]", "command: [notes]\n  files: start", 1)
	plain := digest(nil)
	first := digest(map[string]string{"suite.yaml": with, "start/a.txt": "a"})
	second := digest(map[string]string{"suite.yaml": with, "start/a.txt": "b"})
	meant := digest(map[string]string{"tools.yaml": "- {name: add_note, key: [id]}\n- {name: list_notes, effect: read}\n"})
	if plain == first || first == second || plain == meant {
		t.Errorf("digests %s, %s, %s, %s: want them all apart", plain, first, second, meant)
	}
}

func FuzzRecording(f *testing.F) {
	f.Add([]byte(`{"tools": [{"name": "a", "description": "", "parameters": {}, "read_only": true}], "answers": [{"tool": "a", "args": {"n": 1}, "reply": {"status": 200, "body": {}}}]}`))
	f.Add([]byte(`{"tools": [], "answers": null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadRecording(data)
		if err != nil {
			return
		}
		text, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadRecording(text)
		if err != nil {
			t.Fatalf("read %s: %v", text, err)
		}
		twice, err := again.Encode()
		if err != nil || string(text) != string(twice) {
			t.Errorf("written once\n%s\ntwice\n%s", text, twice)
		}
	})
}
