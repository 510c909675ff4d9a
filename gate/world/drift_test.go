package world

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// visits is the suite of the tests with a tool that has parameters of every type
// and keeps all of them.
func visits(t testing.TB) *suites.Suite {
	t.Helper()
	s := crm(t)
	s.Tools = append(s.Tools, &suites.Tool{
		Name: "plan_visit", Kind: trace.Write, Key: []string{"contact_id"}, Idempotency: "request_key",
		Description: "Plans a visit to contact_id of some minutes. Use update_title for titles.",
		Parameters: schema(t, []string{"contact_id", "minutes"}, object{
			"contact_id":  object{"type": "string", "description": "Whom contact_id names."},
			"minutes":     object{"type": "integer", "minimum": 15, "maximum": 120, "multipleOf": 5, "default": 30, "description": "How long it takes."},
			"price":       object{"type": "number", "minimum": 0.5, "description": "In whole euros."},
			"kind":        object{"type": "string", "enum": []string{"call", "visit"}, "default": "visit", "description": "A visit, unless it is a call."},
			"urgent":      object{"type": "boolean"},
			"note":        object{"type": "string", "maxLength": 20},
			"request_key": text(),
		}),
		Steps: []suites.Step{{Exec: `INSERT INTO settings (account, name, value)
			VALUES (@account, json_array(:contact_id, :kind, :urgent, :note, :price), :minutes) RETURNING name AS planned`}},
		Result: `SELECT name AS visit_name, value AS minutes_planned, json_object('visit_name', 'inner') AS "more:json" FROM settings WHERE name = :planned`,
	})
	return s
}

// planVisit is the call of the tests in the world's own form.
func planVisit() map[string]any {
	return map[string]any{"contact_id": "c1", "minutes": int64(30), "price": 19.99, "kind": "call", "urgent": true, "note": "soon", "request_key": "k1"}
}

// visitWith is the call of the tests with one argument left out and others added.
func visitWith(without string, others map[string]any) map[string]any {
	args := planVisit()
	delete(args, without)
	maps.Copy(args, others)
	return args
}

type driftCase struct {
	drift trace.Drift
	tool  string         // as served
	args  map[string]any // as served
	stale string         // what the old form is told in mid-conversation; "" where it stays good
	shows string         // stands in the catalogue
	hides string         // does not
}

