package interfaces

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// shop is a toolbox that notes which calls come together. echo gives its arguments
// back, fail fails.
type shop struct {
	batches []string
	broken  error
	closing bool
}

func (s *shop) Tools() []trace.Tool {
	if s.closing {
		return []trace.Tool{{Name: trace.ToolCloseCall}}
	}
	var out []trace.Tool
	for _, name := range []string{"echo", "fail-now", trace.ToolWait, trace.ToolHandover, trace.ToolCloseCall} {
		out = append(out, trace.Tool{Name: name, Description: "Does " + name + ".", Parameters: json.RawMessage(`{"type":"object"}`)})
	}
	return out
}

func (s *shop) Do(_ context.Context, turn []trace.Call) ([]trace.Reply, error) {
	var sent []string
	var out []trace.Reply
	for _, c := range turn {
		sent = append(sent, c.ID+" "+c.Tool+" "+c.Arguments)
		if c.Tool == "fail-now" {
			out = append(out, trace.Failure(c.ID, 409, "taken", "It is taken."))
			continue
		}
		body, _ := trace.Decode([]byte(c.Arguments))
		out = append(out, trace.Reply{CallID: c.ID, Status: 200, Body: body})
	}
	s.batches = append(s.batches, strings.Join(sent, " & "))
	return out, s.broken
}

func call(id, script string) trace.Call {
	text, _ := json.Marshal(map[string]string{"script": script})
	return trace.Call{ID: id, Tool: trace.ToolScript, Arguments: string(text)}
}

// runs runs one script and returns its reply as text.
func runs(t *testing.T, s *Scripts, script string) string {
	t.Helper()
	replies, err := s.Do(t.Context(), []trace.Call{call("c", script)})
	if err != nil || len(replies) != 1 || replies[0].CallID != "c" {
		t.Fatalf("%s: replies %+v, error %v", script, replies, err)
	}
	return fmt.Sprint(replies[0].Status, " ", replies[0].Text())
}

func plenty() int { return 1000 }

func TestScripts(t *testing.T) {
	for _, test := range []struct {
		script, want string
		batches      []string
	}{
		{"result = echo(a=1, b=[None, True, 1.5, {'x': 'y'}])", `200 {"result":{"a":1,"b":[null,true,1.5,{"x":"y"}]}}`, []string{`c/1 echo {"a":1,"b":[null,true,1.5,{"x":"y"}]}`}},
		{"x = echo(a=1)\ny = echo(a=x['a'] + 1)\nprint(y['a'])", `200 {"result":"2\n"}`, []string{`c/1 echo {"a":1}`, `c/2 echo {"a":2}`}},
		{"result = parallel([(echo, {'a': i}) for i in range(2)] + [(fail_now, {})])", `200 {"result":[{"a":0},{"a":1},{"error":{"code":"taken","message":"It is taken.","status":409}}]}`, []string{`c/1 echo {"a":0} & c/2 echo {"a":1} & c/3 fail-now {}`}},
		{"print('said')\nresult = fail_now()['error']['code']", `200 {"printed":"said\n","result":"taken"}`, []string{`c/1 fail-now {}`}},
		{"result = parallel([])", `200 {"result":[]}`, nil},
		{"wait(seconds=5)", `200 {"result":""}`, []string{`c/1 wait {"seconds":5}`}},
		{"def f(x, y=2):\n    total = 0\n    for i in range(x):\n        if i % y == 0:\n            total += i\n        elif i > 100:\n            break\n    return total\nn = 0\nwhile n < 3:\n    n += 1\nresult = [f(5), n, (lambda a: a * 2)(4), 'a' if n else 'b', not n, -n]", `200 {"result":[6,3,8,"a",false,-3]}`, nil},
		{"d = {'a': 1}\nd['a'] += 1\nd |= {'b': 2}\nl = [1]\nm = l\nl += [2]\nl.append(3)\ns = 'x'\ns += 'y'\nn = 3\nn <<= 2\nn *= 2\nt = 'a%s'\nt %= 1\nresult = [d, m, s.upper(), n, t, sorted([3, 1])[0:1], d.get('a'), 'b,c'.split(','), '-'.join(['p', 'q']), 'aa'.replace('a', 'b'), '{}'.format(7), str(5), 3 * [0], {k: v for k, v in d.items() if v > 1}, (1, 2)[1], set([1]) | set([2])]", `200 {"result":[{"a":2,"b":2},[1,2,3],"XY",24,"a1",[1],2,["b","c"],"p-q","bb","7","5",[0,0,0],{"a":2,"b":2},2,[1,2]]}`, nil},
		{"result = 1 << 80", `200 {"result":1.2089258196146292e+24}`, nil},
	} {
		s := &shop{}
		if got := runs(t, NewScripts(s, plenty), test.script); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.script, got, test.want)
		}
		if diff := cmp.Diff(test.batches, s.batches); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.script, diff)
		}
	}
}

