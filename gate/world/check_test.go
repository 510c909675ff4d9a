package world

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

func TestToolSQLIsRefused(t *testing.T) {
	for _, c := range []struct{ name, sql, want string }{
		{"unknown table", "UPDATE persons SET a = 1", "51 tool-sql: act: exec is not valid: no such table: persons"},
		{"unknown column", "UPDATE contacts SET nick = 1", "51 tool-sql: act: exec is not valid: no such column: nick"},
		{"syntax", "UPDAET contacts", `51 tool-sql: act: exec is not valid: near "UPDAET": syntax error`},
		{"two statements", "DELETE FROM contacts; DELETE FROM notices", "51 tool-statement: act: exec holds 2 SQL statements"},
		{"no statement", "-- later", "51 tool-statement: act: exec holds 0 SQL statements"},
		{"explain", "EXPLAIN SELECT 1", `51 tool-sql: act: exec is not valid: near "EXPLAIN": syntax error`},
		{"unknown argument", "UPDATE contacts SET title = :titel", "51 tool-parameter: act: exec names the unknown parameter :titel"},
		{"unknown session value", "UPDATE contacts SET title = @acount", "51 tool-parameter: act: exec names the unknown parameter @acount"},
		{"unknown variable", "UPDATE contacts SET title = $max", "51 tool-parameter: act: exec names the unknown parameter $max"},
		{"nameless parameter", "UPDATE contacts SET title = ?", "51 tool-parameter: act: exec holds a parameter without a name"},
		{"numbered parameter", "UPDATE contacts SET title = ?1", "51 tool-parameter: act: exec holds a parameter without a name"},
		{"pragma", "PRAGMA foreign_keys = OFF", "51 tool-denied: act: exec holds PRAGMA foreign_keys"},
		{"pragma function", "SELECT name FROM pragma_table_list", "51 tool-denied: act: exec reads pragma_table_list, a table of the database itself"},
		{"pragma function, no column", "SELECT count(*) FROM Pragma_Table_List", "51 tool-denied: act: exec reads Pragma_Table_List, a table of the database itself"},
		{"dbstat", "SELECT name FROM dbstat", "51 tool-denied: act: exec reads dbstat, a table of the database itself"},
		{"schema", "SELECT sql FROM sqlite_schema", "51 tool-denied: act: exec reads sqlite_master, a table of the database itself"},
		{"schema, old name", "SELECT count(*) FROM sqlite_master", "51 tool-denied: act: exec reads sqlite_master, a table of the database itself"},
		{"sequence", "UPDATE sqlite_sequence SET seq = 1", "51 tool-denied: act: exec changes sqlite_sequence, a table of the database itself"},
		{"attach", "ATTACH 'x' AS y", "51 tool-denied: act: exec attaches or detaches a database"},
		{"vacuum", "VACUUM", "51 tool-denied: act: exec holds VACUUM"},
		{"vacuum into", "VACUUM INTO 'file'", "51 tool-denied: act: exec holds VACUUM"},
		{"create", "CREATE TABLE x (id INTEGER PRIMARY KEY)", "51 tool-denied: act: exec changes the schema"},
		{"create temporary", "CREATE TEMP TABLE x (id INTEGER PRIMARY KEY)", "51 tool-denied: act: exec changes the schema"},
		{"create trigger", "CREATE TRIGGER x AFTER INSERT ON notices BEGIN SELECT 1", "51 tool-denied: act: exec creates a trigger"},
		{"drop", "DROP TABLE notices", "51 tool-denied: act: exec changes the schema"},
		{"alter", "ALTER TABLE notices RENAME TO x", "51 tool-denied: act: exec changes the schema"},
		{"reindex", "REINDEX", "51 tool-denied: act: exec changes the schema"},
		{"analyze", "ANALYZE", "51 tool-denied: act: exec changes the schema"},
		{"begin", "BEGIN", "51 tool-denied: act: exec holds BEGIN"},
		{"commit", "COMMIT", "51 tool-denied: act: exec holds COMMIT"},
		{"rollback", "ROLLBACK", "51 tool-denied: act: exec holds ROLLBACK"},
		{"savepoint", "SAVEPOINT x", "51 tool-denied: act: exec holds BEGIN"},
		{"release", "RELEASE call", "51 tool-denied: act: exec holds RELEASE"},
		{"roll back to", "ROLLBACK TO call", "51 tool-denied: act: exec holds ROLLBACK"},
		{"or rollback", "INSERT OR ROLLBACK INTO companies VALUES ('contoso', 'x')", "51 tool-denied: act: exec says OR ROLLBACK"},
		{"update or rollback", "UPDATE OR ROLLBACK contacts SET mail = 'x'", "51 tool-denied: act: exec says OR ROLLBACK"},
		{"changes", "UPDATE contacts SET score = changes()", "51 tool-function: act: exec calls changes, whose value does not follow from the trial"},
		{"total changes", "UPDATE contacts SET score = Total_Changes()", "51 tool-function: act: exec calls total_changes, whose value does not follow from the trial"},
		{"last row", "INSERT INTO memberships VALUES ('c1', last_insert_rowid(), 'lead')", "51 tool-function: act: exec calls last_insert_rowid, whose value does not follow from the trial"},
		{"version", "UPDATE contacts SET title = sqlite_version()", "51 tool-function: act: exec calls sqlite_version, whose value does not follow from the trial"},
		{"extension", "SELECT load_extension('x')", "51 tool-function: act: exec calls load_extension, whose value does not follow from the trial"},
		{"our function", `SELECT "KEPTGATE_change"(0, 'x', 'y')`, "51 tool-denied: act: exec names something that begins with keptgate_, which belongs to the harness"},
		{"our trigger", "DROP TRIGGER keptgate_insert_notices", "51 tool-denied: act: exec names something that begins with keptgate_, which belongs to the harness"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := crm(t)
			scripted(s, "act", trace.Write, "", c.sql)
			if diff := cmp.Diff([]string{"crm/tools.yaml:" + c.want}, problems(t, s)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnknownParameterSaysWhichThereAre(t *testing.T) {
	s := crm(t)
	scripted(s, "act", trace.Write, "", "UPDATE contacts SET title = :titel WHERE id = @acount AND name = $max")
	_, err := Open(context.Background(), s)
	var list schemas.Problems
	if !errors.As(err, &list) {
		t.Fatal(err)
	}
	var fixes []string
	for _, p := range list {
		fixes = append(fixes, p.Fix)
	}
	want := []string{"known here: :n", "known here: @account, @now, @today, @user", "known here: $kinds, $max_bulk"}
	if diff := cmp.Diff(want, fixes); diff != "" {
		t.Errorf("fixes (-want +got):\n%s", diff)
	}
}

func TestSuiteIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*suites.Suite)
		want   []string
	}{
		{
			"clash", func(s *suites.Suite) {
				s.Tools[2].Steps[0].Check = "SELECT account, title FROM contacts WHERE id = :contact_id"
			},
			[]string{":12 tool-clash: update_title: column title has the name of an argument", ":0 tool-parameter: update_title: result names the unknown parameter :owner"},
		},
		{
			"used before it is bound", func(s *suites.Suite) { s.Tools[2].Steps[1].Exec = "UPDATE contacts SET title = :notice" },
			[]string{":14 tool-parameter: update_title: exec names the unknown parameter :notice"},
		},
		{
			"check that writes", func(s *suites.Suite) { s.Tools[3].Steps[0].Check = "DELETE FROM notices RETURNING id" },
			[]string{":12 tool-check: set_mail: a check must only read"},
		},
		{
			"result that writes", func(s *suites.Suite) { s.Tools[2].Result = "DELETE FROM notices RETURNING id" },
			[]string{":0 tool-result: update_title: result must only read"},
		},
		{
			"columns of one name", func(s *suites.Suite) { s.Tools[1].Result = "SELECT id, name AS id FROM contacts" },
			[]string{":0 tool-columns: get_contact: result gives two columns of one name"},
		},
		{
			"read that writes", func(s *suites.Suite) { s.Tools[2].Kind = trace.Read },
			[]string{":0 tool-read-writes: update_title is declared effect: read and changes contacts, notices"},
		},
		{
			"read that cascades", func(s *suites.Suite) { s.Tools[4].Kind = trace.Read },
			[]string{":0 tool-read-writes: remove_contact is declared effect: read and changes contacts, memberships"},
		},
		{"schema", func(s *suites.Suite) {
			s.Tools[1].Parameters = json.RawMessage(`{"type":"objekt","properties":{"contact_id":{}}}`)
		}, []string{":0 schema-enum: type: must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'"}},
		{
			"idempotency", func(s *suites.Suite) { s.Tools[2].Idempotency = "token" },
			[]string{":0 tool-parameter: update_title: the idempotency key token is no parameter"},
		},
		{
			"key", func(s *suites.Suite) { s.Tools[2].Key = []string{"id"} },
			[]string{":0 tool-parameter: update_title: key names id, which is no parameter"},
		},
		{"reserved tool", func(s *suites.Suite) { s.Tools[0].Name = "wait" }, []string{":0 tool-reserved: the harness serves wait itself"}},
		{
			"effect", func(s *suites.Suite) { s.Effects["title_changed"] = suites.Effect{Op: trace.Update, Table: "contact"} },
			[]string{"crm/suite.yaml:0 table-unknown: effect title_changed names the unknown table \"contact\""},
		},
		{"effect column", func(s *suites.Suite) {
			s.Effects["title_changed"] = suites.Effect{Op: trace.Update, Table: "contacts", Columns: []string{"Title"}}
		}, []string{"crm/suite.yaml:0 column-unknown: effect title_changed names the unknown column \"Title\" of contacts"}},
		{
			"bookkeeping", func(s *suites.Suite) { s.Bookkeeping = []string{"leads"} },
			[]string{"crm/suite.yaml:0 table-unknown: bookkeeping names the unknown table \"leads\""},
		},
		{
			"volatile", func(s *suites.Suite) { s.Volatile = []string{"contacts.update_at", "notices"} },
			[]string{"crm/suite.yaml:0 column-unknown: volatile names the unknown column \"update_at\" of contacts", "crm/suite.yaml:0 column-unknown: volatile names the unknown column \"\" of notices"},
		},
		{"expected change", func(s *suites.Suite) {
			e := &s.Cases[0].Expect
			e.Changes = []suites.ChangeSpec{{Op: trace.Update, Table: "contacts", Where: map[string]suites.Matcher{"key": {}}, Set: map[string]suites.Matcher{"titel": {}}, Line: 21}}
			e.May = []suites.ChangeSpec{{Op: trace.Insert, Table: "notes", Line: 22}}
			e.AnyOf = []suites.Alternative{{Changes: []suites.ChangeSpec{{Op: trace.Insert, Table: "notices", With: map[string]suites.Matcher{"sort": {}}, Line: 23}}, May: []suites.ChangeSpec{{Op: trace.Delete, Table: "x", Line: 24}}}}
			s.Cases[0].Caller.Twists = []suites.Twist{{Allows: []suites.ChangeSpec{{Op: trace.Delete, Table: "y", Line: 25}}}}
		}, []string{
			"crm/cases/a.yaml:21 column-unknown: case r-001 names the unknown column \"key\" of contacts",
			"crm/cases/a.yaml:21 column-unknown: case r-001 names the unknown column \"titel\" of contacts",
			"crm/cases/a.yaml:22 table-unknown: case r-001 names the unknown table \"notes\"",
			"crm/cases/a.yaml:23 column-unknown: case r-001 names the unknown column \"sort\" of notices",
			"crm/cases/a.yaml:24 table-unknown: case r-001 names the unknown table \"x\"",
			"crm/cases/a.yaml:25 table-unknown: case r-001 names the unknown table \"y\"",
		}},
		{
			"undo tool", func(s *suites.Suite) { s.Tools[2].Undo.Tool = "set_title" },
			[]string{":0 undo-tool: update_title: undo names the unknown tool set_title"},
		},
		{"undo arguments", func(s *suites.Suite) {
			s.Tools[2].Undo.Args = map[string]any{"contact_id": ":contact", "title": ":before.titel", "why": "undo"}
		}, []string{
			":0 undo-argument: update_title: undo takes :contact, which is no argument",
			":0 undo-argument: update_title: undo takes :before.titel, which no changed table has",
			":0 undo-argument: update_title: undo gives update_title the unknown argument why",
		}},
		{"one session lacks a value", func(s *suites.Suite) {
			s.Cases = append(s.Cases, &suites.Case{Suite: s, Name: "r-002", File: "crm/cases/b.yaml", Line: 9, Session: map[string]any{"user": "u1"}})
		}, []string{"crm/cases/b.yaml:9 case-session: case r-002: the session lacks account, which find_contacts reads as @account"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := crm(t)
			c.change(s)
			if diff := cmp.Diff(c.want, problems(t, s)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestToolSQLIsAccepted(t *testing.T) {
	for name, sql := range map[string]string{
		"recursive":                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) INSERT INTO notices (contact, kind, at) SELECT 'c1', i, @now FROM n",
		"json":                     "INSERT INTO notices (contact, kind, at) SELECT 'c1', value, @now FROM json_each($kinds)",
		"view":                     "UPDATE contacts SET title = 'Lead' WHERE id IN (SELECT id FROM leads)",
		"date and chance":          "UPDATE contacts SET updated_at = datetime('now', '+1 day'), score = abs(random() % 7), title = hex(randomblob(4))",
		"comments and a semicolon": "/* one */ DELETE FROM notices -- two\n;\n -- three",
		"count":                    "UPDATE contacts SET score = (SELECT count(*) FROM notices)",
		"select":                   "SELECT 1 AS one",
	} {
		t.Run(name, func(t *testing.T) {
			s := crm(t)
			scripted(s, "act", trace.Write, "", sql)
			trial := began(t, opened(t, s), 1)
			if e := do(t, trial, "act", `{}`); e.Outcome != trace.Done || e.Reply.Text() != `{"ok":true}` {
				t.Errorf("got %s %s", e.Outcome, e.Reply.Text())
			}
		})
	}
}

func TestCheck(t *testing.T) {
	s := crm(t)
	if err := Check(context.Background(), s); err != nil {
		t.Errorf("Check: %v", err)
	}
	s.Bookkeeping = []string{"nothing"}
	if err := Check(context.Background(), s); err == nil {
		t.Error("Check found nothing wrong")
	}
}

func TestKeys(t *testing.T) {
	w := opened(t, crm(t))
	for table, want := range map[string][]string{
		"contacts": {"id"}, "memberships": {"contact", "team"}, "settings": {"account", "name"}, "leads": nil, "none": nil,
	} {
		if diff := cmp.Diff(want, w.Keys(table)); diff != "" {
			t.Errorf("keys of %s (-want +got):\n%s", table, diff)
		}
	}
}