func driftCases() []driftCase {
	const tool = "plan_visit"
	return []driftCase{
		{
			trace.Drift{Kind: "rename_tool", New: "arrange_visit"},
			"arrange_visit", planVisit(),
			"plan_visit is now arrange_visit.", `"arrange_visit"`, `"plan_visit"`,
		},
		{
			trace.Drift{Kind: "rename_field", Name: "contact_id", New: "contact_ref"},
			tool, visitWith("contact_id", map[string]any{"contact_ref": "c1"}),
			"contact_id is now contact_ref.", "a visit to contact_ref of", "contact_id",
		},
		{
			trace.Drift{Kind: "rename_result_field", Name: "visit_name", New: "visit_label"},
			tool, planVisit(),
			"", "The reply has the field visit_label.", "visit_name",
		},
		{
			trace.Drift{Kind: "new_required", New: "as_of"},
			tool, visitWith("", map[string]any{"as_of": "2026-03-02"}),
			"plan_visit now needs as_of: today's date, as YYYY-MM-DD.", `"as_of"`, "2026-03-02",
		},
		{
			trace.Drift{Kind: "removed_enum_value", Name: "kind", Value: "call", New: "phone_call"},
			tool, visitWith("", map[string]any{"kind": "phone_call"}),
			"call is now phone_call in kind.", "A visit, unless it is a phone_call.", `"call"`,
		},
		{
			trace.Drift{Kind: "changed_type", Name: "minutes", New: "string"},
			tool, visitWith("", map[string]any{"minutes": "30"}),
			"minutes is now a text of digits.", `"pattern":"^[0-9]+$"`, "multipleOf",
		},
		{
			trace.Drift{Kind: "changed_type", Name: "price", New: "string"},
			tool, visitWith("", map[string]any{"price": "19.99"}),
			"price is now a text of digits.", `"pattern":"^[0-9]+(\\.[0-9]+)?$"`, "0.5",
		},
		{
			trace.Drift{Kind: "changed_type", Name: "urgent", New: "yes/no"},
			tool, visitWith("", map[string]any{"urgent": "yes"}),
			`urgent is now "yes" or "no".`, `["yes","no"]`, "boolean",
		},
		{
			trace.Drift{Kind: "changed_type", Name: "note", New: "array"},
			tool, visitWith("", map[string]any{"note": []any{"soon"}}),
			"note is now a list of exactly one text.", `"items":{"maxLength":20,"type":"string"}`, "note must be",
		},
		{
			trace.Drift{Kind: "changed_unit", Name: "minutes", New: "seconds", Factor: 60},
			tool, visitWith("minutes", map[string]any{"seconds": int64(1800)}),
			"minutes is now seconds: what was 1 is now 60.",
			`{"default":1800,"description":"How long it takes. In seconds.","maximum":7200,"minimum":900,"multipleOf":300,"type":"integer"}`, "minutes",
		},
		{
			trace.Drift{Kind: "changed_unit", Name: "price", New: "price_cents", Factor: 100},
			tool, visitWith("price", map[string]any{"price_cents": int64(1999)}),
			"price is now price_cents: what was 1 is now 100.",
			`"price_cents":{"description":"In cents.","minimum":50,"type":"number"}`, `"price"`,
		},
		{
			trace.Drift{Kind: "nested_field", Name: "contact_id", New: "target"},
			tool, visitWith("contact_id", map[string]any{"target": map[string]any{"contact_id": "c1"}}),
			"contact_id is now target.contact_id.", `"target":{"additionalProperties":false,"properties":{"contact_id":`, `"required":["contact_id","minutes"]`,
		},
	}
}

// drifting begins a trial under a drift of plan_visit.
func drifting(t *testing.T, w *World, d trace.Drift, from int) *Trial {
	t.Helper()
	d.Tool, d.From = "plan_visit", from
	trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Seed: 1, Plan: Plan{Drift: &d}})
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

// entry is a tool of the catalogue as JSON.
func entry(t *testing.T, trial *Trial, tool string) string {
	t.Helper()
	i := slices.IndexFunc(trial.Tools(), func(s trace.Tool) bool { return s.Name == tool })
	if i < 0 {
		t.Fatalf("%s is not served", tool)
	}
	b, err := json.Marshal(trial.Tools()[i])
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), `\u0026`, "&")
}

