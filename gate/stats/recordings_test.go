package stats_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/keptgate/keptgate/gate/stats"
)

const outcomesFile = "testdata/airline-outcomes.json"

// The recording itself is outside the repository. CI names it; a plain "go test" reads the outcomes in testdata.
var recordings = flag.String("recordings", outcomesFile, "recording of tau-bench's airline tasks, in JSON")

// outcome is how one recorded trial ended; a recording holds more, which does not matter here.
type outcome struct {
	Task   int     `json:"task_id"`
	Trial  int     `json:"trial"`
	Reward float64 `json:"reward"`
}

// A real model's trials give the pass^1 to pass^4 that were published for it, to three digits.
func TestRecordings(t *testing.T) {
	outcomes := readOutcomes(t, *recordings)
	anyOrder := cmpopts.SortSlices(func(a, b outcome) bool {
		return a.Task < b.Task || a.Task == b.Task && a.Trial < b.Trial
	})
	if diff := cmp.Diff(readOutcomes(t, outcomesFile), outcomes, anyOrder); diff != "" {
		t.Errorf("outcomes (-%s +%s):\n%s", outcomesFile, *recordings, diff)
	}
	cases := make([]stats.Count, 50)
	for _, o := range outcomes {
		if o.Task < 0 || o.Task >= len(cases) {
			t.Fatalf("task %d is none of %d", o.Task, len(cases))
		}
		cases[o.Task].Trials++
		if o.Reward == 1 {
			cases[o.Task].Pass++
		}
	}
	for i, want := range []string{"0.420", "0.273", "0.220", "0.200"} {
		k := i + 1
		est := estimate(t, cases, nil, k)
		if got := fmt.Sprintf("%.3f", est.Value); got != want || !est.Complete() {
			t.Errorf("pass^%d = %s, want %s: %+v", k, got, want, est)
		}
	}
}

func readOutcomes(t *testing.T, path string) []outcome {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var outcomes []outcome
	if err := json.Unmarshal(text, &outcomes); err != nil {
		t.Fatalf("read recording %s: %v", path, err)
	}
	return outcomes
}
