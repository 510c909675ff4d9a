package tools

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/keptgate/keptgate/schemas"
)

var update = flag.Bool("update", false, "write golden files anew")

// TestWrappings reads each file of testdata/wrappings.txtar and compares what was
// found with its comment, a line for each definition.
func TestWrappings(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "wrappings.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, file := range archive.Files {
		f, problems := Read(file.Name, file.Data)
		if f == nil {
			t.Fatal(schemas.Problems(problems))
		}
		for _, d := range f.Definitions {
			fmt.Fprintf(&got, "%s:%d:%d %s %q set %d", file.Name, d.NameAt.Line, d.NameAt.Column, d.Wrapping, d.Name, d.Set)
			if d.Parameters != nil {
				fmt.Fprintf(&got, ", parameters at %d:%d", d.Parameters.Line, d.Parameters.Column)
			}
			if d.Output != nil {
				fmt.Fprintf(&got, ", output at %d:%d", d.Output.Line, d.Output.Column)
			}
			if d.Strict {
				got.WriteString(", strict")
			}
			if d.FreeForm {
				got.WriteString(", free form")
			}
			got.WriteString("\n")
		}
		if f.Skipped > 0 {
			fmt.Fprintf(&got, "%s: %d skipped\n", file.Name, f.Skipped)
		}
	}
	if *update {
		archive.Comment = []byte(got.String())
		if err := os.WriteFile(filepath.Join("testdata", "wrappings.txtar"), txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Comment), got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRefused wants a problem at its place for what cannot be read.
func TestRefused(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)
	for _, test := range []struct{ name, file, text, want string }{
		{"empty", "a.json", " \n", "a.json:1:1: the file is empty [json-syntax]"},
		{"no JSON", "a.json", "[\n  {]", "a.json:2:4: this is not JSON: invalid character ']' [json-syntax]"},
		{"cut short", "a.json", `[{"a": `, "a.json:1:8: this is not JSON: the file ends in the middle of a value [json-syntax]"},
		{"cut in a list", "a.json", `[1`, "a.json:1:3: this is not JSON: the file ends in the middle of a value [json-syntax]"},
		{"cut in a text", "a.json", `"a`, "a.json:1:3: this is not JSON: the file ends in the middle of a value [json-syntax]"},
		{"a stray sign", "a.json", `{"a": 1}}`, "a.json:1:9: this is not JSON: invalid character '}' looking for beginning of value [json-syntax]"},
		{"deep", "a.json", deep, "a.json:1:1282: nested more than 256 deep [json-limit]"},
		{"deep lists", "a.json", strings.Repeat("[", 10_000), "a.json:1:258: nested more than 256 deep [json-limit]"},
		{"no UTF-8", "a.json", "[\n\"ä\xff\"]", "a.json:2:3: the byte 0xff is not UTF-8 (save the file as UTF-8 text) [json-syntax]"},
		{"50 MB", "a.json", strings.Repeat(" ", 50_000_000), "a.json:1:1: the file has 50000000 bytes, more than the 33554432 allowed (split the file) [json-limit]"},
		{"many values", "a.json", "[" + strings.Repeat("1,", maxValues) + "1]", "a.json:1:3000000: the file has more than 1500000 keys and values [json-limit]"},
		{"no tools", "a.json", `{"a": [1, "b"]}`, "a.json:1:1: no definition of a tool was found (give a list of tools as a provider or MCP takes it, or a JSON Schema) [tools-none]"},
		{"wrapped too often", "a.json", `{"tools": {"tools": {"tools": {"tools": {"tools": [{"name": "a", "parameters": {}}]}}}}}`, "a.json:1:1: no definition of a tool was found (give a list of tools as a provider or MCP takes it, or a JSON Schema) [tools-none]"},
		{"no YAML", "a.yml", "a: [", "a.yml:1:4: sequence end token ']' not found [yaml-syntax]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, problems := Read(test.file, []byte(test.text))
			if f != nil || len(problems) != 1 || problems[0].String() != test.want {
				t.Errorf("got %v\n%v, want\n%s", f != nil, schemas.Problems(problems), test.want)
			}
		})
	}
}

func TestKeysGivenTwice(t *testing.T) {
	const tool = `{"name": "a", "name": "b", "parameters": {}}`
	f, problems := Read("a.json", []byte("\ufeff"+tool))
	if f == nil {
		t.Fatal(schemas.Problems(problems))
	}
	if got, want := schemas.Problems(f.Problems).Error(), `a.json:1:15: the key "name" is given twice, and readers differ in which they take (keep one of the two) [json-duplicate-key]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := f.Definitions[0].Name; got != "b" {
		t.Errorf("the name is %q, want the last", got)
	}
	many, _ := Read("a.json", []byte("["+strings.TrimSuffix(strings.Repeat(tool+",", 2*maxTwice), ",")+"]"))
	if got := len(many.Problems); got != maxTwice {
		t.Errorf("%d keys are reported, want %d", got, maxTwice)
	}
}

func TestSame(t *testing.T) {
	values, _, _ := readJSON("a.json", []byte(`null true false 1 1.0 12345678901234567890 12345678901234567891 "1" [] [1] [2] {} {"a": 1} {"a": 2} {"b": 1} {"a": 1.0}`))
	same := map[string]bool{"3 4": true, "12 15": true}
	for i, a := range values {
		for j := i; j < len(values); j++ {
			if got := Same(a, values[j]); got != (i == j || same[fmt.Sprint(i, j)]) {
				t.Errorf("%s and %s: same is %v", a.Show(), values[j].Show(), got)
			}
			if got := Key(a) == Key(values[j]); got != Same(a, values[j]) && a.Kind != Object {
				t.Errorf("%s and %s: one key is %v", a.Show(), values[j].Show(), got)
			}
		}
	}
	if !Same(nil, nil) || Same(nil, values[0]) || Same(values[0], nil) {
		t.Error("what is not there equals only what is not there")
	}
}

func TestShowIsShort(t *testing.T) {
	values, _, _ := readJSON("a.json", []byte(`{"b": [1, null, true], "a": "x"} ["`+strings.Repeat("ä", 40)+`"] "`+strings.Repeat("ä", 40)+`" [`+strings.Repeat("1,", 1000)+`1]`))
	var got []string
	for _, v := range values {
		got = append(got, v.Show())
	}
	want := []string{`{"a":"x","b":[1,null,true]}`, "a given array", `"` + strings.Repeat("ä", 30) + `…"`, "a given array"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// FuzzRead wants an error or definitions whose places lie in the file.
func FuzzRead(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("testdata", "wrappings.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range txtar.Parse(data).Files {
		f.Add(file.Name, file.Data)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		file, problems := Read(name, data)
		if (file == nil) != (len(problems) > 0) {
			t.Fatalf("a file: %v; problems: %v", file != nil, problems)
		}
		if file == nil {
			return
		}
		lines := strings.Count(string(data), "\n") + 1
		for _, d := range file.Definitions {
			if d.NameAt.Line < 1 || d.NameAt.Line > lines || d.NameAt.Column < 1 {
				t.Errorf("%q is at %d:%d of %d lines", d.Name, d.NameAt.Line, d.NameAt.Column, lines)
			}
			if file.JSON && (d.Body.Begin >= d.Body.End || d.Body.End > len(data) || data[d.Body.Begin] != '{') {
				t.Errorf("%q lies from %d to %d", d.Name, d.Body.Begin, d.Body.End)
			}
		}
	})
}
