package trace

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDecode(t *testing.T) {
	for _, test := range []struct {
		text string
		want any
	}{
		{``, nil},
		{" \n", nil},
		{`null`, nil},
		{`true`, true},
		{`"25"`, "25"},
		{`25`, int64(25)},
		{`25.0`, 25.0},
		{`2.5e1`, 25.0},
		{`-0`, int64(0)},
		{`-0.0`, math.Copysign(0, -1)},
		{`9223372036854775807`, int64(math.MaxInt64)},
		{`-9223372036854775808`, int64(math.MinInt64)},
		{`9223372036854775808`, 9223372036854775808.0},
		{`1e999`, "1e999"},
		{`-1e999`, "-1e999"},
		{`1e-999`, 0.0},
		{`[1, 1.5, {"a": [2]}]`, []any{int64(1), 1.5, map[string]any{"a": []any{int64(2)}}}},
		{`[]`, []any{}},
		{`{}`, map[string]any{}},
	} {
		got, err := Decode([]byte(test.text))
		if err != nil {
			t.Errorf("Decode(%q): %v", test.text, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Decode(%q) (-want +got):\n%s", test.text, diff)
		}
		if f, ok := got.(float64); ok && math.Signbit(f) != math.Signbit(test.want.(float64)) {
			t.Errorf("Decode(%q) loses the sign of zero", test.text)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, text := range []string{`{`, `1 2`, `{} }`, `nul`, `NaN`, `01`, `"a" //`, "\x00"} {
		if got, err := Decode([]byte(text)); err == nil {
			t.Errorf("Decode(%q) = %v, want an error", text, got)
		}
	}
}

func TestNormalOfGoValues(t *testing.T) {
	got := Normal(map[string]any{
		"int": 3, "small": uint64(4), "great": uint64(math.MaxUint64), "row": Row{"n": 5}, "list": []any{json.Number("6"), 7.0, nil},
	})
	want := map[string]any{
		"int": int64(3), "small": int64(4), "great": float64(math.MaxUint64), "row": map[string]any{"n": int64(5)}, "list": []any{int64(6), 7.0, nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Normal (-want +got):\n%s", diff)
	}
}

func TestEqual(t *testing.T) {
	const big = int64(1)<<53 + 1 // the first integer that a float64 cannot hold
	for _, test := range []struct {
		a, b any
		want bool
	}{
		{nil, nil, true},
		{nil, "", false},
		{nil, int64(0), false},
		{int64(25), 25.0, true},
		{int64(25), "25", false},
		{25.0, "25", false},
		{int64(25), 25.5, false},
		{int64(0), math.Copysign(0, -1), true},
		{int64(1), true, false},
		{false, nil, false},
		{big, big - 1, false},
		{big, float64(big - 1), false},
		{big - 1, float64(big - 1), true},
		{int64(math.MaxInt64), 9223372036854775808.0, false},
		{int64(math.MinInt64), -9223372036854775808.0, true},
		{int64(1), math.Inf(1), false},
		{int64(0), math.NaN(), false},
		{"a", "a", true},
		{"a", "A", false},
		{[]any{int64(25), "x"}, []any{25.0, "x"}, true},
		{[]any{int64(25)}, []any{25.0, nil}, false},
		{[]any{}, []any(nil), true},
		{map[string]any{"a": int64(1)}, map[string]any{"a": 1.0}, true},
		{map[string]any{"a": nil}, map[string]any{}, false},
		{map[string]any{"a": nil}, map[string]any{"b": nil}, false},
		{[]any{int64(1)}, int64(1), false},
		{map[string]any{}, []any{}, false},
	} {
		if got := Equal(test.a, test.b); got != test.want {
			t.Errorf("Equal(%#v, %#v) = %v", test.a, test.b, got)
		}
		if got := Equal(test.b, test.a); got != test.want {
			t.Errorf("Equal(%#v, %#v) = %v, but not the other way round", test.b, test.a, got)
		}
	}
}

// FuzzDecode shows that the normal form is a fixed point: what was read and
// written is read the same again.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.0,-0.0,1e999,"x",null,true]}`, `9223372036854775808`, `1e20`, `1e21`, `-5e-324`, `{"a":1} x`, `[[[[`, ``} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Decode(data)
		if err != nil {
			return
		}
		text, err := json.Marshal(exact(v))
		if err != nil {
			t.Fatalf("write %#v: %v", v, err)
		}
		again, err := Decode(text)
		if err != nil {
			t.Fatalf("read %s again: %v", text, err)
		}
		if diff := cmp.Diff(v, again); diff != "" {
			t.Errorf("%s reads as %s (-first +again):\n%s", data, text, diff)
		}
		if !Equal(v, again) {
			t.Errorf("%s does not equal itself", text)
		}
	})
}
