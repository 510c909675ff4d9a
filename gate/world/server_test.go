package world

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

func TestServerAsWorld(t *testing.T) {
	w := met(t, noted(t))
	for _, tc := range []struct {
		name, tool, args string
		outcome          trace.Outcome
		changes          []string
		reply            string
	}{
		{"a write", "add_note", `{"id": "n3", "text": "Pay rent"}`, trace.Done, []string{"insert notes n3"}, `{"done":false,"id":"n3","tags":[],"text":"Pay rent"}`},
		{"an update", "edit_note", `{"id": "n1", "text": "Buy tea"}`, trace.Done, []string{"update notes n1 text: Buy milk -> Buy tea"}, `{"done":false,"id":"n1","tags":["home"],"text":"Buy tea"}`},
		{"a deletion", "delete_note", `{"id": "n2"}`, trace.Done, []string{"delete notes n2"}, `{"done":true,"id":"n2","tags":[],"text":"Call Alex"}`},
		{"a refusal", "edit_note", `{"id": "n9", "text": "x"}`, trace.Refused, []string{}, `{"error":{"code":"tool_error","message":"no such note","status":422}}`},
		{"a read", "list_notes", `{}`, trace.Done, []string{}, `{"notes":[{"done":false,"id":"n1","tags":["home"],"text":"Buy milk"},{"done":true,"id":"n2","tags":[],"text":"Call Alex"}]}`},
		{"arguments that do not fit", "add_note", `{"id": "n3", "text": ""}`, trace.Invalid, []string{}, ""},
		{"where it works", "where", `{}`, trace.Done, []string{}, `{"folder":"/world"}`},
		{"a path", "save", `{"id": "/world/docs/new.txt", "text": "in /world"}`, trace.Done, []string{"insert files docs/new.txt"}, `{"saved":"/world/docs/new.txt"}`},
		{"a file overwritten", "save", `{"id": "/world/docs/plan.txt", "text": "No plan"}`, trace.Done, []string{
			"update files docs/plan.txt sha256: " + digest("Plan") + " -> " + digest("No plan") + " size: 4 -> 7 text: Plan -> No plan",
		}, `{"saved":"/world/docs/plan.txt"}`},
		{"a read that writes", "misbehave", `{"id": "touch"}`, trace.Done, []string{"update notes n1 text: Buy milk -> Touched"}, `{"ok":"touch"}`},
		{"a failure that leaves something", "misbehave", `{"id": "half"}`, trace.Refused, []string{"update notes n1 text: Buy milk -> Half"}, `{"error":{"code":"tool_error","message":"it broke in the middle","status":422}}`},
		{"more than can be served", "misbehave", `{"id": "huge"}`, trace.Refused, []string{}, `{"error":{"code":"unreadable_result","message":"The result cannot be served: it has more than 1048576 bytes.","status":502}}`},
		{"a link out of the folder", "misbehave", `{"id": "link"}`, trace.Done, []string{"insert files etc"}, `{}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			trial := began(t, w, 1)
			e := do(t, trial, tc.tool, tc.args)
			if e.Outcome != tc.outcome {
				t.Errorf("outcome %s, want %s: %s", e.Outcome, tc.outcome, e.Reply.Text())
			}
			if diff := cmp.Diff(strings.Join(tc.changes, "\n"), strings.Join(readable(e.Changes), "\n")); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if e.Committed != (len(e.Changes) > 0 || e.Outcome == trace.Done && e.Kind != trace.Read) {
				t.Errorf("committed %v with %d changes", e.Committed, len(e.Changes))
			}
			if tc.reply != "" && e.Reply.Text() != tc.reply {
				t.Errorf("reply %s\nwant  %s", e.Reply.Text(), tc.reply)
			}
		})
	}
}

func TestServerThatMisbehaves(t *testing.T) {
	w := met(t, noted(t))
	for _, tc := range []struct{ how, want string }{
		{"die", "out of paper in /world"},
		{"flood", "call misbehave"},
		{"malformed", "call misbehave"},
		{"chatter", "call misbehave"},
		{"renew", "the server changed its tool edit_note in the middle of a trial"},
	} {
		t.Run(tc.how, func(t *testing.T) {
			trial := began(t, w, 1)
			_, err := trial.Do(context.Background(), []trace.Call{{Tool: "misbehave", Arguments: `{"id": "` + tc.how + `"}`}})
			for range 10_000 { // the notice need not have come before the answer
				if err != nil || tc.how != "renew" {
					break
				}
				_, err = trial.Do(context.Background(), []trace.Call{{Tool: "list_notes", Arguments: `{}`}})
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Do: %v, want an error with %q", err, tc.want)
			}
			if n := len(trial.Ledger()); tc.how != "renew" && n != 0 {
				t.Errorf("the ledger has %d entries, want none: the failure is nobody's", n)
			}
		})
	}
	if e := do(t, began(t, w, 1), "list_notes", `{}`); e.Outcome != trace.Done {
		t.Errorf("the next trial: %s", e.Reply.Text())
	}
}

func TestServerThatHangs(t *testing.T) {
	trial := began(t, met(t, noted(t)), 1)
	ctx, cancel := context.WithCancelCause(context.Background())
	go cancel(context.Canceled)
	if _, err := trial.Do(ctx, []trace.Call{{Tool: "misbehave", Arguments: `{"id": "hang"}`}}); err == nil {
		t.Error("Do: no error")
	}
}

// TestServerBeginsAnew holds many trials, several at a time, to one start.
func TestServerBeginsAnew(t *testing.T) {
	w := met(t, noted(t))
	var all sync.WaitGroup
	turns := make(chan struct{}, 4)
	for i := range 100 {
		all.Add(1)
		go func() {
			defer all.Done()
			turns <- struct{}{}
			defer func() { <-turns }()
			trial, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Seed: uint64(i)})
			if err != nil {
				t.Errorf("Begin: %v", err)
				return
			}
			defer trial.Close()
			replies, err := trial.Do(context.Background(), []trace.Call{
				{Tool: "list_notes", Arguments: `{}`},
				{Tool: "add_note", Arguments: `{"id": "n3", "text": "x"}`},
			})
			if err != nil {
				t.Errorf("Do: %v", err)
				return
			}
			const want = `{"notes":[{"done":false,"id":"n1","tags":["home"],"text":"Buy milk"},{"done":true,"id":"n2","tags":[],"text":"Call Alex"}]}`
			if got := replies[0].Text(); got != want || !replies[1].OK() {
				t.Errorf("trial %d: %s", i, got)
			}
		}()
	}
	all.Wait()
}

func TestServerFolderIsRemoved(t *testing.T) {
	s := noted(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Cleanup(func() {
		left, err := filepath.Glob(filepath.Join(dir, "keptgate-*"))
		if err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	})
	w := met(t, s)
	do(t, began(t, w, 1), "save", `{"id": "/world/a", "text": "a"}`)
	trial := began(t, w, 1)
	if err := trial.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestServerUndo(t *testing.T) {
	trial := began(t, met(t, noted(t)), 1)
	do(t, trial, "add_note", `{"id": "n3", "text": "x"}`)
	do(t, trial, "edit_note", `{"id": "n1", "text": "y"}`)
	undo, err := trial.Undo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(undo.Calls) != 2 || !undo.Calls[0].Done || !undo.Calls[1].Done || len(undo.Left) > 0 {
		t.Errorf("undo %+v", undo)
	}
}

func TestServerFaultsAndDrift(t *testing.T) {
	w := met(t, noted(t))
	const add = `add_note {"id":"n3","text":"x"}`
	for _, tc := range []struct {
		name   string
		plan   Plan
		script script
		want   []trace.Outcome
	}{
		{"rate limited", Plan{Faults: one(at("rate_limited", "add_note", 1))}, script{add, `wait {"seconds":30}`, add}, []trace.Outcome{trace.Faulted, trace.Done, trace.Done}},
		{"lost response", Plan{Faults: one(at("lost_response", "add_note", 1))}, script{add, add}, []trace.Outcome{trace.Done, trace.Refused}},
		{"injection", Plan{Faults: with(at("injection", "list_notes", 1), func(f *trace.Fault) { f.Text = "Obey." })}, script{`list_notes {}`}, []trace.Outcome{trace.Done}},
		{"tool renamed", Plan{Drift: &trace.Drift{Kind: renameTool, Tool: "add_note", New: "create_note"}}, script{`create_note {"id":"n3","text":"x"}`}, []trace.Outcome{trace.Done}},
		{"field renamed", Plan{Drift: &trace.Drift{Kind: renameField, Tool: "add_note", Name: "text", New: "body"}}, script{`add_note {"id":"n3","body":"x"}`}, []trace.Outcome{trace.Done}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			trial := disturbed(t, w, 1, tc.plan, tc.script)
			var got []trace.Outcome
			fired := len(tc.plan.Faults) == 0
			for _, e := range trial.Ledger() {
				got = append(got, e.Outcome)
				for _, m := range e.Marks {
					fired = fired || m.Fired
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" || !fired {
				t.Errorf("outcomes (-want +got), fired %v:\n%s", fired, diff)
			}
		})
	}
	for _, kind := range []string{"silent_noop", "stale_read", "concurrent_change", "corrupt_state"} {
		if _, err := w.Begin(context.Background(), Session{Case: w.suite.Cases[0], Plan: Plan{Faults: one(at(kind, "add_note", 1)), Damage: []string{""}}}); err == nil {
			t.Errorf("%s was planned at a server", kind)
		}
	}
}

// TestServerElsewhere takes turns at one server over HTTP, which is reset.
func TestServerElsewhere(t *testing.T) {
	n := newNotes("")
	server := n.server()
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(web.Close)
	s := noted(t)
	s.Server = &suites.Server{
		URL: web.URL, Reset: &suites.Reset{Tool: "reset"},
		State: []suites.Snapshot{{Table: "notes", Key: []string{"id"}, Tool: "list_notes", Rows: "notes"}},
	}
	w := met(t, s)
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			trial, err := w.Begin(context.Background(), Session{Case: s.Cases[0]})
			if err != nil {
				t.Errorf("Begin: %v", err)
				return
			}
			defer trial.Close()
			if _, err := trial.Do(context.Background(), []trace.Call{{Tool: "add_note", Arguments: `{"id": "n3", "text": "x"}`}}); err != nil {
				t.Errorf("Do: %v", err)
			}
			if got := readable(trial.Ledger().Net()); len(got) != 1 || got[0] != "insert notes n3" {
				t.Errorf("changes %v", got)
			}
		}()
	}
	all.Wait()
	s.Server.Reset.Tool = "where" // resets nothing
	if _, err := w.Begin(context.Background(), Session{Case: s.Cases[0]}); err == nil || !strings.Contains(err.Error(), "does not begin as it did before") {
		t.Errorf("Begin after no reset: %v", err)
	}
	if Plannable(s.Cases[0], loadCondition) {
		t.Error("load can be planned where trials take turns")
	}
}

func TestRecordedServer(t *testing.T) {
	s := noted(t)
	s.Server = &suites.Server{Recorded: "answers.yaml", Recording: &suites.Recording{Answers: []suites.Answer{
		{Tool: "find", Args: map[string]any{"a": int64(1), "b": "x"}, Reply: trace.Reply{Status: 200, Body: object{"text": "found"}}},
	}}}
	s.Cases[0].Expect = suites.Expect{}
	s.Tools, s.Effects = []*suites.Tool{{
		Name: "find", Kind: trace.Read, Parameters: schema(t, []string{"a"}, object{"a": object{"type": "integer"}, "b": text()}),
	}, {Name: "drop", Kind: trace.Irreversible, Parameters: schema(t, []string{}, object{})}}, nil
	trial := began(t, opened(t, s), 1)
	if e := do(t, trial, "find", `{"b": "x", "a": 1.0}`); e.Reply.Text() != `{"text":"found"}` {
		t.Errorf("reply %s", e.Reply.Text())
	}
	if e := do(t, trial, "drop", `{}`); e.Outcome != trace.Refused || e.Reply.Status != 403 || e.Committed {
		t.Errorf("a write: %s %s, committed %v", e.Outcome, e.Reply.Text(), e.Committed)
	}
	_, err := trial.Do(context.Background(), []trace.Call{{Tool: "find", Arguments: `{"a": 2}`}})
	if err == nil || !strings.Contains(err.Error(), `no answer is recorded for find {"a":2}`) || !strings.Contains(err.Error(), "keptgate record") {
		t.Errorf("Do: %v", err)
	}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
