package gate

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/thresholds"
)

// bigSuite has a world of 12 tables and 20,000 rows, and one case whose
// reference makes eight calls, four of them writing.
func bigSuite(tb testing.TB) *suites.Suite {
	tb.Helper()
	var world strings.Builder
	for table := range 12 {
		fmt.Fprintf(&world, "CREATE TABLE t%d (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, amount INTEGER NOT NULL, note TEXT);\n", table)
		fmt.Fprintf(&world, "CREATE INDEX t%d_owner ON t%d (owner);\n", table, table)
		fmt.Fprintf(&world, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1667) INSERT INTO t%d SELECT i, 'o' || (i %% 50), 'name ' || i, i * 7, NULL FROM n;\n", table)
	}
	var tools, changes, moves strings.Builder
	for i := range 4 {
		fmt.Fprintf(&tools, `
- name: find_%d
  description: Find rows of an owner.
  parameters: {type: object, additionalProperties: false, required: [owner], properties: {owner: {type: string}}}
  effect: read
  list: SELECT id, name, amount FROM t%d WHERE owner = :owner ORDER BY id LIMIT 20
- name: update_%d
  description: Set an amount.
  parameters: {type: object, additionalProperties: false, required: [id, amount], properties: {id: {type: integer}, amount: {type: integer}}}
  effect: write
  steps:
    - check: SELECT 1 FROM t%d WHERE id = :id
      error: {code: not_found, status: 404, message: No such row.}
    - exec: UPDATE t%d SET amount = :amount WHERE id = :id
  result: SELECT id, amount FROM t%d WHERE id = :id
`, i, i, i, i, i, i)
		fmt.Fprintf(&changes, "      - {update: t%d, where: {id: 51}, set: {amount: 1}}\n", i)
		fmt.Fprintf(&moves, "    - call: {find_%d: {owner: o1}}\n    - call: {update_%d: {id: 51, amount: 1}}\n", i, i)
	}
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{
		"suite.yaml": "name: big\nversion: \"1\"\nbusiness: Many rows.\nnow: 2026-03-02T09:00:00Z\neffects:\n  amount_set: {update: t0, columns: [amount], description: An amount was set.}\n",
		"world.sql":  world.String(), "tools.yaml": tools.String(), "policy.md": "Set amounts.",
		"cases/a.yaml": "- name: b-1\n  category: multi-step\n  promise: Four amounts are set.\n  session: {user: u, account: a}\n  caller: {opening: \"Please set the amounts to 1.\"}\n  expect:\n    changes:\n" +
			changes.String() + "  reference:\n" + moves.String() + "    - say: All four are set.\n",
	} {
		fsys["big/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := suites.Load(fsys, "big", 0)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func bigPlan(tb testing.TB, trials int) *Plan {
	tb.Helper()
	policy := &thresholds.Policy{Plan: thresholds.Plan{K: 1, Steady: trials}, Weights: thresholds.Weights{PassK: 1}}
	p, err := NewPlan([]*suites.Suite{bigSuite(tb)}, policy, 7, Filter{Trial: -1})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// BenchmarkTrial is one trial of eight tool calls in a world of 20,000 rows,
// reset, caller and grading included. It reports CPU time beside wall time.
func BenchmarkTrial(b *testing.B) {
	p := bigPlan(b, 1)
	s, err := openStage(b.Context(), p, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.close()
	before := cpu(b)
	n := 0
	for b.Loop() {
		n++
		record, err := trial.Run(b.Context(), s.setup(p.Tasks[0], uint64(n), agent.Reference(), epoch))
		if err != nil {
			b.Fatal(err)
		}
		if v := grade.Grade(p.Tasks[0].Case, record); !v.Pass || len(record.Ledger) != 9 {
			b.Fatalf("the reference fails: %v, %d calls", v.Findings, len(record.Ledger))
		}
	}
	b.ReportMetric(float64((cpu(b)-before).Nanoseconds())/float64(n)/1e3, "cpu-µs/trial")
}

// cpu is the CPU time that the process has used.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkTenThousandTrials runs, logs and gathers 10,000 trials, and reports
// the most heap that was in use after any of them.
func BenchmarkTenThousandTrials(b *testing.B) {
	p := bigPlan(b, 10_000)
	for b.Loop() {
		var peak uint64
		seen := 0
		r := &Runner{Candidate: agent.Reference(), Dir: b.TempDir(), Parallel: 16, Version: "bench", Wall: epoch, Progress: func(pr Progress) {
			if pr.Done-seen < 500 {
				return
			}
			seen = pr.Done
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.Sys-m.HeapReleased)
		}}
		ended, err := r.Run(context.Background(), p)
		if err != nil || ended.Stopped != "" {
			b.Fatal(ended, err)
		}
		result, err := Gather(r.Dir, p, About{})
		if err != nil {
			b.Fatal(err)
		}
		if got := result.Cases[0].Passed; got != 10_000 {
			b.Fatalf("%d of 10,000 trials passed", got)
		}
		b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
	}
}