// TestMistakes: what is wrong in a script is told with its place; what it called
// before stays done and is listed.
func TestMistakes(t *testing.T) {
	for _, test := range []struct{ script, want string }{
		{"x = 1\ny = (", "line 2, column 6: got end of file"},
		{"x = 1\ny = unknown(a=1)", "line 2, column 5: undefined: unknown"},
		{"echo(a=1)\necho(1)", "line 2, column 5: echo takes named arguments only"},
		{"f = 'a'.upper", "line 1, column 8: a method can only be called: write x.upper(...)"},
		{"load('x', 'y')", "line 1, column 1: nothing can be loaded here"},
		{"x = 1\nx.y()", "line 2, column 4: a int has no method y"},
		{"getattr('a', 'upper')", "getattr is not available here"},
		{"def f():\n    return f()\nf()", "function f called recursively"},
		{"d = {'a': 'b'}\nd['a'] *= 3", "line 2, column 8: *= needs a variable on its left"},
		{"echo(a=echo)", "a function cannot be sent"},
		{"echo(a={1: 2})", "names that are text, not int"},
		{"echo(a=float('nan'))", "is no number that can be sent"},
		{"parallel([1])", "item 1 is no pair"},
		{"parallel([(echo, 1)])", "item 1 is no pair"},
		{"parallel([(echo, {'a': echo})])", "cannot be sent"},
		{"parallel()", "got 0 arguments, want 1"},
		{"parallel([(fail_now, {'a': 1})])\nfail('enough')", "fail: enough"},
		{"while True:\n    pass", "too many steps"},
		{"s = 'a' * 100000\nwhile True:\n    s += s", "makes more than 8 MiB"},
		{"s = 'a' * 100000\nwhile True:\n    s = s + s", "makes more than 8 MiB"},
		{"x = 'a' * (1 << 80)", "makes more than 8 MiB"},
		{"x = 9000000 * [1]", "makes more than 8 MiB"},
		{"x = 'a' * 100000\nx = x.replace('a', x)", "makes more than 8 MiB"},
		{"x = ('%s' * 1000) % tuple(['b' * 10000] * 1000)", "makes more than 8 MiB"},
		{"x = ('{0}' * 1000).format('b' * 10000)", "makes more than 8 MiB"},
		{"x = ('a' * 100000).join(['b'] * 100)", "makes more than 8 MiB"},
		{"l = []\nfor i in range(40):\n    l = [l, l]\nstr(l)", "makes more than 8 MiB"},
		{"l = []\nfor i in range(40):\n    l = [l, l]\nresult = l", "makes more than 8 MiB"},
		{"l = []\nfor i in range(100):\n    l = [l]\nprint(l)", "nested more than 64 deep"},
		{"d = {}\nfor i in range(100):\n    d = {'a': d}\nprint(d)", "nested more than 64 deep"},
		{"l = []\nfor i in range(100):\n    l = [l]\nresult = l", "nested more than 64 deep"},
		{"x = [1] * 1000\nwhile True:\n    x += x", "makes more than 8 MiB"},
		{"x = [1] * 1000\ny = []\nwhile True:\n    y.append(x[:])", "makes more than 8 MiB"},
		{"x = list(range(90000))\nwhile True:\n    x.extend(x)", "makes more than 8 MiB"},
		{"x = list(range(90000))\nfor i in range(9):\n    x = list(x)", "makes more than 8 MiB"},
		{"range(100001)", "more than 100000 numbers"},
		{"int('9' * 2000)", "more than 1000 digits"},
		{"x = 7\nwhile True:\n    x = x * x", "more than 4096 bits"},
		{"x = 7\nwhile True:\n    x = x << 400", "more than 4096 bits"},
		{"result = 'a' * 600000", "at most 524288 can be returned"},
	} {
		got := runs(t, NewScripts(&shop{}, plenty), test.script)
		if !strings.HasPrefix(got, "400 ") || !strings.Contains(got, strings.ReplaceAll(test.want, `"`, `\"`)) || !strings.Contains(got, `"calls_made":`) {
			t.Errorf("%s:\n got %s\nwant %s", test.script, got, test.want)
		}
	}
	got := runs(t, NewScripts(&shop{}, plenty), "echo(a=1)\nfail_now()\nnothing = 1 + 'a'")
	want := `400 {"error":{"calls":[{"arguments":"{\"a\":1}","function":"echo","status":200},{"arguments":"{}","function":"fail-now","status":409}],"calls_made":2,"code":"script_error","column":13,"line":3,"message":"line 3, column 13: unknown binary op: int + string","status":400}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestArgumentsOfRunScript(t *testing.T) {
	for _, arguments := range []string{``, `[]`, `{}`, `{"script":1}`, `{"script":"x=1","more":1}`, `{"script":"` + strings.Repeat(" ", maxSource+1) + `"}`} {
		replies, err := NewScripts(&shop{}, plenty).Do(t.Context(), []trace.Call{{ID: "c", Tool: trace.ToolScript, Arguments: arguments}})
		if err != nil || replies[0].Status != 400 || !strings.Contains(replies[0].Text(), "invalid_arguments") {
			t.Errorf("%.40s: %+v, %v", arguments, replies, err)
		}
	}
}

// TestNoCallLeft: a script that makes more calls than are left is stopped.
func TestNoCallLeft(t *testing.T) {
	shop := &shop{}
	s := NewScripts(shop, func() int { return 2 - len(shop.batches) })
	got := runs(t, s, "for i in range(5):\n    echo(a=i)")
	if !s.Exhausted() || len(shop.batches) != 2 || !strings.Contains(got, "no more calls can be made") {
		t.Errorf("exhausted %v after %v: %s", s.Exhausted(), shop.batches, got)
	}
}

// TestMessages: native calls next to each other go at once, scripts between them
// in their place, and a function is no tool.
func TestMessages(t *testing.T) {
	shop := &shop{}
	s := NewScripts(shop, plenty)
	replies, err := s.Do(t.Context(), []trace.Call{
		{ID: "1", Tool: trace.ToolWait, Arguments: "{}"}, {ID: "2", Tool: "echo", Arguments: "{}"}, call("3", "echo(a=1)"), {ID: "4", Tool: trace.ToolHandover, Arguments: "{}"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`1 wait {} & 2 echo() {}`, `3/1 echo {"a":1}`, `4 handover {}`}
	if diff := cmp.Diff(want, shop.batches); diff != "" {
		t.Errorf("batches (-want +got):\n%s", diff)
	}
	if text := replies[1].Text(); replies[1].Status != 404 || !strings.Contains(text, `There is no tool \"echo\". The tools are: run_script, wait, handover, close_call.`) {
		t.Error(text)
	}
	if _, err := s.Do(t.Context(), []trace.Call{{ID: "5", Tool: strings.Repeat("x", 200)}}); err != nil {
		t.Error(err)
	}
}

