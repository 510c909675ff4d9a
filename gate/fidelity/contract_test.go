package fidelity

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// head begins a contract over HTTP whose steps follow.
const head = `contract: c
suite: desk
session: {user: Ana}
env: [TOKEN]
live:
  http:
    base: https://a.example/v1
    headers: {Authorization: "Bearer ${TOKEN}"}
    calls:
      find: {path: "/tools/{id}", query: {q: ":name"}}
steps:
`

const find1 = "  - call: {find: {id: t1, name: x}}\n"

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"[", "c.yaml:1"},
		{head, "c.yaml:11:1"},
		{head + "  - call: {}\n", "c.yaml:12:11: "},
		{head + "  - call: {a: {}, b: {}}\n", "c.yaml:12:11: "},
		{head + find1 + "    unlike: [items.0]\n", "c.yaml:13:14: "},
		{head + find1 + "    unlike: [a..b]\n", "c.yaml:13:14: "},
		{head + find1 + "    same: [.]\n", "c.yaml:13:12: "},
		{head + find1 + "    save: {id: items.*.id}\n", "c.yaml:13:16: "},
		{strings.Replace(head, "user: Ana", "user: [Ana]", 1) + find1, "c.yaml:3:17: "},
		{head + find1 + "    expect: maybe\n", "c.yaml:13:13: "},
		{head + "  - call: {find: {id: $saved.id}}\n", "c.yaml:12:11: no step before saves id (save it in an earlier step, such as save: {id: items.0.id}) [contract-saved]"},
		{head + find1 + "    undo: {find: {id: [$saved.id]}}\n", "c.yaml:13:11: no step before saves id"},
		{strings.Replace(head, "[TOKEN]", "[OTHER]", 1) + find1, `c.yaml:8:30: the variable "TOKEN" is none that the contract may take (list it under env)`},
		{strings.Replace(head, "${TOKEN}", "${}", 1) + find1, `the variable "" is none`},
		{strings.Replace(head, "https://a", "https://u:p@a", 1) + find1, "c.yaml:7:11: this is no address of a service"},
		{strings.Replace(head, "/v1", "/v1?key=1", 1) + find1, "this is no address of a service"},
		{strings.Replace(head, "Bearer ${TOKEN}", `a\nb`, 1) + find1, "c.yaml:8:30: "},
		{strings.Replace(head, "/tools/{id}", "tools", 1) + find1, "c.yaml:10:20: "},
		{strings.Replace(head, "/tools/{id}", "/a?b", 1) + find1, "c.yaml:10:20: "},
		{strings.Replace(head, "live:", "live:\n  mcp: {url: 'https://a.example'}", 1) + find1, "c.yaml:7:3: live.http: is not allowed here"},
		{"contract: c\nsuite: s\nlive: {mcp: {url: 'ftp://a'}}\nsteps:\n" + find1, "c.yaml:3:19: this is no address"},
		{"contract: c\nsuite: s\nlive: {mcp: {url: 'https://a', command: [a]}}\nsteps:\n" + find1, "c.yaml:3"},
		{"contract: c\nsuite: s\nlive: {}\nsteps:\n" + find1, "c.yaml:3"},
	} {
		if _, err := Parse("c.yaml", []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s:\n%v, want %q", test.text, err, test.want)
		}
	}
}

func TestParse(t *testing.T) {
	c, err := Parse("c.yaml", []byte(head+find1+"    save: {id: a.0.b}\n    undo: {find: {id: $saved.id}}\n  - call: {find: null}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if tool, args := one(c.Steps[1].Call); tool != "find" || args == nil || len(c.Digest()) != 64 || c.timeout() != defaultTimeout {
		t.Errorf("%q %v %s %v", tool, args, c.Digest(), c.timeout())
	}
}

// desk is a suite of two tools.
var desk = &suites.Suite{
	Name: "desk",
	Tools: []*suites.Tool{
		{Name: "find", Kind: trace.Read, Parameters: []byte(`{"type": "object", "properties": {"id": {}, "name": {}}}`)},
		{Name: "drop", Kind: trace.Irreversible, Parameters: []byte(`{"type": "object"}`)},
	},
	Cases: []*suites.Case{{Session: map[string]any{"user": "Ana", "own": 1}}, {Session: map[string]any{"user": "Ben"}}},
}

func TestCheck(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{head + find1, ""},
		{strings.Replace(head, "session: {user: Ana}", "", 1) + find1, "c.yaml:1:1: the session lacks user, which those of all cases of suite desk have"},
		{head + "  - call: {fnd: {}}\n", `c.yaml:12:17: suite desk has no tool "fnd" (use one of find, drop)`},
		{head + "  - call: {find: {name: x}}\n", "c.yaml:12:18: the path of find over HTTP needs id, which the call does not give"},
		{head + "  - call: {drop: {}}\n", "c.yaml:12:18: step 1 calls drop, which is irreversible, and the contract does not allow to write"},
		{head + find1 + "    undo: {drop: {}}\n", "c.yaml:13:18: step 1 calls drop, which is irreversible"},
		{"writes: allowed\n" + head + "  - call: {drop: {}}\n", "c.yaml:13:18: nothing says how drop is called over HTTP"},
		{"writes: allowed\n" + strings.Replace(head, "      find: ", "      drop: {path: /a, body: {x: :any}}\n      find: ", 1) + "  - call: {drop: {}}\n", ""},
		{strings.Replace(head, `":name"`, `":nam"`, 1) + find1, `c.yaml:10:13: find has no argument "nam" (use one of id, name)`},
		{strings.Replace(head, "{path: ", "{method: DELETE, path: ", 1) + find1, "c.yaml:10:22: find, which only reads, is called by DELETE, and the contract does not allow to write"},
		{strings.Replace(head, "find: ", "fnd: ", 1) + "  - call: {fnd: {}}\n", "c.yaml:10:12: suite desk has no tool"},
	} {
		c, err := Parse("c.yaml", []byte(test.text))
		if err != nil {
			t.Fatalf("%s:\n%v", test.text, err)
		}
		err = c.Check(desk)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s:\n%v, want %q", test.text, err, test.want)
		}
	}
	c, err := Parse("c.yaml", []byte(head+find1))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(&suites.Suite{Name: "none"}); err == nil || !strings.Contains(err.Error(), "suite none has no tool") {
		t.Error(err)
	}
}

