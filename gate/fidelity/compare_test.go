package fidelity

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

func decode(t *testing.T, text string) any {
	t.Helper()
	v, err := trace.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// shown writes a comparison, a line for each finding.
func shown(c Comparison) string {
	var lines []string
	for _, d := range c.Differences {
		lines = append(lines, fmt.Sprintf("%s %s: %s | %s", d.Kind, d.Path, d.Here, d.There))
	}
	for _, g := range c.Gaps {
		line := "gap " + g.Path + ": " + g.Why
		if g.Allowed {
			line += ", allowed"
		}
		lines = append(lines, line)
	}
	return strings.Join(append(lines, fmt.Sprint(c.Compared)), "\n")
}

func TestCompareShapes(t *testing.T) {
	step := Step{Unlike: []string{"u", "l.*.u"}, MayLack: []string{"m"}}
	for _, test := range []struct{ here, there, want string }{
		{`{"a": 1, "b": [true, false]}`, `{"b": [true], "a": 2}`, "4"},
		{`{"a": 1}`, `{"b": 1}`, "missing_field a: integer | \nnew_field b:  | integer\n1"},
		{`{"a": null}`, `{}`, "missing_field a: null | \n1"}, // null is not absent
		{`{"a": null}`, `{"a": "x"}`, "type a: null | string\n2"},
		{`{"a": "1"}`, `{"a": 1}`, "type a: string | integer\n2"},
		{`{"a": 1}`, `{"a": 1.0}`, "2"},
		{`{"a": 1}`, `{"a": 1.5}`, "type a: integer | number\n2"},
		{`{"a": [1, 2.5]}`, `{"a": [0.5]}`, "3"},
		{`{"a": [1, "x"]}`, `{"a": [2]}`, "type a.*: integer or string | integer\n3"},
		{`{"a": []}`, `{"a": [2]}`, "gap a.*: the list is empty in the simulation\n2"},
		{`{"a": [1]}`, `{"a": []}`, "gap a.*: the list is empty in the live service\n2"},
		{`{"a": []}`, `{"a": []}`, "gap a.*: the list is empty on both sides\n2"},
		{`{"m": {"a": []}}`, `{"m": {"a": []}}`, "gap m.a.*: the list is empty on both sides, allowed\n3"},
		{`{"l": [{"a": 1}, {"b": 1}]}`, `{"l": [{"a": 1, "b": 2}]}`, "5"}, // the union of the items
		{`{"l": [{"a": 1, "u": 1}], "u": 1}`, `{"l": [{"a": 1}], "u": []}`, "4"},
		{`{"l": [{"u": 1}]}`, `{"l": [{"u": {}}]}`, "3"},
		{`{"a": {"b": 1}}`, `{"a": [1]}`, "type a: object | array\n2"},
		{`{"a b": 1, "": 1, "c\n": 1}`, `{}`, "missing_field \"\": integer | \nmissing_field \"a b\": integer | \nmissing_field \"c\\n\": integer | \n1"},
		{`null`, `{}`, "type .: null | object\n1"},
		{`[[{"a": 1}], []]`, `[[{"a": "x"}]]`, "type *.*.a: integer | string\n4"},
	} {
		got := CompareShapes(ShapeOf(decode(t, test.here)), ShapeOf(decode(t, test.there)), step.rules())
		if diff := cmp.Diff(test.want, shown(got)); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%s", test.here, test.there, diff)
		}
	}
}

