package tau2_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/audit"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/tau2"
	"github.com/keptgate/keptgate/thresholds"
)

// The retail domain of τ²-bench is outside the repository. CI names its folder; a
// plain "go test" reads a sample of our own, which has the same form.
var retail = flag.String("tau2", "../../cmd/keptgate/testdata/tau2", "folder with tasks.json and db.json of the retail domain of τ²-bench")

// TestRetail imports the domain into the world of examples/worlds: every task is a
// case that loads, whatever is wrong with a gold action puts its task in doubt, and
// every reference passes its own case, but for those that change something back.
func TestRetail(t *testing.T) {
	tasks, err := tau2.Read(readFile(t, filepath.Join(*retail, "tasks.json")))
	if err != nil {
		t.Fatal(err)
	}
	w, err := tau2.ReadWorld("tau2-retail", shippedWorld(t))
	if err != nil {
		t.Fatal(err)
	}
	files, err := w.Files(readFile(t, filepath.Join(*retail, "db.json")))
	if err != nil {
		t.Fatal(err)
	}
	files["cases/stub.yaml"] = w.Stub()
	stub := load(t, files)
	delete(files, "cases/stub.yaml")

	var lists [][]trace.Call
	var played [][]tau2.Played
	actions := 0
	for i := range tasks {
		try, known := tasks[i].Try(func(tool string) bool { return stub.Tool(tool) != nil })
		var calls []trace.Call
		for _, a := range try {
			calls = append(calls, trace.Call{Tool: a.Tool, Arguments: a.JSON()})
		}
		lists, played = append(lists, calls), append(played, known)
		actions += len(tasks[i].Actions)
	}
	found, err := audit.Rehearse(t.Context(), stub, lists)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i := range tasks {
		try, _ := tasks[i].Try(func(tool string) bool { return stub.Tool(tool) != nil })
		for k, r := range found[i] {
			played[i][try[k].Number-1] = tau2.Played{Writes: r.Writes, Left: r.Idle, Empty: r.Empty, Wrong: r.Why}
			if r.Why != "" {
				wrong++
			}
		}
	}
	cases, notes := w.Cases(tasks, played)
	maps.Copy(files, cases)
	s := load(t, files)
	if len(s.Cases) != len(tasks) || len(notes) != len(tasks) {
		t.Fatalf("%d tasks became %d cases with %d notes", len(tasks), len(s.Cases), len(notes))
	}

	back, doubts, provisional := map[string]bool{}, 0, 0
	for i, n := range notes {
		c := s.Cases[i]
		if c.Provisional != n.Provisional || len(n.Doubts) > 0 && !n.Provisional {
			t.Errorf("case %s: provisional %v, its note says %v with doubts %q", c.Name, c.Provisional, n.Provisional, n.Doubts)
		}
		if n.Provisional {
			provisional++
		}
		for _, d := range n.Doubts {
			doubts++
			back[n.Case] = back[n.Case] || strings.Contains(d, "changed back")
			t.Logf("task %s: %s", n.Task, d)
		}
	}
	if doubts < wrong {
		t.Errorf("%d gold actions are wrong, and %d doubts told", wrong, doubts)
	}

	if err := gate.Golden(t.Context(), []*suites.Suite{s}); err != nil {
		t.Fatal(err)
	}
	plan, err := gate.NewPlan([]*suites.Suite{s}, &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: 1}}, 7, gate.Filter{Trial: -1})
	if err != nil {
		t.Fatal(err)
	}
	problems, err := gate.Prove(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	fails := map[string]bool{}
	for _, p := range problems {
		at := slices.IndexFunc(s.Cases, func(c *suites.Case) bool { return c.File == p.File && c.Line == p.Line })
		fails[s.Cases[at].Name] = true
		if !back[s.Cases[at].Name] {
			t.Error(p)
		}
	}
	t.Logf("%d cases, %d references pass, %d provisional; %d gold actions, %d wrong", len(s.Cases), len(s.Cases)-len(fails), provisional, actions, wrong)
}

// shippedWorld reads the world of the retail domain that comes with the
// repository.
func shippedWorld(t *testing.T) map[string]string {
	t.Helper()
	const dir = "../../examples/worlds/tau2-retail"
	files := map[string]string{}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		files[f.Name()] = string(readFile(t, filepath.Join(dir, f.Name())))
	}
	return files
}

func load(t *testing.T, files map[string]string) *suites.Suite {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, "s", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := suites.Load(os.DirFS(dir), "s", 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