func TestRequest(t *testing.T) {
	args := map[string]any{"id": "a/b?c", "n": int64(5), "list": []any{"x", int64(2)}, "text": "a&b", "nothing": nil}
	for _, test := range []struct {
		call Call
		want string
	}{
		{Call{Path: "/t/{id}"}, "GET /t/a%2Fb%3Fc  null"},
		{Call{Path: "/t", Query: map[string]any{"q": ":text", "l": ":list", "k": "v", "m": int64(3), "o": ":none", "z": ":nothing"}}, "GET /t k=v&l=x&l=2&m=3&q=a%26b&z= null"},
		{Call{Path: "/t/{id}/{n}", Method: "POST", Query: map[string]any{"q": ":text"}}, `POST /t/a%2Fb%3Fc/5  {"list":["x",2],"nothing":null}`},
		{Call{Path: "/t", Method: "DELETE"}, "DELETE /t  null"},
		{Call{Path: "/t", Method: "DELETE", Body: map[string]any{}}, "DELETE /t  {}"},
		{
			Call{Path: "/t", Method: "PATCH", Body: map[string]any{"a": map[string]any{"b": ":n", "c": ":none"}, "d": []any{":text", ":none", "::x", 1.5}, "e": ":list"}},
			`PATCH /t  {"a":{"b":5},"d":["a\u0026b","::x",1.5],"e":["x",2]}`,
		},
	} {
		r, err := test.call.request(args)
		if err != nil {
			t.Fatal(err)
		}
		got := r.Method + " " + r.Path + " " + r.Query.Encode() + " " + written(r.Body)
		if test.call.Method == "POST" {
			got = strings.Replace(got, " q=a%26b", " ", 1)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	for _, id := range []any{"", ".", "..", nil} {
		if r, err := (Call{Path: "/t/{id}"}).request(map[string]any{"id": id}); err == nil {
			t.Errorf("%v is asked at %s", id, r.Path)
		}
	}
}

func TestSaved(t *testing.T) {
	s := saved{}
	body := decode(t, `{"items": [{"id": 7, "name": "x"}], "none": []}`)
	lacking := s.keep(map[string]string{"id": "items.0.id", "name": "items.0.name", "a": "items.1.id", "b": "none.x", "c": "items.x"}, body)
	if diff := cmp.Diff([]string{"a", "b", "c"}, lacking); diff != "" {
		t.Error(diff)
	}
	got, missing := s.fill(map[string]any{"a": "$saved.id", "b": []any{"n-$saved.id-$saved.name"}, "c": 1.5})
	if diff := cmp.Diff(map[string]any{"a": int64(7), "b": []any{"n-7-x"}, "c": 1.5}, got); diff != "" || missing != "" {
		t.Error(diff, missing)
	}
	if _, missing := s.fill(map[string]any{"a": map[string]any{"b": "x$saved.other"}}); missing != "other" {
		t.Errorf("missing %q", missing)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(head + find1))
	f.Add([]byte("contract: c\nsuite: desk\nlive: {mcp: {command: [a], env: {A: '${B}'}}}\nenv: [B]\nsteps:\n" + find1))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("c.yaml", data)
		if err != nil || c.Check(desk) != nil {
			return
		}
		for i := range c.Steps {
			c.Steps[i].rules()
			tool, args := one(c.Steps[i].Call)
			filled, lacking := saved{}.fill(args)
			if c.Live.HTTP == nil || lacking != "" {
				continue
			}
			if r, err := c.Live.HTTP.Calls[tool].request(filled); err == nil && !strings.HasPrefix(r.Path, "/") {
				t.Errorf("%s: the path is %q", data, r.Path)
			}
		}
	})
}
