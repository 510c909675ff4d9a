package schemas

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Decode stores a value, as Document.Value holds it, in what into points to. It
// goes by the json tags of structs like encoding/json, but for three things: a
// key without a field is an error, names are compared exactly, and where the
// target is an interface the value is kept as it is, so that integers stay
// int64. Types with UnmarshalJSON are asked to read their part themselves. The
// error names the JSON pointer.
func Decode(value, into any) error {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return fmt.Errorf("decode value: %T is not a pointer to store it in", into)
	}
	return decode("", value, target.Elem())
}

func decode(pointer string, v any, into reflect.Value) error {
	fail := func(want string) error {
		return fmt.Errorf("decode %s: want %s, got %s", or(pointer, "value"), want, typeName(v))
	}
	if u, ok := into.Addr().Interface().(json.Unmarshaler); ok {
		text, err := json.Marshal(v)
		if err == nil {
			err = u.UnmarshalJSON(text)
		}
		if err != nil {
			return fmt.Errorf("decode %s: %w", or(pointer, "value"), err)
		}
		return nil
	}
	if v == nil {
		into.SetZero()
		return nil
	}
	switch into.Kind() {
	case reflect.Interface:
		if !reflect.TypeOf(v).AssignableTo(into.Type()) {
			return fail(into.Type().String())
		}
		into.Set(reflect.ValueOf(v))
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		return decode(pointer, v, into.Elem())
	case reflect.Struct:
		object, ok := v.(map[string]any)
		if !ok {
			return fail("an object")
		}
		return decodeStruct(pointer, object, into)
	case reflect.Map:
		object, ok := v.(map[string]any)
		if !ok {
			return fail("an object")
		}
		return decodeMap(pointer, object, into)
	case reflect.Slice:
		array, ok := v.([]any)
		if !ok {
			return fail("an array")
		}
		return decodeSlice(pointer, array, into)
	default:
		return decodeScalar(v, into, fail)
	}
	return nil
}

func decodeStruct(pointer string, object map[string]any, into reflect.Value) error {
	fields := map[string]reflect.StructField{}
	for _, f := range reflect.VisibleFields(into.Type()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.IsExported() && name != "-" && !(f.Anonymous && name == "") {
			fields[or(name, f.Name)] = f
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		f, ok := fields[key]
		if !ok {
			return fmt.Errorf("decode %s: unknown key %s", or(pointer, "value"), quote(key))
		}
		field, err := into.FieldByIndexErr(f.Index)
		if err == nil {
			err = decode(joinPointer(pointer, key), object[key], field)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func decodeMap(pointer string, object map[string]any, into reflect.Value) error {
	t := into.Type()
	if t.Key().Kind() != reflect.String {
		return fmt.Errorf("decode %s: a map with keys of type %s", or(pointer, "value"), t.Key())
	}
	into.Set(reflect.MakeMapWithSize(t, len(object)))
	for _, key := range slices.Sorted(maps.Keys(object)) {
		item := reflect.New(t.Elem()).Elem()
		if err := decode(joinPointer(pointer, key), object[key], item); err != nil {
			return err
		}
		into.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), item)
	}
	return nil
}

func decodeSlice(pointer string, array []any, into reflect.Value) error {
	into.Set(reflect.MakeSlice(into.Type(), len(array), len(array)))
	for i, item := range array {
		if err := decode(joinPointer(pointer, strconv.Itoa(i)), item, into.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func decodeScalar(v any, into reflect.Value, fail func(want string) error) error {
	switch into.Kind() {
	case reflect.String:
		s, ok := v.(string)
		if !ok {
			return fail("a string")
		}
		into.SetString(s)
	case reflect.Bool:
		b, ok := v.(bool)
		if !ok {
			return fail("a boolean")
		}
		into.SetBool(b)
	case reflect.Float32, reflect.Float64:
		f, ok := asFloat(v)
		if !ok {
			return fail("a number")
		}
		into.SetFloat(f)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		i, ok := asInt(v)
		if !ok || into.OverflowInt(i) {
			return fail("a whole number")
		}
		into.SetInt(i)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		i, ok := asInt(v)
		if !ok || i < 0 || into.OverflowUint(uint64(i)) {
			return fail("a whole number, 0 or more")
		}
		into.SetUint(uint64(i))
	default:
		return fail(into.Type().String())
	}
	return nil
}

func asFloat(v any) (float64, bool) {
	switch x := v.(type) {
	case float64:
		return x, true
	case int64:
		return float64(x), true
	default:
		return 0, false
	}
}

// asInt reads a whole number; 5.0 is one.
func asInt(v any) (int64, bool) {
	switch x := v.(type) {
	case int64:
		return x, true
	case float64:
		whole := x == math.Trunc(x) && math.Abs(x) < 1<<53
		return int64(x), whole
	default:
		return 0, false
	}
}

func or(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}
