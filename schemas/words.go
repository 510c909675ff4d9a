package schemas

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// words says what is wrong with a value, got, in the same form for all keywords.
func words(k jsonschema.ErrorKind, got any) string {
	switch k := k.(type) {
	case *kind.Type:
		return mustBe(k.Want, got)
	case *kind.Const:
		return oneOf([]string{show(k.Want)})
	case *kind.Enum:
		return oneOf(shown(k.Want))
	case *kind.Format:
		if k.Want == "regex" {
			return badPattern(k.Err)
		}
		return "must be a valid " + k.Want
	case *kind.Pattern:
		return "must match the pattern " + k.Want
	case *kind.MinLength:
		if k.Want == 1 {
			return "must not be empty"
		}
		return atLeast(k.Want, k.Got, "character")
	case *kind.MaxLength:
		return atMost(k.Want, k.Got, "character")
	case *kind.MinItems:
		return atLeast(k.Want, k.Got, "item")
	case *kind.MaxItems:
		return atMost(k.Want, k.Got, "item")
	case *kind.MinProperties:
		return atLeast(k.Want, k.Got, "property")
	case *kind.MaxProperties:
		return atMost(k.Want, k.Got, "property")
	case *kind.Minimum:
		return fmt.Sprintf("must be at least %s, got %s", decimal(k.Want), decimal(k.Got))
	case *kind.Maximum:
		return fmt.Sprintf("must be at most %s, got %s", decimal(k.Want), decimal(k.Got))
	case *kind.ExclusiveMinimum:
		return fmt.Sprintf("must be more than %s, got %s", decimal(k.Want), decimal(k.Got))
	case *kind.ExclusiveMaximum:
		return fmt.Sprintf("must be less than %s, got %s", decimal(k.Want), decimal(k.Got))
	case *kind.MultipleOf:
		return fmt.Sprintf("must be a multiple of %s, got %s", decimal(k.Want), decimal(k.Got))
	case *kind.UniqueItems:
		return fmt.Sprintf("items %d and %d are equal", k.Duplicates[0], k.Duplicates[1])
	case *kind.AdditionalItems:
		return fmt.Sprintf("has %s too many", counted(k.Count, "item"))
	case *kind.Contains:
		return "must contain an item of the required form"
	case *kind.MinContains:
		return fmt.Sprintf("must contain at least %s of the required form, got %d", counted(k.Want, "item"), len(k.Got))
	case *kind.MaxContains:
		return fmt.Sprintf("must contain at most %s of the form that is counted, got %d", counted(k.Want, "item"), len(k.Got))
	case *kind.Not:
		return "has a form that is not allowed"
	case *kind.RefCycle:
		return "cannot be checked: the schema refers to itself without end"
	default:
		return "is not valid"
	}
}

// keywordOf returns the keyword that a kind of error belongs to.
func keywordOf(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Not:
		return "not"
	case *kind.RefCycle:
		return "$ref"
	case *kind.Format:
		if k.Want == "regex" {
			return "pattern"
		}
	}
	if path := k.KeywordPath(); len(path) > 0 {
		return path[0]
	}
	return ""
}

// fixOf suggests what was probably meant.
func fixOf(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Format:
		if k.Want == "regex" {
			return patternFix
		}
	case *kind.Enum:
		got, _ := k.Got.(string)
		var known []string
		for _, v := range k.Want {
			if s, ok := v.(string); ok {
				known = append(known, s)
			}
		}
		return didYouMean(got, known)
	}
	return ""
}

const patternFix = "patterns are RE2: no lookahead, no back references"

func badPattern(err error) string {
	return "the pattern cannot be used: " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}

var articles = map[string]string{"array": "an array", "integer": "an integer", "null": "null", "object": "an object"}

// mustBe words a wrong type. Where a whole number is wanted and another one is
// there, the number tells more than its type.
func mustBe(want []string, got any) string {
	var names []string
	for _, name := range want {
		if phrase, ok := articles[name]; ok {
			name = phrase
		} else {
			name = "a " + name
		}
		names = append(names, name)
	}
	what := typeName(got)
	if n, ok := got.(json.Number); ok && slices.Contains(want, "integer") {
		what = n.String()
	}
	return "must be " + list(names, "or") + ", got " + what
}

func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		return "number"
	}
}

// maxNamed is how many allowed values a message lists.
const maxNamed = 12

func oneOf(want []string) string {
	if len(want) == 1 {
		return "must be " + want[0]
	}
	if len(want) > maxNamed {
		return fmt.Sprintf("must be one of %s and %d more", strings.Join(want[:maxNamed], ", "), len(want)-maxNamed)
	}
	return "must be one of " + strings.Join(want, ", ")
}

// show writes a value of a schema.
func show(v any) string {
	switch x := v.(type) {
	case string:
		return quote(x)
	case []any, map[string]any:
		text, err := json.Marshal(x)
		if err != nil || len(text) > maxQuoted {
			return "a given " + typeName(v)
		}
		return string(text)
	case nil:
		return "null"
	default:
		return fmt.Sprint(x)
	}
}

func shown(values []any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = show(v)
	}
	return out
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = quote(name)
	}
	return out
}

// list joins words: a, b or c.
func list(items []string, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + " " + last + " " + items[len(items)-1]
}

func atLeast(want, got int, unit string) string {
	return fmt.Sprintf("must have at least %s, got %d", counted(want, unit), got)
}

func atMost(want, got int, unit string) string {
	return fmt.Sprintf("must have at most %s, got %d", counted(want, unit), got)
}

func counted(n int, unit string) string {
	switch {
	case n == 1:
		return "1 " + unit
	case unit == "property":
		return fmt.Sprintf("%d properties", n)
	default:
		return fmt.Sprintf("%d %ss", n, unit)
	}
}

// decimal writes a number exactly where that is short.
func decimal(r *big.Rat) string {
	if r.IsInt() && len(r.Num().String()) <= 20 {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return fmt.Sprint(f)
}
