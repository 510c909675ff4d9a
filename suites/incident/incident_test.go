package incident

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/recorded"
)

var update = flag.Bool("update", false, "rewrite golden files")

func read(t testing.TB, data []byte) []recorded.Conversation {
	t.Helper()
	list, err := recorded.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func load(t testing.TB, files map[string]string) *suites.Suite {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys["made/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := suites.Load(fsys, "made", 0)
	if err != nil {
		t.Fatalf("the drafts do not load:\n%v\n%s", err, files["tools.yaml"])
	}
	return s
}

// TestDrafts makes a suite of each testdata/*.json, compares its files with those of
// the archive beside it, and loads it.
func TestDrafts(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.json")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, file := range inputs {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Make(read(t, data), Options{Name: "made", Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			load(t, s.Files)
			golden := &txtar.Archive{}
			s.Files["notes"] = strings.Join(s.Notes, "\n") + "\n"
			for _, name := range slices.Sorted(maps.Keys(s.Files)) {
				golden.Files = append(golden.Files, txtar.File{Name: name, Data: []byte(s.Files[name])})
			}
			got := string(txtar.Format(golden))
			name := strings.TrimSuffix(file, ".json") + ".txtar"
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}
