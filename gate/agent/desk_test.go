package agent

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// booking is a script with one write and a word about it. Its tool takes a key;
// what became of it can be read back.
func booking() *Script {
	return &Script{
		Moves: []Move{
			{Calls: []ScriptCall{{
				Tool: "book", Kind: trace.Write, Inserts: true, Idempotency: "key", Refresh: "renew",
				Args:   map[string]any{"slot": "s1"},
				Status: &Readback{Tool: "list", Shows: map[string]any{"items.*.slot": ":slot"}},
			}}},
			{Say: "Booked."},
		},
		Claims: []trace.Claim{{Effect: "booked", Record: "s1", Status: trace.ClaimDone}},
	}
}

// searching is a script that reads a slot, and books it.
func searching() *Script {
	s := booking()
	s.Moves[0].Calls[0].Args["slot"] = "$saved.slot"
	s.insert(0, Move{Calls: []ScriptCall{{
		Tool: "find", Kind: trace.Read, Cursor: "cursor", Refresh: "renew",
		Save: map[string]string{"slot": "items.0.slot"},
	}}})
	return s
}

// edited changes the first write of a script.
func edited(s *Script, edit func(*Script, *ScriptCall)) *Script {
	edit(s, s.call(s.where((*ScriptCall).writes)[0]))
	return s
}

func careful(s *Script) *Script {
	s.Careful = true
	return s
}

func unkeyed(_ *Script, c *ScriptCall) { c.Idempotency = "" }

func unseen(_ *Script, c *ScriptCall) { c.Status = nil }

// desk answers calls from a list, in the order they come: a status with an
// error code of its own, such as "429 30" with the seconds to wait, or the body
// of a good answer. Waiting and filing are always good, and so is what comes
// after the list.
type desk struct{ answers []string }

var codes = map[int]string{
	401: "token_expired", 403: "forbidden", 409: "conflict", 410: "interface_changed",
	429: "rate_limited", 500: "partial_failure", 503: "unavailable", 504: "timeout",
}

func (d *desk) reply(c trace.Call) trace.Reply {
	good := trace.Reply{CallID: c.ID, Status: 200, Body: map[string]any{}}
	if len(d.answers) == 0 || c.Tool == trace.ToolWait || c.Tool == trace.ToolCloseCall {
		return good
	}
	next := d.answers[0]
	d.answers = d.answers[1:]
	head, tail, _ := strings.Cut(next, " ")
	status, err := strconv.Atoi(head)
	if err != nil || len(head) != 3 {
		good.Body, err = trace.Decode([]byte(next))
		if err != nil {
			good.Body = next // malformed
		}
		return good
	}
	if status == 202 {
		good.Status = 202
		return good
	}
	r := trace.Failure(c.ID, status, codes[status], "Completed successfully.")
	if seconds, err := strconv.ParseInt(tail, 10, 64); err == nil {
		r.Body.(map[string]any)["error"].(map[string]any)["retry_after"] = seconds
	}
	return r
}

var deskTools = []trace.Tool{{Name: "book"}, {Name: "list"}, {Name: "grant"}, {Name: trace.ToolWait}, {Name: trace.ToolCloseCall}}

// keyPrefix is what keys of one trial have in common.
var keyPrefix = regexp.MustCompile(`call-[0-9a-f]{8}`)

// visit plays a script at the desk and tells what was sent, line by line, ending
// with the statuses filed.
func visit(t *testing.T, c Candidate, b Briefing, answers ...string) []string {
	t.Helper()
	s, err := c.Start(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	d := &desk{answers}
	var lines []string
	msg := hello
	for range 300 {
		said, _ := next(t, s, msg, deskTools...)
		if len(said.Calls) == 0 {
			if said.Text == "" || strings.Contains(said.Text, "Goodbye") {
				break
			}
			lines = append(lines, "says "+said.Text)
			msg = trace.Message{Role: trace.RoleCaller, Text: "Yes."}
			continue
		}
		msg = trace.Message{Role: trace.RoleTools}
		var sent []string
		for _, call := range said.Calls {
			msg.Replies = append(msg.Replies, d.reply(call))
			sent = append(sent, call.Tool+" "+keyPrefix.ReplaceAllString(call.Arguments, "k"))
		}
		lines = append(lines, strings.Join(sent, " & "))
	}
	said, _ := next(t, s, trace.Message{Role: trace.RoleHarness}, trace.Tool{Name: trace.ToolCloseCall})
	return append(lines, "files "+filing(t, said))
}

func filing(t *testing.T, said trace.Message) string {
	t.Helper()
	if len(said.Calls) != 1 {
		t.Fatalf("files nothing: %+v", said)
	}
	var record struct{ Items []trace.Claim }
	if err := json.Unmarshal([]byte(said.Calls[0].Arguments), &record); err != nil {
		t.Fatal(err)
	}
	var statuses []string
	for _, claim := range record.Items {
		statuses = append(statuses, claim.Status)
	}
	return strings.Join(statuses, " ")
}

// conversation is a script, what the desk answers, and what must be sent.
type conversation struct {
	script  *Script
	answers []string
	want    []string
}

func check(t *testing.T, name string, c Candidate, tc conversation) {
	t.Helper()
	got := visit(t, c, Briefing{Script: tc.script, Seed: 1}, tc.answers...)
	if diff := cmp.Diff(tc.want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// Lines that many conversations share.
const (
	book        = `book {"key":"k-1-1","slot":"s1"}`
	bare        = `book {"slot":"s1"}`
	list        = `list {}`
	booked      = `{"items":[{"slot":"s1"}]}`
	nothingYet  = `{"items":[]}`
	saysBooked  = "says Booked."
	filesDone   = "files done"
	notDone     = "files not_done"
	unconfirmed = "files unconfirmed"
	sorry       = "says I am sorry, I could not complete this. I have left the rest as it was."
	unclear     = "says I am sorry, I could not confirm that this was done. I have left the rest as it was."
)

func waits(seconds int) string { return fmt.Sprintf(`wait {"seconds":%d}`, seconds) }

func times(n int, lines ...string) []string {
	var out []string
	for range n {
		out = append(out, lines...)
	}
	return out
}

func join(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
