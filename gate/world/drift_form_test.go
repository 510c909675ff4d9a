package world

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

func TestTiedParametersDoNotDrift(t *testing.T) {
	const properties = `"properties": {"a": {"type": "string"}, "b": {"type": "string"}}`
	for _, c := range []struct {
		schema string
		want   bool
	}{
		{`{"type": "object", "title": "a", "description": "a", "required": ["a"], ` + properties + `}`, false},
		{`{"anyOf": [{"required": ["a"]}, {"required": ["b"]}], ` + properties + `}`, true},
		{`{"anyOf": [{"required": ["b"]}], ` + properties + `}`, false},
		{`{"allOf": [{"properties": {"a": {"minLength": 2}}}], ` + properties + `}`, true},
		{`{"dependentRequired": {"b": ["a"]}, ` + properties + `}`, true},
		{`{"dependentRequired": {"a": ["b"]}, ` + properties + `}`, true},
		{`{"if": {"properties": {"b": {"const": "x"}}}, "then": {"required": ["a"]}, ` + properties + `}`, true},
		{`{"properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}}`, true},
		{`{"properties": {"a": {"type": "string"}, "b": {"items": [{"$ref": "#/properties/a"}]}}}`, true},
		{`{"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"type": "string"}}}`, false},
		{`{"patternProperties": {"^b": {}}, ` + properties + `}`, true},
		{`{"$ref": "#/$defs/x", "$defs": {"x": {}}, ` + properties + `}`, true},
		{`{"default": {"a": "x"}, ` + properties + `}`, true},
	} {
		f, ok := formOf(json.RawMessage(c.schema))
		if !ok {
			t.Fatalf("%s is not read", c.schema)
		}
		if got := f.tied("a"); got != c.want {
			t.Errorf("%s: tied is %v", c.schema, got)
		}
		kind, _ := driftKindNamed(renameField)
		_, err := drifted(trace.Tool{Name: "t", Parameters: json.RawMessage(c.schema)}, kind, trace.Drift{Kind: renameField, Name: "a", New: "c"})
		if (err != nil) != c.want {
			t.Errorf("%s: rename_field of a: %v", c.schema, err)
		}
	}
	for _, text := range []string{`true`, `[]`, `{`, `{"properties": 5}`} {
		if _, ok := formOf(json.RawMessage(text)); ok {
			t.Errorf("%s is taken for parameters", text)
		}
	}
}

