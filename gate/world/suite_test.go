package world

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// start is when the trials of the tests begin: a Monday.
func start() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }

// schema writes the parameters of a tool: required ones, then optional ones after
// a "?", each of type string unless it says "name:type".
func schema(t testing.TB, required []string, properties map[string]any) json.RawMessage {
	t.Helper()
	b, err := json.Marshal(object{"type": "object", "additionalProperties": false, "required": required, "properties": properties})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func text() object { return object{"type": "string"} }

// crm is the suite of the tests, over testdata/world.sql.
func crm(t testing.TB) *suites.Suite {
	t.Helper()
	sql, err := os.ReadFile("testdata/world.sql")
	if err != nil {
		t.Fatal(err)
	}
	notFound := suites.ToolError{Code: "not_found", Status: 404, Message: "No such contact in this account."}
	inAccount := suites.Step{Check: "SELECT account AS owner FROM contacts WHERE id = :contact_id AND account = @account", Error: notFound, Line: 12}
	s := &suites.Suite{
		Name: "crm", Now: start(), World: string(sql), WorldFile: "crm/world.sql",
		Vars: map[string]any{"max_bulk": int64(2), "kinds": []any{"title_changed", "welcome"}},
		Effects: map[string]suites.Effect{
			"title_changed": {Op: trace.Update, Table: "contacts", Columns: []string{"title"}, Description: "A contact's job title was changed."},
			"notice_sent":   {Op: trace.Insert, Table: "notices", Description: "A notice was sent."},
		},
		Bookkeeping: []string{"notices"}, Volatile: []string{"contacts.updated_at"},
		Tools: []*suites.Tool{
			{
				Name: "find_contacts", Kind: trace.Read, Key: []string{"query"},
				Parameters: schema(t, []string{"query"}, object{"query": text()}),
				List:       "SELECT id, name, title FROM contacts WHERE account = @account AND name LIKE '%' || :query || '%' ORDER BY id",
			},
			{
				Name: "get_contact", Kind: trace.Read, Key: []string{"contact_id"},
				Parameters: schema(t, []string{"contact_id"}, object{"contact_id": text()}),
				Result: `SELECT id, name, score, (SELECT json_group_array(team) FROM memberships WHERE contact = :contact_id) AS "teams:json"
					FROM contacts WHERE id = :contact_id AND account = @account`,
			},
			{
				Name: "update_title", Kind: trace.Write, Key: []string{"contact_id", "title"}, Idempotency: "request_key",
				Parameters: schema(t, []string{"contact_id", "title"}, object{"contact_id": text(), "title": object{"type": "string", "minLength": 1}, "request_key": text()}),
				Undo:       &suites.Undo{Tool: "update_title", Args: map[string]any{"contact_id": ":contact_id", "title": ":before.title"}},
				Steps: []suites.Step{
					inAccount,
					{Exec: "UPDATE contacts SET title = :title, updated_at = @now WHERE id = :contact_id", Line: 14},
					{Exec: "INSERT INTO notices (contact, kind, at) VALUES (:contact_id, 'title_changed', @now) RETURNING id AS notice", Line: 15},
				},
				Result: "SELECT id, title, :notice AS notice, :owner AS owner FROM contacts WHERE id = :contact_id",
			},
			{
				Name: "set_mail", Kind: trace.Write, Key: []string{"contact_id", "mail"},
				Parameters: schema(t, []string{"contact_id"}, object{"contact_id": text(), "mail": object{"type": []string{"string", "null"}}}),
				Steps: []suites.Step{
					inAccount,
					{Exec: "INSERT INTO notices (contact, kind, at) VALUES (:contact_id, 'mail', datetime('now'))", Line: 22},
					{Exec: "UPDATE contacts SET mail = :mail WHERE id = :contact_id", Line: 23},
				},
			},
			{
				Name: "remove_contact", Kind: trace.Irreversible, Key: []string{"contact_id"},
				Parameters: schema(t, []string{"contact_id"}, object{"contact_id": text()}),
				Steps:      []suites.Step{inAccount, {Exec: "DELETE FROM contacts WHERE id = :contact_id", Line: 31}},
			},
		},
	}
	s.Cases = []*suites.Case{{
		Suite: s, Name: "r-001", Now: start(), File: "crm/cases/a.yaml", Line: 3,
		Session: map[string]any{"user": "u17", "account": "northwind"},
	}}
	return s
}

// opened opens the suite's world for the length of the test.
func opened(t testing.TB, s *suites.Suite) *World {
	t.Helper()
	w, err := Open(context.Background(), s)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return w
}

// began begins a trial of the suite's first case for the length of the test.
func began(t testing.TB, w *World, seed uint64) *Trial {
	t.Helper()
	trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Seed: seed})
	if err != nil {
		t.Fatalf("Begin: %v", err)
	}
	t.Cleanup(func() {
		if err := trial.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return trial
}

// do makes one call, which must not fail the harness, and returns its entry.
func do(t testing.TB, trial *Trial, tool, args string) trace.Entry {
	t.Helper()
	replies, err := trial.Do(context.Background(), []trace.Call{{ID: "x", Tool: tool, Arguments: args}})
	if err != nil {
		t.Fatalf("Do(%s %s): %v", tool, args, err)
	}
	entry := trial.Ledger()[len(trial.Ledger())-1]
	if len(replies) != 1 || replies[0].CallID != "x" {
		t.Fatalf("Do(%s): replies %+v do not answer the call", tool, replies)
	}
	return entry
}

// scripted adds a tool without parameters that runs the statements, the last of
// them as its list where it reads.
func scripted(s *suites.Suite, name string, kind trace.Kind, list string, execs ...string) {
	tool := &suites.Tool{Name: name, Kind: kind, Parameters: json.RawMessage(`{"type":"object","properties":{"n":{"type":["integer","string","number"]}}}`), List: list, File: "crm/tools.yaml", Line: 50}
	for i, sql := range execs {
		tool.Steps = append(tool.Steps, suites.Step{Exec: sql, Line: 51 + i})
	}
	s.Tools = append(s.Tools, tool)
}

// image is the database as a connection sees it.
func image(t testing.TB, c *conn) string {
	t.Helper()
	c.guard.mode = harness // SQLite asks a PRAGMA for the size
	defer func() { c.guard.mode = tools }()
	b, err := c.sql.Serialize("main")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
