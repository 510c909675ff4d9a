package grade

import (
	"encoding/json"
	"regexp"
	"strings"
)

// written is the tool of a call that makes up the whole text of a message, be it
// as JSON with a name and arguments or as tool(...); "" where the text is none.
// Talk about a tool is no call of it.
func (a *answer) written() string {
	text := bare(a.said())
	for _, t := range a.c.Tools {
		if calledIn(text, t.Name) {
			return t.Name
		}
	}
	return ""
}

// wrapped are the marks in which models put calls that they write as text.
var wrapped = regexp.MustCompile("^(?:```[a-z_]*|<[a-z_|]+>|\\[TOOL_CALLS\\])\\s*|\\s*(?:```|</[a-z_|]+>)$")

func bare(text string) string {
	for {
		next := strings.TrimSpace(wrapped.ReplaceAllString(strings.TrimSpace(text), ""))
		if next == text {
			return text
		}
		text = next
	}
}

func calledIn(text, tool string) bool {
	var v any
	if json.Unmarshal([]byte(text), &v) == nil {
		return namesCall(v, tool)
	}
	return strings.HasPrefix(strings.TrimPrefix(text, "["), tool+"(") && strings.HasSuffix(strings.TrimSuffix(text, "]"), ")")
}

// namesCall tells whether a value is a call of a tool, or a list that begins with
// one.
func namesCall(v any, tool string) bool {
	switch x := v.(type) {
	case []any:
		return len(x) > 0 && namesCall(x[0], tool)
	case map[string]any:
		if function, ok := x["function"].(map[string]any); ok {
			return namesCall(function, tool)
		}
		_, arguments := x["arguments"]
		_, parameters := x["parameters"]
		return x["name"] == tool && (arguments || parameters)
	default:
		return false
	}
}
