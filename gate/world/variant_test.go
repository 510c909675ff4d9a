package world

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// through opens the suite's world through an interface and begins a trial.
func through(t *testing.T, s *suites.Suite, i suites.Interface, planned ...trace.Fault) *Trial {
	t.Helper()
	w, err := OpenAs(context.Background(), s, i)
	if err != nil {
		t.Fatal(err)
	}
	trial, err := w.Begin(context.Background(), Session{Case: s.Cases[0], Seed: 1, Plan: Plan{Faults: planned}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := trial.Close(); err != nil {
			t.Error(err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return trial
}

func became(e trace.Entry) string {
	return fmt.Sprint(e.Outcome, " ", e.Tool, " ", e.Attempt, " ", len(e.Changes), " ", e.Reply.Status, " ", e.Reply.Text())
}

// TestAddedKeys: a tool without a key takes one, which the tool itself and the
// ledger's arguments never see; one that has a key keeps it.
func TestAddedKeys(t *testing.T) {
	trial := through(t, faulty(t), suites.Interface{Variants: []string{trace.VariantKeys}})
	for tool, want := range map[string]bool{"take": true, "notify": true, "set_mail": true, "update_title": false, "get_contact": false} {
		for _, served := range trial.Tools() {
			if served.Name == tool && strings.Contains(string(served.Parameters), ourKey) != want {
				t.Errorf("%s is served with %s", tool, served.Parameters)
			}
		}
	}
	first := do(t, trial, "notify", `{"contact_ids":["c1"],"idempotency_key":"k"}`)
	again := do(t, trial, "notify", `{"contact_ids":["c1"],"idempotency_key":"k"}`)
	other := do(t, trial, "notify", `{"contact_ids":["c2"],"idempotency_key":"k"}`)
	none := do(t, trial, "notify", `{"contact_ids":["c1"]}`)
	if diff := cmp.Diff([]trace.Outcome{trace.Done, trace.Replayed, trace.Refused, trace.Done}, []trace.Outcome{first.Outcome, again.Outcome, other.Outcome, none.Outcome}); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{"contact_ids": []any{"c1"}}, first.Args); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
	if key, known := trial.world.KeyOf("notify"); key != ourKey || !known {
		t.Errorf("key of notify: %q", key)
	}
	if key, known := trial.world.KeyOf("nothing"); key != "" || known {
		t.Errorf("key of nothing: %q", key)
	}
	s := faulty(t)
	s.Tool("take").Parameters = schema(t, []string{"name"}, object{"name": text(), ourKey: text()})
	_, err := OpenAs(t.Context(), s, suites.Interface{Variants: []string{trace.VariantKeys}})
	if err == nil || !strings.Contains(err.Error(), "crm/tools.yaml:59:1: take cannot take an idempotency key: it has a parameter idempotency_key that is no key") {
		t.Errorf("a name that is taken: %v", err)
	}
}

// TestReadBack: the reply to a write holds the rows it changed; of what was not
// done there are none, and bookkeeping stays out.
func TestReadBack(t *testing.T) {
	trial := through(t, faulty(t), suites.Interface{Variants: []string{trace.VariantReadBack}},
		trace.Fault{Kind: "silent_noop", Tool: "update_title", Ordinal: 2, Times: 1})
	now := func(e trace.Entry) string {
		body, _ := e.Reply.Body.(map[string]any)
		b, err := json.Marshal(body["now"])
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	e := do(t, trial, "update_title", `{"contact_id":"c1","title":"Director"}`)
	if got := now(e); strings.Count(got, `"table"`) != 1 || !strings.Contains(got, `"title":"Director"`) || !strings.Contains(got, `"id":"c1"`) {
		t.Errorf("of an update: %s", got)
	}
	if got := now(do(t, trial, "update_title", `{"contact_id":"c2","title":"Clerk"}`)); got != "[]" {
		t.Errorf("of what was not done: %s", got)
	}
	if got := now(do(t, trial, "get_contact", `{"contact_id":"c1"}`)); got != "null" {
		t.Errorf("of a read: %s", got)
	}
	if got := now(do(t, trial, "update_title", `{"contact_id":"none","title":"Clerk"}`)); got != "null" {
		t.Errorf("of a refusal: %s", got)
	}
	gone := trial.shownBack(done{changes: []trace.Change{
		{Table: "t", ID: "1", After: trace.Row{"v": int64(1)}},
		{Table: "t", ID: "2", After: trace.Row{"account": "other"}},
		{Table: "t", ID: "1", Before: trace.Row{"v": int64(1)}},
	}})
	want := object{"result": nil, "now": []any{object{"table": "t", "id": "1", "row": nil}}}
	if diff := cmp.Diff(want, gone); diff != "" {
		t.Errorf("of rows that went, and of another account (-want +got):\n%s", diff)
	}
}

// TestResume: what became of a call that was not answered is told, and it is made
// once, whether the answer or the call was lost.
func TestResume(t *testing.T) {
	on := suites.Interface{Variants: []string{trace.VariantResumable}}
	const title = `{"contact_id":"c1","title":"Director"}`
	id := func(e trace.Entry) string {
		body := e.Reply.Body.(map[string]any)
		if told, ok := body["error"].(map[string]any); ok {
			body = told
		}
		name, _ := body["call_id"].(string)
		return `{"call_id":"` + name + `"}`
	}
	for _, test := range []struct {
		fault trace.Fault
		want  []string // beginnings
	}{
		{trace.Fault{Kind: "lost_response", Times: 1}, []string{"replayed update_title 2 0 200 {\"call_id\":\"open-1\",\"result\":{\"id\":\"c1\"", "replayed update_title 3 0 200"}},
		{trace.Fault{Kind: "timeout_before", Times: 1}, []string{"done update_title 2 2 200 {\"call_id\":\"open-1\",\"result\":{\"id\":\"c1\"", "replayed update_title 3 0 200"}},
		{trace.Fault{Kind: "unavailable", Times: 2}, []string{`faulted update_title 2 0 503 {"error":{"call_id":"open-1"`, "done update_title 3 2 200"}},
		{trace.Fault{Kind: "accepted", Times: 1, Seconds: 60}, []string{`replayed update_title 2 0 202 {"call_id":"open-1","result":{"accepted":true`, "replayed update_title 3 0 202"}},
	} {
		test.fault.Tool, test.fault.Ordinal = "update_title", 1
		trial := through(t, faulty(t), on, test.fault)
		first := do(t, trial, "update_title", title)
		for _, want := range test.want {
			if got := became(do(t, trial, "resume_call", id(first))); !strings.HasPrefix(got, want) {
				t.Errorf("%s: got %s, want %s", test.fault.Kind, got, want)
			}
		}
		if test.fault.Kind == "accepted" {
			trial.Advance(seconds(90))
			if got := became(do(t, trial, "resume_call", id(first))); !strings.HasPrefix(got, "replayed update_title 4 0 200") || !strings.Contains(got, `"state":"done"`) {
				t.Errorf("accepted and done: %s", got)
			}
		}
		changed := 0
		for _, e := range trial.Ledger() {
			changed += len(e.Changes)
		}
		if changed != 2 {
			t.Errorf("%s: %d rows were changed", test.fault.Kind, changed)
		}
	}
	trial := through(t, faulty(t), on)
	if got := became(do(t, trial, "resume_call", `{"call_id":"open-9"}`)); !strings.HasPrefix(got, "refused resume_call 1 0 404") {
		t.Errorf("of an id that is none: %s", got)
	}
	if got := became(do(t, trial, "resume_call", `{}`)); !strings.HasPrefix(got, "invalid resume_call 1 0 400") {
		t.Errorf("without an id: %s", got)
	}
	if got := became(do(t, trial, "update_title", title)); strings.Contains(got, "call_id") {
		t.Errorf("of a call that was answered: %s", got)
	}
}
