package world

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// problems opens the suite and returns what is wrong with it, a line each:
// "file:line rule: message".
func problems(t *testing.T, s *suites.Suite) []string {
	t.Helper()
	w, err := Open(context.Background(), s)
	if err == nil {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return nil
	}
	var list schemas.Problems
	if !errors.As(err, &list) {
		t.Fatalf("Open: %v", err)
	}
	var out []string
	for _, p := range list {
		if p.Fix == "" || p.Severity != schemas.Error {
			t.Errorf("%s does not say what to do", p)
		}
		out = append(out, fmt.Sprintf("%s:%d %s: %s", p.File, p.Line, p.Rule, p.Message))
	}
	return out
}

func TestWorldIsRefused(t *testing.T) {
	for _, c := range []struct{ name, sql, want string }{
		{"no key", "CREATE TABLE a (id INTEGER PRIMARY KEY);\n\nCREATE TABLE b (x);", "3 world-key: table b has no primary key"},
		{"nullable key", "CREATE TABLE a (id TEXT PRIMARY KEY)", "1 world-nullable-key: table a: key column id may be NULL"},
		{"nullable composite key", "CREATE TABLE a (x TEXT NOT NULL, y TEXT, PRIMARY KEY (x, y))", "1 world-nullable-key: table a: key column y may be NULL"},
		{"descending key that is no row number", "CREATE TABLE a (id INTEGER PRIMARY KEY DESC)", "1 world-nullable-key: table a: key column id may be NULL"},
		{"trigger", "CREATE TABLE a (id INTEGER PRIMARY KEY);\nCREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END;", "2 world-statement: the statement creates a trigger"},
		{"temporary trigger", "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END;", "1 world-statement: the statement creates a trigger"},
		{"virtual table", "CREATE VIRTUAL TABLE a USING fts5(x)", "1 world-statement: the statement creates a virtual table"},
		{"temporary table", "CREATE TEMP TABLE a (id INTEGER PRIMARY KEY)", "1 world-statement: the statement creates something temporary"},
		{"temporary view", "CREATE TEMP VIEW a AS SELECT 1", "1 world-statement: the statement creates something temporary"},
		{"deferred key", "CREATE TABLE a (id INTEGER PRIMARY KEY);\nCREATE TABLE b (id INTEGER PRIMARY KEY, a REFERENCES a DEFERRABLE INITIALLY DEFERRED)", "2 world-deferred: a foreign key of table b is deferred"},
		{"rollback on unique", "CREATE TABLE a (id INTEGER PRIMARY KEY, x UNIQUE ON CONFLICT ROLLBACK)", "1 world-rollback: table a says ON CONFLICT ROLLBACK"},
		{"rollback on not null", "CREATE TABLE a (id INTEGER PRIMARY KEY, x NOT NULL ON CONFLICT ROLLBACK)", "1 world-rollback: table a says ON CONFLICT ROLLBACK"},
		{"rollback on key", "CREATE TABLE a (id INTEGER PRIMARY KEY ON CONFLICT ROLLBACK)", "1 world-rollback: table a says ON CONFLICT ROLLBACK"},
		{"rollback on text key", "CREATE TABLE a (id TEXT NOT NULL PRIMARY KEY ON CONFLICT ROLLBACK) WITHOUT ROWID", "1 world-rollback: table a says ON CONFLICT ROLLBACK"},
		{"blob", "CREATE TABLE a (id INTEGER PRIMARY KEY, x);\nINSERT INTO a VALUES (1, 'ok'), (2, x'00ff')", "1 world-value: a.x holds a blob or an infinite number"},
		{"infinite", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, -9e999)", "1 world-value: a.x holds a blob or an infinite number"},
		{"attach", "ATTACH 'other.db' AS other", "1 world-statement: the statement attaches or detaches a database"},
		{"detach", "DETACH main", "1 world-statement: the statement attaches or detaches a database"},
		{"pragma", "-- as a dump begins\nPRAGMA foreign_keys = OFF;", "2 world-statement: the statement holds PRAGMA foreign_keys"},
		{"pragma function", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a SELECT cid, name FROM pragma_table_info('a')", "1 world-statement: the statement reads pragma_table_info, a table of the database itself"},
		{"dbstat", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a SELECT pageno, name FROM dbstat", "1 world-statement: the statement reads dbstat, a table of the database itself"},
		{"begin", "BEGIN TRANSACTION; CREATE TABLE a (id INTEGER PRIMARY KEY); COMMIT;", "1 world-statement: the statement holds BEGIN"},
		{"savepoint", "SAVEPOINT a", "1 world-statement: the statement holds BEGIN"},
		{"vacuum", "VACUUM", "1 world-sql: cannot VACUUM from within a transaction"},
		{"analyze", "CREATE TABLE a (id INTEGER PRIMARY KEY); ANALYZE a", "1 world-statement: the statement holds ANALYZE"},
		{"alter", "CREATE TABLE a (id INTEGER PRIMARY KEY); ALTER TABLE a ADD COLUMN x", "1 world-statement: the statement changes the schema"},
		{"drop", "CREATE TABLE a (id INTEGER PRIMARY KEY); DROP TABLE a", "1 world-statement: the statement drops something"},
		{"random", "CREATE TABLE a (id INTEGER PRIMARY KEY, x);\nINSERT INTO a VALUES (1, random())", "2 world-function: random gives another value on another run"},
		{"randomblob", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, hex(randomblob(4)))", "1 world-function: randomblob gives another value on another run"},
		{"now", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, strftime('%Y', 'NOW'))", "1 world-function: strftime reads the clock"},
		{"now, unsaid", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, unixepoch())", "1 world-function: unixepoch reads the clock"},
		{"default of now", "CREATE TABLE a (id INTEGER PRIMARY KEY, x DEFAULT CURRENT_TIMESTAMP); INSERT INTO a (id) VALUES (1)", "1 world-function: current_timestamp reads the clock"},
		{"last row", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, last_insert_rowid())", "1 world-function: last_insert_rowid gives another value on another run"},
		{"clock in an index", "CREATE TABLE a (id INTEGER PRIMARY KEY, x);\nCREATE INDEX i ON a (date(x))", "2 world-sql: non-deterministic functions prohibited in index expressions"},
		{"clock in a generated column", "CREATE TABLE a (id INTEGER PRIMARY KEY, x AS (datetime('now')))", "1 world-sql: non-deterministic functions prohibited in generated columns"},
		{"dangling reference", "CREATE TABLE a (id INTEGER PRIMARY KEY);\nCREATE TABLE b (id INTEGER PRIMARY KEY, a REFERENCES a);\nINSERT INTO b VALUES (7, 1), (8, 2)", "2 world-reference: a row of b points to a row of a that does not exist (row 7 is the first)"},
		{"reference to no table", "CREATE TABLE b (id INTEGER PRIMARY KEY, a REFERENCES a)", "1 world-sql: table b cannot be changed: no such table: main.a"},
		{"reference to no key", "CREATE TABLE a (id INTEGER PRIMARY KEY, x);\nCREATE TABLE b (id INTEGER PRIMARY KEY, a REFERENCES a (x))", "1 world-sql: table a cannot be changed: foreign key mismatch - \"b\" referencing \"a\"\n2 world-sql: table b cannot be changed: foreign key mismatch - \"b\" referencing \"a\""},
		{"broken view", "CREATE TABLE a (id INTEGER PRIMARY KEY);\nCREATE VIEW v AS SELECT absent FROM a", "2 world-view: view v: no such column: absent"},
		{"syntax", "CREATE TABLE a (\n  id INTEGER PRIMARY KEY,\n  x,,\n  y);", `3 world-sql: near ",": syntax error`},
		{"string in double quotes", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, \"text\")", "1 world-sql: no such column: \"text\" - should this be a string literal in single-quotes?"},
		{"constraint", "CREATE TABLE a (id INTEGER PRIMARY KEY);\nINSERT INTO a VALUES (1);\nINSERT INTO a VALUES (1);", "3 world-sql: UNIQUE constraint failed: a.id"},
		{"parameter", "CREATE TABLE a (id INTEGER PRIMARY KEY); INSERT INTO a VALUES (:id)", "1 world-parameter: unknown parameter :id"},
		{"variable", "CREATE TABLE a (id INTEGER PRIMARY KEY); INSERT INTO a VALUES ($many)", "1 world-parameter: unknown parameter $many"},
		{"reserved name", "CREATE TABLE a (id INTEGER PRIMARY KEY);\nCREATE VIEW v AS SELECT KeptGate_change(0)", "2 world-reserved: names that begin with keptgate_ belong to the harness"},
		{"not text", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, '\xff')", "1 world-text: the file is not UTF-8 text"},
		{"unclosed quote", "CREATE TABLE a (id INTEGER PRIMARY KEY);\nINSERT INTO a VALUES ('x);", "2 world-sql: unrecognized token: \"'x);\""},
		{"too wide", "CREATE TABLE a (id INTEGER PRIMARY KEY" + columnsOf(600) + ")", "1 world-width: table a has 601 columns, the limit is 499"},
		{"too large", "CREATE TABLE a (id INTEGER PRIMARY KEY, x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) INSERT INTO a SELECT i, zeroblob(4000000) FROM n", "1 world-sql: database or disk is full"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &suites.Suite{Name: "s", Now: start(), World: c.sql, WorldFile: "world.sql", Vars: map[string]any{"max": int64(1)}}
			var want []string
			for line := range strings.SplitSeq(c.want, "\n") {
				want = append(want, "world.sql:"+line)
			}
			if diff := cmp.Diff(want, problems(t, s)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func columnsOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ", c%d", i)
	}
	return b.String()
}

func TestWorldIsAccepted(t *testing.T) {
	for name, sql := range map[string]string{
		"empty":                          "",
		"only a comment":                 "-- nothing\n/* at all; */",
		"rows before what they point to": "CREATE TABLE b (id INTEGER PRIMARY KEY, a REFERENCES a); CREATE TABLE a (id INTEGER PRIMARY KEY); INSERT INTO b VALUES (1, 5); INSERT INTO a VALUES (5);",
		"dates that are spelled out":     "CREATE TABLE a (id INTEGER PRIMARY KEY, x CHECK (date(x) IS NOT NULL)); INSERT INTO a VALUES (1, date('2026-02-27', '+2 days'))",
		"default of now for trials":      "CREATE TABLE a (id INTEGER PRIMARY KEY, x DEFAULT CURRENT_TIMESTAMP, y DEFAULT (random()))",
		"immediate keys":                 "CREATE TABLE a (id INTEGER PRIMARY KEY, up REFERENCES a DEFERRABLE INITIALLY IMMEDIATE)",
		"strange names":                  `CREATE TABLE "a ""b; c" ("order" INTEGER PRIMARY KEY, [x y] TEXT); INSERT INTO "a ""b; c" VALUES (1, ';--')`,
		"strict":                         "CREATE TABLE a (id TEXT PRIMARY KEY, x REAL, y REAL AS (x * 2) STORED, z REAL AS (y + 1)) STRICT, WITHOUT ROWID; INSERT INTO a (id, x) VALUES ('k', 1)",
		"variables":                      "CREATE TABLE a (id INTEGER PRIMARY KEY); INSERT INTO a SELECT value FROM json_each($ids)",
		"corrections":                    "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, 2), (2, 3); UPDATE a SET x = 4 WHERE id = 1; DELETE FROM a WHERE id = 2",
	} {
		t.Run(name, func(t *testing.T) {
			s := &suites.Suite{Name: "s", Now: start(), World: sql, WorldFile: "world.sql", Vars: map[string]any{"ids": []any{int64(1), int64(4)}}}
			if got := problems(t, s); got != nil {
				t.Errorf("refused: %v", got)
			}
		})
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &suites.Suite{Name: "s", WorldFile: "world.sql", World: `CREATE TABLE a (id INTEGER PRIMARY KEY);
		INSERT INTO a SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n)`}
	stopped := make(chan error)
	go func() {
		_, err := Open(ctx, s)
		stopped <- err
	}()
	cancel()
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("Open ended with %v", err)
	}
}

func TestSplit(t *testing.T) {
	sql := "-- a;\n SELECT ';' ; /* b;\n */\nSELECT \"x;\"\"\",\n[y;], `z;` -- end;\n;;\nSELECT 'open;\n"
	want := []statement{
		{"SELECT ';'", 2},
		{"SELECT \"x;\"\"\",\n[y;], `z;`", 4},
		{"SELECT 'open;\n", 7},
	}
	if diff := cmp.Diff(want, split(sql), cmp.AllowUnexported(statement{})); diff != "" {
		t.Errorf("statements (-want +got):\n%s", diff)
	}
}
