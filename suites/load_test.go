package suites

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/keptgate/keptgate/schemas"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestLoadErrors loads each testdata/errors/*.txtar, a whole small suite with
// something wrong laid over it, and compares what the loader says with the file
// "want" in the archive.
func TestLoadErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			fsys := sound(t)
			want := ""
			for _, f := range archive.Files {
				switch {
				case f.Name == "want":
					want = string(f.Data)
				case string(f.Data) == "absent\n":
					delete(fsys, "desk/"+f.Name)
				default:
					fsys["desk/"+f.Name] = &fstest.MapFile{Data: f.Data}
				}
			}
			_, err = Load(fsys, "desk", 0)
			var problems schemas.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("Load: %v, want problems", err)
			}
			got := problems.Error() + "\n"
			if *update {
				rewrite(t, file, archive, got)
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func rewrite(t *testing.T, file string, archive *txtar.Archive, got string) {
	t.Helper()
	for i := range archive.Files {
		if archive.Files[i].Name == "want" {
			archive.Files[i].Data = []byte(got)
		}
	}
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sound is a small suite without faults.
func sound(t *testing.T) fstest.MapFS {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/desk.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	for _, f := range archive.Files {
		fsys["desk/"+f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return fsys
}

func TestSeedChoosesVariables(t *testing.T) {
	fsys := sound(t)
	published, err := Load(fsys, "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := published.Vars["days"]; got != int64(7) {
		t.Errorf("published days = %v, want the first value, 7", got)
	}
	if want := "Lend for at most 7 days; $5 each, $days stays when written twice."; published.Policy != want {
		t.Errorf("policy = %q, want %q", published.Policy, want)
	}
	seen := map[any]bool{}
	for seed := range uint64(50) {
		s, err := Load(fsys, "desk", seed+1)
		if err != nil {
			t.Fatal(err)
		}
		seen[s.Vars["days"]] = true
		again, err := Load(fsys, "desk", seed+1)
		if err != nil {
			t.Fatal(err)
		}
		if s.Digest != again.Digest {
			t.Fatalf("seed %d: two loads differ", seed+1)
		}
	}
	if len(seen) != 3 {
		t.Errorf("50 seeds chose %v, want all three values", seen)
	}
}

func TestDigests(t *testing.T) {
	load := func(change func(fstest.MapFS)) *Suite {
		fsys := sound(t)
		change(fsys)
		s, err := Load(fsys, "desk", 0)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	replace := func(file, old, new string) func(fstest.MapFS) {
		return func(fsys fstest.MapFS) {
			text := string(fsys["desk/"+file].Data)
			if !strings.Contains(text, old) {
				t.Fatalf("%s does not hold %q", file, old)
			}
			fsys["desk/"+file] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, new, 1))}
		}
	}
	before := load(func(fstest.MapFS) {})
	for _, test := range []struct {
		name          string
		change        func(fstest.MapFS)
		first, second bool // whether the case's digest changes
	}{
		{"a row of the world", replace("world.sql", "'Saw'", "'Big saw'"), true, true},
		{"what a tool does", replace("tools.yaml", "ORDER BY id", "ORDER BY name"), true, true},
		{"a tool's description", replace("tools.yaml", "Find tools by name.", "Look for tools."), false, false},
		{"the policy's wording", replace("policy.md", "at most", "no more than"), false, false},
		{"what one caller says", replace("cases/a.yaml", "Is the saw in?", "Do you have the saw?"), true, false},
		{"a reference", replace("cases/a.yaml", "Yes, the saw is in.", "It is here."), false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			after := load(test.change)
			for i, want := range []bool{test.first, test.second} {
				if got := before.Cases[i].Digest != after.Cases[i].Digest; got != want {
					t.Errorf("digest of %s changed: %v, want %v", after.Cases[i].Name, got, want)
				}
			}
		})
	}
}

func FuzzLoad(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/desk.txtar")
	if err != nil {
		f.Fatal(err)
	}
	files := map[string][]byte{}
	for _, file := range archive.Files {
		files[file.Name] = file.Data
	}
	names := []string{"suite.yaml", "tools.yaml", "cases/a.yaml", "policy.md", "world.sql"}
	for i, name := range names {
		f.Add(i, files[name])
	}
	f.Add(2, []byte("- &a [*a]\n"))
	f.Add(2, []byte("- {name: \"x\\u0000\", category: {}}\n"))
	f.Fuzz(func(t *testing.T, which int, data []byte) {
		fsys := fstest.MapFS{}
		for name, content := range files {
			fsys["desk/"+name] = &fstest.MapFile{Data: content}
		}
		fsys["desk/"+names[uint(which)%uint(len(names))]] = &fstest.MapFile{Data: data}
		s, err := Load(fsys, "desk", 0)
		var problems schemas.Problems
		switch {
		case err == nil && (s == nil || len(s.Cases) == 0):
			t.Error("Load gave no suite and no error")
		case err != nil && !errors.As(err, &problems):
			t.Errorf("Load: %v, which says no place", err)
		}
		for _, p := range problems {
			if p.File == "" || p.Message == "" {
				t.Errorf("problem without file or message: %+v", p)
			}
		}
	})
}