func TestDrift(t *testing.T) {
	w := opened(t, visits(t))
	own := do(t, began(t, w, 1), "plan_visit", spelled(planVisit()))
	if own.Outcome != trace.Done || len(own.Changes) != 1 {
		t.Fatalf("without drift: %+v", own)
	}
	for _, c := range driftCases() {
		name := c.drift.Kind + " " + c.drift.Name
		wantReply := refielded(own.Reply.Body, "", "")
		if c.drift.Kind == "rename_result_field" {
			wantReply = map[string]any{"visit_label": own.Reply.Body.(object)["visit_name"], "minutes_planned": int64(30), "more": map[string]any{"visit_label": "inner"}}
		}
		good := func(t *testing.T, trial *Trial) {
			t.Helper()
			served := entry(t, trial, c.tool)
			if !strings.Contains(served, c.shows) || strings.Contains(served, c.hides) {
				t.Errorf("served: %s\nwant %s in it and %s not", served, c.shows, c.hides)
			}
			tool, args := trial.Interface().Call("plan_visit", planVisit())
			if diff := cmp.Diff(c.args, args); diff != "" || tool != c.tool {
				t.Errorf("Interface.Call: %s (-want +got):\n%s", tool, diff)
			}
			e := do(t, trial, c.tool, spelled(c.args))
			if diff := cmp.Diff(own.Changes, e.Changes); diff != "" || !e.Committed {
				t.Errorf("new form: %s %s, changes (-want +got):\n%s", e.Outcome, e.Reply.Text(), diff)
			}
			if diff := cmp.Diff(own.Args, e.Args); diff != "" || e.Tool != "plan_visit" || e.Logical != own.Logical {
				t.Errorf("new form: tool %s, logical %s, arguments (-want +got):\n%s", e.Tool, e.Logical, diff)
			}
			if diff := cmp.Diff(wantReply, e.Reply.Body); diff != "" {
				t.Errorf("new form: reply (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(own.Reply.Body, trial.Interface().Body("plan_visit", e.Reply.Body)); diff != "" {
				t.Errorf("Interface.Body (-want +got):\n%s", diff)
			}
			if again := do(t, trial, c.tool, spelled(c.args)); again.Outcome != trace.Replayed || !cmp.Equal(again.Reply.Body, wantReply) {
				t.Errorf("the same key again: %s %s", again.Outcome, again.Reply.Text())
			}
		}
		t.Run("announced "+name, func(t *testing.T) {
			trial := drifting(t, w, c.drift, 0)
			want := trace.Invalid
			if c.drift.Kind == "rename_tool" {
				want = trace.UnknownTool
			}
			if c.stale != "" {
				if e := do(t, trial, "plan_visit", spelled(planVisit())); e.Outcome != want || len(e.Changes) > 0 {
					t.Errorf("old form: %s %s, want %s", e.Outcome, e.Reply.Text(), want)
				}
			}
			good(t, trial)
		})
		t.Run("later "+name, func(t *testing.T) {
			trial := drifting(t, w, c.drift, 1)
			if got := entry(t, trial, "plan_visit"); got != entry(t, began(t, w, 1), "plan_visit") {
				t.Errorf("before the drift: %s", got)
			}
			if tool, args := trial.Interface().Call("plan_visit", planVisit()); tool != "plan_visit" || !cmp.Equal(args, planVisit()) {
				t.Errorf("before the drift Interface.Call is %s %v", tool, args)
			}
			want := trace.Invalid
			if c.drift.Kind == "rename_tool" {
				want = trace.UnknownTool
			}
			if c.stale != "" {
				if e := do(t, trial, c.tool, spelled(c.args)); e.Outcome != want {
					t.Errorf("new form, too early: %s %s, want %s", e.Outcome, e.Reply.Text(), want)
				}
				e := do(t, trial, "plan_visit", spelled(planVisit()))
				if body, _ := e.Reply.Body.(object)["error"].(object); e.Outcome != trace.Stale || e.Tool != "plan_visit" || body["message"] != c.stale || len(e.Changes) > 0 {
					t.Errorf("old form: %s %s %s, want stale: %s", e.Tool, e.Outcome, e.Reply.Text(), c.stale)
				}
			} else {
				do(t, trial, "find_contacts", `{"query":"x"}`)
			}
			good(t, trial)
		})
	}
}

func TestDriftTellsNobodyElse(t *testing.T) {
	w := opened(t, visits(t))
	trial := drifting(t, w, trace.Drift{Kind: "rename_tool", New: "arrange_visit"}, 0)
	e := do(t, trial, "plan_visit", `{}`)
	if text := e.Reply.Text(); strings.Contains(text, "now arrange_visit") || !strings.Contains(text, "set_mail, remove_contact, arrange_visit, wait") {
		t.Errorf("a name that was never served: %s", text)
	}
	d := &trace.Drift{Kind: "rename_tool", Tool: "update_title", New: "set_title"}
	trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Plan: Plan{Drift: d}})
	if err != nil {
		t.Fatal(err)
	}
	defer trial.Close()
	if got := entry(t, trial, "plan_visit"); !strings.Contains(got, "Use set_title for titles.") {
		t.Errorf("another tool still names the old one: %s", got)
	}
	if e := do(t, trial, "plan_visit", spelled(planVisit())); e.Outcome != trace.Done {
		t.Errorf("another tool under drift: %s %s", e.Outcome, e.Reply.Text())
	}
}

