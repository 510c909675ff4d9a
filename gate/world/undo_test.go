package world

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// undoable is a suite whose tools declare inverses of every kind.
func undoable(t testing.TB) *suites.Suite {
	t.Helper()
	s := crm(t)
	s.Tools[2].Steps = s.Tools[2].Steps[:2] // no notice, which nothing takes back
	s.Tools[2].Result = ""
	s.Tools = append(s.Tools,
		&suites.Tool{
			Name: "send_notice", Kind: trace.Irreversible, Key: []string{"contact_id"},
			Parameters: schema(t, []string{"contact_id"}, object{"contact_id": text()}),
			Steps:      []suites.Step{{Exec: "INSERT INTO notices (contact, kind, at) VALUES (:contact_id, 'sent', @now)"}},
		},
		&suites.Tool{
			Name: "add_notice", Kind: trace.Write, Key: []string{"contact_id"},
			Parameters: schema(t, []string{"contact_id"}, object{"contact_id": text()}),
			Undo:       &suites.Undo{Tool: "drop_notice", Args: map[string]any{"notice": ":after.id"}},
			Steps:      []suites.Step{{Exec: "INSERT INTO notices (contact, kind, at) VALUES (:contact_id, 'added', @now)"}},
		},
		&suites.Tool{
			Name: "drop_notice", Kind: trace.Write, Key: []string{"notice"},
			Parameters: schema(t, []string{"notice"}, object{"notice": object{"type": "integer"}}),
			Steps: []suites.Step{
				{Check: "SELECT 1 FROM notices WHERE id = :notice", Error: suites.ToolError{Code: "not_found", Status: 404, Message: "There is no such notice."}},
				{Exec: "DELETE FROM notices WHERE id = :notice"},
			},
		},
		&suites.Tool{
			Name: "rescore", Kind: trace.Write, Key: []string{"contact_id"},
			Parameters: schema(t, []string{"contact_id"}, object{"contact_id": text(), "score": object{"type": "number"}}),
			Undo:       &suites.Undo{Tool: "rescore", Args: map[string]any{"contact_id": ":contact_id", "score": ":before.score"}},
			Steps:      []suites.Step{{Exec: "UPDATE contacts SET score = :score WHERE id = :contact_id"}},
		},
	)
	return s
}

func undo(t *testing.T, trial *Trial) *trace.Undo {
	t.Helper()
	before := len(trial.Ledger())
	got, err := trial.Undo(context.Background())
	if err != nil {
		t.Fatalf("Undo: %v", err)
	}
	if len(trial.Ledger()) != before {
		t.Errorf("the ledger grew by %d entries", len(trial.Ledger())-before)
	}
	return got
}

func TestUndoOfNothing(t *testing.T) {
	trial := began(t, opened(t, undoable(t)), 1)
	do(t, trial, "find_contacts", `{"query":"Alex"}`)
	do(t, trial, "update_title", `{"contact_id":"c3","title":"X"}`)
	do(t, trial, "close_call", `{"items":[]}`)
	if got := undo(t, trial); got != nil {
		t.Errorf("nothing was committed, and Undo is %+v", got)
	}
}

func TestUndoRestores(t *testing.T) {
	trial := began(t, opened(t, undoable(t)), 1)
	do(t, trial, "update_title", `{"contact_id":"c1","title":"Director","request_key":"k"}`)
	do(t, trial, "update_title", `{"contact_id":"c1","title":"Chair"}`)
	do(t, trial, "add_notice", `{"contact_id":"c1"}`)
	do(t, trial, "rescore", `{"contact_id":"c1","score":7.5}`)
	do(t, trial, "update_title", `{"contact_id":"c1","title":"Chair"}`) // changes nothing any more
	want := &trace.Undo{Calls: []trace.UndoCall{
		{Of: 4, Tool: "rescore", Args: trace.Row{"contact_id": "c1", "score": 0.5}, Done: true},
		{Of: 3, Tool: "drop_notice", Args: trace.Row{"notice": int64(2)}, Done: true},
		{Of: 2, Tool: "update_title", Args: trace.Row{"contact_id": "c1", "title": "Director"}, Done: true},
		{Of: 1, Tool: "update_title", Args: trace.Row{"contact_id": "c1", "title": "Manager"}, Done: true},
	}}
	got := undo(t, trial)
	// What is volatile differs, and the list says so.
	left := got.Left
	got.Left = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("undo (-want +got):\n%s", diff)
	}
	if len(left) != 1 || strings.Join(left[0].Columns(), " ") != "updated_at" || left[0].ID != "c1" {
		t.Errorf("left is %+v, want updated_at of c1", left)
	}
	if e := do(t, trial, "find_contacts", `{"query":"Rivera"}`); !strings.Contains(e.Reply.Text(), `"title":"Manager"`) {
		t.Errorf("the world after Undo: %s", e.Reply.Text())
	}
}

