package world

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

func TestCallIsDoneAndNoted(t *testing.T) {
	trial := began(t, opened(t, crm(t)), 1)
	trial.Position(3, 2, 1)
	trial.Advance(90 * time.Second)
	got := do(t, trial, "update_title", `{"title": "Director", "contact_id": "c1"}`)
	contact := func(title, at string) trace.Row {
		return trace.Row{
			"id": "c1", "account": "northwind", "name": "Alex Rivera", "mail": "alex.rivera@northwind.example",
			"title": title, "score": 0.5, "updated_at": at,
		}
	}
	want := trace.Entry{
		Seq: 1, Step: 3, Turn: 2, Phase: 1, At: start().Add(90 * time.Second),
		Call: trace.Call{ID: "x", Tool: "update_title", Arguments: `{"title": "Director", "contact_id": "c1"}`},
		Tool: "update_title", Kind: trace.Write, Args: map[string]any{"title": "Director", "contact_id": "c1"},
		Logical: `update_title{"contact_id":"c1","title":"Director"}`, Attempt: 1,
		Outcome: trace.Done, Committed: true,
		Changes: []trace.Change{
			{Table: "contacts", Op: trace.Update, ID: "c1", Before: contact("Manager", "2026-01-01T00:00:00Z"), After: contact("Director", "2026-03-02T09:01:30Z")},
			{Table: "notices", Op: trace.Insert, ID: "2", After: trace.Row{"id": int64(2), "contact": "c1", "kind": "title_changed", "at": "2026-03-02T09:01:30Z"}},
		},
		Reply: trace.Reply{CallID: "x", Status: 200, Body: map[string]any{"id": "c1", "title": "Director", "notice": int64(2), "owner": "northwind"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entry (-want +got):\n%s", diff)
	}
}

func TestRepliesToReads(t *testing.T) {
	trial := began(t, opened(t, crm(t)), 1)
	for _, c := range []struct{ tool, args, want string }{
		{"find_contacts", `{"query":"alex"}`, `{"count":2,"items":[{"id":"c1","name":"Alex Rivera","title":"Manager"},{"id":"c2","name":"Alex Chen","title":null}]}`},
		{"find_contacts", `{"query":"Þóra"}`, `{"count":0,"items":[]}`},
		{"get_contact", `{"contact_id":"c1"}`, `{"id":"c1","name":"Alex Rivera","score":0.5,"teams":[1,2]}`},
		{"get_contact", `{"contact_id":"c3"}`, `null`},
	} {
		e := do(t, trial, c.tool, c.args)
		if got := e.Reply.Text(); got != c.want || e.Outcome != trace.Done || e.Committed {
			t.Errorf("%s %s: %s %s, committed %v\nwant %s", c.tool, c.args, e.Outcome, got, e.Committed, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	deep := strings.Repeat(`{"a":`, maxDepth+2) + "1" + strings.Repeat("}", maxDepth+2)
	for _, c := range []struct {
		name, tool, args string
		outcome          trace.Outcome
		status           int
		says             string
	}{
		{"other company", "update_title", `{"contact_id":"c3","title":"X"}`, trace.Refused, 404, "No such contact in this account."},
		{"other company, irreversible", "remove_contact", `{"contact_id":"c3"}`, trace.Refused, 404, "No such contact"},
		{"constraint after a change", "set_mail", `{"contact_id":"c1","mail":"alex.chen@northwind.example"}`, trace.Refused, 409, "conflicts"},
		{"unknown tool", "delete_all", `{}`, trace.UnknownTool, 404, "The tools are: find_contacts, get_contact, update_title, set_mail, remove_contact, wait, handover, close_call."},
		{"unknown tool, no JSON", "delete_all", `{`, trace.UnknownTool, 404, "no tool"},
		{"not JSON", "get_contact", `{"contact_id":`, trace.NotJSON, 400, "not JSON"},
		{"two values", "get_contact", `{"contact_id":"c1"} {}`, trace.NotJSON, 400, "not JSON"},
		{"no object", "get_contact", `["c1"]`, trace.NotJSON, 400, "not a JSON object"},
		{"too deep", "get_contact", deep, trace.NotJSON, 400, "nested more than 64 deep"},
		{"too long", "get_contact", `{"contact_id":"` + strings.Repeat("x", maxArguments) + `"}`, trace.NotJSON, 400, "the limit is 262144"},
		{"missing", "get_contact", `{}`, trace.Invalid, 400, "contact_id"},
		{"empty text", "get_contact", ``, trace.Invalid, 400, "contact_id"},
		{"wrong type", "get_contact", `{"contact_id":5}`, trace.Invalid, 400, "must be a string"},
		{"invented", "get_contact", `{"contact_id":"c1","account":"contoso"}`, trace.Invalid, 400, "account"},
		{"wait too long", "wait", `{"seconds":86401}`, trace.Invalid, 400, "86400"},
		{"unknown effect", "close_call", `{"items":[{"effect":"world_saved","status":"done"}]}`, trace.Invalid, 400, "effect"},
	} {
		t.Run(c.name, func(t *testing.T) {
			trial := began(t, opened(t, crm(t)), 1)
			before := image(t, connOf(trial))
			e := do(t, trial, c.tool, c.args)
			if e.Outcome != c.outcome || e.Reply.Status != c.status || !strings.Contains(e.Reply.Text(), c.says) {
				t.Errorf("got %s %d %.300s\nwant %s %d %q", e.Outcome, e.Reply.Status, e.Reply.Text(), c.outcome, c.status, c.says)
			}
			if e.Committed || len(e.Changes) > 0 {
				t.Errorf("a refused call changed %+v", e.Changes)
			}
			if image(t, connOf(trial)) != before {
				t.Error("a refused call left something in the database")
			}
			if len(e.Call.Arguments) > maxArguments+10 {
				t.Errorf("the ledger keeps %d bytes of arguments", len(e.Call.Arguments))
			}
		})
	}
}

func TestConstraintIsToldToPeopleOnly(t *testing.T) {
	trial := began(t, opened(t, crm(t)), 1)
	e := do(t, trial, "set_mail", `{"contact_id":"c1","mail":"alex.chen@northwind.example"}`)
	if diff := cmp.Diff([]string{"UNIQUE constraint failed: contacts.mail"}, e.Problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if strings.Contains(e.Reply.Text(), "contacts.mail") {
		t.Errorf("the reply shows the schema: %s", e.Reply.Text())
	}
	if e := do(t, trial, "find_contacts", `{"query":"Alex"}`); !e.Reply.OK() {
		t.Errorf("after a conflict the trial cannot go on: %s", e.Reply.Text())
	}
}

func TestIdempotencyKeys(t *testing.T) {
	trial := began(t, opened(t, crm(t)), 1)
	calls := []struct {
		args    string
		outcome trace.Outcome
		status  int
		attempt int
	}{
		{`{"contact_id":"c3","title":"A","request_key":"k"}`, trace.Refused, 404, 1}, // not stored
		{`{"contact_id":"c1","title":"A","request_key":"k"}`, trace.Done, 200, 1},
		{`{"request_key":"k","title":"A","contact_id":"c1"}`, trace.Replayed, 200, 2},
		{`{"contact_id":"c1","title":"B","request_key":"k"}`, trace.Refused, 409, 1},
		{`{"contact_id":"c1","title":"A","request_key":"k2"}`, trace.Done, 200, 3},
		{`{"contact_id":"c1","title":"A"}`, trace.Done, 200, 4},
		{`{"contact_id":"c1","title":"A"}`, trace.Done, 200, 5},
		{`{"contact_id":"c1","title":"A","request_key":""}`, trace.Done, 200, 6},
		{`{"contact_id":"c1","title":"A","request_key":"k"}`, trace.Replayed, 200, 7},
	}
	var first trace.Entry
	for i, c := range calls {
		e := do(t, trial, "update_title", c.args)
		if e.Outcome != c.outcome || e.Reply.Status != c.status || e.Attempt != c.attempt {
			t.Errorf("call %d %s: %s %d attempt %d, want %s %d attempt %d", i, c.args, e.Outcome, e.Reply.Status, e.Attempt, c.outcome, c.status, c.attempt)
		}
		switch {
		case i == 1:
			first = e
		case e.Outcome == trace.Replayed:
			if diff := cmp.Diff(first.Reply.Body, e.Reply.Body); diff != "" || e.Committed || len(e.Changes) > 0 {
				t.Errorf("call %d: replay differs or changed something: %+v", i, e)
			}
		}
	}
}

func TestKeysOfOtherToolsDoNotMeet(t *testing.T) {
	s := crm(t)
	s.Tools[3].Idempotency = "mail" // set_mail: the same text as a key of update_title
	trial := began(t, opened(t, s), 1)
	do(t, trial, "update_title", `{"contact_id":"c1","title":"A","request_key":"k"}`)
	if e := do(t, trial, "set_mail", `{"contact_id":"c1","mail":"k"}`); e.Outcome != trace.Done {
		t.Errorf("set_mail was %s by the key of another tool", e.Outcome)
	}
}

func TestClosingTurn(t *testing.T) {
	trial := began(t, opened(t, crm(t)), 1)
	trial.OnlyClosing()
	if tools := trial.Tools(); len(tools) != 1 || tools[0].Name != trace.ToolCloseCall {
		t.Errorf("tools of the closing turn: %+v", tools)
	}
	if e := do(t, trial, "remove_contact", `{"contact_id":"c1"}`); e.Outcome != trace.UnknownTool || !strings.Contains(e.Reply.Text(), "The tools are: close_call.") {
		t.Errorf("got %s %s", e.Outcome, e.Reply.Text())
	}
	e := do(t, trial, "close_call", `{"items":[{"effect":"title_changed","record":"c1","status":"done"},{"effect":"notice_sent","status":"not_done"}]}`)
	if e.Outcome != trace.Done || e.Kind != trace.Control || e.Reply.Text() != `{"filed":2}` {
		t.Errorf("close_call: %s %s", e.Outcome, e.Reply.Text())
	}
	record := trace.Record{Ledger: trial.Ledger()}
	claims, filed := record.Closing()
	want := []trace.Claim{{Effect: "title_changed", Record: "c1", Status: "done"}, {Effect: "notice_sent", Status: "not_done"}}
	if diff := cmp.Diff(want, claims); diff != "" || !filed {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
}

func TestHarnessTools(t *testing.T) {
	trial := began(t, opened(t, crm(t)), 1)
	if e := do(t, trial, "wait", `{"seconds": 3600.0}`); !e.At.Equal(start()) || e.Reply.Text() != `{"now":"2026-03-02T10:00:00Z","waited":3600}` {
		t.Errorf("wait: at %v, %s", e.At, e.Reply.Text())
	}
	if got := trial.Now(); !got.Equal(start().Add(time.Hour)) {
		t.Errorf("now is %v", got)
	}
	if e := do(t, trial, "handover", `{"reason":"needs a person"}`); e.Outcome != trace.Done || e.Committed {
		t.Errorf("handover: %+v", e)
	}
	for _, tool := range trial.Tools() {
		if tool.Name == trace.ToolCloseCall && !strings.Contains(tool.Description, "title_changed: A contact's job title was changed.") {
			t.Errorf("close_call does not say what the effects are:\n%s", tool.Description)
		}
	}
}

func TestCallsOfOneMessageRunInOrder(t *testing.T) {
	trial := began(t, opened(t, crm(t)), 1)
	replies, err := trial.Do(context.Background(), []trace.Call{
		{ID: "a", Tool: "update_title", Arguments: `{"contact_id":"c1","title":"One"}`},
		{ID: "b", Tool: "get_nothing", Arguments: `{}`},
		{ID: "c", Tool: "update_title", Arguments: `{"contact_id":"c1","title":"Two"}`},
	})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, r := range replies {
		ids = append(ids, r.CallID)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, ids); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
	net := trial.Ledger().Net()
	if got := net[0].After["title"]; got != "Two" {
		t.Errorf("the last title is %v", got)
	}
}

func TestClosedTrialAndWorld(t *testing.T) {
	w := opened(t, crm(t))
	trial := began(t, w, 1)
	do(t, trial, "update_title", `{"contact_id":"c1","title":"One"}`)
	if err := trial.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := trial.Do(context.Background(), []trace.Call{{Tool: "wait", Arguments: `{"seconds":1}`}}); err == nil {
		t.Error("a closed trial goes on")
	}
	if len(trial.Ledger()) != 1 {
		t.Error("the ledger does not outlive the trial")
	}
	other := began(t, w, 1)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if e := do(t, other, "find_contacts", `{"query":"Alex"}`); !e.Reply.OK() {
		t.Error("closing the world ended an open trial")
	}
	if _, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0]}); err == nil {
		t.Error("a closed world begins trials")
	}
}

// SQLite compiles a statement anew when the pattern of a LIKE over an index
// changes; the connection must still allow it.
func TestPatternsOverAnIndex(t *testing.T) {
	s := crm(t)
	s.World += "CREATE INDEX by_name ON contacts (name COLLATE NOCASE);"
	scripted(s, "like", trace.Read, "SELECT id FROM contacts WHERE name LIKE :n ORDER BY id")
	trial := began(t, opened(t, s), 1)
	for _, c := range [][2]string{
		{`{"n":"alex r%"}`, `{"count":1,"items":[{"id":"c1"}]}`},
		{`{"n":"%"}`, `{"count":3,"items":[{"id":"c1"},{"id":"c2"},{"id":"c3"}]}`},
		{`{"n":"alex%"}`, `{"count":2,"items":[{"id":"c1"},{"id":"c2"}]}`},
	} {
		if got := do(t, trial, "like", c[0]).Reply.Text(); got != c[1] {
			t.Errorf("%s gives %s, want %s", c[0], got, c[1])
		}
	}
}
