package gate_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rooms says which packages of this module each package may import; * stands for all. Tests may import anything. A package whose name
// ends in "test" supports tests: it imports what it likes, and nothing but tests imports it.
var rooms = map[string]string{
	"schemas":         "",
	"schemas/tools":   "schemas",
	"schemas/lint":    "schemas schemas/tools",
	"schemas/diff":    "schemas schemas/tools",
	"gate/trace":      "",
	"gate/stats":      "",
	"gate/github":     "",
	"gate/evidence":   "",
	"gate/production": "schemas thresholds gate/stats",
	"thresholds":      "schemas",
	"suites":          "schemas gate/trace",
	"suites/bfcl":     "schemas schemas/tools",
	"suites/draft":    "suites/recorded",
	"suites/recorded": "gate/trace",
	"suites/personal": "gate/trace suites/recorded",
	"suites/incident": "gate/trace suites/recorded suites/personal suites/draft",
	"suites/tau2":     "schemas",
	"gate/process":    "",
	"gate/interfaces": "gate/trace",
	"gate/mcp":        "gate/trace gate/process",
	"gate/agent":      "gate/trace gate/process",
	"gate/caller":     "gate/trace suites",
	"gate/grade":      "gate/trace suites",
	"gate/world":      "gate/trace schemas suites gate/mcp gate/process",
	"gate/trial":      "gate/trace suites gate/mcp gate/world gate/agent gate/caller gate/interfaces",
	"gate":            "gate/trace schemas suites gate/mcp gate/world gate/agent gate/caller gate/stats gate/grade gate/trial thresholds",
	"gate/audit":      "gate/trace schemas suites gate/mcp gate/world gate/agent gate/caller gate/stats gate/grade gate/trial thresholds gate",
	"gate/shadow":     "gate/trace gate/agent gate/stats suites/recorded suites/draft schemas schemas/tools",
	"gate/fidelity":   "gate/trace schemas suites gate/process gate/mcp gate/world",
	"gate/report":     "gate/trace schemas suites gate/stats gate/grade gate/fidelity gate/shadow gate",
	"cmd/keptgate":    "*",
}

// reserved says which packages may use the parts of the standard library that reach outside. In uses, path/... stands for a package and
// those below it, path.Name for one name of a package. The rules hold for what ships; tests are free.
var reserved = []reservation{
	{
		uses: "net/http/...",
		only: "gate/agent gate/mcp gate/github cmd",
		why:  "few places reach the network",
	},
	{
		uses: "os/exec",
		only: "gate/process",
		why:  "one place starts programs, and leaves none behind",
	},
	{
		uses: "os.Exit os.Getenv os.LookupEnv os.Environ os.ExpandEnv log.Fatal log.Fatalf log.Fatalln",
		only: "cmd",
		why:  "environment and exit code belong to the program's edge",
	},
	{
		uses: "time.Now time.Since time.Until time.Sleep time.After time.AfterFunc time.Tick time.NewTicker time.NewTimer",
		not:  "gate/world gate/caller gate/grade gate/stats",
		why:  "the same seed gives the same trial: the clock is passed in",
	},
	{
		uses: "math/rand math/rand/v2 crypto/rand hash/maphash",
		but:  "math/rand/v2.New math/rand/v2.NewPCG math/rand/v2.NewChaCha8 math/rand/v2.Rand math/rand/v2.PCG math/rand/v2.ChaCha8 math/rand/v2.Source",
		not:  "gate/world gate/caller gate/grade gate/stats",
		why:  "the same seed gives the same trial: randomness is seeded and passed in",
	},
}

// TestLayers holds every Go file of the module, whatever its build tags, to the two tables. It reads the files itself: the test cache
// would not notice a change that only a child process, such as go list, has read.
func TestLayers(t *testing.T) {
	const root = ".."
	goMod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(goMod), "\n")
	module, ok := strings.CutPrefix(line, "module ")
	if !ok {
		t.Fatalf("read go.mod: its first line is %q, want the module's name", line)
	}

	sources := map[string]string{}
	err = filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != root && (name == "bin" || name == "testdata" || name[0] == '.' || name[0] == '_'):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(file) != ".go":
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		sources[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	if sources["gate/layers_test.go"] == "" {
		t.Fatal("the walk missed this very file")
	}
	got, err := breaches(module, rooms, reserved, sources)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string(nil), got); diff != "" {
		t.Errorf("layers broken (-want +got):\n%s", diff)
	}
}
