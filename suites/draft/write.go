package draft

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

var toolName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// IsTool tells whether a tool may be called so: what providers and MCP allow.
func IsTool(name string) bool { return toolName.MatchString(name) }

// readVerbs are words that a tool's name begins with where it only looks.
var readVerbs = []string{
	"calculate", "check", "count", "describe", "fetch", "find", "get", "has", "is", "list", "look", "lookup", "query", "read",
	"retrieve", "search", "show", "think", "view",
}

// Reads guesses by its name whether a tool only looks.
func Reads(name string) bool {
	return slices.Contains(readVerbs, strings.Fields(Words(name) + " -")[0])
}

// Words spells a name out: updateJobTitle and update_job_title as update job
// title.
func Words(name string) string {
	spaced := camel.ReplaceAllString(name, "$1 $2")
	return strings.ToLower(strings.Join(strings.FieldsFunc(spaced, func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), " "))
}

var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// IsColumn tells whether a parameter of SQL, and a column, can have a name.
func IsColumn(name string) bool { return column.MatchString(name) }

var column = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// SQL is a text as a literal of SQL.
func SQL(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, "\x00", ""), "'", "''") + "'"
}

// JSON is a value as JSON, which is YAML as well.
func JSON(v any) string {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSpace(out.String())
}

// Quote is a text as a scalar of YAML in which no dollar begins a variable.
func Quote(s string) string { return JSON(strings.ReplaceAll(s, "$", "$$")) }
