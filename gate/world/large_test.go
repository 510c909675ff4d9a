package world

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// large is a suite of the size that the speed is promised for: 12 tables, each of
// eight columns, and 20,000 rows.
func large(t testing.TB) *suites.Suite {
	t.Helper()
	const tables, rows = 12, 20_000
	var sql strings.Builder
	for i := range tables {
		fmt.Fprintf(&sql, `CREATE TABLE t%[1]d (id TEXT PRIMARY KEY NOT NULL, account TEXT NOT NULL, name TEXT NOT NULL,
			state TEXT NOT NULL, note TEXT, amount REAL, n INTEGER, updated_at TEXT NOT NULL);
			CREATE INDEX t%[1]d_account ON t%[1]d (account, name);
			WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < %[2]d)
			INSERT INTO t%[1]d SELECT printf('r%%05d', n), 'a' || (n %% 20), 'Name ' || (n * 7919 %% 10007), 'open',
				'a note of some length, as people write them', n * 1.25, n, '2026-01-01T00:00:00Z' FROM i;
			`, i, rows/tables)
	}
	sql.WriteString("CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL, at TEXT NOT NULL);\n")
	s := &suites.Suite{Name: "large", Now: start(), World: sql.String(), WorldFile: "large/world.sql"}
	record := schema(t, []string{"id"}, object{"id": text(), "state": text()})
	found := suites.Step{Check: "SELECT 1 FROM t1 WHERE id = :id AND account = @account", Error: suites.ToolError{Code: "not_found", Status: 404, Message: "No such record."}}
	s.Tools = []*suites.Tool{
		{
			Name: "search", Kind: trace.Read, Key: []string{"query"}, Parameters: schema(t, []string{"query"}, object{"query": text()}),
			List: "SELECT id, name, state FROM t0 WHERE account = @account AND name LIKE :query || '%' ORDER BY name LIMIT 10",
		},
		{
			Name: "get", Kind: trace.Read, Key: []string{"id"}, Parameters: json.RawMessage(record),
			Result: "SELECT * FROM t1 WHERE id = :id AND account = @account",
		},
		{
			Name: "set_state", Kind: trace.Write, Key: []string{"id"}, Parameters: json.RawMessage(record),
			Steps: []suites.Step{
				found,
				{Exec: "UPDATE t1 SET state = :state, updated_at = @now WHERE id = :id"},
				{Exec: "INSERT INTO log (record, at) VALUES (:id, @now)"},
			},
			Result: "SELECT id, state FROM t1 WHERE id = :id",
		},
	}
	s.Cases = []*suites.Case{{Suite: s, Name: "c", Now: start(), Session: map[string]any{"account": "a1"}}}
	return s
}

// eight are the calls of one trial, four of which write.
func eight() []trace.Call {
	return []trace.Call{
		{ID: "1", Tool: "search", Arguments: `{"query":"Name 5"}`},
		{ID: "2", Tool: "get", Arguments: `{"id":"r00021"}`},
		{ID: "3", Tool: "set_state", Arguments: `{"id":"r00021","state":"held"}`},
		{ID: "4", Tool: "set_state", Arguments: `{"id":"r00041","state":"held"}`},
		{ID: "5", Tool: "get", Arguments: `{"id":"r00041"}`},
		{ID: "6", Tool: "set_state", Arguments: `{"id":"r00061","state":"held"}`},
		{ID: "7", Tool: "set_state", Arguments: `{"id":"r00081","state":"held"}`},
		{ID: "8", Tool: "search", Arguments: `{"query":"Name 7"}`},
	}
}

// play runs a whole trial of the large suite, one message for each call.
func play(t testing.TB, w *World) {
	trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range eight() {
		replies, err := trial.Do(context.Background(), []trace.Call{call})
		if err != nil || !replies[0].OK() {
			t.Fatalf("%s: %v %s", call.Tool, err, replies[0].Text())
		}
	}
	if got := len(trial.Ledger().Net()); got != 8 {
		t.Fatalf("%d rows changed, want 8", got)
	}
	if err := trial.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestTrialInALargeWorld(t *testing.T) {
	w := opened(t, large(t))
	want := image(t, w.anchor)
	for range 3 {
		play(t, w)
	}
	if image(t, w.anchor) != want {
		t.Error("the trials left something")
	}
}
