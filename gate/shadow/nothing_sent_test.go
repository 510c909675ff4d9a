package shadow

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestArchiveReachesNothing holds that what answers a candidate's calls is data: it has no
// function, no channel, and no value with methods through which anything could be done.
func TestArchiveReachesNothing(t *testing.T) {
	if held := reach(reflect.TypeFor[Archive](), "Archive", map[reflect.Type]bool{}); len(held) > 0 {
		t.Errorf("it reaches out by %v", held)
	}
	// The walk finds what it looks for.
	type other struct {
		list []struct{ call map[string]func() }
		out  interface{ Write([]byte) (int, error) }
		wire chan int
	}
	if held := reach(reflect.TypeFor[other](), "other", map[reflect.Type]bool{}); len(held) != 3 {
		t.Errorf("the walk found %v, want three", held)
	}
}

// reach names the parts of a type through which something could be done.
func reach(typ reflect.Type, name string, seen map[reflect.Type]bool) []string {
	if seen[typ] {
		return nil
	}
	seen[typ] = true
	switch typ.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Uintptr:
		return []string{name}
	case reflect.Interface:
		if typ.NumMethod() > 0 {
			return []string{name}
		}
		return nil // any: JSON
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return reach(typ.Elem(), name+"[]", seen)
	case reflect.Map:
		return append(reach(typ.Key(), name+" key", seen), reach(typ.Elem(), name+"{}", seen)...)
	case reflect.Struct:
		var out []string
		for i := range typ.NumField() {
			out = append(out, reach(typ.Field(i).Type, name+"."+typ.Field(i).Name, seen)...)
		}
		return out
	default:
		return nil
	}
}

// TestPackageImportsNoReach holds that the package itself has neither network nor files,
// programs, or tools of a world: gate/agent, which asks the candidate's model, is the one
// way out.
func TestPackageImportsNoReach(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range parsed.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			for _, reach := range []string{"net", "os", "syscall", "plugin", "unsafe", "github.com/keptgate/keptgate/gate/mcp", "github.com/keptgate/keptgate/gate/process", "github.com/keptgate/keptgate/gate/world"} {
				if path == reach || strings.HasPrefix(path, reach+"/") {
					t.Errorf("%s imports %s", file, path)
				}
			}
		}
	}
}
