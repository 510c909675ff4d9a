package tau2

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/schemas"
)

// one is a file with one task, whose evaluation criteria and instructions are
// given.
func one(criteria, instructions string) string {
	return fmt.Sprintf(`[{"id": 7, "user_scenario": {"instructions": %s}, "evaluation_criteria": {%s}}]`, instructions, criteria)
}

// all are so many tasks with as many actions as a task may have.
func all(tasks int) string {
	var list []string
	for i := range tasks {
		list = append(list, fmt.Sprintf(`{"id": %d, "user_scenario": {"instructions": "x"}, "evaluation_criteria": {"actions": [%s{"name": "a"}]}}`, i, strings.Repeat(`{"name": "a"},`, maxActions-1)))
	}
	return "[" + strings.Join(list, ",") + "]"
}

func TestReadSaysWhatItRefuses(t *testing.T) {
	long := strings.Repeat("x", maxText+1)
	tests := []struct{ name, data, want string }{
		{"no JSON", `[`, "read tasks: unexpected EOF; want the tasks.json"},
		{"more behind it", `[{"id": 1}] 2`, "something follows the JSON value"},
		{"no list", `{"tasks": []}`, "want the tasks.json of a domain of τ²-bench, a list of tasks"},
		{"none", `[]`, "there are 0; want 1 to 2000"},
		{"too many", "[" + strings.Repeat("1,", maxTasks) + "1]", "there are 2001"},
		{"no object", `[3]`, "entry 1: json: cannot unmarshal number"},
		{"no id", `[{"id": " "}]`, "entry 1: its id is no text"},
		{"id of two lines", `[{"id": "a\nb"}]`, "entry 1: its id is no text"},
		{"id that is a list", `[{"id": []}]`, "entry 1: its id is no text"},
		{"no instructions", `[{"id": "a"}]`, "entry 1: task a: its user_scenario has no instructions"},
		{"instructions of no kind", one("", "[1]"), "task 7: its user_scenario has no instructions"},
		{"twice", `[{"id": "a", "user_scenario": {"instructions": "x"}}, {"id": "a", "user_scenario": {"instructions": "x"}}]`, `entry 2: there is a task "a" before it`},
		{"too many actions", one(`"actions": [`+strings.Repeat(`{"name": "a"},`, maxActions)+`{"name": "a"}]`, `"x"`), "task 7 has 101 actions"},
		{"action without a name", one(`"actions": [{"arguments": {}}]`, `"x"`), "task 7: action 1 has no name, or name or arguments are too long"},
		{"action too long", one(`"actions": [{"name": "a", "arguments": {"b": "`+strings.Repeat("x", maxArgs)+`"}}]`, `"x"`), "action 1 has no name, or name or arguments are too long"},
		{"all actions too long", one(`"actions": [`+strings.Repeat(`{"name": "a", "arguments": {"b": "`+strings.Repeat("x", maxArgs-100)+`"}},`, 3)+`{"name": "a", "arguments": {"b": "`+strings.Repeat("x", 1000)+`"}}]`, `"x"`), "action 4 has no name, or name"},
		{"action that is no text", one(`"actions": [{"name": "a", "arguments": {"b": "\ud800"}}]`, `"x"`), "task 7: action 1 cannot be written down: the character"},
		{"text too long", one("", `{"known_info": "`+long+`"}`), "task 7 has a text of 8001 bytes"},
		{"too many actions of all", all(201), "they have more than 20000 actions"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read([]byte(test.data))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestFirstPerson(t *testing.T) {
	tests := []struct{ told, want string }{
		{"You want to return your kite.", "I want to return my kite."},
		{"You're sure the kite you ordered is yours, and you'd like it sent to you.", "I am sure the kite I ordered is mine, and I would like it sent to me."},
		{"You name is Tam and you were told you've paid.", "My name is Tam and I was told I have paid."},
		{"are you late? You'll fly it yourself, with you and your brother", "Am I late? I will fly it myself, with me and my brother"},
		{"You want the agent to check whether it suits you.", "I want you to check whether it suits me."},
		{"You just lost it and are sad, so ask the agent to send another.", "I just lost it and am sad, so please send another."},
		{"Ask the agent how much it costs.", "I want to know how much it costs."},
		{"It’s YOUR kite", "It's my kite"},
		{"", ""},
	}
	for _, test := range tests {
		if got := first(test.told); got != test.want {
			t.Errorf("first(%q)\n got %q\nwant %q", test.told, got, test.want)
		}
	}
}

func TestSentences(t *testing.T) {
	got := strings.Join(sentences(". One at a.b@c.example costs 3.50.  Two?\nthree\n.\nNone."), "|")
	if want := "One at a.b@c.example costs 3.50.|Two?|three"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzRead: no file makes the importer panic, and whatever it takes becomes files
// of cases that can be read.
func FuzzRead(f *testing.F) {
	f.Add([]byte(one(`"actions": [{"name": "find", "arguments": {"id": "$a: #1"}}, {"name": "change_it", "arguments": {"id": 1e3}}], "communicate_info": ["4.5", "12", "#W123456", "a: 'b'"], "nl_assertions": ["x"]`,
		`{"reason_for_call": "You want it. If the agent asks, say no.\nYou prefer $5: \"now\".", "known_info": "You are Al B, zip 12345, a@b.example, al_b_1.", "unknown_info": "No email.", "task_instructions": "You are angry."}`)), byte(3))
	f.Add([]byte(one(`"actions": [{"name": "transfer_to_human_agents", "arguments": {}}, {"name": "think"}, {"name": "see", "requestor": "user"}]`, `"You're called Zoë\u2028\u0085 #"`)), byte(0))
	f.Add([]byte(one("", `""`)), byte(1))
	f.Fuzz(func(t *testing.T, data []byte, kind byte) {
		tasks, err := Read(data)
		if err != nil {
			return
		}
		w := &World{Setting: Setting{Licence: "L\n*/", Confirm: kind&1 > 0}}
		var played [][]Played
		for i := range tasks {
			try, known := tasks[i].Try(func(string) bool { return kind&4 > 0 })
			for _, a := range try {
				known[a.Number-1] = Played{Writes: kind&2 > 0 && strings.HasPrefix(a.Tool, "change"), Wrong: strings.Repeat(a.Tool, int(kind&8))}
			}
			played = append(played, known)
		}
		files, notes := w.Cases(tasks, played)
		if len(notes) != len(tasks) {
			t.Errorf("%d tasks, %d notes", len(tasks), len(notes))
		}
		cases := 0
		for name, text := range files {
			doc, problems := schemas.ParseYAML(name, []byte(text))
			if len(problems) == 0 {
				problems = doc.CheckOwn("cases")
			}
			if len(problems) > 0 {
				t.Fatalf("%v\n%s", schemas.Problems(problems), text)
			}
			cases += len(doc.Value.([]any))
		}
		for _, n := range notes {
			if n.Case == "" {
				cases++
			}
		}
		if cases != len(tasks) {
			t.Errorf("%d tasks, %d cases and tasks left out", len(tasks), cases)
		}
	})
}
