package schemas

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Limits on a value that is held against a schema, and on a schema itself.
const (
	maxDepth       = 128     // nested arrays and objects
	maxValueNodes  = 100_000 // values in an instance
	maxSchemaNodes = 10_000  // values in a schema document
	maxSchemaBytes = 1 << 20
	maxNumber      = 400 // length of a number, and its exponent
)

// canon copies a value into the form that both engines read the same way: nil,
// bool, string, json.Number, []any and map[string]any. The copy is the engines'
// to change.
type canon struct {
	left int // nodes that may still come
	path []string
}

// unfit is why a value cannot be held against a schema.
type unfit struct {
	path   []string
	reason string
}

func (u *unfit) Error() string { return u.reason }

func (c *canon) unfit(format string, args ...any) error {
	return &unfit{path: append([]string(nil), c.path...), reason: fmt.Sprintf(format, args...)}
}

func (c *canon) copy(v any) (any, error) {
	c.left--
	if c.left < 0 {
		return nil, c.unfit("is too large to check")
	}
	if len(c.path) > maxDepth {
		return nil, c.unfit("is nested more than %d deep", maxDepth)
	}
	switch x := v.(type) {
	case nil, bool, string:
		return x, nil
	case []any:
		out := make([]any, len(x))
		for i, item := range x {
			var err error
			if out[i], err = c.member(strconv.Itoa(i), item); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(x))
		for key, item := range x {
			var err error
			if out[key], err = c.member(key, item); err != nil {
				return nil, err
			}
		}
		return out, nil
	default:
		return c.number(v)
	}
}

func (c *canon) member(key string, v any) (any, error) {
	c.path = append(c.path, key)
	out, err := c.copy(v)
	c.path = c.path[:len(c.path)-1]
	return out, err
}

func (c *canon) number(v any) (any, error) {
	switch x := v.(type) {
	case int:
		return json.Number(strconv.Itoa(x)), nil
	case int64:
		return json.Number(strconv.FormatInt(x, 10)), nil
	case uint64:
		return json.Number(strconv.FormatUint(x, 10)), nil
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, c.unfit("is not a number that JSON can hold")
		}
		return json.Number(strconv.FormatFloat(x, 'g', -1, 64)), nil
	case json.Number:
		return c.literal(x)
	default:
		return nil, c.unfit("is a %T, not a JSON value", v)
	}
}

// literal refuses numbers whose exact value would take time and memory without
// bound: schemas are checked with exact arithmetic.
func (c *canon) literal(n json.Number) (any, error) {
	text := string(n)
	if len(text) > maxNumber {
		return nil, c.unfit("is a number of more than %d digits", maxNumber)
	}
	if text == "" || strings.Trim(text[:1], "-0123456789") != "" || !json.Valid([]byte(text)) {
		return nil, c.unfit("is not a JSON number")
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if exponent, err := strconv.Atoi(text[i+1:]); err != nil || exponent < -maxNumber || exponent > maxNumber {
			return nil, c.unfit("is a number with an exponent beyond %d", maxNumber)
		}
	}
	return n, nil
}
