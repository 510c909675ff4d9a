package world

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// The types that a parameter can change to, as trace.Drift.New names them.
const (
	typeDigits = "string" // of a number
	typeYesNo  = "yes/no" // of a boolean
	typeList   = "array"  // of a text
)

// changesTo is the type that a parameter changes to, "" where its type stays.
func changesTo(was object) string {
	if _, ok := was["const"]; ok {
		return ""
	}
	switch was["type"] {
	case "integer", "number":
		return typeDigits
	case "boolean":
		return typeYesNo
	case "string":
		return typeList
	default:
		return ""
	}
}

// retyped is the schema of a parameter in its new type.
func retyped(was object, to string) object {
	now := object{}
	if text, ok := was["description"]; ok {
		now["description"] = text
	}
	values := func(key string, convert func(any) any) {
		if list, ok := was[key].([]any); ok {
			out := make([]any, len(list))
			for i := range list {
				out[i] = convert(list[i])
			}
			now[key] = out
		}
		if v, ok := was[key]; ok && key == "default" {
			now[key] = convert(v)
		}
	}
	switch to {
	case typeDigits:
		now["type"] = "string"
		if values("enum", numberText); now["enum"] == nil {
			now["pattern"] = digits(was)
		}
		values("default", numberText)
		now["description"] = remark(now["description"], "A text of digits.")
	case typeYesNo:
		now["type"], now["enum"] = "string", []any{"yes", "no"}
		values("default", yesNo)
	default:
		item := object{}
		for key, v := range was {
			if key != "description" && key != "default" && key != "title" {
				item[key] = v
			}
		}
		now["type"], now["items"], now["minItems"], now["maxItems"] = "array", item, json.Number("1"), json.Number("1")
		if v, ok := was["default"]; ok {
			now["default"] = []any{v}
		}
		now["description"] = remark(now["description"], "A list of exactly one.")
	}
	return now
}

// digits is the pattern of a number written as text.
func digits(was object) string {
	sign, fraction := "-?", ""
	if n, ok := was["minimum"].(json.Number); ok {
		if f, err := n.Float64(); err == nil && f >= 0 {
			sign = ""
		}
	}
	if was["type"] == "number" {
		fraction = `(\.[0-9]+)?`
	}
	return "^" + sign + "[0-9]+" + fraction + "$"
}

func numberText(v any) any {
	switch x := v.(type) {
	case json.Number:
		if r, ok := rational(x.String()); ok {
			return decimal(r)
		}
		return x.String()
	case int, int64:
		return fmt.Sprint(x)
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	default:
		return v
	}
}

func yesNo(v any) any {
	switch v {
	case true:
		return "yes"
	case false:
		return "no"
	default:
		return v
	}
}

// ofNewType brings a value to the new type. What is not of the old one stays.
func ofNewType(v any, to string) any {
	_, isText := v.(string)
	switch {
	case to == typeDigits:
		return numberText(v)
	case to == typeYesNo:
		return yesNo(v)
	case isText:
		return []any{v}
	default:
		return v
	}
}

// ofOldType is the way back from ofNewType.
func ofOldType(v any, to string) any {
	text, isText := v.(string)
	list, isList := v.([]any)
	switch {
	case to == typeDigits && isText && strings.Trim(text, "-.0123456789") == "":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f
		}
	case to == typeYesNo && text == "yes":
		return true
	case to == typeYesNo && text == "no":
		return false
	case to == typeList && isList && len(list) == 1:
		return list[0]
	}
	return v
}

// typeNow says how a parameter of the new type is written.
func typeNow(to string) string {
	switch to {
	case typeDigits:
		return "a text of digits"
	case typeYesNo:
		return `"yes" or "no"`
	default:
		return "a list of exactly one text"
	}
}
