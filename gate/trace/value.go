package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// Row is one row of a table, by column. Its values are nil, int64, float64 or
// string. Blobs do not occur: a world that holds one is refused.
type Row map[string]any

// UnmarshalJSON reads a row and keeps integers apart from other numbers.
func (r *Row) UnmarshalJSON(data []byte) error {
	v, err := Decode(data)
	if err != nil {
		return err
	}
	switch m := v.(type) {
	case nil:
		*r = nil
	case map[string]any:
		*r = m
	default:
		return fmt.Errorf("read row: want an object, got %T", v)
	}
	return nil
}

// MarshalJSON writes a row so that integers stay apart from other numbers.
func (r Row) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return json.Marshal(exact(map[string]any(r)))
}

// exact prepares a value in the normal form for writing: a float64 that is a
// whole number keeps its fraction, "25.0", and so is read as a float64 again.
// The value itself is left as it is.
func exact(v any) any {
	switch x := v.(type) {
	case float64:
		if x != math.Trunc(x) || math.Abs(x) >= 1e21 { // NaN and infinities are json's to refuse
			return x
		}
		return json.Number(strconv.FormatFloat(x, 'f', 1, 64))
	case []any:
		if x == nil {
			return nil
		}
		out := make([]any, len(x))
		for i := range x {
			out[i] = exact(x[i])
		}
		return out
	case map[string]any:
		if x == nil {
			return nil
		}
		out := make(map[string]any, len(x))
		for k := range x {
			out[k] = exact(x[k])
		}
		return out
	default:
		return v
	}
}

// Decode reads one JSON value into the normal form: nil, bool, string, int64
// where the number is written without fraction and fits, float64 otherwise,
// []any and map[string]any. A number too great for a float64 becomes its text.
// Nothing at all is nil; text after the value is an error.
func Decode(data []byte) (any, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, nil
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the JSON value at byte %d", dec.InputOffset())
	}
	return Normal(v), nil
}

// strict decodes what this package wrote: a field that it does not know is an
// error, as it is in the types without a method of their own.
func strict(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

// Normal brings a decoded value to the normal form described at Decode.
func Normal(v any) any {
	switch x := v.(type) {
	case json.Number:
		if i, err := strconv.ParseInt(x.String(), 10, 64); err == nil {
			return i
		}
		f, err := x.Float64()
		if err != nil {
			return x.String()
		}
		return f
	case int:
		return int64(x)
	case uint64:
		if x <= math.MaxInt64 {
			return int64(x)
		}
		return float64(x)
	case []any:
		for i := range x {
			x[i] = Normal(x[i])
		}
		return x
	case map[string]any:
		for k := range x {
			x[k] = Normal(x[k])
		}
		return x
	case Row:
		return Normal(map[string]any(x))
	default:
		return v
	}
}

// Equal compares two values in the normal form. Numbers are equal when their
// values are, at any depth: 25 and 25.0 are one number, "25" is text.
func Equal(a, b any) bool {
	switch x := a.(type) {
	case int64:
		switch y := b.(type) {
		case int64:
			return x == y
		case float64:
			return same(x, y)
		}
		return false
	case float64:
		switch y := b.(type) {
		case int64:
			return same(y, x)
		case float64:
			return x == y
		}
		return false
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, Equal)
	case map[string]any:
		y, ok := b.(map[string]any)
		return ok && maps.EqualFunc(x, y, Equal)
	default:
		return reflect.DeepEqual(a, b)
	}
}

// same compares without rounding the integer, which a conversion to float64
// would do from 2^53 on.
func same(i int64, f float64) bool {
	const limit = 1 << 63 // float64(math.MaxInt64) rounds up to it
	return f >= -limit && f < limit && f == math.Trunc(f) && int64(f) == i
}
