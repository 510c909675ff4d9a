package draft

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestDrafts drafts a suite of each testdata/*.txtar's input.json, compares its
// files with those of the archive, and loads it.
func TestDrafts(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d, err := From(archive.Files[0].Data)
			if err != nil {
				t.Fatal(err)
			}
			files, err := d.Files("mine")
			if err != nil {
				t.Fatal(err)
			}
			fsys := fstest.MapFS{}
			for name, text := range files {
				fsys["mine/"+name] = &fstest.MapFile{Data: []byte(text)}
			}
			if _, err := suites.Load(fsys, "mine", 0); err != nil {
				t.Fatalf("the draft does not load:\n%v\n%s", err, files["cases/draft.yaml"])
			}
			got := map[string]string{"notes": strings.Join(d.Notes, "\n") + "\n"}
			for _, name := range []string{"tools.yaml", "world.sql", "cases/draft.yaml"} {
				got[name] = files[name]
			}
			if *update {
				archive.Files = archive.Files[:1]
				for _, name := range []string{"tools.yaml", "world.sql", "cases/draft.yaml", "notes"} {
					archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got[name])})
				}
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := map[string]string{}
			for _, f := range archive.Files[1:] {
				want[f.Name] = string(f.Data)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEveryWrappingIsFound(t *testing.T) {
	const parameters = `{"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}`
	for name, text := range map[string]string{
		"openai chat":      `[{"type": "function", "function": {"name": "get_order", "parameters": ` + parameters + `}}]`,
		"openai responses": `{"tools": [{"type": "function", "name": "get_order", "parameters": ` + parameters + `}]}`,
		"anthropic":        `[{"name": "get_order", "input_schema": ` + parameters + `}]`,
		"gemini":           `{"tools": [{"functionDeclarations": [{"name": "get_order", "parameters": ` + parameters + `}]}]}`,
		"mcp":              `{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_order", "inputSchema": ` + parameters + `}]}}`,
	} {
		d, err := From([]byte(text))
		if err != nil || len(d.tools) != 1 || d.tools[0].name != "get_order" || d.tools[0].writes || d.tools[0].args["id"] != "I1001" {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
	for text, want := range map[string]string{
		`{`:                                   "want JSON",
		`{"tools": []}`:                       "no list of tools",
		`[{"name": "a b"}]`:                   "no name of a tool",
		`[{"name": "a"}, {"name": "a"}]`:      "defined twice",
		`[{"role": "user", "content": "hi"}]`: "a call of a tool",
		`[3]`:                                 "want an object or a list",
	} {
		if _, err := From([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestReadsAreGuessedByName(t *testing.T) {
	for name, want := range map[string]bool{
		"get_order": true, "searchFlights": true, "list-items": true, "is_open": true,
		"update_order": false, "issue_refund": false, "getaway_book": false, "island": false,
	} {
		if got := Reads(name); got != want {
			t.Errorf("%s reads: %v, want %v", name, got, want)
		}
	}
}

// FuzzFrom wants of every text an error or a draft whose files are YAML, and of
// whose words none is a variable of the suite.
func FuzzFrom(f *testing.F) {
	for _, file := range []string{"testdata/tools.txtar", "testdata/conversation.txtar"} {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := From(data)
		if err != nil {
			return
		}
		files, err := d.Files("mine")
		if err != nil {
			return
		}
		for _, name := range []string{"suite.yaml", "tools.yaml", "cases/draft.yaml"} {
			if _, problems := schemas.ParseYAML(name, []byte(files[name])); len(problems) > 0 {
				t.Errorf("%v\n%s", problems, files[name])
			}
		}
	})
}
