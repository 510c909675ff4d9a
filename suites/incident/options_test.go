package incident

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites/recorded"
)

// talk is a conversation in which a message asks for something, tools are called with
// arguments and reply, and the agent says that it is done.
func talk(calls ...string) string {
	var out strings.Builder
	out.WriteString(`[{"role": "user", "content": "Please do it."}`)
	for i := 0; i+2 < len(calls); i += 3 {
		fmt.Fprintf(&out, `, {"role": "assistant", "tool_calls": [{"id": "c%d", "name": %q, "arguments": %s}]}`, i, calls[i], calls[i+1])
		if calls[i+2] != "" {
			fmt.Fprintf(&out, `, {"role": "tool", "tool_call_id": "c%d", "content": %q}`, i, calls[i+2])
		}
	}
	out.WriteString(`, {"role": "assistant", "content": "All of it is done now."}]`)
	return out.String()
}

func TestWritesAreExpectedOrForbidden(t *testing.T) {
	write := strings.TrimSuffix(talk("pay", `{"to": "shop", "sum": 5}`, "paid", "pay", `{"to": "shop", "sum": 5}`, "paid"), "]") + "]"
	failed, kept := `{"reward": 0, "messages": `+write+`}`, `{"reward": 1, "messages": `+write+`}`
	for _, test := range []struct{ input, writes, why, want string }{
		{write, "", "the record does not say whether", `{insert: noted_pay, with: {"sum": 5, "to": "shop"}, times: 2}`},
		{kept, "", "the record says that the promise was kept", `{insert: noted_pay`},
		{failed, "", "the record says that the promise was not kept", `forbids:` + "\n" + `      - {tool: pay, with: {"sum":5,"to":"shop"}}`},
		{failed, Expect, "--writes expect was given, although", `{insert: noted_pay`},
		{kept, Expect, "--writes expect was given.", `{insert: noted_pay`},
		{kept, Forbid, "--writes forbid was given", `forbids:`},
	} {
		s, err := Make(read(t, []byte(test.input)), Options{Name: "made", Writes: test.writes})
		if err != nil {
			t.Fatal(err)
		}
		load(t, s.Files)
		got := s.Files["cases/t-001.yaml"]
		if !strings.Contains(got, test.want) || !strings.Contains(got, test.why) || !strings.Contains(got, "its 2 writes are") {
			t.Errorf("%s %q: want %q and %q in\n%s", test.input[:12], test.writes, test.want, test.why, got)
		}
	}
}

func TestConversationsAreChosen(t *testing.T) {
	list := read(t, []byte(`[{"id": "a", "category": "Refunds & such", "messages": `+talk("get_x", "{}", "1")+`}, {"id": "3", "category": "7up", "messages": `+talk("get_x", "{}", "2")+`}, {"messages": `+talk("get_x", "{}", "3")+`}]`))
	s, err := Make(list, Options{Name: "made", Cases: []string{"3", "a", "1"}}) // 3 is the identifier of the second
	if err != nil {
		t.Fatal(err)
	}
	if s.Cases != 2 || !strings.Contains(s.Files["cases/t-001.yaml"], "category: refunds---such") || !strings.Contains(s.Files["cases/t-002.yaml"], "category: recorded-7up") {
		t.Errorf("%+v", s.Files)
	}
	for _, name := range []string{"b", "0", "4"} {
		if _, err := Make(list, Options{Name: "made", Cases: []string{name}}); err == nil || !strings.Contains(err.Error(), "want a number from 1 to 3") {
			t.Errorf("%s: %v", name, err)
		}
	}
	many := make([]recorded.Conversation, maxCases+1)
	if _, err := Make(many, Options{}); err == nil || !strings.Contains(err.Error(), "name some by --case") {
		t.Error(err)
	}
}

