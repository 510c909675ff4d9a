package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
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

// Decode reads one JSON value into the normal form: nil, bool, string, int64
// where the number is written without fraction and fits, float64 otherwise,
// []any and map[string]any. Text after the value is an error.
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
// values are: 25 and 25.0 are one number, "25" is text.
func Equal(a, b any) bool {
	if x, ok := number(a); ok {
		y, ok := number(b)
		return ok && x == y
	}
	return reflect.DeepEqual(a, b)
}

func number(v any) (float64, bool) {
	switch x := v.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	default:
		return 0, false
	}
}
