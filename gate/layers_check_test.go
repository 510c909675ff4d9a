package gate_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A reservation keeps parts of the standard library to some packages. All lists are separated by spaces.
type reservation struct {
	uses string // import paths, path/... patterns, and names as path.Name
	but  string // names that stay free although their package is in uses
	only string // the packages, with those below them, that may; empty: all but those in not
	not  string // the packages, with those below them, that may not
	why  string
}

// breaches returns a line for every place where sources, by file name relative to the module's root, break the tables.
func breaches(module string, rooms map[string]string, reserved []reservation, sources map[string]string) ([]string, error) {
	var found []string
	for _, file := range slices.Sorted(maps.Keys(sources)) {
		dir := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || supportsTests(dir) {
			continue
		}
		may, ok := rooms[dir]
		if !ok {
			found = append(found, fmt.Sprintf("%s: package %s has no row in the table of rooms", file, dir))
			continue
		}
		imports, err := parseImports(file, sources[file])
		if err != nil {
			return nil, err
		}
		for _, imp := range imports {
			for _, breach := range append(wrongRoom(module, may, imp), wrongUse(reserved, dir, imp)...) {
				found = append(found, fmt.Sprintf("%s:%d: %s", file, imp.line, breach))
			}
		}
	}
	return found, nil
}

// wrongRoom says what is wrong with an import of this module's own packages.
func wrongRoom(module, may string, imp usedImport) []string {
	own, ok := strings.CutPrefix(imp.path, module+"/")
	switch {
	case !ok:
		return nil
	case supportsTests(own):
		return []string{fmt.Sprintf("imports %s: only tests may", own)}
	case may != "*" && !slices.Contains(strings.Fields(may), own):
		return []string{fmt.Sprintf("imports %s: its room may import only [%s]", own, may)}
	}
	return nil
}

// wrongUse says what is wrong with an import of the standard library and the names used from it.
func wrongUse(reserved []reservation, dir string, imp usedImport) []string {
	var found []string
	for _, row := range reserved {
		if row.only != "" && within(dir, row.only) || row.only == "" && !within(dir, row.not) {
			continue
		}
		for _, use := range strings.Fields(row.uses) {
			below, pattern := strings.CutSuffix(use, "/...")
			switch {
			case pattern && (imp.path == below || strings.HasPrefix(imp.path, below+"/")):
				found = append(found, fmt.Sprintf("imports %s: %s", imp.path, row.why))
			case imp.path == use:
				for _, name := range imp.names {
					if !slices.Contains(strings.Fields(row.but), use+"."+name) {
						found = append(found, fmt.Sprintf("uses %s.%s: %s", imp.path, name, row.why))
					}
				}
			default:
				from, name := path.Split(use)
				pkg, name, _ := strings.Cut(name, ".")
				if imp.path == from+pkg && (slices.Contains(imp.names, name) || slices.Contains(imp.names, "*")) {
					found = append(found, fmt.Sprintf("uses %s: %s", use, row.why))
				}
			}
		}
	}
	return found
}

// within reports whether dir is one of rooms or lies below one.
func within(dir, rooms string) bool {
	return slices.ContainsFunc(strings.Fields(rooms), func(room string) bool {
		return dir == room || strings.HasPrefix(dir, room+"/")
	})
}

func supportsTests(dir string) bool {
	return strings.HasSuffix(path.Base(dir), "test")
}

// A usedImport is an import of one file with the names that the file takes from it: * where the whole package is taken in, with a dot,
// or only for its effects.
type usedImport struct {
	path  string
	line  int
	names []string
}

// parseImports reads one file. A variable that hides a package's name counts as the package.
func parseImports(file, source string) ([]usedImport, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("parse source: %w", err)
	}
	names := map[string]map[string]bool{}
	ast.Inspect(parsed, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if from, ok := selector.X.(*ast.Ident); ok {
				if names[from.Name] == nil {
					names[from.Name] = map[string]bool{}
				}
				names[from.Name][selector.Sel.Name] = true
			}
		}
		return true
	})
	var imports []usedImport
	for _, spec := range parsed.Imports {
		imp := usedImport{line: set.Position(spec.Pos()).Line}
		if imp.path, err = strconv.Unquote(spec.Path.Value); err != nil {
			return nil, fmt.Errorf("parse import of %s: %w", file, err)
		}
		local := path.Base(strings.TrimSuffix(imp.path, "/v2"))
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if local == "." || local == "_" {
			imp.names = []string{"*"}
		} else {
			imp.names = slices.Sorted(maps.Keys(names[local]))
		}
		imports = append(imports, imp)
	}
	return imports, nil
}

