package recorded

import "encoding/json"

func text(v any) string {
	s, _ := v.(string)
	return s
}

// scalar is a text or a number as text, "" for anything else.
func scalar(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case json.Number:
		return x.String()
	default:
		return ""
	}
}

func number(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// kind is what a value is, for messages.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "a text"
	case json.Number:
		return "a number"
	case bool:
		return "true or false"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}

// plain is a value as JSON.
func plain(v any) string {
	b, _ := json.Marshal(v) // what was decoded can be encoded
	return string(b)
}