func TestCompare(t *testing.T) {
	step := Step{Unlike: []string{"error.message"}, Same: []string{"items.*.n", "items.0.n", "of.*"}}
	refusal := func(status int, body string) Answer {
		return Answer{Refused: true, Status: status, Body: decode(t, body)}
	}
	answer := func(body string) Answer { return Answer{Status: 200, Body: decode(t, body)} }
	lent := `{"error": {"code": "lent", "status": 409, "message": "No."}}`
	quiet := Step{Unlike: []string{"."}}
	for name, test := range map[string]struct {
		here, there Answer
		expect      string
		rules       Rules
		want        string
	}{
		"equal":           {answer(`{"a": 1}`), answer(`{"a": 2}`), "", Rules{}, "3"},
		"refused here":    {refusal(409, lent), answer(`{}`), "", Rules{}, "outcome .: refused with 409 lent | answered\n1"},
		"refused there":   {answer(`{}`), refusal(500, `null`), "", Rules{}, "outcome .: answered | refused with 500\n1"},
		"no status there": {answer(`{}`), refusal(0, `{"text": "No."}`), "", Rules{}, "outcome .: answered | refused\n1"},
		"no tool":         {refusal(409, lent), Answer{Refused: true, Absent: true}, "", Rules{}, "outcome .: refused with 409 lent | no such tool\n1"},
		"wanted error":    {answer(`{}`), answer(`{}`), ExpectError, Rules{}, "outcome .: answered | answered\n1"},
		"wanted answer":   {refusal(409, lent), refusal(0, lent), ExpectAnswer, Rules{}, "outcome .: refused with 409 lent | refused with lent\n1"},
		"other status":    {refusal(409, lent), refusal(422, lent), ExpectError, Rules{}, "status .: 409 | 422\n8"},
		"other code":      {refusal(409, lent), refusal(409, strings.Replace(lent, `"lent"`, `"taken"`, 1)), "", Rules{}, "status error.code: \"lent\" | \"taken\"\n8"},
		"status in body":  {refusal(409, lent), refusal(0, strings.Replace(lent, "409", "422", 1)), "", Rules{}, "status error.status: 409 | 422\n8"},
		"other body":      {refusal(409, lent), refusal(409, `{"error": "lent"}`), "", Rules{}, "error_shape error: object | string\n4"},
		"a code beside":   {refusal(409, `{"code": 7}`), refusal(409, `{"code": 8}`), "", Rules{}, "status code: 7 | 8\n5"},
		"message ignored": {refusal(409, lent), refusal(409, `{"error": {"code": "lent", "status": 409}}`), "", step.rules(), "gap items.*.n: neither side has a value there\ngap items.0.n: neither side has a value there\ngap of.*: neither side has a value there\n7"},
		"whole ignored":   {refusal(409, lent), refusal(409, `[]`), "", quiet.rules(), "2"},
		"values": {
			answer(`{"items": [{"n": 1}, {"n": 2}], "of": {"b": 1, "a": 2}}`), answer(`{"items": [{"n": 1}, {"n": 3}], "of": {"a": 2, "b": 1}}`),
			"", step.rules(), "value items.*.n: [1,2] | [1,3]\n11",
		},
		"no value here": {answer(`{"items": []}`), answer(`{"items": [{"n": 1}], "of": 1}`), "", step.rules(), "new_field of:  | integer\ngap items.*: the list is empty in the simulation\ngap items.*.n: the simulation has no value there\ngap items.0.n: the simulation has no value there\ngap of.*: neither side has a value there\n3"},
		"fewer values":  {answer(`{"items": [{"n": 1}, {"n": 2}], "of": {"a": 1}}`), answer(`{"items": [{"n": 1}], "of": {"a": 1.0}}`), "", step.rules(), "value items.*.n: [1,2] | 1\n10"},
	} {
		if diff := cmp.Diff(test.want, shown(Compare(test.here, test.there, test.expect, test.rules))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestWritten(t *testing.T) {
	if got := written(math.Inf(1)); got != "+Inf" {
		t.Error(got)
	}
}

// grown is a random value.
func grown(r *rand.Rand, depth int) any {
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch r.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return int64(r.IntN(5))
	case 3:
		return float64(r.IntN(5)) / 2
	case 4:
		return "x"
	case 5:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, grown(r, depth-1))
		}
		return list
	default:
		object := map[string]any{}
		for range r.IntN(4) {
			object[string(rune('a'+r.IntN(4)))] = grown(r, depth-1)
		}
		return object
	}
}

// Nothing differs from itself; what differs from another differs the other way round;
// and a gap is there only where a list has no item.
func TestComparisonProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	differed := 0
	for range 5_000 {
		a, b := grown(r, 4), grown(r, 4)
		self := CompareShapes(ShapeOf(a), ShapeOf(a), Rules{})
		if len(self.Differences) > 0 || self.Compared == 0 {
			t.Fatalf("%v differs from itself: %s", a, shown(self))
		}
		if text := written(a); len(self.Gaps) > 0 && !strings.Contains(text, "[]") {
			t.Fatalf("%s has gaps: %s", text, shown(self))
		}
		one, other := CompareShapes(ShapeOf(a), ShapeOf(b), Rules{}), CompareShapes(ShapeOf(b), ShapeOf(a), Rules{})
		if len(one.Differences) != len(other.Differences) || len(one.Gaps) != len(other.Gaps) || one.Compared != other.Compared {
			t.Fatalf("%v, %v: %s\nthe other way: %s", a, b, shown(one), shown(other))
		}
		for i, d := range one.Differences {
			if e := other.Differences[i]; d.Path != e.Path || d.Here != e.There || d.There != e.Here {
				t.Fatalf("%v, %v: %v, the other way %v", a, b, d, e)
			}
		}
		if len(one.Differences) > 0 {
			differed++
		}
		all := CompareShapes(ShapeOf([]any{a, b}), ShapeOf([]any{b, a, a}), Rules{})
		if len(all.Differences) > 0 {
			t.Fatalf("the order of items makes a difference: %s", shown(all))
		}
	}
	if differed < 1_000 {
		t.Errorf("only %d pairs differ", differed)
	}
}

// Whatever a service sends can be compared, and does not differ from itself.
func FuzzReply(f *testing.F) {
	for _, text := range []string{`{"items": [{"a": 1.5}, null], "": []}`, `[[[]]]`, `1e999`, `{"*": {"a.b": 1}}`} {
		f.Add([]byte(text), "items.*.a")
	}
	f.Fuzz(func(t *testing.T, text []byte, p string) {
		v, err := trace.Decode(text)
		if err != nil {
			return
		}
		step := Step{Unlike: []string{p}, Same: []string{p}}
		a := Answer{Status: 200, Body: v}
		if c := Compare(a, a, "", step.rules()); len(c.Differences) > 0 {
			t.Errorf("%s: %s", text, shown(c))
		}
		a.Refused = true
		if c := Compare(a, a, ExpectError, Rules{}); len(c.Differences) > 0 {
			t.Errorf("%s, refused: %s", text, shown(c))
		}
		r := Report{}
		r.note(1, "t", Compare(a, Answer{Status: 200}, "", Rules{}))
		r.clean(secrets{"A": "x"}.hide())
	})
}
