package bfcl

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/keptgate/keptgate/suites"
)

var update = flag.Bool("update", false, "write the suites found into the golden files")

// TestRead reads the questions and answers of testdata/*.txtar and holds the files
// of the suite, the notes and what is wrong with the answers against the rest of
// the archive.
func TestRead(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			in := map[string][]byte{}
			var out []txtar.File
			for _, f := range a.Files {
				if strings.HasSuffix(f.Name, ".json") {
					in[f.Name] = f.Data
					out = append(out, f)
				}
			}
			d, err := Read(in["questions.json"], in["answers.json"])
			if err != nil {
				out = append(out, txtar.File{Name: "error", Data: []byte(err.Error() + "\n")})
			} else {
				out = append(out, written(t, d)...)
			}
			got := string(txtar.Format(&txtar.Archive{Comment: a.Comment, Files: out}))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(txtar.Format(a)), got); diff != "" {
				t.Errorf("suite (-want +got):\n%s", diff)
			}
		})
	}
}

// written is the suite, which must load, with what is said of it.
func written(t *testing.T, d *Draft) []txtar.File {
	t.Helper()
	var out []txtar.File
	if len(d.Notes) > 0 {
		out = append(out, txtar.File{Name: "notes", Data: []byte(strings.Join(d.Notes, "\n") + "\n")})
	}
	files := d.Files("sample")
	s := load(t, files)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name != "suite.yaml" {
			out = append(out, txtar.File{Name: name, Data: []byte(files[name])})
		}
	}
	var problems strings.Builder
	for _, p := range s.CheckAnswers() {
		fmt.Fprintln(&problems, p)
	}
	return append(out, txtar.File{Name: "problems", Data: []byte(problems.String())})
}

func load(tb testing.TB, files map[string]string) *suites.Suite {
	tb.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys["sample/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := suites.Load(fsys, "sample", 0)
	if err != nil {
		tb.Fatalf("load the suite: %v", err)
	}
	return s
}

// FuzzRead: whatever the files hold, the suite made of them loads, with every case
// that is said to be in it.
func FuzzRead(f *testing.F) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range archives {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		in := map[string]string{}
		for _, one := range a.Files {
			in[one.Name] = string(one.Data)
		}
		f.Add(in["questions.json"], in["answers.json"])
	}
	f.Fuzz(func(t *testing.T, questions, answers string) {
		d, err := Read([]byte(questions), []byte(answers))
		if err != nil {
			return
		}
		s := load(t, d.Files("sample"))
		if len(s.Cases) != len(d.Cases) {
			t.Errorf("%d cases were written and %d loaded", len(d.Cases), len(s.Cases))
		}
		s.CheckAnswers()
	})
}

// The categories are outside the repository. CI names their folder; a plain test
// run reads the few entries of our own.
var categories = flag.String("bfcl", "", "folder of categories of the leaderboard")

// TestCategories takes whole categories over: every entry becomes a case.
func TestCategories(t *testing.T) {
	want := map[string]int{"irrelevance": 240, "live_simple": 258, "parallel": 200, "simple_python": 400}
	dir := *categories
	if dir == "" {
		dir, want = "testdata/categories", map[string]int{"irrelevance": 1, "simple_python": 2}
	}
	for name, n := range want {
		questions, err := os.ReadFile(filepath.Join(dir, "BFCL_v4_"+name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		answers, err := os.ReadFile(filepath.Join(dir, "possible_answer", "BFCL_v4_"+name+".json"))
		if err != nil && name != "irrelevance" {
			t.Fatal(err)
		}
		d, err := Read(questions, answers)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Notes) > 0 || len(d.Cases) != n {
			t.Errorf("%s: %d cases, want %d; notes %q", name, len(d.Cases), n, d.Notes)
		}
		rules := map[string]int{}
		for _, p := range load(t, d.Files("sample")).CheckAnswers() {
			rules[string(p.Severity)+" "+p.Rule]++
		}
		t.Logf("%s: %v", name, rules)
	}
}
