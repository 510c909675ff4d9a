package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas/tools"
)

// pairs are the keywords of which the first may not exceed the second. With open,
// they may not be equal either.
var pairs = []struct {
	least, most string
	open        bool
}{
	{"minimum", "maximum", false},
	{"exclusiveMinimum", "maximum", true},
	{"minimum", "exclusiveMaximum", true},
	{"exclusiveMinimum", "exclusiveMaximum", true},
	{"minLength", "maxLength", false},
	{"minItems", "maxItems", false},
	{"minProperties", "maxProperties", false},
	{"minContains", "maxContains", false},
}

// checkBounds looks for parts that no value can satisfy.
func checkBounds(c *check, s *spot) {
	no := func(at *tools.Node, format string, args ...any) {
		c.say(at, "unsatisfiable", "make room for a value, or leave one of the two out", nil, "%s: %s", c.about(s), fmt.Sprintf(format, args...))
	}
	if s.False() && s.keyword == "properties" && s.required {
		no(s.Node, "it is required, and no value is allowed")
	}
	for _, p := range pairs {
		least, a := s.Get(p.least).Float()
		most, b := s.Get(p.most).Float()
		if a && b && (least > most || p.open && least == most) {
			no(s.Get(p.most), "%s %s leaves no value under %s %s", p.least, s.Get(p.least).Text, p.most, s.Get(p.most).Text)
		}
	}
	checkWhole(s, no)
	checkClosed(s, no)
	types, known := tools.TypesOf(s.Node)
	if value := s.Get("const"); value != nil {
		if known && !fitsAny(value, types) {
			no(value, "const %s is not of type %s", value.Show(), strings.Join(types, " or "))
		}
		if enum := s.Get("enum"); enum.Is(tools.Array) && !listed(enum, value) {
			no(value, "const %s is not in enum", value.Show())
		}
	}
	if all := s.Get("allOf"); all.Is(tools.Array) {
		for _, part := range all.Items {
			other, also := tools.TypesOf(c.refs.Target(part))
			switch {
			case !also:
			case known && !meet(types, other):
				no(part, "no value is of type %s and of type %s", strings.Join(types, " or "), strings.Join(other, " or "))
			case !known:
				types, known = other, true
			}
		}
	}
}

// checkWhole looks for integers between limits that hold none.
func checkWhole(s *spot, no func(*tools.Node, string, ...any)) {
	least, a := s.Get("minimum").Float()
	most, b := s.Get("maximum").Float()
	if isType(s.Node, "integer") && a && b && least <= most && math.Ceil(least) > math.Floor(most) {
		no(s.Get("maximum"), "no whole number lies between %s and %s", s.Get("minimum").Text, s.Get("maximum").Text)
	}
	values, unique := s.Get("items").Get("enum"), s.Get("uniqueItems").True()
	if n, ok := s.Get("minItems").Float(); ok && unique && values.Is(tools.Array) && n > float64(len(values.Items)) {
		no(s.Get("minItems"), "%s different items are wanted of %d values", s.Get("minItems").Text, len(values.Items))
	}
}

// checkClosed looks for objects that want what they do not allow.
func checkClosed(s *spot, no func(*tools.Node, string, ...any)) {
	if !s.Get("additionalProperties").False() || s.Get("patternProperties") != nil {
		return
	}
	n := 0
	if properties := s.Get("properties"); properties != nil {
		n = len(properties.Members)
	}
	if least, ok := s.Get("minProperties").Float(); ok && least > float64(n) {
		no(s.Get("minProperties"), "%s properties are wanted, and %d are allowed", s.Get("minProperties").Text, n)
	}
}

// meet tells whether a value can be of one of the types on both sides.
func meet(a, b []string) bool {
	return overlap(a, b) || slices.Contains(a, "number") && slices.Contains(b, "integer") || slices.Contains(a, "integer") && slices.Contains(b, "number")
}
