package world

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// faulty is the crm with tools that declare what faults need.
func faulty(t testing.TB) *suites.Suite {
	t.Helper()
	s := crm(t)
	find, get, update := s.Tools[0], s.Tools[1], s.Tools[2]
	find.Parameters = schema(t, []string{"query"}, object{"query": text(), "cursor": text()})
	find.Cursor, find.Supports = "cursor", []string{"truncated_page", "capacity", "stale_read", "injection", "client_error_as_ok", "latency"}
	get.Result = strings.Replace(get.Result, "name, score", "name, title, mail, score", 1)
	get.Refresh, get.Supports = "renew", []string{"expired_token", "stale_read", "corrupt_payload", "injection", "unavailable", "rate_limited"}
	get.Second = &suites.Source{Field: "mail", Tool: "find_contacts", Args: map[string]any{"query": ":contact_id"}, Path: "items.0.id"}
	update.Status = &suites.Readback{Tool: "get_contact", Args: map[string]any{"contact_id": ":contact_id"}, Shows: map[string]any{"title": ":title"}}
	update.Refresh = "renew"
	update.Supports = []string{
		"rate_limited", "unavailable", "timeout_before", "lost_response", "latency", "accepted", "silent_noop",
		"misleading_error", "duplicate_delivery", "expired_token", "permission_revoked", "concurrent_change",
	}
	s.Tools = append(
		s.Tools,
		&suites.Tool{
			Name: "renew", Kind: trace.Read, Parameters: schema(t, []string{}, object{}), Result: "SELECT 'renewed' AS session",
		},
		&suites.Tool{
			Name: "take", Kind: trace.Write, Key: []string{"name"}, Parameters: schema(t, []string{"name"}, object{"name": text()}),
			Rival: "INSERT INTO settings VALUES (@account, :name, 'theirs'); INSERT INTO notices (contact, kind, at) VALUES ('c2', :name, @now)",
			Steps: []suites.Step{
				{
					Check: "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM settings WHERE account = @account AND name = :name)",
					Error: suites.ToolError{Code: "taken", Status: 409, Message: "It is taken."}, Line: 60,
				},
				{Exec: "INSERT INTO settings VALUES (@account, :name, 'mine')", Line: 61},
			},
			File: "crm/tools.yaml", Line: 59,
		},
		&suites.Tool{
			Name: "notify", Kind: trace.Write, Key: []string{"contact_ids"}, Items: "contact_ids", Supports: []string{"partial_commit", "permission_revoked"},
			Parameters: schema(t, []string{"contact_ids"}, object{"contact_ids": object{"type": "array", "items": text()}}),
			Steps: []suites.Step{{
				Exec: "INSERT INTO notices (contact, kind, at) SELECT value, 'hello', @now FROM json_each(:contact_ids)", Line: 70,
			}},
		},
	)
	s.Cases[0].Reference = []suites.Move{
		{Calls: []suites.CallMove{{Tool: "find_contacts", Args: map[string]any{"query": "Alex"}}}},
		{Calls: []suites.CallMove{
			{Tool: "update_title", Args: map[string]any{"contact_id": "c1", "title": "Director"}},
			{Tool: "update_title", Args: map[string]any{"contact_id": "c2", "title": "Clerk"}},
		}},
		{Calls: []suites.CallMove{{Tool: "notify", Args: map[string]any{"contact_ids": []any{"c1", "c2"}}}}},
		{Calls: []suites.CallMove{{Tool: "get_contact", Args: map[string]any{"contact_id": "c1"}}}},
	}
	return s
}

// script is what a candidate does: each text is one message, its calls apart by
// " & ", each a tool and its arguments.
type script []string

// disturbed plays a script in a world with faults; every reply is delivered. It
// returns the trial, closed, with all that was to come settled.
func disturbed(t testing.TB, w *World, seed uint64, p Plan, s script) *Trial {
	t.Helper()
	ctx := context.Background()
	trial, err := w.Begin(ctx, Session{Case: w.suite.Cases[0], Seed: seed, Plan: p})
	if err != nil {
		t.Fatalf("Begin: %v", err)
	}
	for i, message := range s {
		trial.Position(i+1, 1, 0)
		var calls []trace.Call
		for _, text := range strings.Split(message, " & ") {
			tool, args, _ := strings.Cut(text, " ")
			calls = append(calls, trace.Call{ID: fmt.Sprint(i), Tool: tool, Arguments: args})
		}
		if _, err := trial.Do(ctx, calls); err != nil {
			t.Fatalf("Do(%s): %v", message, err)
		}
		trial.Delivered()
	}
	if err := trial.Settle(ctx); err != nil {
		t.Fatalf("Settle: %v", err)
	}
	if err := trial.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	return trial
}

// lines writes a ledger so that a person can read it: per entry who, how it came
// out, what changed, the faults planned ("!" where one fired), and the reply.
func lines(p Plan, l trace.Ledger) []string {
	var out []string
	for _, e := range l {
		var b strings.Builder
		switch {
		case e.Actor != trace.Candidate:
			fmt.Fprintf(&b, "(%s)", e.Actor)
		case e.Echo > 0:
			fmt.Fprintf(&b, "(echo of %d) %s", e.Echo, e.Tool)
		default:
			b.WriteString(e.Tool)
		}
		fmt.Fprintf(&b, " at %d %s", int(e.At.Sub(start()).Seconds()), e.Outcome)
		if e.Committed {
			b.WriteString(" committed")
		}
		for _, c := range e.Changes {
			fmt.Fprintf(&b, " %s/%s", c.Table, c.ID)
		}
		if e.Took > 0 {
			fmt.Fprintf(&b, " after %d ms", e.Took)
		}
		for _, m := range e.Marks {
			b.WriteString(" " + p.Faults[m.Fault].Kind)
			if m.Fired {
				b.WriteString("!")
			}
			if !m.Until.IsZero() {
				fmt.Fprintf(&b, " until %d", int(m.Until.Sub(start()).Seconds()))
			}
			if m.False != nil {
				fmt.Fprintf(&b, " %s", spelled(m.False))
			}
		}
		if e.Asked() {
			fmt.Fprintf(&b, ": %d %s", e.Reply.Status, e.Reply.Text())
		}
		if !e.Delivered && e.Asked() {
			b.WriteString(" (lost)")
		}
		out = append(out, b.String())
	}
	return out
}
