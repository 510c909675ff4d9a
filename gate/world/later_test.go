package world

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// later gives the first case of a suite one later call.
func later(s *suites.Suite, after time.Duration, meanwhile ...string) *suites.Later {
	s.Cases[0].Later = []suites.Later{{After: after, Meanwhile: meanwhile, Line: 9}}
	return &s.Cases[0].Later[0]
}

const retitle = `{"contact_id":"c1","title":"Director","request_key":"k"}`

// TestReturn: what was accepted takes effect at its time, then others act, at the
// time of the new call; all tools are served again, keys go on, and what had not
// been handed over never is.
func TestReturn(t *testing.T) {
	ctx := context.Background()
	s := faulty(t)
	l := later(s, 3*24*time.Hour,
		"UPDATE contacts SET mail = @user || $max_bulk, updated_at = @now WHERE id = 'c1'; DELETE FROM memberships WHERE contact = 'c1'",
		"INSERT INTO settings VALUES ('northwind', 'colour', 1)", // refused where the candidate was faster
		"INSERT INTO notices (contact, kind, at) VALUES ('c2', 'later', @now)",
	)
	w := opened(t, s)
	p := Plan{Faults: []trace.Fault{{Kind: "accepted", Tool: "update_title", Ordinal: 1, Times: 1, Seconds: 3600}}}
	trial, err := w.Begin(ctx, Session{Case: s.Cases[0], Seed: 1, Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	defer trial.Close()
	do(t, trial, "update_title", retitle)
	trial.Position(2, 1, 0)
	taken := do(t, trial, "take", `{"name":"colour"}`) // so that others come too late
	trial.OnlyClosing()
	if err := trial.Return(ctx, l); err != nil {
		t.Fatal(err)
	}
	trial.Delivered()
	if taken.Outcome != trace.Done || len(trial.Tools()) <= 1 {
		t.Errorf("outcome %s, %d tools", taken.Outcome, len(trial.Tools()))
	}
	want := []string{
		`update_title at 0 accepted accepted! until 3600: 202 {"accepted":true,"message":"The request was accepted and is being worked on. Read the outcome with get_contact: operation.status becomes done or failed."} (lost)`,
		`take at 0 done committed settings/northwind/colour: 200 {"ok":true} (lost)`,
		`(echo of 1) update_title at 3600 done committed contacts/c1 notices/2`,
		`(others) at 259200 done committed contacts/c1 memberships/c1/1 memberships/c1/2 notices/3`,
	}
	got := lines(p, trial.Ledger())
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ledger (-want +got):\n%s", diff)
	}
	if c := trial.Ledger()[3].Changes[0]; c.After["mail"] != "u172" || c.After["updated_at"] != "2026-03-05T09:00:00Z" {
		t.Errorf("others made it %v", c.After)
	}
	if e := do(t, trial, "update_title", retitle); e.Outcome != trace.Replayed || !e.At.Equal(start().Add(72*time.Hour)) {
		t.Errorf("the key of the first call: %s at %v", e.Outcome, e.At)
	}
	undo, err := trial.Undo(ctx)
	if err != nil || len(undo.Calls) != 2 {
		t.Errorf("undo: %+v, %v", undo, err)
	}
}

// TestReturnWithoutOthers leaves no entry where nobody acts.
func TestReturnWithoutOthers(t *testing.T) {
	s := crm(t)
	l := later(s, time.Hour)
	trial := began(t, opened(t, s), 1)
	if err := trial.Return(context.Background(), l); err != nil || len(trial.Ledger()) != 0 || !trial.Now().Equal(start().Add(time.Hour)) {
		t.Errorf("ledger %v, now %v, error %v", trial.Ledger(), trial.Now(), err)
	}
	if err := trial.Return(context.Background(), &suites.Later{Meanwhile: []string{"DELETE FROM notices"}}); err == nil {
		t.Error("a statement that no case declares was run")
	}
}

// TestMeanwhileIsChecked holds what others do against the world when it is loaded.
func TestMeanwhileIsChecked(t *testing.T) {
	for _, c := range []struct {
		name, sql string
		wrote     bool // the reference writes before
		want      []string
	}{
		{"good", "UPDATE contacts SET title = $max_bulk WHERE account = @account", false, nil},
		{"no such table", "DELETE FROM orders", false, []string{"9 tool-sql: case r-001: meanwhile is not valid: no such table: orders"}},
		{"an argument", "DELETE FROM notices WHERE contact = :contact_id", false, []string{"9 tool-parameter: case r-001: meanwhile names the unknown parameter :contact_id"}},
		{"a read", "SELECT 1", false, []string{"9 tool-meanwhile: case r-001: the meanwhile changes nothing"}},
		{"no row", "DELETE FROM notices WHERE contact = 'c9'", false, []string{"9 case-meanwhile: case r-001: what others do before later call 1 changes nothing"}},
		{"no row yet", "DELETE FROM notices WHERE contact = 'c1'", true, nil},
		{"a constraint", "INSERT INTO settings VALUES ('northwind', 'limit', 1)", true, []string{"9 case-meanwhile: case r-001: what others do before later call 1 is refused: UNIQUE constraint failed: settings.account, settings.name"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := crm(t)
			later(s, time.Hour, c.sql)
			s.Cases[0].Reference = []suites.Move{{Later: 1}}
			if c.wrote {
				s.Cases[0].Reference = []suites.Move{{Calls: []suites.CallMove{{Tool: "update_title"}}}, {Later: 1}}
			}
			var want []string
			for _, line := range c.want {
				want = append(want, "crm/cases/a.yaml:"+line)
			}
			if diff := cmp.Diff(want, problems(t, s)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNamesOfLaterCallsAreChecked: tables and columns of what a later call allows.
func TestNamesOfLaterCallsAreChecked(t *testing.T) {
	s := crm(t)
	l := later(s, time.Hour)
	l.Allows = []suites.ChangeSpec{{Op: trace.Delete, Table: "orders", Line: 4}}
	l.Caller.Twists = []suites.Twist{{Name: "t", Allows: []suites.ChangeSpec{{Op: trace.Update, Table: "contacts", Set: map[string]suites.Matcher{"nick": {}}, Line: 5}}}}
	want := []string{
		`crm/cases/a.yaml:5 column-unknown: case r-001 names the unknown column "nick" of contacts`,
		`crm/cases/a.yaml:4 table-unknown: case r-001 names the unknown table "orders"`,
	}
	if diff := cmp.Diff(want, problems(t, s)); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestStaleReadsOfLaterCalls: who takes a later call cannot know that what they
// read first is old.
func TestStaleReadsOfLaterCalls(t *testing.T) {
	offered := func(moves ...suites.Move) bool {
		s := faulty(t)
		s.Cases[0].Reference = moves
		for _, f := range FaultOptions(s.Cases[0]) {
			if f.Kind == "stale_read" && f.Tool == "get_contact" {
				return true
			}
		}
		return false
	}
	call := func(tool string, args map[string]any) suites.Move {
		return suites.Move{Calls: []suites.CallMove{{Tool: tool, Args: args}}}
	}
	write := call("update_title", map[string]any{"contact_id": "c1", "title": "Director"})
	read, again := call("get_contact", map[string]any{"contact_id": "c1"}), suites.Move{Later: 1}
	if !offered(write, read) || !offered(write, read, again) || !offered(write, read, again, write, read) {
		t.Error("a read after a write is not offered")
	}
	if offered(write, again, read) || offered(write, read, again, read) || offered(write, read, again, read, write) {
		t.Error("a read in a later call, before any write, is offered")
	}
}
