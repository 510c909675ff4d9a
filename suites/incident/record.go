package incident

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/suites/draft"
)

// common are the fields that all records have; false where they differ, or cannot be
// columns.
func common(records []map[string]any) ([]field, bool) {
	if len(records) == 0 || len(records[0]) == 0 {
		return nil, false
	}
	taken := slices.Clone(own)
	var fields []field
	for _, name := range slices.Sorted(maps.Keys(records[0])) {
		if !draft.IsColumn(name) || slices.Contains(taken, strings.ToLower(name)) || strings.HasPrefix(strings.ToLower(name), "by_") {
			return nil, false
		}
		taken = append(taken, strings.ToLower(name))
		f := field{name: name}
		for _, r := range records {
			v, ok := r[name]
			if !ok || len(r) != len(records[0]) {
				return nil, false
			}
			switch v.(type) {
			case nil, string, int64, float64:
			default:
				f.json = true
			}
		}
		fields = append(fields, f)
	}
	return fields, true
}

// of is the value of a field as SQL.
func (f field) of(v any) string {
	if f.json && v != nil {
		return draft.SQL(draft.JSON(v))
	}
	return literal(v)
}

// literal is an argument as the world binds it, as SQL.
func literal(v any) string {
	switch x := v.(type) {
	case nil:
		return "NULL"
	case bool:
		if x {
			return "1"
		}
		return "0"
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case string:
		return draft.SQL(x)
	default:
		return draft.SQL(bound(x))
	}
}

// bound is a list or an object as the world binds it.
func bound(v any) string {
	b, _ := json.Marshal(v) // it was decoded from JSON
	return string(b)
}

// number is a count with what is counted.
func number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
