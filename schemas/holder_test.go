package schemas

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPlaceOfABadName looks for the place of refused names among siblings that are
// validated in any order, again and again.
func TestPlaceOfABadName(t *testing.T) {
	schema, problems := Compile([]byte(`{
		"properties": {
			"first": {"additionalProperties": {"$ref": "#/$defs/errors"}},
			"last": {"additionalProperties": {"anyOf": [{"type": "string"}, {"properties": {"rain": true}}]}},
			"list": {"items": {"$ref": "#/$defs/errors"}}
		},
		"$defs": {"errors": {"propertyNames": {"enum": ["snow"]}}}
	}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, test := range []struct {
		value string
		want  []string
	}{
		{`{"last": {"a": {"rain": 1}, "b": "x", "c": "y"}, "first": {"k": {"rain": 1}, "l": {"snow": 1}}}`, []string{"/first/k/rain"}},
		{`{"first": {"k": {"rain": 1}, "l": {"rain": 2}}, "last": {"a": {"rain": 1}}}`, []string{"/first/k/rain", "/first/l/rain"}},
		{`{"list": [{"snow": 1}, {"rain": 1}], "last": {"a": {"rain": 1}, "b": "x"}}`, []string{"/list/1/rain"}},
		{`{"first": {"a/b": {"rain": 1}}, "last": {"q": "r"}}`, []string{"/first/a~1b/rain"}},
	} {
		doc, problems := ParseYAML("f.json", []byte(test.value))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		for range 50 {
			var got []string
			for _, v := range schema.Validate(doc.Value) {
				got = append(got, v.Path)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", test.value, diff)
			}
		}
	}
}

// TestManyBadNames has more of them than are looked for: none is lost.
func TestManyBadNames(t *testing.T) {
	schema, _ := Compile([]byte(`{"propertyNames": {"maxLength": 1}}`))
	var names []string
	for i := range 3 * maxNames {
		names = append(names, fmt.Sprintf(`"n%d": 1`, i))
	}
	doc, problems := ParseYAML("f.json", []byte("{"+strings.Join(names, ", ")+"}"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got := len(schema.Validate(doc.Value)); got == 0 {
		t.Error("no name is refused")
	}
}