// TestWhatCannotBeCarriedOverIsSaid looks for words in the files and notes of what is
// made of single conversations.
func TestWhatCannotBeCarriedOverIsSaid(t *testing.T) {
	long := strings.Repeat("long ", maxReply/5+1)
	for name, test := range map[string]struct {
		input string
		want  []string
	}{
		"no object":         {talk("get_x", `"none"`, "1", "get_y", "{}", "2"), []string{"a call of get_x whose arguments are no object in JSON"}},
		"no reply":          {talk("pay", `{}`, "", "get_y", "{}", "2"), []string{"a call of pay without a reply"}},
		"harness":           {talk("wait", `{}`, "ok", "get_y", "{}", "2"), []string{"a call of wait, which the harness serves itself"}},
		"large":             {talk("get_x", `{}`, long, "get_y", "{}", "2"), []string{"a reply of get_x that is larger than 200 KiB"}},
		"long conversation": {`[` + talk("get_x", "{}", "1") + `, ` + talk("get_x", `{"a": "`+strings.Repeat("long ", maxSaid/5)+`"}`, "1") + `]`, []string{"t-002 is left out: what is said and given in it has more than 400 KiB"}},
		"many words":        {`[{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Who?"}, {"role": "user", "content": "` + strings.Repeat("words ", maxAsked/6+1) + `"}, ` + talk("get_x", `{"a_b_c_d": "words"}`, "1")[1:], []string{`{"a_b_c_d":"words"}`}},
		"another answer":    {talk("get_x", `{}`, "1", "get_x", "{}", "2", "get_x", "{}", "1"), []string{"review: get_x replied otherwise to the same call later on"}},
		"refused at first":  {talk("pay", `{}`, "Error: no", "pay", "{}", "ok", "get_y", "{}", "2"), []string{"pay: 1 answer left out"}},
		"not looked at":     {talk("get_x", `{"a-b": 1}`, "1", "get_x", `{"a-b": 2}`, "2"), []string{`the parameter "a-b" is served`, "get_x: 1 answer left out"}},
		"own column":        {talk("pay", `{"Noted_at": 1, "to": 2}`, "1"), []string{`the parameter "Noted_at" is served`}},
		"greeting":          {`[{"role": "assistant", "content": "Hello!"}, ` + talk("get_x", `{}`, "1")[1:], []string{"what came before the first message of the caller"}},
		"two messages":      {talk("get_x", `{}`, "1")[:len(talk("get_x", `{}`, "1"))-1] + `, {"role": "assistant", "content": "Really."}]`, []string{"a message of the agent that another follows"}},
		"image":             {`[{"role": "user", "content": [{"type": "image_url"}]}, ` + talk("get_x", `{}`, "1")[1:], []string{"# left out: image_url (1)"}},
		"instructions":      {`[{"messages": ` + talk("get_x", `{}`, "1") + `, "system": "A costs $a."}, {"messages": ` + talk("get_x", `{}`, "1") + `, "system": "B."}]`, []string{"other instructions than those in policy.md: 1 conversation", "A costs $$a."}},
		"nobody":            {`[` + talk("get_x", `{}`, "1") + `, [{"role": "assistant", "content": "Hello?"}], [{"role": "user", "content": "Hello?"}], [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "No."}]]`, []string{"t-002 is left out: nobody asks", "t-003 is left out: the agent does nothing", "t-004 is left out: there is nothing in it that could be asserted"}},
		"twice":             {talk("get-x", `{}`, "1", "get_x", `{}`, "2", "GET_X", "{}", "3"), []string{"known_get_x_2_2"}},
		"refusals":          {talk("pay", `{"n": 1}`, `{"error": {"message": "Too   much"}}`, "pay", `{"n": 2}`, `{"error": "No."}`, "pay", `{"n": 3}`, `{"error": {"code": 4}}`, "pay", `{"n": 4}`, "Error:", "get_x", "{}", "1"), []string{`message: "Too much"`, `message: "No."`, `message: "{\"code\":4}"`, `message: "The call failed."`}},
		"types":             {talk("get_x", `{"a": "s", "b": null, "c": 1, "d": {"e": [1]}, "f": true}`, `{"t": true, "n": null, "l": [1]}`, "get_x", `{"a": 1.5, "b": null, "f": false}`, `{"t": null, "n": 2, "l": null}`), []string{`"a":{"type":["number","string"]},"b":{},"c":{"type":"number"}`, `"required":["a","f"]`}},
		"unlike":            {talk("get_x", `{"a": 1}`, `{"t": 1}`, "get_x", `{"a": 2}`, `{"u": 1}`, "get_y", `{"a": 1}`, `{"t": 1}`, "get_y", `{"a": 2}`, `[{"t": 1}]`, "get_z", `{"a": 1}`, `{"reply": 1}`, "get_n", "{}", "null"), []string{`reply AS \"reply:json\" FROM known_get_x`, `reply AS \"reply:json\" FROM known_get_y`, `reply AS \"reply:json\" FROM known_get_z`, `'null'`}},
		"thought":           {talk("think", `{"thought": "hm"}`, "", "think", `{"thought": "so"}`, `""`, "calculate", `{"e": "1+1"}`, "2"), []string{`tells: [{text: "All of it is done now"}]`, `- call: {calculate: {"e":"1+1"}}`}},
		"bools":             {talk("pay", `{"a": true, "b": [1], "c": "$x", "d": null, "e": false}`, `ok`), []string{`"a": 1, "b": "[1]", "c": "$$x", "d": null, "e": 0`}},
		"handover":          {talk("get_x", "{}", "1", "hand_over_to_a_person", `{}`, "ok"), []string{`handover: "As in the recording."`}},
		"many refusals":     {talk(refusals()...), []string{"message_no = 20 ", "The call failed in the recording.", "(22, 't-001', 20, 21)"}},
		"error marked":      {`[{"role": "user", "content": "Go"}, {"role": "assistant", "tool_calls": [{"id": "a", "name": "pay", "arguments": {"n": 1}}, {"id": "b", "name": "pay", "arguments": {"n": 2}}, {"id": "c", "name": "get_x"}]}, {"role": "tool", "id": "a", "content": {"status": 4}, "error": true}, {"role": "tool", "id": "b", "content": {"status": 4}, "error": true}, {"role": "tool", "id": "c", "content": "1"}]`, []string{`message: "{\"status\":4}"`, "(2, 't-001', 1, 2)", `say: "That is all."`}},
		"name":              {`{"id": "a\u0007b\u2028` + strings.Repeat("c", 300) + `", "messages": ` + talk("get_x", "{}", "1") + `}`, []string{"# A draft of a recorded conversation: ab " + strings.Repeat("c", 197) + "…."}},
		"two openings":      {`[{"role": "user", "content": "Hi."}, {"role": "assistant", "tool_calls": [{"name": "get_x"}]}, {"role": "tool", "content": "1"}, {"role": "user", "content": "And?"}, ` + talk("get_x", "{}", "1")[1:], []string{`opening: ["Hi.\nAnd?\nPlease do it."]`}},
		"facts":             {`[{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Who?"}, {"role": "user", "content": "number 4711"}, {"role": "user", "content": "in blue"}, ` + talk("get_x", `{"order_number": "4711", "colour": "blue", "to": "blue"}`, "1")[1:], []string{`{about: "order number", asked: ["order number"], says: "4711"}`, `says: "number 4711\nin blue\nPlease do it."`}},
		"long":              {longTalk(), []string{"limits: {steps: 52, turns: 46, calls: 60}"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Make(read(t, []byte(test.input)), Options{Name: "made"})
			if err != nil {
				t.Fatal(err)
			}
			load(t, s.Files)
			all := strings.Join(s.Notes, "\n")
			for _, text := range s.Files {
				all += text
			}
			for _, want := range test.want {
				if !strings.Contains(all, want) {
					t.Errorf("want %q in\n%.6000s", want, all)
				}
			}
		})
	}
}