// Bad arguments stay bad in every form, and only what would have been good before
// is stale.
func TestBadArgumentsUnderDrift(t *testing.T) {
	w := opened(t, visits(t))
	rename := trace.Drift{Kind: "rename_field", Name: "contact_id", New: "contact_ref"}
	unit := trace.Drift{Kind: "changed_unit", Name: "minutes", New: "seconds", Factor: 60}
	digits := trace.Drift{Kind: "changed_type", Name: "minutes", New: "string"}
	list := trace.Drift{Kind: "changed_type", Name: "note", New: "array"}
	nested := trace.Drift{Kind: "nested_field", Name: "contact_id", New: "target"}
	date := trace.Drift{Kind: "new_required", New: "as_of"}
	for _, c := range []struct {
		drift trace.Drift
		args  map[string]any
		want  trace.Outcome
		says  string
	}{
		{rename, visitWith("minutes", nil), trace.Invalid, "contact_ref"},
		{rename, visitWith("", map[string]any{"contact_ref": "c1"}), trace.Invalid, "contact_id"},
		{rename, visitWith("contact_id", map[string]any{"contact_ref": int64(1)}), trace.Invalid, "contact_ref"},
		{unit, visitWith("minutes", map[string]any{"seconds": int64(30)}), trace.Invalid, "seconds"},
		{unit, visitWith("minutes", map[string]any{"seconds": int64(7500)}), trace.Invalid, "seconds"},
		{unit, visitWith("minutes", map[string]any{"seconds": int64(1830)}), trace.Invalid, "seconds"},
		{digits, visitWith("", map[string]any{"minutes": "31"}), trace.Invalid, "minutes"},
		{digits, visitWith("", map[string]any{"minutes": "3e1"}), trace.Invalid, "minutes"},
		{digits, visitWith("", map[string]any{"minutes": strings.Repeat("9", 400)}), trace.Invalid, "minutes"},
		{digits, visitWith("", map[string]any{"minutes": "Inf"}), trace.Invalid, "minutes"},
		{list, visitWith("", map[string]any{"note": []any{"a", "b"}}), trace.Invalid, "note"},
		{nested, visitWith("contact_id", map[string]any{"target": "c1"}), trace.Invalid, "target"},
		{nested, visitWith("contact_id", map[string]any{"target": map[string]any{}}), trace.Invalid, "contact_id"},
		{date, visitWith("", map[string]any{"as_of": "2026-03-01"}), trace.Refused, "as_of is not today's date."},
		{date, visitWith("", map[string]any{"as_of": "today"}), trace.Invalid, "as_of"},
	} {
		for _, from := range []int{0, 1} {
			trial := drifting(t, w, c.drift, from)
			if from > 0 {
				do(t, trial, "find_contacts", `{"query":"x"}`)
			}
			e := do(t, trial, "plan_visit", spelled(c.args))
			if e.Outcome != c.want || !strings.Contains(e.Reply.Text(), c.says) || len(e.Changes) > 0 {
				t.Errorf("%s from %d, %v: %s %s, want %s %s", c.drift.Kind, from, c.args, e.Outcome, e.Reply.Text(), c.want, c.says)
			}
			if _, err := json.Marshal(e); err != nil {
				t.Errorf("%s %v: the entry cannot be written: %v", c.drift.Kind, c.args, err)
			}
			if e.Outcome == trace.Refused && e.Reply.Status != 422 {
				t.Errorf("a wrong date: status %d", e.Reply.Status)
			}
		}
	}
}

