package bfcl

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInvoke(t *testing.T) {
	tests := []struct {
		text, name string
		places     []any
		named      map[string]any
	}{
		{"pwd()", "pwd", nil, nil},
		{"cd(folder='my notes')", "cd", nil, map[string]any{"folder": "my notes"}},
		{`Files.grep("it's", pattern = 'a\'b\n\d')`, "grep", []any{"it's"}, map[string]any{"pattern": "a'b\n\\d"}},
		{"mean([1, -2.5, 1e-3,], deep=True, none=None, no=False)", "mean", []any{[]any{int64(1), -2.5, 0.001}}, map[string]any{"deep": true, "none": nil, "no": false}},
		{"book(legs=[('A', 'B'), {\"x\": {'y': []}}])", "book", nil, map[string]any{"legs": []any{[]any{"A", "B"}, map[string]any{"x": map[string]any{"y": []any{}}}}}},
		{"id(n=90071992547409931)", "id", nil, map[string]any{"n": int64(90071992547409931)}},
	}
	for _, test := range tests {
		in, err := invoke(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if test.named == nil {
			test.named = map[string]any{}
		}
		if diff := cmp.Diff([]any{test.name, test.places, test.named}, []any{in.name, in.places, in.named}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestInvokeRefuses(t *testing.T) {
	for _, text := range []string{
		"", "pwd", "pwd(", "cd('a' 'b')", "cd(a=)", "cd(a=b)", "cd('a)", "cd({1: 2})", "cd(a={'b' 1})", "cd(1) # then", "cd(nan)", "cd(1e999)", "(1)",
		"f(" + strings.Repeat("[", 200) + strings.Repeat("]", 200) + ")",
	} {
		if in, err := invoke(text); err == nil {
			t.Errorf("%.40q was read as %+v", text, in)
		}
	}
}

func FuzzInvoke(f *testing.F) {
	f.Add("mean([1, -2.5e+3], deep=True, who={'a': ('b',)})")
	f.Add(`say("it\'s", x='\\')`)
	f.Fuzz(func(t *testing.T, text string) {
		if in, err := invoke(text); err == nil && in.name == "" {
			t.Errorf("%q has no name", text)
		}
	})
}

func TestReadTurns(t *testing.T) {
	w := World{
		Session: map[string]any{"user": "u1"},
		Tools:   map[string][]string{"list_files": {"folder"}, "move": {"from", "to"}},
	}
	questions := `{"id": "multi_turn_base_0", "question": [[{"role": "user", "content": "What is in $HOME?"}], [{"role": "user", "content": "Move it."}]]}
{"id": "multi_turn_base_1", "question": [[{"role": "user", "content": "What is there?"}]]}
{"id": "multi_turn_base_2", "question": [[{"role": "user", "content": "Post it."}]]}
{"id": "multi_turn_miss_func_3", "question": [[{"role": "user", "content": "Move it."}], []]}
{"id": "multi_turn_base_4", "question": [[{"role": "user", "content": "Too many."}]]}
{"id": "multi_turn_base_5", "question": [[{"role": "user", "content": "Nothing."}]]}
`
	answers := `{"id": "multi_turn_base_0", "ground_truth": [["list_files('$HOME')"], ["move('a', to='b')"]]}
{"id": "multi_turn_base_1", "ground_truth": [["list_files(folder='x')"]]}
{"id": "multi_turn_base_2", "ground_truth": [["post(text='x')"]]}
{"id": "multi_turn_miss_func_3", "ground_truth": [["list_files('x')"], []]}
{"id": "multi_turn_base_4", "ground_truth": [["list_files('x', 'y')"]]}
{"id": "multi_turn_base_5", "ground_truth": [[]]}
`
	list, notes, err := ReadTurns([]byte(questions), []byte(answers), w)
	if err != nil {
		t.Fatal(err)
	}
	wantNotes := []string{
		"multi_turn_base_2 is left out: turn 1: the world has no tool post",
		"multi_turn_miss_func_3 is left out: turn 2 asks nothing: its tools change in mid-conversation",
		"multi_turn_base_4 is left out: turn 1: list_files takes 1 arguments by place, and 2 are given",
		"multi_turn_base_5 is left out: nothing is called in it",
	}
	if diff := cmp.Diff(wantNotes, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	want := `- name: e-000 # an identifier of the leaderboard would give the category away
  category: multi-turn-base
  promise: "What the calls that answer multi_turn_base_0 leave is left, and nothing else."
  session: {"user":"u1"}
  caller:
    opening: ["What is in $$HOME?"]
    twists:
      - {name: turn-2, after: turn 1, says: ["Move it."]}
  expect: {changes: reference}
  reference:
    - call: {"list_files": {"folder":"$$HOME"}}
    - say: Done.
    - call: {"move": {"from":"a","to":"b"}}
    - say: Done.

- name: e-001 # an identifier of the leaderboard would give the category away
  category: multi-turn-base
  promise: "What the calls that answer multi_turn_base_1 leave is left, and nothing else."
  provisional: true
  # call 1, refused
  session: {"user":"u1"}
  caller:
    opening: ["What is there?"]
  expect:
    changes: []
    calls:
      - {tool: "list_files", with: {"folder":"x"}}
  reference:
    - call: {"list_files": {"folder":"x"}}
    - say: Done.
`
	list[0].Leaves, list[1].Doubts = true, []string{"call 1,\nrefused"}
	if diff := cmp.Diff(map[string]string{"cases/001.yaml": want}, StoryFiles(list, w)); diff != "" {
		t.Errorf("cases (-want +got):\n%s", diff)
	}
}