// TestCatalogue: run_script lists the functions; in the closing turn nothing is
// changed.
func TestCatalogue(t *testing.T) {
	shop := &shop{}
	s := NewScripts(shop, plenty)
	var names []string
	for _, tool := range s.Tools() {
		names = append(names, tool.Name)
	}
	if diff := cmp.Diff([]string{"run_script", "wait", "handover", "close_call"}, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	for _, want := range []string{"echo: Does echo.\n{\"type\":\"object\"}", "fail_now: Does fail-now.", "wait: "} {
		if text := s.Tools()[0].Description; !strings.Contains(text, want) || strings.Contains(text, "handover: ") {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	shop.closing = true
	if tools := s.Tools(); len(tools) != 1 || tools[0].Name != trace.ToolCloseCall {
		t.Errorf("in the closing turn: %+v", tools)
	}
	if _, err := s.Do(t.Context(), []trace.Call{{ID: "1", Tool: trace.ToolScript}}); err != nil || shop.batches[0] != "1 run_script " {
		t.Errorf("in the closing turn: %v, %v", shop.batches, err)
	}
}

// TestBroken: the harness's own error, or its end, ends the script as such.
func TestBroken(t *testing.T) {
	want := errors.New("the world broke")
	for _, turn := range [][]trace.Call{{call("c", "echo(a=1)")}, {{ID: "1", Tool: trace.ToolWait}, call("c", "x=1")}} {
		if _, err := NewScripts(&shop{broken: want}, plenty).Do(t.Context(), turn); !errors.Is(err, want) {
			t.Errorf("error %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewScripts(&shop{}, plenty).Do(ctx, []trace.Call{call("c", "while True:\n    pass")}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
