package suites

import (
	"fmt"
	"math"
	"regexp"
	"testing"
)

// TestMatch lists, for each form of a matcher, values that are good and values
// that are not.
func TestMatch(t *testing.T) {
	as := func(kind string, v any) Matcher { return Matcher{Literal: v, As: kind} }
	for _, test := range []struct {
		name    string
		matcher Matcher
		good    []any
		bad     []any
	}{
		{
			"a number",
			Matcher{Literal: int64(25)},
			[]any{int64(25), 25.0},
			[]any{int64(26), 25.5, "25", nil, true, []any{int64(25)}},
		},
		{
			"a long number",
			Matcher{Literal: int64(1)<<53 + 1},
			[]any{int64(1)<<53 + 1},
			[]any{int64(1) << 53, float64(1 << 53)},
		},
		{
			"a text",
			Matcher{Literal: "Ana"},
			[]any{"Ana"},
			[]any{"ana", " Ana", "Ana ", "An", nil, int64(0)},
		},
		{"the empty text", Matcher{Literal: ""}, []any{""}, []any{" ", nil, int64(0), false}},
		{"null", Matcher{}, []any{nil}, []any{"", int64(0), false, "null"}},
		{"a truth", Matcher{Literal: true}, []any{true}, []any{false, int64(1), "true", nil}},
		{
			"a list",
			Matcher{Literal: []any{int64(1), "a"}},
			[]any{[]any{int64(1), "a"}, []any{1.0, "a"}},
			[]any{[]any{"a", int64(1)}, []any{int64(1)}, "1"},
		},
		{
			"an object",
			Matcher{Literal: map[string]any{"a": int64(1)}},
			[]any{map[string]any{"a": 1.0}},
			[]any{map[string]any{"a": int64(1), "b": nil}, map[string]any{}},
		},
		{"anything", Matcher{Any: true}, []any{"", int64(0), false, []any{}}, []any{nil}},
		{
			"a pattern over the whole text",
			Matcher{Pattern: regexp.MustCompile(`^(?:a|bc)$`)},
			[]any{"a", "bc"},
			[]any{"abc", "ac", "xa", "a\n", "", nil, int64(1)},
		},
		{
			"one of several",
			Matcher{OneOf: []Matcher{{Literal: "moved"}, {Literal: int64(3)}, as("case", "Out")}},
			[]any{"moved", int64(3), 3.0, " out "},
			[]any{"Moved", "3", nil},
		},
		{
			"near",
			Matcher{Near: 25, Within: 0.5},
			[]any{int64(25), 25.5, 24.5, "25.2", " 25 "},
			[]any{25.51, int64(24), "x", "", "NaN", "Inf", nil, true},
		},
		{
			"as number, given as text", as("number", "25.0"),
			[]any{int64(25), 25.0, "25", " 25.00 ", "2.5e1"},
			[]any{"25,0", "€25", int64(26), nil},
		},
		{"as number, given as number", as("number", int64(25)), []any{"25", "25.0", 25.0}, []any{"25.1", "", nil}},
		{
			"as number, a long identifier", as("number", "9007199254740993"),
			[]any{int64(9007199254740993), "9007199254740993", " 009007199254740993"},
			[]any{int64(9007199254740992), "9007199254740992"},
		},
		{"as number, no number", as("number", "NaN"), []any{"NaN"}, []any{math.NaN(), "nan", nil}},
		{
			"as time", as("time", "2026-03-02T09:00:00Z"),
			[]any{"2026-03-02T09:00:00Z", "2026-03-02T10:00:00+01:00", "2026-03-02T09:00:00.000Z"},
			[]any{"2026-03-02T09:00:01Z", "2026-03-02 09:00:00", "2026-03-02T10:00:00Z", "", nil, int64(9)},
		},
		{"as time, no time", as("time", "soon"), []any{"soon"}, []any{"Soon", "2026-03-02T09:00:00Z"}},
		{
			"as space", as("space", "  Ana   Ruiz\n"),
			[]any{"Ana Ruiz", "Ana\tRuiz ", "\u00a0Ana Ruiz"},
			[]any{"ana ruiz", "AnaRuiz", nil},
		},
		{"as space, a number", as("space", int64(5)), []any{int64(5), 5.0}, []any{"5"}},
		{
			"as case", as("case", "Ana  ÐÓRA"),
			[]any{"ana ðóra", " ANA ÐÓRA "},
			[]any{"ana dora", "ana", nil},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, v := range test.good {
				if !test.matcher.Match(v) {
					t.Errorf("%v does not match %#v", test.matcher, v)
				}
			}
			for _, v := range test.bad {
				if test.matcher.Match(v) {
					t.Errorf("%v matches %#v", test.matcher, v)
				}
			}
		})
	}
}

// TestAsIsSymmetric shows that it does not matter on which side a spelling is.
func TestAsIsSymmetric(t *testing.T) {
	values := []any{
		nil, true, int64(25), 25.0, "25", " 25.0", "x", "X ", "2026-03-02T09:00:00Z", "2026-03-02T10:00:00+01:00", "", " ",
	}
	for _, as := range []string{"", "number", "time", "space", "case"} {
		matched := 0
		for _, a := range values {
			for _, b := range values {
				there, back := Matcher{Literal: a, As: as}.Match(b), Matcher{Literal: b, As: as}.Match(a)
				if there != back {
					t.Errorf("as %q: %#v matches %#v: %v, the other way %v", as, a, b, there, back)
				}
				if there {
					matched++
				}
			}
		}
		if matched < len(values) {
			t.Errorf("as %q: only %d pairs match: some value does not match itself", as, matched)
		}
	}
}

func TestMatcherIsWrittenForReaders(t *testing.T) {
	for _, test := range []struct {
		matcher Matcher
		want    string
	}{
		{Matcher{Literal: "Director of Operations"}, "Director of Operations"},
		{Matcher{Literal: ""}, `""`},
		{Matcher{}, "null"},
		{Matcher{Literal: int64(2_500_000)}, "2500000"},
		{Matcher{Literal: 2_500_000.5}, "2500000.5"},
		{Matcher{Literal: []any{int64(1), "a"}}, `[1,"a"]`},
		{Matcher{Any: true}, "any value"},
		{Matcher{Pattern: regexp.MustCompile(`^(?:a|b)$`)}, "matching a|b"},
		{Matcher{OneOf: []Matcher{{Literal: "a"}, {Literal: int64(1)}}}, "a or 1"},
		{Matcher{Near: 2_500_000, Within: 0.01}, "2500000 ± 0.01"},
		{Matcher{Literal: math.Inf(1)}, "+Inf"},
	} {
		if got := fmt.Sprint(test.matcher); got != test.want {
			t.Errorf("String: %q, want %q", got, test.want)
		}
	}
}