// longTalk has 40 turns.
func longTalk() string {
	var out strings.Builder
	for i := range 40 {
		fmt.Fprintf(&out, `{"role": "user", "content": "Question %d"}, {"role": "assistant", "content": "This is answer %d."}, `, i, i)
	}
	return "[" + out.String() + talk("get_x", "{}", "1")[1:]
}

// refusals are calls that are refused, each with another message, and one that is not.
func refusals() []string {
	calls := []string{"get_x", "{}", "1"}
	for i := range 22 {
		calls = append(calls, "pay", fmt.Sprintf(`{"n": %d}`, i), fmt.Sprintf("Error: for reason %d", i))
	}
	return calls
}

func TestDefinitionsGoBeforeCalls(t *testing.T) {
	tools, err := recorded.ReadTools([]byte(`[{"name": "peek", "description": "Costs $5.", "inputSchema": {"properties": {"id": {"type": "string"}}}, "annotations": {"readOnlyHint": true}}, {"name": "get_rid", "parameters": {"type": "object"}, "annotations": {"readOnlyHint": false}}]`))
	if err != nil {
		t.Fatal(err)
	}
	input := `{"tools": [{"name": "peek", "parameters": {}}, {"name": "look", "parameters": {"type": "object"}}], "messages": ` + talk("peek", `{"id": "a"}`, "1") + `}`
	s, err := Make(read(t, []byte(input)), Options{Name: "made", Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	made := load(t, s.Files)
	var got []string
	for _, tool := range made.Tools {
		got = append(got, fmt.Sprint(tool.Name, " ", tool.Kind, " ", tool.Description))
	}
	if want := "[peek read Costs $5. get_rid irreversible Taken from recorded conversations: say what it does. look read Taken from recorded conversations: say what it does.]"; fmt.Sprint(got) != want {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for _, input := range []string{talk("a b", "{}", "1"), talk("_x", "{}", "1"), `{"tools": [{"name": "a b"}], "messages": ` + talk("get_x", "{}", "1") + `}`} {
		if _, err := Make(read(t, []byte(input)), Options{Name: "made"}); err == nil || !strings.Contains(err.Error(), "is no name of a tool") {
			t.Errorf("%s: %v", input, err)
		}
	}
	if _, err := Make(read(t, []byte(`[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Nice to hear from you"}]`)), Options{Name: "made"}); err == nil || !strings.Contains(err.Error(), "no conversation calls a tool") {
		t.Error(err)
	}
	if _, err := Make(read(t, []byte(`[{"role": "assistant", "content": "Hi"}]`)), Options{Name: "made"}); err == nil || !strings.Contains(err.Error(), "makes a case: t-001 is left out: nobody asks") {
		t.Error(err)
	}
	var details strings.Builder
	for i := range 300 { // 300 conversations, each with its own
		details.WriteString(`[{"role": "user", "content": "`)
		for j := range 400 {
			fmt.Fprintf(&details, "a%d.%d@b.test ", i, j)
		}
		details.WriteString(`"}],`)
	}
	if _, err := Make(read(t, []byte("["+strings.TrimSuffix(details.String(), ",")+"]")), Options{Name: "made"}); err == nil || !strings.Contains(err.Error(), "more than 100000") {
		t.Error(err)
	}
	many := make([]recorded.Tool, maxTools+1)
	for i := range many {
		many[i].Name = fmt.Sprintf("get_%d", i)
	}
	if _, err := Make(read(t, []byte(input)), Options{Name: "made", Tools: many}); err == nil || !strings.Contains(err.Error(), "at most 128 tools") {
		t.Error(err)
	}
}

// FuzzMake wants of every text an error or a suite whose files are YAML without
// variables, and the same for the same.
func FuzzMake(f *testing.F) {
	f.Add([]byte(talk("get_x", `{"a": "$x", "b-c": [1]}`, `{"t": true}`, "pay", `{"a": 1}`, "Error: no $y")))
	f.Add([]byte(`{"tools": [{"name": "pay", "description": "# $x"}], "id": "a\nb", "category": "x", "reward": 0, "messages": ` + talk("pay", `{"user_id": "mia_li_3"}`, "[{}]") + `}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := recorded.Read(data)
		if err != nil {
			return
		}
		s, err := Make(list, Options{Name: "made"})
		if err != nil {
			return
		}
		for name, text := range s.Files {
			if !strings.HasSuffix(name, ".yaml") {
				continue
			}
			if _, problems := schemas.ParseYAML(name, []byte(text)); len(problems) > 0 {
				t.Errorf("%s: %v\n%s", name, problems, text)
			}
		}
	})
}
