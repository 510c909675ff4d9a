package world

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// multiplied is n*factor+plus, written exactly.
func multiplied(n json.Number, factor, plus int64) json.Number {
	r, ok := rational(n.String())
	if !ok {
		return n
	}
	r.Mul(r, big.NewRat(factor, 1)).Add(r, big.NewRat(plus, 1))
	return json.Number(decimal(r))
}

// rational reads a decimal number, unless its exponent is so great that the exact
// value would fill the memory.
func rational(s string) (*big.Rat, bool) {
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		if e, err := strconv.Atoi(s[i+1:]); err != nil || e > 400 || e < -400 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(s)
}

// decimal writes a number that has a finite decimal fraction.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	if n, exact := r.FloatPrec(); exact {
		return r.FloatString(n)
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// larger brings a number to a smaller unit, of which an old one has factor. What
// is no number stays as it is.
func larger(v any, factor int64) any {
	switch x := v.(type) {
	case int:
		return larger(int64(x), factor)
	case int64:
		if y := x * factor; y/factor == x {
			return y
		}
		return float64(x) * float64(factor)
	case float64:
		// By way of the decimal text: 19.99 euros are 1999 cents, and not
		// 1998.9999999999998.
		r, ok := rational(strconv.FormatFloat(x, 'g', -1, 64))
		if !ok {
			return v
		}
		r.Mul(r, big.NewRat(factor, 1))
		if n := r.Num(); r.IsInt() && n.IsInt64() && x != math.Trunc(x) {
			return n.Int64()
		}
		f, _ := r.Float64()
		return f
	default:
		return v
	}
}

// smaller is the way back from larger.
func smaller(v any, factor int64) any {
	switch x := v.(type) {
	case int64:
		if x%factor == 0 {
			return x / factor
		}
		return float64(x) / float64(factor)
	case float64:
		return x / float64(factor)
	default:
		return v
	}
}

// scale converts what a schema says of a number to a smaller unit.
func scale(schema object, factor int64, whole bool) {
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "default", "const"} {
		if n, ok := schema[key].(json.Number); ok {
			schema[key] = multiplied(n, factor, 0)
		}
	}
	for _, key := range []string{"enum", "examples"} {
		list, _ := schema[key].([]any)
		for i := range list {
			if n, ok := list[i].(json.Number); ok {
				list[i] = multiplied(n, factor, 0)
			}
		}
	}
	if _, ok := schema["multipleOf"]; whole && !ok {
		schema["multipleOf"] = json.Number(strconv.FormatInt(factor, 10))
	}
}
