package agent

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// wantLazy is how each lazy agent begins, and what it files.
var wantLazy = map[string][]string{
	"escalates": {`handover {"reason":"A colleague should look at this."}`, `close_call {"items":[]}`},
	"refuses":   {"says I am sorry, I cannot do that. It is not allowed, and nothing was changed.", `close_call {"items":[]}`},
	"asks":      {"says Could you tell me which one you mean?", `close_call {"items":[]}`},
	"lists":     {`find_any {"query":"Alex"} & find_any {"query":"Head"} & find_any {"query":"Sales"} & get_rules {}`, `close_call {"items":[]}`},
	"claims": {
		"says That is all done. It was all changed as you asked, and you get a confirmation.",
		`close_call {"items":[{"effect":"sent","record":"","status":"done"},{"effect":"titled","record":"","status":"done"}]}`,
	},
}

func TestLazyAgents(t *testing.T) {
	tools := []trace.Tool{
		{Name: "find_any", Parameters: json.RawMessage(`{"required":["query"]}`)},
		{Name: "get_rules", Parameters: json.RawMessage(`{}`)},
		{Name: "get_both", Parameters: json.RawMessage(`{"required":["a","b"]}`)},
		{Name: "set_title", Parameters: json.RawMessage(`{}`)},
		{Name: "close_call", Parameters: json.RawMessage(`{"properties":{"items":{"items":{"properties":{"effect":{"enum":["sent","titled"]}}}}}}`)},
	}
	for _, l := range LazyAgents() {
		c, err := Parse("builtin:"+l.Name, Options{})
		if err != nil || l.Doc == "" || c.Identity() != "builtin:"+l.Name {
			t.Fatalf("%s: %v", l.Name, err)
		}
		s, err := c.Start(t.Context(), Briefing{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range []trace.Message{{Role: trace.RoleCaller, Text: "Alex is Head of Sales."}, {Role: trace.RoleHarness}} {
			said, _, err := s.Next(t.Context(), m, tools)
			if err != nil || said.Role != trace.RoleCandidate {
				t.Fatalf("%s: a message of %q and error %v", l.Name, said.Role, err)
			}
			got = append(got, lineOf(said))
		}
		if diff := cmp.Diff(wantLazy[l.Name], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.Name, diff)
		}
	}
}

func lineOf(m trace.Message) string {
	if len(m.Calls) == 0 {
		return "says " + m.Text
	}
	var calls []string
	for _, c := range m.Calls {
		calls = append(calls, c.Tool+" "+c.Arguments)
	}
	return strings.Join(calls, " & ")
}

// What was looked up is read out, once, and cut to a length.
func TestListingReadsAllOut(t *testing.T) {
	s, err := lazy{LazyAgents()[3]}.Start(t.Context(), Briefing{})
	if err != nil {
		t.Fatal(err)
	}
	replies := []trace.Reply{{Status: 200, Body: map[string]any{"id": "c1"}}, trace.Failure("x", 404, "none", "No."), {Status: 200, Body: strings.Repeat("é", maxSpoken)}}
	said, _, err := s.Next(t.Context(), trace.Message{Role: trace.RoleTools, Replies: replies}, nil)
	if err != nil || !strings.Contains(said.Text, `{"id":"c1"}`) || strings.Contains(said.Text, "No.") || len(said.Text) > maxSpoken+100 {
		t.Errorf("said %d bytes, %v", len(said.Text), err)
	}
}
