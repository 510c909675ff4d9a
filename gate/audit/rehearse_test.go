package audit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

func TestRehearseSaysWhatCallsDo(t *testing.T) {
	call := func(tool, arguments string) trace.Call { return trace.Call{Tool: tool, Arguments: arguments} }
	note := call("add_note", `{"contact_id": "c1", "text": "x"}`)
	lists := [][]trace.Call{
		{
			call("find_contacts", `{"name": "Alex"}`), call("set_title", `{"contact_id": "c1", "title": "Director"}`),
			call("set_title", `{"contact_id": "c1", "title": "Director"}`), note, note,
			call("set_title", `{"contact_id": "c3", "title": "Director"}`), call("set_title", `{"contact_id": "c1"}`), call("set_name", `{}`), call("find_contacts", `[`),
		},
		{call("set_title", `{"contact_id": "c1", "title": "Director"}`), call("set_title", `{"contact_id": "c1", "title": "Manager"}`)}, // from the start again
		{},
	}
	got, err := Rehearse(t.Context(), weak(t)[0], lists)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]Rehearsed{
		{
			{},
			{Writes: true},
			{Writes: true, Idle: true, Empty: true, Why: "changed nothing; call 2 was the same"},
			{Writes: true},
			{Writes: true, Why: "does once more what call 4 did"},
			{Writes: true, Idle: true, Why: "refused: locked: The contact is locked."},
			{Writes: true, Idle: true, Why: `arguments do not fit: missing required property 'title'`},
			{Idle: true, Why: "there is no such tool"},
			{Idle: true, Why: "arguments do not fit: the arguments are not JSON: unexpected EOF"},
		},
		{{Writes: true, Why: "what it changed is changed back later"}, {Writes: true, Why: "what it changed is changed back later"}},
		nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRehearseNeedsAWorld(t *testing.T) {
	s := weak(t)[0]
	s.World = "CREATE TABLE a ("
	if _, err := Rehearse(t.Context(), s, nil); err == nil || !strings.Contains(err.Error(), "world.sql") {
		t.Errorf("got %v", err)
	}
}

func TestRehearseNeedsACaseThatBegins(t *testing.T) {
	s := weak(t)[0]
	s.Tools = []*suites.Tool{{Name: "broken", Description: "x", Parameters: []byte(`{"type": "object"}`), Kind: trace.Read, Result: "SELECT json(max(id)) FROM contacts"}}
	s.Cases = s.Cases[:1]
	s.Cases[0].Reference, s.Cases[0].Expect, s.Cases[0].Lures = nil, suites.Expect{}, nil
	if _, err := Rehearse(t.Context(), s, [][]trace.Call{{{Tool: "broken", Arguments: "{}"}}}); err == nil || !strings.Contains(err.Error(), "run tool broken") {
		t.Errorf("got %v", err)
	}
}

func TestRefusalInWords(t *testing.T) {
	for _, test := range []struct {
		body any
		want string
	}{
		{trace.Failure("", 404, "not_found", "No such contact.").Body, "not_found: No such contact."},
		{map[string]any{"error": "no"}, `{"error":"no"}`},
		{strings.Repeat("é", longest), `"` + strings.Repeat("é", (longest-1)/2)},
	} {
		if got := refusal(test.body); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
