package lint

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keptgate/keptgate/schemas/tools"
)

// checkEnum looks for listed values that are not of the type, or listed twice, and
// for lists without values.
func checkEnum(c *check, s *spot) {
	enum := s.Get("enum")
	if !enum.Is(tools.Array) {
		return
	}
	if len(enum.Items) == 0 {
		c.say(enum, "enum-empty", "list the values, or leave enum out", nil, "%s: the list of allowed values is empty", c.about(s))
	}
	types, known := tools.TypesOf(s.Node)
	again := twins(enum)
	for i, item := range enum.Items {
		if again[i] {
			c.say(item, "enum-duplicate", "list it once", without(enum, i), "%s: %s is listed twice", c.about(s), item.Show())
		} else if known && !fitsAny(item, types) {
			c.say(item, "enum-type", "write the value as that type, or mend the type", nil, "%s: the allowed value %s is not of type %s", c.about(s), item.Show(), strings.Join(types, " or "))
		}
	}
}

func fitsAny(value *tools.Node, types []string) bool {
	for _, kind := range types {
		if tools.Fits(value, kind) {
			return true
		}
	}
	return false
}

// checkDefault holds a default against the rest of its schema.
func checkDefault(c *check, s *spot) {
	at := s.Get("default")
	if at == nil {
		return
	}
	types, known := tools.TypesOf(s.Node)
	enum := s.Get("enum")
	switch {
	case known && at.Kind == tools.Null && !fitsAny(at, types):
		c.say(at, "default-null", `leave the default out, or add "null" to the types`, nil, "%s: the default is null, and the type %s", c.about(s), strings.Join(types, " or "))
	case known && !fitsAny(at, types):
		fix, edits := "write it as that type, or mend the type", []Edit(nil)
		if value, ok := spelled(at, types); ok {
			fix, edits = "write "+value, replaced(at, value)
		}
		c.say(at, "default-type", fix, edits, "%s: the default %s is not of type %s", c.about(s), at.Show(), strings.Join(types, " or "))
	case enum.Is(tools.Array) && len(enum.Items) > 0 && !listed(enum, at):
		c.say(at, "default-enum", "choose one of the allowed values, or list it", nil, "%s: the default %s is none of the allowed values", c.about(s), at.Show())
	default:
		if why := beyond(s.Node, at); why != "" {
			c.say(at, "default-limit", "mend the default or the limit", nil, "%s: the default %s is %s", c.about(s), at.Show(), why)
		}
	}
}

// spelled is what a text says where it is a number or a truth value in quotes.
func spelled(at *tools.Node, types []string) (string, bool) {
	text := at.Str()
	for _, kind := range types {
		value := &tools.Node{Text: strings.ToLower(text)}
		switch kind {
		case "boolean":
			value.Kind = tools.Bool
			if value.True() || value.False() {
				return value.Text, true
			}
		case "integer", "number":
			value.Kind = tools.Number
			if json.Valid([]byte(text)) && tools.Fits(value, kind) {
				return text, true
			}
		}
	}
	return "", false
}

func listed(list, value *tools.Node) bool {
	for _, item := range list.Items {
		if tools.Same(item, value) {
			return true
		}
	}
	return false
}

// beyond says which limit of a schema a value breaks, "" where none.
func beyond(s, value *tools.Node) string {
	if f, ok := value.Float(); ok {
		for _, limit := range []struct {
			keyword, why string
			broken       func(limit float64) bool
		}{
			{"minimum", "less than the minimum ", func(l float64) bool { return f < l }},
			{"maximum", "more than the maximum ", func(l float64) bool { return f > l }},
			{"exclusiveMinimum", "not more than ", func(l float64) bool { return f <= l }},
			{"exclusiveMaximum", "not less than ", func(l float64) bool { return f >= l }},
		} {
			if l, ok := s.Get(limit.keyword).Float(); ok && limit.broken(l) {
				return limit.why + s.Get(limit.keyword).Text
			}
		}
	}
	size, unit := 0, ""
	switch value.Kind {
	case tools.String:
		size, unit = utf8.RuneCountInString(value.Text), "Length"
		if re, err := regexp.Compile(s.Get("pattern").Str()); err == nil && !re.MatchString(value.Text) {
			return "not of the pattern " + s.Get("pattern").Show()
		}
	case tools.Array:
		size, unit = len(value.Items), "Items"
	default:
		return ""
	}
	if l, ok := s.Get("min" + unit).Float(); ok && float64(size) < l {
		return "shorter than min" + unit + " " + strconv.Itoa(int(l))
	}
	if l, ok := s.Get("max" + unit).Float(); ok && float64(size) > l {
		return "longer than max" + unit + " " + strconv.Itoa(int(l))
	}
	return ""
}
