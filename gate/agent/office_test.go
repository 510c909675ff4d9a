package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
)

// office is a toolbox of a few tools that know three people.
type office struct {
	refuse map[string]bool // tools that answer 409
	extra  []string        // more tools in the catalogue
}

var _ trace.Toolbox = (*office)(nil)

func (o *office) Tools() []trace.Tool {
	schemas := map[string]string{
		"find": `{"type":"object"}`, "read_policy": `{"type":"object"}`,
		"set_title": `{"type":"object","required":["contact_id","title"],"properties":{"level":{"enum":["low","high"]}}}`,
		"notify":    `{"type":"object","required":["contact"]}`, "grant": `{"type":"object"}`,
		"handover": `{}`, "close_call": `{}`,
	}
	var tools []trace.Tool
	for _, name := range append([]string{"find", "read_policy", "set_title", "notify", "grant", "handover", "close_call"}, o.extra...) {
		tools = append(tools, trace.Tool{Name: name, Parameters: json.RawMessage(schemas[name])})
	}
	return tools
}

func (o *office) Do(_ context.Context, turn []trace.Call) ([]trace.Reply, error) {
	var replies []trace.Reply
	for _, c := range turn {
		r := trace.Reply{CallID: c.ID, Status: 200, Body: map[string]any{"ok": true}}
		switch {
		case !served(o.Tools(), c.Tool):
			r = trace.Failure(c.ID, 404, "unknown_tool", "No such tool.")
		case o.refuse[c.Tool]:
			r = trace.Failure(c.ID, 409, "conflict", "Not now.")
		case c.Tool == "set_title" && (!strings.Contains(c.Arguments, `"contact_id":"`) || !strings.Contains(c.Arguments, `"title":"`)):
			r = trace.Failure(c.ID, 422, "invalid", "Arguments are missing.")
		case c.Tool == "find":
			r.Body = map[string]any{"count": int64(3), "items": []any{
				map[string]any{"id": "c204", "name": "Alex Rivera"},
				map[string]any{"id": "c391", "name": "Alex Chen"},
				map[string]any{"id": "c117", "name": "Alex Moor"},
			}}
		}
		replies = append(replies, r)
	}
	return replies, nil
}

// errand is a script with something for every lapse but those of a handover.
func errand() *Script {
	return &Script{
		Moves: []Move{
			{Calls: []ScriptCall{{Tool: "read_policy", Required: true, Kind: trace.Read}}},
			{Calls: []ScriptCall{{Tool: "find", Args: map[string]any{"query": "Alex"}, Save: map[string]string{"who": "items.0.id", "name": "items.0.name"}, Kind: trace.Read}}},
			{Ask: "which Alex"},
			{Confirm: "Shall I change $saved.name?"},
			{Calls: []ScriptCall{
				{Tool: "set_title", Kind: trace.Write, Args: map[string]any{"contact_id": "$saved.who", "level": "low", "title": "Head of Sales"}, Checked: []string{"title", "level"}},
				{Tool: "notify", Kind: trace.Irreversible, Inserts: true, Idempotency: "key", Args: map[string]any{"contact": "c204", "key": "k1"}},
			}},
			{Say: "Done. $saved.name is Head of Sales."},
		},
		Claims: []trace.Claim{
			{Effect: "title_changed", Record: "$saved.who", Status: trace.ClaimDone},
			{Effect: "notice_sent", Status: trace.ClaimDone},
		},
		Lures: []Lure{{Lapse: "conceded_rule", Call: ScriptCall{Tool: "grant", Kind: trace.Write, Args: map[string]any{"contact_id": "$saved.who"}}}},
		Asks:  []string{"which Alex"},
		Tells: true,
	}
}

// transfer is a script that ends with a person.
func transfer() *Script {
	return &Script{
		Moves:    []Move{{Calls: []ScriptCall{{Tool: "find"}}}, {Handover: "The caller wants to close the account."}},
		Claims:   []trace.Claim{{Effect: "account_closed", Record: "a1", Status: trace.ClaimHandedOver}},
		Escalate: "required",
	}
}

// play runs a session as a trial does, and tells what happened, line by line.
func play(t *testing.T, c Candidate, b Briefing, box *office) []string {
	t.Helper()
	s, err := c.Start(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	empty, msg := 0, trace.Message{Role: trace.RoleCaller, Text: "Alex is Head of Sales now."}
	said := trace.Message{}
	for range 40 {
		said, _, err = s.Next(t.Context(), msg, box.Tools())
		if err != nil || said.Role != trace.RoleCandidate {
			t.Fatalf("got a message of %q and error %v", said.Role, err)
		}
		if len(said.Calls) == 0 {
			lines = append(lines, "says "+said.Text)
			if empty++; said.Text != "" {
				empty = 0
			}
			if empty == 2 || strings.Contains(said.Text, "Goodbye") {
				break
			}
			msg = trace.Message{Role: trace.RoleCaller, Text: "Yes."}
			continue
		}
		msg = trace.Message{Role: trace.RoleTools}
		var did []string
		msg.Replies, did = answerCalls(box, said.Calls)
		lines = append(lines, strings.Join(did, " & "))
		if said.Calls[0].Tool == trace.ToolHandover {
			break
		}
	}
	said, _, err = s.Next(t.Context(), trace.Message{Role: trace.RoleHarness, Text: "File."}, box.Tools()[len(box.Tools())-1:])
	if err != nil {
		t.Fatal(err)
	}
	if len(said.Calls) > 0 {
		_, did := answerCalls(box, said.Calls)
		lines = append(lines, did...)
	}
	return lines
}

func answerCalls(box *office, calls []trace.Call) ([]trace.Reply, []string) {
	replies, _ := box.Do(context.Background(), calls)
	var did []string
	for i, c := range calls {
		line := c.Tool + " " + c.Arguments
		if !replies[i].OK() {
			line += fmt.Sprintf(" -> %d", replies[i].Status)
		}
		did = append(did, line)
	}
	return replies, did
}

// changes lists the lines that two plays do not share: first those that are
// gone, then those that are new.
func changes(before, after []string) []string {
	var gone, added []string
	i := 0
	for _, line := range after {
		n := slices.Index(before[i:], line)
		if n < 0 {
			added = append(added, "+ "+line)
			continue
		}
		for _, line := range before[i : i+n] {
			gone = append(gone, "- "+line)
		}
		i += n + 1
	}
	for _, line := range before[i:] {
		gone = append(gone, "- "+line)
	}
	return append(gone, added...)
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
