package schemas

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The official test suite is outside the repository. CI names its folder; a
// plain "go test" runs the sample in testdata, which has the same layout.
var suiteDir = flag.String("suite", "testdata/conformance", "folder of a JSON Schema test suite")

var update = flag.Bool("update", false, "write golden files anew")

var dialects = map[string]Dialect{
	"draft4": Draft4, "draft6": Draft6, "draft7": Draft7, "draft2019-09": Draft2019, "draft2020-12": Draft2020,
}

type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// TestConformance holds Compile and Validate against a test suite: the required
// tests of every dialect, and the optional ones but for formats, which are
// annotations here. The failures are exactly those of known-failures.txt, so
// that both a new failure and an unexpected success are seen.
func TestConformance(t *testing.T) {
	remotes := readRemotes(t, filepath.Join(*suiteDir, "remotes"))
	var failures []string
	for _, name := range slices.Sorted(maps.Keys(dialects)) {
		required, failed := runDialect(t, name, "*.json", remotes)
		optional, failedOptional := runDialect(t, name, "optional/*.json", remotes)
		t.Logf("%s: %d of %d required tests pass, %d of %d optional ones",
			name, required-len(failed), required, optional-len(failedOptional), optional)
		if required == 0 {
			t.Errorf("%s: no tests in %s", name, *suiteDir)
		}
		failures = append(append(failures, failed...), failedOptional...)
	}
	slices.Sort(failures)
	if *update {
		writeKnownFailures(t, failures)
	}
	if diff := cmp.Diff(knownFailures(t), failures); diff != "" {
		t.Errorf("failures (-known +now):\n%s", diff)
	}
}

const knownHeader = `# Tests of the official JSON Schema Test Suite that fail here, one a line. No required test is among them.
# The optional ones want regular expressions of ECMAScript in all details, the content of strings to be checked,
# a metaschema that asserts format=false, and 1.0 to be no integer in draft 4.
`

func writeKnownFailures(t *testing.T, failures []string) {
	text := knownHeader + strings.Join(failures, "\n") + "\n"
	if err := os.WriteFile("testdata/known-failures.txt", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// knownFailures reads the list that belongs to the suite in use.
func knownFailures(t *testing.T) []string {
	if *suiteDir == "testdata/conformance" {
		return nil
	}
	text, err := os.ReadFile("testdata/known-failures.txt")
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			known = append(known, line)
		}
	}
	return known
}

func readRemotes(t *testing.T, dir string) map[string]any {
	remotes := map[string]any{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		remotes["http://localhost:1234/"+name] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return remotes
}

func runDialect(t *testing.T, name, pattern string, remotes map[string]any) (total int, failures []string) {
	files, err := filepath.Glob(filepath.Join(*suiteDir, name, pattern))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []suiteGroup
		if err := json.Unmarshal(text, &groups); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		short := path.Join(name, strings.TrimSuffix(path.Base(file), ".json"))
		for _, g := range groups {
			s, problems := Compile([]byte(g.Schema), WithDialect(dialects[name]), WithResources(remotes))
			for _, test := range g.Tests {
				total++
				if len(problems) > 0 || (len(s.Validate(decodeJSON(t, test.Data))) == 0) != test.Valid {
					failures = append(failures, fmt.Sprintf("%s: %s: %s", short, g.Description, test.Description))
				}
			}
		}
	}
	return total, failures
}

func decodeJSON(t testing.TB, text []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
