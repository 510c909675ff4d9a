package world

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// told writes changes as "op table id", with the columns an update changed.
func told(changes []trace.Change) []string {
	var out []string
	for _, c := range changes {
		line := fmt.Sprintf("%s %s %s", c.Op, c.Table, c.ID)
		if c.Op == trace.Update {
			line += fmt.Sprint(" ", c.Columns())
		}
		out = append(out, line)
	}
	return out
}

func TestChangesAreCaptured(t *testing.T) {
	for _, c := range []struct {
		name  string
		execs []string
		want  []string
		net   []string // nil: as want
	}{
		{
			name:  "composite key",
			execs: []string{"UPDATE memberships SET role = 'lead' WHERE contact = 'c1' AND team = 1"},
			want:  []string{"update memberships c1/1 [role]"},
		},
		{
			name:  "every row of a table",
			execs: []string{"DELETE FROM notices"},
			want:  []string{"delete notices 1"},
		},
		{
			name:  "without row numbers",
			execs: []string{"UPDATE settings SET value = 26 WHERE account = 'northwind'", "INSERT INTO settings VALUES ('northwind', 'theme', NULL)", "DELETE FROM settings WHERE account = 'contoso'"},
			want:  []string{"update settings northwind/limit [value]", "insert settings northwind/theme", "delete settings contoso/limit"},
			net:   []string{"delete settings contoso/limit", "update settings northwind/limit [value]", "insert settings northwind/theme"},
		},
		{
			name:  "cascade",
			execs: []string{"DELETE FROM contacts WHERE id = 'c1'"},
			want:  []string{"delete memberships c1/1", "delete memberships c1/2", "delete contacts c1"},
			net:   []string{"delete contacts c1", "delete memberships c1/1", "delete memberships c1/2"},
		},
		{
			name:  "replace by key and by unique column",
			execs: []string{"INSERT OR REPLACE INTO contacts (id, account, name, mail, updated_at) VALUES ('c1', 'northwind', 'New', 'alex.chen@northwind.example', @now)"},
			want:  []string{"delete memberships c2/1", "delete contacts c2", "delete memberships c1/1", "delete memberships c1/2", "delete contacts c1", "insert contacts c1"},
			net:   []string{"update contacts c1 [mail name score title updated_at]", "delete contacts c2", "delete memberships c1/1", "delete memberships c1/2", "delete memberships c2/1"},
		},
		{
			name:  "replace without row numbers",
			execs: []string{"REPLACE INTO settings VALUES ('northwind', 'limit', 30)"},
			want:  []string{"delete settings northwind/limit", "insert settings northwind/limit"},
			net:   []string{"update settings northwind/limit [value]"},
		},
		{
			name:  "upsert",
			execs: []string{"INSERT INTO settings VALUES ('northwind', 'limit', 30) ON CONFLICT DO UPDATE SET value = excluded.value"},
			want:  []string{"update settings northwind/limit [value]"},
		},
		{
			name:  "another key",
			execs: []string{"UPDATE memberships SET team = 5 WHERE contact = 'c1' AND team = 2"},
			want:  []string{"delete memberships c1/2", "insert memberships c1/5"},
		},
		{
			name:  "done and undone",
			execs: []string{"UPDATE contacts SET title = 'X' WHERE id = 'c3'", "UPDATE contacts SET title = 'Director' WHERE id = 'c3'"},
			want:  []string{"update contacts c3 [title]", "update contacts c3 [title]"},
			net:   []string{},
		},
		{
			name:  "inserted and deleted",
			execs: []string{"INSERT INTO notices (contact, kind, at) VALUES ('c1', 'x', @now)", "DELETE FROM notices WHERE kind = 'x'"},
			want:  []string{"insert notices 2", "delete notices 2"},
			net:   []string{},
		},
		{
			name:  "nothing different",
			execs: []string{"UPDATE contacts SET title = title, score = score", "UPDATE contacts SET title = 'X' WHERE id = 'none'"},
			net:   []string{},
		},
		{
			name:  "ignored conflict",
			execs: []string{"INSERT OR IGNORE INTO companies VALUES ('northwind', 'again'), ('fabrikam', 'Fabrikam')"},
			want:  []string{"insert companies fabrikam"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := crm(t)
			scripted(s, "act", trace.Write, "", c.execs...)
			trial := began(t, opened(t, s), 1)
			e := do(t, trial, "act", `{}`)
			if e.Outcome != trace.Done {
				t.Fatalf("act: %s %s %v", e.Outcome, e.Reply.Text(), e.Problems)
			}
			if diff := cmp.Diff(c.want, told(e.Changes)); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			net := c.net
			if net == nil {
				net = c.want
			}
			if diff := cmp.Diff(net, append([]string{}, told(trial.Ledger().Net())...)); diff != "" {
				t.Errorf("net changes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRowsKeepTheirTypes(t *testing.T) {
	s := crm(t)
	s.World += `CREATE TABLE kinds (id REAL PRIMARY KEY NOT NULL, "odd ""name" TEXT, whole, twice AS (whole * 2), stored TEXT AS (upper("odd ""name")) STORED);`
	scripted(s, "act", trace.Write, "", `INSERT INTO kinds (id, "odd ""name", whole) VALUES (2.5, 'æ', 9007199254740993), (1e300, NULL, 0.5)`)
	e := do(t, began(t, opened(t, s), 1), "act", `{}`)
	want := []trace.Change{
		{Table: "kinds", Op: trace.Insert, ID: "2.5", After: trace.Row{"id": 2.5, `odd "name`: "æ", "whole": int64(9007199254740993), "twice": int64(18014398509481986), "stored": "æ"}},
		{Table: "kinds", Op: trace.Insert, ID: "1e+300", After: trace.Row{"id": 1e300, `odd "name`: nil, "whole": 0.5, "twice": 1.0, "stored": nil}},
	}
	if diff := cmp.Diff(want, e.Changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

func TestFailedCallLeavesNothing(t *testing.T) {
	for name, last := range map[string]suites.Step{
		"check":      {Check: "SELECT 1 WHERE 0", Error: suites.ToolError{Code: "no", Status: 403, Message: "No."}},
		"constraint": {Exec: "INSERT INTO memberships VALUES ('c1', 7, 'boss')"},
		"reference":  {Exec: "INSERT INTO memberships VALUES ('nobody', 7, 'lead')"},
		"or fail":    {Exec: "INSERT OR FAIL INTO companies VALUES ('a', 'A'), ('contoso', 'again')"},
	} {
		t.Run(name, func(t *testing.T) {
			s := crm(t)
			scripted(s, "act", trace.Write, "",
				"INSERT INTO notices (contact, kind, at) VALUES ('c1', 'x', @now)",
				"DELETE FROM contacts WHERE id = 'c2'",
				"UPDATE settings SET value = 1")
			tool := s.Tools[len(s.Tools)-1]
			tool.Steps = append(tool.Steps, last)
			trial := began(t, opened(t, s), 1)
			do(t, trial, "update_title", `{"contact_id":"c1","title":"Kept"}`)
			before := image(t, connOf(trial))
			e := do(t, trial, "act", `{}`)
			if e.Outcome != trace.Refused || e.Committed || len(e.Changes) > 0 {
				t.Errorf("got %s, committed %v, changes %v", e.Outcome, e.Committed, told(e.Changes))
			}
			if image(t, connOf(trial)) != before {
				t.Error("the failed call left something")
			}
			if diff := cmp.Diff([]string{"update contacts c1 [title updated_at]", "insert notices 2"}, told(trial.Ledger().Net())); diff != "" {
				t.Errorf("net changes (-want +got):\n%s", diff)
			}
			if e := do(t, trial, "update_title", `{"contact_id":"c1","title":"Later"}`); e.Outcome != trace.Done || e.Changes[1].ID != "3" {
				t.Errorf("the sequence did not go back: %v", told(e.Changes))
			}
		})
	}
}