func TestUndoTellsWhatCannotBeTakenBack(t *testing.T) {
	trial := began(t, opened(t, undoable(t)), 1)
	do(t, trial, "send_notice", `{"contact_id":"c1"}`)
	do(t, trial, "update_title", `{"contact_id":"c2","title":"Director"}`) // had none: null is no title
	do(t, trial, "rescore", `{"contact_id":"c2","score":1}`)               // had none: left out, which is null
	do(t, trial, "add_notice", `{"contact_id":"c1"}`)
	do(t, trial, "drop_notice", `{"notice":3}`) // the inverse of the call before it comes too late
	got := undo(t, trial)
	why := func(u trace.UndoCall) string { return u.Tool + ": " + u.Why }
	var said []string
	for _, u := range got.Calls {
		said = append(said, why(u))
	}
	want := []string{
		": no inverse is declared",
		"drop_notice: There is no such notice.",
		"rescore: ",
		"update_title: The arguments do not fit the schema: title: must be a string, got null",
		": no inverse is declared",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("undo (-want +got):\n%s", diff)
	}
	if !got.Calls[2].Done || got.Calls[1].Done {
		t.Errorf("done: %+v", got.Calls)
	}
	var left []string
	for _, c := range got.Left {
		left = append(left, string(c.Op)+" "+c.Table+" "+c.ID+" "+strings.Join(c.Columns(), ","))
	}
	if diff := cmp.Diff([]string{"update contacts c2 title,updated_at", "insert notices 2 at,contact,id,kind"}, left); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}

func TestUndoWithoutItsRow(t *testing.T) {
	s := undoable(t)
	n := len(s.Tools)
	s.Tools[n-3].Undo.Args["notice"] = ":before.id"
	s.Tools[n-2].Undo = &suites.Undo{Tool: "add_notice", Args: map[string]any{"contact_id": ":after.contact"}}
	trial := began(t, opened(t, s), 1)
	do(t, trial, "add_notice", `{"contact_id":"c1"}`)
	do(t, trial, "drop_notice", `{"notice":1}`)
	want := []trace.UndoCall{
		{Of: 2, Tool: "add_notice", Args: trace.Row{}, Why: "the call left no row that has contact"},
		{Of: 1, Tool: "drop_notice", Args: trace.Row{}, Why: "the call changed no row that had id before"},
	}
	if diff := cmp.Diff(want, undo(t, trial).Calls); diff != "" {
		t.Errorf("undo (-want +got):\n%s", diff)
	}
}

// Only what the candidate did is taken back: what came of its calls late or twice
// as well, what others did not.
func TestUndoOfOthers(t *testing.T) {
	trial := began(t, opened(t, undoable(t)), 1)
	do(t, trial, "add_notice", `{"contact_id":"c1"}`)
	do(t, trial, "add_notice", `{"contact_id":"c1"}`)
	do(t, trial, "add_notice", `{"contact_id":"c2"}`)
	trial.ledger[1].Echo = 1
	trial.ledger[2].Actor = trace.Rival
	want := &trace.Undo{Calls: []trace.UndoCall{
		{Of: 2, Tool: "drop_notice", Args: trace.Row{"notice": int64(3)}, Done: true},
		{Of: 1, Tool: "drop_notice", Args: trace.Row{"notice": int64(2)}, Done: true},
	}}
	if diff := cmp.Diff(want, undo(t, trial)); diff != "" {
		t.Errorf("undo (-want +got):\n%s", diff)
	}
}

// An inverse whose SQL fails leaves nothing, stops no other, and its connection
// is not used again.
func TestUndoGoesOnAfterAFailure(t *testing.T) {
	s := undoable(t)
	scripted(s, "break", trace.Write, "", "UPDATE contacts SET score = 99", "SELECT json_extract('{', '$')")
	s.Tools[len(s.Tools)-2].Undo = &suites.Undo{Tool: "break", Args: map[string]any{}}
	w := opened(t, s)
	trial := began(t, w, 1)
	do(t, trial, "update_title", `{"contact_id":"c1","title":"Director"}`)
	do(t, trial, "rescore", `{"contact_id":"c1","score":7}`)
	got := undo(t, trial)
	if len(got.Calls) != 2 || got.Calls[0].Done || !strings.Contains(got.Calls[0].Why, "the tool failed: step 2") || !got.Calls[1].Done {
		t.Fatalf("undo is %+v", got.Calls)
	}
	if c := got.Left[0]; len(got.Left) != 1 || c.After["score"] != 7.0 || c.After["title"] != "Manager" {
		t.Errorf("left is %+v", got.Left)
	}
	if _, err := trial.Undo(context.Background()); err == nil {
		t.Error("a trial whose inverse failed can be used again")
	}
}

func TestUndoIsPastDriftAndKeys(t *testing.T) {
	w := opened(t, undoable(t))
	d := &trace.Drift{Kind: "rename_field", Tool: "update_title", Name: "title", New: "heading"}
	trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Plan: Plan{Drift: d}})
	if err != nil {
		t.Fatal(err)
	}
	defer trial.Close()
	do(t, trial, "update_title", `{"contact_id":"c1","heading":"Director","request_key":"k"}`)
	got := undo(t, trial)
	want := []trace.UndoCall{{Of: 1, Tool: "update_title", Args: trace.Row{"contact_id": "c1", "title": "Manager"}, Done: true}}
	if diff := cmp.Diff(want, got.Calls); diff != "" {
		t.Errorf("undo (-want +got):\n%s", diff)
	}
}

func TestUndoOfAClosedTrial(t *testing.T) {
	trial, err := opened(t, undoable(t)).Begin(context.Background(), Session{Case: undoable(t).Cases[0]})
	if err != nil {
		t.Fatal(err)
	}
	if err := trial.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := trial.Undo(context.Background()); err == nil || !strings.Contains(err.Error(), "it is closed") {
		t.Errorf("Undo of a closed trial: %v", err)
	}
}
