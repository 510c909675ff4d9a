package agent

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

func TestOtherValuesArePlausible(t *testing.T) {
	ten := 10.0
	for _, tc := range []struct {
		v      any
		within property
		want   any
	}{
		{"low", property{Enum: []any{"low", "high"}}, "high"},
		{"low", property{Enum: []any{"low"}}, nil},
		{true, property{}, false},
		{int64(9), property{Maximum: &ten}, int64(10)},
		{int64(10), property{Maximum: &ten}, int64(9)},
		{int64(10), property{Maximum: &ten, Minimum: &ten}, nil},
		{int64(30), property{Step: 15}, int64(45)},
		{int64(1), property{Step: 0.5}, int64(2)},
		{2.5, property{Step: 0.5}, 3.0},
		{"2026-02-28", property{}, "2026-03-01"},
		{"2026-03-02T23:30:00Z", property{}, "2026-03-03T00:30:00Z"},
		{"2026-03-02T09:00", property{}, "2026-03-02T10:00"},
		{"09:30", property{}, "10:30"},
		{"41", property{}, "42"},
		{"Head of Sales", property{}, "Head of"},
		{"Manager", property{}, "Managers"},
		{"Manager", property{MaxLength: 7}, nil},
		{"Manager", property{Pattern: "^[A-Z][a-z]+r$"}, nil},
		{"Alex Rivera", property{}, "Alex Chen"}, // seen in a reply
		{[]any{"a", "b"}, property{}, []any{"a"}},
		{[]any{"a"}, property{}, nil},
		{nil, property{}, nil},
	} {
		p := newPlayer(&Script{}, newRand(1), Briefing{Seed: 1})
		p.seen = []any{map[string]any{"items": []any{map[string]any{"name": "Alex Rivera"}, map[string]any{"name": "Alex Chen"}}}}
		got, ok := p.different(tc.v, tc.within)
		if !ok {
			got = nil
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("instead of %v within %+v (-want +got):\n%s", tc.v, tc.within, diff)
		}
	}
}

func TestOtherRecords(t *testing.T) {
	list := func(ids ...any) []any {
		var items []any
		for _, id := range ids {
			items = append(items, map[string]any{"id": id, "account": "acme", "owner": map[string]any{"id": "u1"}})
		}
		return []any{map[string]any{"items": items}}
	}
	for name, tc := range map[string]struct {
		seen []any
		v    any
		want any
	}{
		"of the list":         {list("c1", "c2"), "c1", "c2"},
		"a number":            {list(int64(4), int64(9)), int64(4), int64(9)},
		"one of several":      {list("c1", "c2"), []any{"x", "c1"}, []any{"x", "c2"}},
		"none seen":           {nil, "c204", "c205"},
		"none other seen":     {list("c1"), "c1", "c2"},
		"width is kept":       {nil, "SO-0099", "SO-0100"},
		"without a number":    {nil, "acme", "acme"},
		"the same everywhere": {list("c1", "c2"), "acme", "acme"},
		"several, none seen":  {nil, []any{"c1", "c7"}, []any{"c1", "c8"}},
	} {
		p := newPlayer(&Script{}, newRand(1), Briefing{Seed: 1})
		p.seen = tc.seen
		c := &ScriptCall{Args: map[string]any{"contact_id": tc.v}}
		otherRecord(identifiers(c))(p, c, nil)
		if diff := cmp.Diff(tc.want, c.Args["contact_id"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestArgumentsAreToldApart(t *testing.T) {
	args := map[string]any{"contact_id": "$saved.who", "patient": "p12", "title": "x", "day": "2026-03-02", "key": "k1", "note": "n"}
	for _, tc := range []struct {
		call          ScriptCall
		target, value []string
	}{
		{ScriptCall{Args: args, Idempotency: "key"}, []string{"contact_id", "patient"}, []string{"day", "note", "title"}},
		{ScriptCall{Args: args, Idempotency: "key", Target: []string{"title"}}, []string{"title"}, []string{"contact_id", "day", "note", "patient"}},
		{ScriptCall{Args: args, Idempotency: "key", Checked: []string{"day", "key"}}, []string{"contact_id", "patient"}, []string{"day"}},
		{ScriptCall{Args: args, Idempotency: "key", Target: []string{}, Checked: []string{}}, nil, nil},
	} {
		if diff := cmp.Diff(tc.target, identifiers(&tc.call)); diff != "" {
			t.Errorf("target of %+v (-want +got):\n%s", tc.call, diff)
		}
		if diff := cmp.Diff(tc.value, valueArgs(&tc.call)); diff != "" {
			t.Errorf("values of %+v (-want +got):\n%s", tc.call, diff)
		}
	}
}

func TestInvalidArguments(t *testing.T) {
	tools := []trace.Tool{{Name: "t", Parameters: []byte(`{"required":["a","z"]}`)}, {Name: "broken", Parameters: []byte(`{`)}}
	for _, tc := range []struct {
		tool       string
		args, want map[string]any
	}{
		{"t", map[string]any{"a": 1, "b": 2}, map[string]any{"b": 2}},
		{"t", map[string]any{"b": 2}, map[string]any{"b": map[string]any{"value": 2}}},
		{"broken", map[string]any{"b": 2}, map[string]any{"b": map[string]any{"value": 2}}},
		{"gone", map[string]any{}, map[string]any{"unasked": true}},
	} {
		c := &ScriptCall{Tool: tc.tool, Args: tc.args}
		invalidArgs(newRand(1))(nil, c, tools)
		if diff := cmp.Diff(tc.want, c.Args); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.tool, diff)
		}
	}
}