func TestSchemasUnderDrift(t *testing.T) {
	for _, c := range []struct {
		drift        trace.Drift
		schema, want string
	}{
		{
			trace.Drift{Kind: changedUnit, Name: "hours", New: "minutes", Factor: 60},
			`{"properties": {"hours": {"type": "number", "exclusiveMinimum": 0.25, "exclusiveMaximum": 9007199254740993, "enum": [0.5, 1], "examples": [2], "const": 1.1, "description": "Length in hours; an hour is long."}}, "required": ["hours"]}`,
			`{"properties": {"minutes": {"type": "number", "exclusiveMinimum": 15, "exclusiveMaximum": 540431955284459580, "enum": [30, 60], "examples": [120], "const": 66, "description": "Length in minutes; an minute is long."}}, "required": ["minutes"]}`,
		},
		{
			trace.Drift{Kind: changedUnit, Name: "max_fee", New: "max_fee_cents", Factor: 100},
			`{"properties": {"max_fee": {"type": "integer", "minimum": 1, "description": "Whole dollars."}}}`,
			`{"properties": {"max_fee_cents": {"type": "integer", "minimum": 100, "multipleOf": 100, "description": "Cents."}}}`,
		},
		{
			trace.Drift{Kind: newRequired, New: "as_of"},
			`{"minProperties": 2, "maxProperties": 3, "properties": {"a": {}}}`,
			`{"minProperties": 3, "maxProperties": 4, "required": ["as_of"], "properties": {"a": {}, "as_of": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "Today's date, as YYYY-MM-DD."}}}`,
		},
		{
			trace.Drift{Kind: changedType, Name: "n", New: typeDigits},
			`{"properties": {"n": {"type": "integer", "minimum": -5, "default": 3}}}`,
			`{"properties": {"n": {"type": "string", "pattern": "^-?[0-9]+$", "default": "3", "description": "A text of digits."}}}`,
		},
		{
			trace.Drift{Kind: changedType, Name: "n", New: typeDigits},
			`{"properties": {"n": {"type": "integer", "enum": [1, 2.0, 1e1]}}}`,
			`{"properties": {"n": {"type": "string", "enum": ["1", "2", "10"], "description": "A text of digits."}}}`,
		},
		{
			trace.Drift{Kind: nestedField, Name: "a", New: "details"},
			`{"additionalProperties": false, "properties": {"a": {"type": "string", "description": "An a."}, "b": {}}}`,
			`{"additionalProperties": false, "properties": {"b": {}, "details": {"type": "object", "additionalProperties": false, "required": ["a"], "properties": {"a": {"type": "string", "description": "An a."}}}}}`,
		},
	} {
		kind, _ := driftKindNamed(c.drift.Kind)
		got, err := drifted(trace.Tool{Name: "t", Parameters: json.RawMessage(c.schema)}, kind, c.drift)
		if err != nil {
			t.Errorf("%s of %s: %v", c.drift.Kind, c.schema, err)
			continue
		}
		if diff := cmp.Diff(decoded(t, c.want), decoded(t, string(got.Parameters))); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", c.drift.Kind, c.schema, diff)
		}
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestUnitsThatNamesShow(t *testing.T) {
	number := func(description string) object { return object{"type": "number", "description": description} }
	for _, c := range []struct {
		name   string
		schema object
		want   string // "" where no unit is to change
		factor int
	}{
		{"duration_minutes", number(""), "duration_seconds", 60},
		{"durationHours", number(""), "duration_minutes", 60},
		{"weight_kg", number(""), "weight_g", 1000},
		{"amount", number("In whole euros."), "amount_cents", 100},
		{"monthly_budget", number(""), "monthly_budget_cents", 100},
		{"limit", number("How many rows."), "", 0},
		{"limit", number("In dollars."), "limit_cents", 100},
		{"credit_limit", number(""), "credit_limit_cents", 100},
		{"page_limit", number(""), "", 0},
		{"amount_cents", number(""), "", 0},
		{"amount", number("In cents."), "", 0},
		{"amount", number("In pence."), "", 0},
		{"minutes", number("At most 30 minutes."), "", 0},
		{"minutes", object{"type": "string"}, "", 0},
		{"minutes", object{"type": []any{"integer", "null"}}, "", 0},
		{"", number(""), "", 0},
	} {
		u, renamed, ok := unitOf(c.name, c.schema)
		if renamed != c.want || u.factor != c.factor || ok != (c.want != "") {
			t.Errorf("%s %v: %s, factor %d, %v; want %q", c.name, c.schema, renamed, u.factor, ok, c.want)
		}
	}
}

func TestUnitsConvertThereAndBack(t *testing.T) {
	for _, c := range []struct {
		own    any
		factor int64
		served any
	}{
		{int64(30), 60, int64(1800)},
		{19.99, 100, int64(1999)},
		{0.07, 100, int64(7)},
		{1.005, 100, 100.5},
		{25.0, 60, 1500.0},
		{int64(-2), 7, int64(-14)},
		{"many", 60, "many"},
		{nil, 60, nil},
	} {
		served := larger(c.own, c.factor)
		if diff := cmp.Diff(c.served, served); diff != "" {
			t.Errorf("%v times %d (-want +got):\n%s", c.own, c.factor, diff)
		}
		if back := smaller(served, c.factor); !trace.Equal(back, c.own) {
			t.Errorf("%v times %d comes back as %v", c.own, c.factor, back)
		}
	}
	if got := larger(int64(1)<<60, 60); got != float64(int64(1)<<60)*60 {
		t.Errorf("beyond integers: %v", got)
	}
}

func TestTypesConvertThereAndBack(t *testing.T) {
	for _, c := range []struct {
		own    any
		to     string
		served any
	}{
		{int64(-30), typeDigits, "-30"},
		{19.99, typeDigits, "19.99"},
		{1e21, typeDigits, "1000000000000000000000"},
		{true, typeYesNo, "yes"},
		{false, typeYesNo, "no"},
		{"a", typeList, []any{"a"}},
		{nil, typeList, nil},
		{nil, typeDigits, nil},
	} {
		served := ofNewType(c.own, c.to)
		if diff := cmp.Diff(c.served, served); diff != "" {
			t.Errorf("%v as %s (-want +got):\n%s", c.own, c.to, diff)
		}
		if back := ofOldType(served, c.to); !trace.Equal(back, c.own) {
			t.Errorf("%v as %s comes back as %v", c.own, c.to, back)
		}
	}
	for _, odd := range []any{"Inf", "NaN", "0x10", "1e9", "", "maybe", []any{}, []any{"a", "b"}, int64(3)} {
		for _, to := range []string{typeDigits, typeYesNo, typeList} {
			if got := ofOldType(odd, to); !cmp.Equal(got, odd) {
				t.Errorf("%v from %s is read as %v", odd, to, got)
			}
		}
	}
}

func TestReworded(t *testing.T) {
	for _, c := range []struct{ text, old, name, want string }{
		{"Id of the contact_id.", "contact_id", "contact_ref", "Id of the contact_ref."},
		{"id, ids, _id, id", "id", "ref", "ref, ids, _id, ref"},
		{"idid id", "id", "x", "idid x"},
		{"ïd id", "d", "x", "ïd id"},
		{"", "a", "b", ""},
		{"a", "", "b", "a"},
	} {
		if got := reworded(c.text, c.old, c.name); got != c.want {
			t.Errorf("reworded(%q, %q, %q) = %q, want %q", c.text, c.old, c.name, got, c.want)
		}
	}
}

func TestNewNamesAreFree(t *testing.T) {
	taken := func(names ...string) func(string) bool {
		return func(name string) bool { return !slices.Contains(names, name) }
	}
	for _, c := range []struct {
		proposed []string
		free     func(string) bool
		want     string // with chance 0
	}{
		{newTool("update_title"), taken(), "set_title"},
		{newTool("update_title"), taken("set_title"), "change_title"},
		{newTool("frobnicate"), taken(), "frobnicate_v2"},
		{newField("contact_id"), taken(), "contact_ref"},
		{newField("date_of_birth"), taken(), "dateOfBirth"},
		{newField("contactId"), taken(), "contact_ref"},
		{newField("x"), taken("x_value"), "the_x"},
		{newValue("orders.approve"), taken(), "approve_orders"},
		{newValue("active"), taken("enabled"), "in_use"},
		{newValue("walk"), taken(), "WALK"},
		{newValue("7"), taken(), "7_v2"},
	} {
		if got, ok := choose(c.proposed, c.free, 0); !ok || got != c.want {
			t.Errorf("of %v %q was chosen, want %q", c.proposed, got, c.want)
		}
	}
	if got, ok := choose([]string{strings.Repeat("x", longestName+1), "a"}, taken("a"), 0); ok {
		t.Errorf("nothing is free, and %q was chosen", got)
	}
}