func TestBreaches(t *testing.T) {
	tests := []struct {
		name    string
		sources map[string]string
		want    []string
	}{
		{"all in order", map[string]string{
			"gate/agent/a.go":           `package agent; import ("net/http"; "m/gate/trace"); var _ = http.Get; var _ trace.Call`,
			"gate/process/p.go":         `package process; import "os/exec"; var _ = exec.Command`,
			"gate/world/w.go":           `package world; import ("math/rand/v2"; "time"; "m/suites"); var r *rand.Rand = rand.New(rand.NewPCG(1, 2)); var d = time.Second`,
			"gate/world/w_test.go":      `package world; import ("time"; "m/gate"; "m/gate/worldtest"); var _ = time.Now`,
			"gate/agent/agenttest/s.go": `package agenttest; import ("m/gate"; "os"); var _ = os.Getenv`,
			"cmd/keptgate/main.go":      `package main; import ("os"; "m/gate"; "m/gate/report"); func main() { os.Exit(1) }`,
			"suites/s.go":               `package suites; import ("os"; "golang.org/x/text/language"); var _ = os.ReadFile`,
		}, nil},
		{"a room above", map[string]string{"gate/trace/t.go": `package trace; import "m/suites"`}, []string{
			"gate/trace/t.go:1: imports suites: its room may import only []",
		}},
		{"a room beside", map[string]string{"suites/s.go": "package suites\n\nimport (\n\t\"m/schemas\"\n\t\"m/gate/world\"\n)"}, []string{
			"suites/s.go:5: imports gate/world: its room may import only [schemas gate/trace]",
		}},
		{"a package without a row", map[string]string{"gate/util/u.go": `package util`}, []string{
			"gate/util/u.go: package gate/util has no row in the table of rooms",
		}},
		{"support for tests that ships", map[string]string{"cmd/keptgate/main.go": `package main; import "m/gate/agent/agenttest"`}, []string{
			"cmd/keptgate/main.go:1: imports gate/agent/agenttest: only tests may",
		}},
		{"a build tag hides nothing", map[string]string{"schemas/s.go": "//go:build never\n\npackage schemas\n\nimport \"m/gate\""}, []string{
			"schemas/s.go:5: imports gate: its room may import only []",
		}},
		{"network", map[string]string{"gate/trial/t.go": `package trial; import web "net/http/httputil"; var _ = web.DumpRequest`}, []string{
			"gate/trial/t.go:1: imports net/http/httputil: few places reach the network",
		}},
		{"process", map[string]string{"cmd/keptgate/main.go": `package main; import "os/exec"; var _ = exec.Command`}, []string{
			"cmd/keptgate/main.go:1: uses os/exec.Command: one place starts programs, and leaves none behind",
		}},
		{"environment and exit", map[string]string{"gate/g.go": `package gate; import system "os"; var _ = system.Getenv; func f() { system.Exit(1) }`}, []string{
			"gate/g.go:1: uses os.Exit: environment and exit code belong to the program's edge",
			"gate/g.go:1: uses os.Getenv: environment and exit code belong to the program's edge",
		}},
		{"clock", map[string]string{"gate/grade/g.go": `package grade; import "time"; var now = time.Now`}, []string{
			"gate/grade/g.go:1: uses time.Now: the same seed gives the same trial: the clock is passed in",
		}},
		{"exit, taken in with a dot", map[string]string{"gate/g.go": `package gate; import . "log"; var _ = Println`}, []string{
			"gate/g.go:1: uses log.Fatal: environment and exit code belong to the program's edge",
			"gate/g.go:1: uses log.Fatalf: environment and exit code belong to the program's edge",
			"gate/g.go:1: uses log.Fatalln: environment and exit code belong to the program's edge",
		}},
		{"old randomness", map[string]string{"gate/caller/c.go": `package caller; import "math/rand"; var _ = rand.New`}, []string{
			"gate/caller/c.go:1: uses math/rand.New: the same seed gives the same trial: randomness is seeded and passed in",
		}},
		{"unseeded randomness", map[string]string{"gate/world/w.go": `package world; import "math/rand/v2"; var _ = rand.IntN(3)`}, []string{
			"gate/world/w.go:1: uses math/rand/v2.IntN: the same seed gives the same trial: randomness is seeded and passed in",
		}},
		{"randomness of the system", map[string]string{"gate/world/w.go": `package world; import "crypto/rand"; var _ = rand.Read`}, []string{
			"gate/world/w.go:1: uses crypto/rand.Read: the same seed gives the same trial: randomness is seeded and passed in",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := breaches("m", rooms, reserved, test.sources)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if _, err := breaches("m", rooms, reserved, map[string]string{"gate/g.go": "not Go"}); err == nil {
		t.Error("a file that does not parse: no error")
	}
}
