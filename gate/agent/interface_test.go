package agent

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

func TestInterfaceOfFile(t *testing.T) {
	files := func(suite, name string) (*ToolFile, error) {
		switch suite {
		case "clinic":
			return &ToolFile{Name: name, Data: []byte("x")}, nil
		case "crm":
			return nil, nil // not run
		default:
			return nil, errors.New("no such file")
		}
	}
	for _, test := range []struct {
		file FileInterface
		want string // identity, or what the error says
	}{
		{FileInterface{Variants: []string{"programmatic", "idempotency_keys"}}, "builtin:reference interface:idempotency_keys+programmatic"},
		{FileInterface{Tools: map[string]string{"clinic": "narrow", "crm": "other"}}, "builtin:reference interface:clinic=narrow@2d711642b726"},
		{FileInterface{Tools: map[string]string{"crm": "other"}}, "builtin:reference"},
		{FileInterface{}, "interface: names neither tools nor variants"},
		{FileInterface{Variants: []string{"faster"}}, `interface.variants.0: no variant "faster": there are idempotency_keys, read_back, resumable, programmatic`},
		{FileInterface{Variants: []string{"read_back", "read_back"}}, "interface.variants.1: read_back is named twice"},
		{FileInterface{Tools: map[string]string{"hotel": "narrow"}}, "interface.tools.hotel: no such file"},
	} {
		c, err := FromFile(File{Model: "builtin:reference", Interface: &test.file}, Options{ToolFile: files})
		got := fmt.Sprint(err)
		if err == nil {
			got = c.Identity()
			inner, face := Split(c)
			if _, ok := inner.(Scripted); !ok || (face == nil) != (got == "builtin:reference") {
				t.Errorf("%+v: split into %T, %v", test.file, inner, face)
			}
		}
		if !strings.HasSuffix(got, test.want) {
			t.Errorf("%+v: got %q, want %q", test.file, got, test.want)
		}
	}
	if _, err := FromFile(File{Model: "builtin:reference", Interface: &FileInterface{Tools: map[string]string{"crm": "x"}}}, Options{}); err == nil || !strings.Contains(err.Error(), "cannot be read here") {
		t.Errorf("without files: %v", err)
	}
	if _, err := FromFile(File{Model: "builtin:nobody", Interface: &FileInterface{Variants: []string{"read_back"}}}, Options{}); err == nil {
		t.Error("an unknown candidate is taken")
	}
}

// TestFollowingUp: who was told an id asks by it what became of the call.
func TestFollowingUp(t *testing.T) {
	open := func(status int) trace.Reply {
		r := trace.Failure("", status, "timeout", "No answer.")
		r.Body.(map[string]any)["error"].(map[string]any)["call_id"] = "open-1"
		return r
	}
	running := trace.Reply{Status: 202, Body: map[string]any{"accepted": true, "call_id": "open-1"}}
	finished := trace.Reply{Status: 200, Body: map[string]any{"call_id": "open-1", "state": "done", "result": map[string]any{"id": "b7"}}}
	for _, test := range []struct {
		name    string
		replies []trace.Reply
		want    []string
	}{
		{"timeout", []trace.Reply{open(504), finished}, []string{bare, `resume_call {"call_id":"open-1"}`, "says Booked b7."}},
		{"away", []trace.Reply{open(503), finished}, []string{bare, waits(5), `resume_call {"call_id":"open-1"}`, "says Booked b7."}},
		{"accepted", []trace.Reply{running, running, finished}, []string{bare, waits(30), `resume_call {"call_id":"open-1"}`, waits(60), `resume_call {"call_id":"open-1"}`, "says Booked b7."}},
		{"refused in the end", []trace.Reply{running, trace.Failure("", 409, "taken", "Taken.")}, []string{bare, waits(30), `resume_call {"call_id":"open-1"}`, sorry}},
		{"never done", repeated(running, 9), append(followed(bare), unclear)},
	} {
		s := edited(booking(), func(s *Script, c *ScriptCall) {
			c.Idempotency, c.Status, c.Save = "", nil, map[string]string{"booking": "id"}
			s.Moves[1].Say = "Booked $saved.booking."
		})
		got := answered(t, s, test.replies)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func repeated(r trace.Reply, n int) []trace.Reply {
	var out []trace.Reply
	for range n {
		out = append(out, r)
	}
	return out
}

// followed is a call that is followed up until patience is at an end.
func followed(first string) []string {
	out := []string{first}
	for _, seconds := range []int{30, 60, 120, 120, 120, 120} {
		out = append(out, waits(seconds), `resume_call {"call_id":"open-1"}`)
	}
	return out
}

// answered plays a script against replies to all calls but waits, and tells what
// was sent until the first word.
func answered(t *testing.T, script *Script, replies []trace.Reply) []string {
	t.Helper()
	s, err := Reference().Start(t.Context(), Briefing{Script: script, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	msg := hello
	var lines []string
	for {
		said, _ := next(t, s, msg, deskTools...)
		if len(said.Calls) == 0 {
			return append(lines, "says "+said.Text)
		}
		msg = trace.Message{Role: trace.RoleTools}
		for _, call := range said.Calls {
			lines = append(lines, call.Tool+" "+call.Arguments)
			r := trace.Reply{Status: 200, Body: map[string]any{}}
			if call.Tool != trace.ToolWait {
				r, replies = replies[0], replies[1:]
			}
			r.CallID = call.ID
			msg.Replies = append(msg.Replies, r)
		}
	}
}

// TestProgram writes what Starlark reads.
func TestProgram(t *testing.T) {
	for _, test := range []struct {
		calls []trace.Call
		want  string
	}{
		{[]trace.Call{{Tool: "find", Arguments: `{"a":null,"b":[true,false,1.5,"é\n"]}`}}, "result = [find(a=None, b=[True, False, 1.5, \"é\\n\"])]\n"},
		{[]trace.Call{{Tool: "find-all", Arguments: `{"from":{"x":1}}`}}, "result = [find_all(**{\"from\": {\"x\": 1}})]\n"},
		{[]trace.Call{{Tool: "find", Arguments: "no JSON"}}, "result = [find(\"no JSON\")]\n"},
		{[]trace.Call{{Tool: "a", Arguments: "{}"}, {Tool: "b", Arguments: `{"n":2}`}}, "calls = [\n    (a, {}),\n    (b, {\"n\": 2}),\n]\nresult = parallel(calls)\n"},
	} {
		if got := program(test.calls); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
