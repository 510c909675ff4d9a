package shadow

import (
	"bytes"
	"encoding/json"
	"go/parser"
	"go/token"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/agent"
)

// TestArchiveReachesNothing holds that what answers a candidate's calls is data: it has no
// function, no channel, and no value with methods through which anything could be done.
func TestArchiveReachesNothing(t *testing.T) {
	if held := reach(reflect.TypeFor[Archive](), "Archive", map[reflect.Type]bool{}); len(held) > 0 {
		t.Errorf("it reaches out by %v", held)
	}
	// The walk finds what it looks for.
	type other struct {
		List []struct{ Call map[string]func() }
		Out  interface{ Write([]byte) (int, error) }
		Wire chan int
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

// wire is the network as a test has it: it notes where requests go, and answers as a
// model does that wants to write somewhere.
type wire struct {
	mu    sync.Mutex
	hosts map[string]int
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hosts[r.URL.Host]++
	message := map[string]any{"role": "assistant", "content": "Done."}
	if w.hosts[r.URL.Host]%3 != 0 {
		message = map[string]any{"role": "assistant", "tool_calls": []any{
			map[string]any{"id": "1", "type": "function", "function": map[string]any{"name": "extend_loan", "arguments": `{"loan_id":"L1","days":99,"callback":"https://elsewhere.example/"}`}},
			map[string]any{"id": "2", "type": "function", "function": map[string]any{"name": "post", "arguments": `{"url":"https://elsewhere.example/"}`}},
		}}
	}
	text, err := json.Marshal(map[string]any{"object": "chat.completion", "choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": "stop"}}})
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(text)), Request: r}, err
}

// TestOnlyTheModelIsAsked holds that all of a replay's requests go to the candidate's
// model, also where the candidate writes, and names other addresses.
func TestOnlyTheModelIsAsked(t *testing.T) {
	w := &wire{hosts: map[string]int{}}
	c, err := agent.Parse("openai:small", agent.Options{Transport: w, LookupEnv: func(name string) (string, bool) {
		v, ok := map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://model.example/v1"}[name]
		return v, ok
	}})
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, c, entries(t, "testdata/library.json"))
	if r.Count.Played != 3 || r.Noted == 0 || len(r.Void) > 0 {
		t.Errorf("%+v, %d noted, void %v: the replay proves nothing", r.Count, r.Noted, r.Void)
	}
	if diff := cmp.Diff(map[string]int{"model.example": r.Usage.Requests}, w.hosts); diff != "" {
		t.Errorf("requests by host (-want +got):\n%s", diff)
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
