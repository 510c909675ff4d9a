package diff

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
	"github.com/keptgate/keptgate/schemas/tools"
)

var update = flag.Bool("update", false, "write golden files anew")

// TestRules compares old.json with new.json of each testdata/RULE/*.txtar. Its file
// want lists the changes, one of which must be of the rule. Neither file differs
// from itself. Every rule has at least one archive.
func TestRules(t *testing.T) {
	for _, rule := range Rules() {
		archives, err := filepath.Glob(filepath.Join("testdata", rule.Name, "*.txtar"))
		if err != nil || len(archives) == 0 {
			t.Errorf("no pair of files in testdata/%s: %v", rule.Name, err)
		}
		for _, file := range archives {
			t.Run(rule.Name+"/"+filepath.Base(file), func(t *testing.T) {
				archive, err := txtar.ParseFile(file)
				if err != nil || len(archive.Files) < 2 {
					t.Fatalf("read %s: %d files, %v", file, len(archive.Files), err)
				}
				old, now := read(t, archive.Files[0]), read(t, archive.Files[1])
				for _, f := range []*tools.File{old, now} {
					if o := Files(f, f); len(o.Changes) > 0 {
						t.Errorf("%s differs from itself: %v", f.Name, o.Changes)
					}
				}
				o := Files(old, now)
				var got strings.Builder
				has := false
				for _, c := range o.Changes {
					fmt.Fprintln(&got, c)
					has = has || c.Rule == rule.Name
				}
				if !has {
					t.Errorf("found nothing of %s:\n%s", rule.Name, got.String())
				}
				want := txtar.File{Name: "want", Data: []byte(got.String())}
				if *update {
					archive.Files = append(archive.Files[:2], want)
					if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				if diff := cmp.Diff(archive.Files[2:], []txtar.File{want}); diff != "" {
					t.Errorf("%s (-want +got):\n%s", file, diff)
				}
			})
		}
	}
}

func read(t *testing.T, file txtar.File) *tools.File {
	t.Helper()
	f, problems := tools.Read(file.Name, file.Data)
	if f == nil {
		t.Fatal(schemas.Problems(problems))
	}
	return f
}

// def is a definition around a schema.
func def(name, schema string) txtar.File {
	return txtar.File{Name: "a.json", Data: []byte(fmt.Sprintf(`{"name": %q, "parameters": %s, "outputSchema": %[2]s}`, name, schema))}
}

func repeated(n int, item func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(item(i))
	}
	return b.String()
}

// TestHostile wants an end, and a breaking change where what is compared is too large.
func TestHostile(t *testing.T) {
	properties := func(n int, prefix, schema string) string {
		return `{"type": "object", "properties": {` + repeated(n, func(i int) string { return fmt.Sprintf(`"%s%d": %s`, prefix, i, schema) }) + `}}`
	}
	web := func(kind string) string {
		return `{"type": "object", "$defs": {` + repeated(40, func(i int) string {
			return fmt.Sprintf(`"d%d": {"type": "object", "properties": {%s}}`, i, repeated(40, func(j int) string { return fmt.Sprintf(`"p%d": {"$ref": "#/$defs/d%d"}`, j, j) }))
		}) + `}, "properties": {"p": {"$ref": "#/$defs/d0"}, "q": {"type": "` + kind + `"}}}`
	}
	enum := func(prefix string) string {
		return `{"type": "object", "properties": {"p": {"enum": [` + repeated(9_000, func(i int) string { return fmt.Sprintf(`"%s%d"`, prefix, i) }) + `]}}}`
	}
	for _, test := range []struct {
		name, old, new string
		more           bool
	}{
		{"wide", properties(20_000, "p", `{}`), properties(20_000, "q", `{}`), false},
		{"many renames", properties(1_000, "abc", `{}`), properties(1_000, "abd", `{}`), true},
		{"all refer to all", web("string"), web("integer"), false},
		{"listed values", enum("a"), enum("b"), true},
		{"a name without end", properties(1, strings.Repeat("ä", 1<<20), `{}`), properties(1, "q", `{"type": "string"}`), false},
		{"circles", `{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}`, `{"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := Files(read(t, def("a", test.old)), read(t, def("a", test.new)))
			if o.Count(Breaking) == 0 || (o.More > 0) != test.more || len(o.Changes) > maxChanges {
				t.Errorf("%d breaking changes of %d, %d more", o.Count(Breaking), len(o.Changes), o.More)
			}
			for _, c := range o.Changes {
				if most := 600; len(c.String()) > most {
					t.Fatalf("a change has %d bytes, want at most %d", len(c.String()), most)
				}
			}
		})
	}
}

// FuzzFiles wants an end and places that exist of any two files, and nothing of a
// file and itself.
func FuzzFiles(f *testing.F) {
	archives, err := filepath.Glob(filepath.Join("testdata", "*", "*.txtar"))
	if err != nil || len(archives) == 0 {
		f.Fatal(err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[0].Data, archive.Files[1].Data)
	}
	f.Fuzz(func(t *testing.T, from, to []byte) {
		old, _ := tools.Read("old.json", from)
		now, _ := tools.Read("new.json", to)
		if old == nil || now == nil {
			return
		}
		for _, c := range Files(old, now).Changes {
			if c.Line < 1 || c.Column < 1 || c.Why == "" || c.File == "" {
				t.Errorf("%+v", c)
			}
		}
		if o := Files(old, old); len(o.Changes) > 0 {
			t.Errorf("it differs from itself: %v", o.Changes)
		}
	})
}
