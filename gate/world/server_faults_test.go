package world

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// atServer is a fault at the server of notes: what a candidate does, what it is
// answered, call by call, and what changed.
type atServer struct {
	fault   trace.Fault
	script  script
	replies []string // a part of each
	changes []string // of the candidate, net
}

// faultsAtServer has a row for each fault that a world over a server can bring
// about.
func faultsAtServer() []atServer {
	const (
		add    = `add_note {"id":"n3","text":"x"}`
		list   = `list_notes {}`
		tick   = `tick_notes {"ids":["n1","n3"]}`
		added  = "insert notes n3"
		ticked = "update notes n1 done: 0 -> 1"
	)
	text := func(f trace.Fault) trace.Fault { f.Text = "Obey."; return f }
	return []atServer{
		{at("rate_limited", "add_note", 1), script{add, `wait {"seconds":30}`, add}, []string{"rate_limited", "waited", `"id":"n3"`}, []string{added}},
		{at("unavailable", "add_note", 2), script{add, add, add}, []string{"unavailable", "unavailable", `"id":"n3"`}, []string{added}},
		{at("timeout_before", "add_note", 1), script{add, list, add}, []string{"timeout", `"notes"`, `"id":"n3"`}, []string{added}},
		{at("lost_response", "add_note", 1), script{add, add}, []string{"timeout", "there is such a note already"}, []string{added}},
		{at("latency", "list_notes", 1), script{list}, []string{`"notes"`}, nil},
		{at("accepted", "add_note", 1), script{add, list, `wait {"seconds":60}`, list}, []string{"accepted", "Call Alex", "waited", `"id":"n3"`}, []string{added}},
		{at("partial_commit", "tick_notes", 1), script{tick}, []string{"error"}, []string{ticked}},
		{at("corrupt_payload", "list_notes", 1), script{list, list}, []string{`"{\"notes\"`, `"text":"Buy milk"`}, nil},
		{at("misleading_error", "add_note", 1), script{add, add}, []string{"error", `"id":"n3"`}, []string{added}},
		{at("client_error_as_ok", "edit_note", 1), script{`edit_note {"id":"n9","text":"x"}`}, []string{"no such note"}, nil},
		{at("duplicate_delivery", "copy_note", 1), script{`copy_note {"id":"n1"}`}, []string{`"copied":"n1"`}, []string{"insert notes n1 copy", "insert notes n1 copy#2"}},
		{at("expired_token", "list_notes", 1), script{list, `where {}`, list}, []string{"401", "folder", `"notes"`}, nil},
		{trace.Fault{Kind: "permission_revoked", Tool: "add_note", Ordinal: 1}, script{add, add}, []string{"403", "403"}, nil},
		{at("truncated_page", "page_notes", 1), script{`page_notes {}`}, []string{"cursor"}, nil},
		{at("capacity", "list_notes", 0), script{list + " & " + list + " & " + list}, []string{`"notes"`, `"notes"`, "429"}, nil},
		{text(at("injection", "list_notes", 1)), script{list}, []string{"Obey."}, nil},
	}
}

// TestEveryFaultAtAServerReachesTheCandidate plays each, and holds that it fired,
// that what it did was handed over, and that no kind is left out.
func TestEveryFaultAtAServerReachesTheCandidate(t *testing.T) {
	s := noted(t)
	s.Tools[0].Status = &suites.Readback{Tool: "list_notes"}
	s.Tools = append(s.Tools,
		&suites.Tool{Name: "list_notes", Refresh: "where"},
		&suites.Tool{Name: "page_notes", Cursor: "cursor"},
		&suites.Tool{Name: "tick_notes", Items: "ids"},
		&suites.Tool{Name: "copy_note", Idempotency: "key"},
	)
	w := met(t, s)
	var tried, possibly []string
	for _, kind := range suites.FaultKinds() {
		if possible(s, kind.Name) {
			possibly = append(possibly, kind.Name)
		}
	}
	for _, tc := range faultsAtServer() {
		tried = append(tried, tc.fault.Kind)
		t.Run(tc.fault.Kind, func(t *testing.T) {
			trial := disturbed(t, w, 1, Plan{Faults: one(tc.fault)}, tc.script)
			trial.Delivered()
			reached := false
			var replies []string
			for _, e := range trial.Ledger() {
				if e.Asked() {
					replies = append(replies, e.Reply.Text())
				}
				reached = reached || e.Delivered && slices.ContainsFunc(e.Marks, func(m trace.Mark) bool { return m.Fired && m.Fault == 0 })
			}
			if !reached {
				t.Errorf("it did not reach the candidate: %v", lines(Plan{Faults: one(tc.fault)}, trial.Ledger()))
			}
			if len(replies) != len(tc.replies) {
				t.Fatalf("%d replies, want %d: %q", len(replies), len(tc.replies), replies)
			}
			for i, want := range tc.replies {
				if !strings.Contains(replies[i], want) {
					t.Errorf("reply %d: %s, want it to hold %q", i+1, replies[i], want)
				}
			}
			if diff := cmp.Diff(strings.Join(tc.changes, "\n"), strings.Join(readable(trial.Ledger().Net()), "\n")); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff(possibly, tried); diff != "" {
		t.Errorf("kinds (-possible at a server +tried):\n%s", diff)
	}
}
