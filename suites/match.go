package suites

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// Matcher decides whether a value is good. Exactly one way of matching is set;
// a literal in a suite file is Literal with Set true.
type Matcher struct {
	Literal  any            // equal by trace.Equal
	Any      bool           // anything but null
	Pattern  *regexp.Regexp // the whole text
	OneOf    []Matcher
	Near     float64   // with Within: a number, or a text that is one
	Within   float64   // absolute tolerance, > 0 where Near counts
	As       string    // number, time, space, case, loose: normalise both sides first
	Items    []Matcher // with IsList: a list of as many values, in this order
	IsList   bool
	Fields   map[string]Matcher // with IsObject: an object with these fields, and no others but those of May
	May      map[string]Matcher // fields of that object which may be left out
	IsObject bool
}

// Match tells whether v, a value in the normal form, is good.
func (m Matcher) Match(v any) bool {
	switch {
	case m.Any:
		return v != nil
	case m.Pattern != nil:
		s, ok := v.(string)
		return ok && m.Pattern.MatchString(s)
	case len(m.OneOf) > 0:
		for _, o := range m.OneOf {
			if o.Match(v) {
				return true
			}
		}
		return false
	case m.Within > 0:
		f, ok := asNumber(v)
		return ok && math.Abs(f-m.Near) <= m.Within
	case m.IsList:
		list, ok := v.([]any)
		return ok && slices.EqualFunc(m.Items, list, Matcher.Match)
	case m.IsObject:
		object, ok := v.(map[string]any)
		return ok && MatchFields(m.Fields, m.May, object)
	default:
		return trace.Equal(normalise(m.As, m.Literal), normalise(m.As, v))
	}
}

// MatchFields tells whether an object has all fields of must, none but those of
// must and may, and good values in them.
func MatchFields(must, may map[string]Matcher, object map[string]any) bool {
	for name := range must {
		if _, given := object[name]; !given {
			return false
		}
	}
	for name, v := range object {
		m, known := must[name]
		if !known {
			m, known = may[name]
		}
		if !known || !m.Match(v) {
			return false
		}
	}
	return true
}

// Sample is a value that the matcher takes, where it names one.
func (m Matcher) Sample() (any, bool) {
	switch {
	case m.Any, m.Pattern != nil:
		return nil, false
	case len(m.OneOf) > 0:
		for _, o := range m.OneOf {
			if v, ok := o.Sample(); ok {
				return v, true
			}
		}
		return nil, false
	case m.Within > 0:
		return m.Near, true
	case m.IsList:
		list := make([]any, 0, len(m.Items))
		for _, item := range m.Items {
			v, ok := item.Sample()
			if !ok {
				return nil, false
			}
			list = append(list, v)
		}
		return list, true
	case m.IsObject:
		return SampleFields(m.Fields)
	default:
		return m.Literal, true
	}
}

// SampleFields is an object with the fields alone that must be there.
func SampleFields(must map[string]Matcher) (map[string]any, bool) {
	object := make(map[string]any, len(must))
	for name, m := range must {
		v, ok := m.Sample()
		if !ok {
			return nil, false
		}
		object[name] = v
	}
	return object, true
}

// normalise brings a value to a form in which two spellings of it are equal.
// What cannot be read as asked stays as it is.
func normalise(as string, v any) any {
	s, isText := v.(string)
	if as == "loose" {
		return loosely(v)
	}
	switch as {
	case "number":
		if n, ok := readNumber(s); isText && ok {
			return n
		}
	case "time":
		if t, err := time.Parse(time.RFC3339, s); err == nil {
			return t.UTC().Format(time.RFC3339Nano)
		}
	case "space":
		if isText {
			return strings.Join(strings.Fields(s), " ")
		}
	case "case":
		if isText {
			return strings.ToLower(strings.Join(strings.Fields(s), " "))
		}
	}
	return v
}

// unheard are the characters that a loose comparison of texts does not look at.
var unheard = strings.NewReplacer(" ", "", ",", "", ".", "", "/", "", "-", "", "_", "", "*", "", "^", "", "'", `"`)

// loosely brings the texts in a value to the form that loose comparisons look at,
// at any depth; names of fields stay.
func loosely(v any) any {
	switch x := v.(type) {
	case string:
		return strings.ToLower(unheard.Replace(x))
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = loosely(x[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for name := range x {
			out[name] = loosely(x[name])
		}
		return out
	default:
		return v
	}
}

// readNumber reads a finite number: an int64 where it is a whole one, so that
// long identifiers are not rounded.
func readNumber(s string) (any, bool) {
	s = strings.TrimSpace(s)
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return i, true
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// asNumber is a number, or the one that a text holds.
func asNumber(v any) (float64, bool) {
	if s, ok := v.(string); ok {
		n, ok := readNumber(s)
		if !ok {
			return 0, false
		}
		v = n
	}
	switch x := v.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	default:
		return 0, false
	}
}

// String writes the matcher as a reader of a report should see it.
func (m Matcher) String() string {
	switch {
	case m.Any:
		return "any value"
	case m.Pattern != nil:
		return "matching " + strings.TrimSuffix(strings.TrimPrefix(m.Pattern.String(), `^(?:`), `)$`)
	case len(m.OneOf) > 0:
		parts := make([]string, len(m.OneOf))
		for i, o := range m.OneOf {
			parts[i] = o.String()
		}
		return strings.Join(parts, " or ")
	case m.Within > 0:
		return written(m.Near) + " ± " + written(m.Within)
	case m.IsList:
		parts := make([]string, len(m.Items))
		for i, item := range m.Items {
			parts[i] = item.String()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case m.IsObject:
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(m.Fields)) {
			parts = append(parts, name+": "+m.Fields[name].String())
		}
		for _, name := range slices.Sorted(maps.Keys(m.May)) {
			parts = append(parts, name+"?: "+m.May[name].String())
		}
		return "{" + strings.Join(parts, ", ") + "}"
	default:
		return written(m.Literal)
	}
}

// written is a value as a reader should see it: text as it is, the empty text in
// quotes, all else as JSON, which writes no number as a power before 1e21.
func written(v any) string {
	if s, ok := v.(string); ok && s != "" {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
