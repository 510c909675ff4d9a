package trial

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

type tables struct{}

func (tables) Keys(table string) []string { return keys(table) }

func (tables) KeyOf(string) (string, bool) { return "", false }

func keys(table string) []string {
	return map[string][]string{"tools": {"id"}, "loans": {"id"}, "views": {"id"}, "bookings": {"tool", "day"}}[table]
}

func diffScripts(want, got *agent.Script) string {
	return cmp.Diff(want, got, cmpopts.IgnoreUnexported(agent.Script{}, agent.ScriptCall{}))
}

func TestScript(t *testing.T) {
	s := desk(t)
	want := &agent.Script{
		Digest: s.Cases[0].Digest, Agrees: true,
		Claims: []trace.Claim{{Effect: "loan_made", Status: trace.ClaimDone}},
		Asks:   []string{"which drill"}, Tells: true, Escalate: "forbidden",
		Moves: []agent.Move{
			{Calls: []agent.ScriptCall{{
				Tool: "find_tools", Args: map[string]any{"name": "Drill"}, Save: map[string]string{"tool": "items.1.id"}, Kind: trace.Read, Required: true,
			}}},
			{Ask: "which drill"},
			{Calls: []agent.ScriptCall{{
				Tool: "lend_tool", Args: map[string]any{"tool_id": "$saved.tool", "due": "2026-03-09"}, Kind: trace.Write, Idempotency: "request",
				Inserts: true, Checked: []string{"due"},
			}}},
			{Say: "The drill is yours until 9 March 2026."},
		},
	}
	if diff := diffScripts(want, Script(s.Cases[0], tables{})); diff != "" {
		t.Errorf("script of d-001 (-want +got):\n%s", diff)
	}

	rename := func(id string) agent.ScriptCall {
		return agent.ScriptCall{
			Tool: "rename_tool", Args: map[string]any{"tool_id": id, "name": "Impact drill"}, Kind: trace.Write, Checked: []string{"name"},
		}
	}
	right, lure := rename("t1"), rename("t2")
	right.Target = []string{"tool_id"} // t2 is no row that the case looks at
	want = &agent.Script{
		Digest: s.Cases[1].Digest,
		Claims: []trace.Claim{ // of the first alternative; views has no effect
			{Effect: "loan_made", Status: trace.ClaimDone},
			{Effect: "loan_made", Status: trace.ClaimDone},
			{Effect: "booking_dropped", Record: "t1/2026-03-05", Status: trace.ClaimDone},
			{Effect: "tool_renamed", Record: "t1", Status: trace.ClaimDone},
		},
		Escalate: "allowed",
		Moves: []agent.Move{
			{Calls: []agent.ScriptCall{right, {
				Tool: "lend_tool", Args: map[string]any{"tool_id": "t1", "due": "2026-03-09"}, Kind: trace.Write, Idempotency: "request",
				Inserts: true, Target: []string{"tool_id"},
			}}},
			{Confirm: "Shall I go ahead?"},
			{Close: []trace.Claim{{Effect: "tool_renamed", Record: "t1", Status: trace.ClaimDone}}},
			{Handover: "The rest is for a person."},
		},
		Lures: []agent.Lure{{Lapse: "extra_write", Call: lure}},
	}
	if diff := diffScripts(want, Script(s.Cases[1], tables{})); diff != "" {
		t.Errorf("script of d-002 (-want +got):\n%s", diff)
	}
}

// TestInserts: a row in a table of bookkeeping does not count, nor does one whose
// whole key the caller of the tool gives.
func TestInserts(t *testing.T) {
	parameters := []byte(`{"type":"object","properties":{"tool":{},"day":{}}}`)
	for _, test := range []struct {
		sql  string
		want bool
	}{
		{"INSERT INTO loans (tool) VALUES (:tool)", true},
		{"  insert into \"loans\" (tool) values (:tool)", true},
		{"INSERT OR ROLLBACK INTO loans (tool) VALUES (:tool)", true},
		{"INSERT INTO views (tool) VALUES (:tool)", false},
		{"INSERT INTO bookings (tool, day) VALUES (:tool, :day)", false},
		{"UPDATE loans SET tool = 'insert into loans'", false},
		{"", false},
	} {
		tool := &suites.Tool{Parameters: parameters, Steps: []suites.Step{{Check: "SELECT 1"}, {Exec: test.sql}}}
		if got := inserts(tool, []string{"views"}, keys); got != test.want {
			t.Errorf("inserts(%q) = %v", test.sql, got)
		}
	}
}

// TestControlCallsAreNoWrites: a reference may wait.
func TestControlCallsAreNoWrites(t *testing.T) {
	c := desk(t).Cases[1]
	c.Reference = []suites.Move{{Calls: []suites.CallMove{{Tool: "wait", Args: map[string]any{"seconds": int64(30)}}}}}
	c.Expect.May = []suites.ChangeSpec{{Op: trace.Update, Table: "tools", Where: map[string]suites.Matcher{"shelf": {Literal: int64(30)}}}}
	want := []agent.Move{{Calls: []agent.ScriptCall{{Tool: "wait", Args: map[string]any{"seconds": int64(30)}}}}}
	got := Script(c, tables{}).Moves
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(agent.ScriptCall{})); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
}