// An open schema takes any argument; one by its old name must not slip through.
func TestOldNameInAnOpenSchema(t *testing.T) {
	s := visits(t)
	s.Tools[5].Parameters = json.RawMessage(strings.Replace(string(s.Tools[5].Parameters), `"additionalProperties":false,`, "", 1))
	w := opened(t, s)
	rename := trace.Drift{Kind: "rename_field", Name: "minutes", New: "length"}
	for from, want := range []trace.Outcome{trace.Invalid, trace.Stale} {
		trial := drifting(t, w, rename, from)
		do(t, trial, "find_contacts", `{"query":"x"}`)
		if e := do(t, trial, "plan_visit", `{"contact_id": "c1", "minutes": 15}`); e.Outcome != want || len(e.Changes) > 0 {
			t.Errorf("from %d: %s %s, want %s", from, e.Outcome, e.Reply.Text(), want)
		}
		if e := do(t, trial, "plan_visit", `{"contact_id": "c1", "length": 15}`); e.Outcome != trace.Done || e.Args["minutes"] != int64(15) {
			t.Errorf("from %d: %s %v", from, e.Outcome, e.Args)
		}
	}
}

func TestRefusalsNameTheNewForm(t *testing.T) {
	s := visits(t)
	s.Tools[5].Steps = append([]suites.Step{{Check: "SELECT 1 WHERE :contact_id <> 'c9'", Error: suites.ToolError{Code: "not_found", Status: 404, Message: "No contact has this contact_id."}}}, s.Tools[5].Steps...)
	trial := drifting(t, opened(t, s), trace.Drift{Kind: "rename_field", Name: "contact_id", New: "contact_ref"}, 0)
	e := do(t, trial, "plan_visit", `{"contact_ref": "c9", "minutes": 30}`)
	if want := `{"error":{"code":"not_found","message":"No contact has this contact_ref.","status":404}}`; e.Reply.Text() != want {
		t.Errorf("refused with %s, want %s", e.Reply.Text(), want)
	}
}

func TestDriftThatDoesNotFitIsAnError(t *testing.T) {
	w := opened(t, visits(t))
	for _, d := range []trace.Drift{
		{Kind: "rename", Tool: "plan_visit", New: "x"},
		{Kind: "rename_tool", Tool: "nothing", New: "x"},
		{Kind: "rename_tool", Tool: "wait", New: "x"},
		{Kind: "rename_tool", Tool: "plan_visit", New: "set_mail"},
		{Kind: "rename_tool", Tool: "plan_visit"},
		{Kind: "rename_field", Tool: "plan_visit", Name: "nothing", New: "x"},
		{Kind: "rename_field", Tool: "plan_visit", Name: "note", New: "kind"},
		{Kind: "rename_result_field", Tool: "plan_visit", Name: "kind", New: "x"},
		{Kind: "rename_result_field", Tool: "set_mail", Name: "id", New: "x"},
		{Kind: "removed_enum_value", Tool: "plan_visit", Name: "kind", Value: "walk", New: "x"},
		{Kind: "removed_enum_value", Tool: "plan_visit", Name: "kind", Value: "call", New: "visit"},
		{Kind: "changed_type", Tool: "plan_visit", Name: "note", New: "string"},
		{Kind: "changed_unit", Tool: "plan_visit", Name: "note", New: "x", Factor: 60},
		{Kind: "changed_unit", Tool: "plan_visit", Name: "minutes", New: "seconds"},
		{Kind: "new_required", Tool: "plan_visit", New: "note"},
	} {
		trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Plan: Plan{Drift: &d}})
		if err == nil {
			t.Errorf("%+v is taken", d)
			trial.Close()
		} else if !strings.Contains(err.Error(), "apply drift "+d.Kind) {
			t.Errorf("%+v: %v", d, err)
		}
	}
}
