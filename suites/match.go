package suites

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// Matcher decides whether a value is good. Exactly one way of matching is set;
// a literal in a suite file is Literal with Set true.
type Matcher struct {
	Literal any            // equal by trace.Equal
	Any     bool           // anything but null
	Pattern *regexp.Regexp // the whole text
	OneOf   []Matcher
	Near    float64 // with Within: a number, or a text that is one
	Within  float64 // absolute tolerance, > 0 where Near counts
	As      string  // number, time, space, case: normalise both sides first
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
	default:
		return trace.Equal(normalise(m.As, m.Literal), normalise(m.As, v))
	}
}

// normalise brings a value to a form in which two spellings of it are equal.
// What cannot be read as asked stays as it is.
func normalise(as string, v any) any {
	s, isText := v.(string)
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
