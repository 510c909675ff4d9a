package recorded

import (
	"fmt"
	"strings"
	"testing"
)

// TestHostileFilesEnd reads files of some megabytes, made so that work which grows
// with the square of their size would not end within a test's time. What matters is
// that they end, and how.
func TestHostileFilesEnd(t *testing.T) {
	const many = 30_000
	lost := strings.Repeat(`{"type": "tool_result", "tool_use_id": "z"},`, many)
	calls := strings.Repeat(`{"id": "c", "name": "f"},`, maxMessages-1) + `{"id": "c", "name": "f"}`
	for name, test := range map[string]struct {
		input, want string // of the error; "" for none
	}{
		"open lists":      {strings.Repeat("[", 50<<20), "nested more than"},
		"open objects":    {strings.Repeat(`{"a":`, 1<<20), "nested more than"},
		"one text":        {`[{"role": "user", "content": "` + strings.Repeat("a", 8<<20) + `"}]`, ""},
		"one open text":   {`"` + strings.Repeat("a", 8<<20), "unexpected EOF"},
		"small values":    {strings.Repeat("1 ", 25<<20), "more than 3000000 keys and values"},
		"nested texts":    {`[{"role": "user", "content": "` + strings.Repeat("[", 50<<20) + `"}]`, "within texts"},
		"not UTF-8":       {strings.Repeat("\xff", 50<<20), "byte 0 is not UTF-8"},
		"lost replies":    {`[{"role": "assistant", "tool_calls": [` + calls + `]}, {"role": "user", "content": [` + lost + `{"type": "text", "text": "x"}]}]`, ""},
		"deep arguments":  {`[{"role": "assistant", "tool_calls": [{"name": "f", "arguments": "` + strings.Repeat("[", 1<<20) + `"}]}]`, ""},
		"spans":           {spanned(maxMessages), ""},
		"too many spans":  {spanned(maxMessages + 1), "more than 10000 spans"},
		"repeating spans": {repeating(300), ""},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := Read([]byte(test.input))
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%d conversations, %v; want %q", len(list), err, test.want)
			}
		})
	}
}

// spanned is an export of spans, each with one short message.
func spanned(n int) string {
	var out strings.Builder
	out.WriteString(`{"resourceSpans": [{"scopeSpans": [{"spans": [`)
	for i := range n {
		if i > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(&out, `{"traceId": "t", "spanId": "s", "startTimeUnixNano": %d, "attributes": [{"key": "gen_ai.output.messages", "value": {"stringValue": "[{\"role\": \"assistant\", \"content\": \"%d\"}]"}}]}`, i, i)
	}
	return out.String() + "]}]}]}"
}

// repeating is an export of spans of which each repeats all messages before, and all
// messages are alike but for the last.
func repeating(n int) string {
	var out strings.Builder
	out.WriteString(`{"resourceSpans": [{"scopeSpans": [{"spans": [`)
	for i := range n {
		if i > 0 {
			out.WriteString(",")
		}
		messages := strings.Repeat(`{\"role\": \"user\", \"content\": \"a\"}, `, i)
		fmt.Fprintf(&out, `{"traceId": "t", "startTimeUnixNano": %d, "attributes": [{"key": "gen_ai.input.messages", "value": {"stringValue": "[%s{\"role\": \"user\", \"content\": \"b\"}]"}}]}`, i, messages)
	}
	return out.String() + "]}]}]}"
}

// TestHistoryIsToldOnce puts spans together whose requests repeat different parts of
// what was said.
func TestHistoryIsToldOnce(t *testing.T) {
	for _, test := range []struct{ log, input, want string }{
		{"", "a b", ""},
		{"a b", "a b c", "a b"},
		{"a b c", "b c d", "b c"},
		{"a b c", "d e", ""},
		{"a b a b", "a b a b c", "a b a b"},
		{"a a b", "a a a b", "a a a"},
		{"a b a c", "a b a d", "a b a d"}, // at one place in other words
		{"a b", "x b c", "x b"},
		{"a a a", "a a", "a a"},
		{"a b", "", ""},
	} {
		n, _ := known(prints(test.log), prints(test.input))
		if got := strings.Fields(test.input)[:n]; strings.Join(got, " ") != test.want {
			t.Errorf("after %q, %q: known is %q, want %q", test.log, test.input, got, test.want)
		}
	}
}

func prints(words string) []heard {
	var list []heard
	for _, w := range strings.Fields(words) {
		list = append(list, heard{print: w})
	}
	return list
}
