package recorded

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestForms reads each testdata/*.txtar's input and compares what comes out with its
// golden conversations.
func TestForms(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			list, err := Read(archive.Files[0].Data)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(list, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, '\n')
			if *update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "conversations", Data: got})
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), string(got)); diff != "" {
				t.Errorf("conversations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestErrorsSayWhere(t *testing.T) {
	for input, want := range map[string]string{
		"{":                 "value 1, at byte",
		"":                  "no conversation",
		"3":                 "conversation 1: want an object or a list, got a number",
		"[]":                "no conversation",
		"[[[[]]]]":          "lists in lists",
		`{"a": 1}`:          "conversation 1: no conversation",
		"{\"a\": \"\xff\"}": "byte 7 is not UTF-8",
		`[[{"role": "user", "content": "hi"}], [{"role": "user", "content": "hi"}, {"role": "pilot"}]]`:                       `conversation 2: message 2: the role "pilot"`,
		`[{"role": "user", "content": "hi"}, 3]`:                                                                              "message 2: want an object, got a number",
		`[{"role": "user", "content": "hi"}, {"content": "x"}]`:                                                               "message 2: it has no role",
		`[{"role": "user", "content": [3]}]`:                                                                                  "neither an object nor a text",
		`[{"role": "user", "content": ""}]`:                                                                                   "nobody says anything",
		`[{"role": "assistant", "tool_calls": [{"id": "c"}]}]`:                                                                "message 1: call 1: it names no tool",
		`[{"role": "assistant", "content": [{"type": "tool_use", "input": {}}]}]`:                                             "message 1: it names no tool",
		`[{"role": "user", "content": "hi"}, {"type": "function_call"}]`:                                                      "message 2: it names no tool",
		`{"tools": [3], "messages": [{"role": "user", "content": "hi"}]}`:                                                     "tool 1: want an object, got a number",
		`{"tools": [{}], "messages": [{"role": "user", "content": "hi"}]}`:                                                    "tool 1: it has no name",
		`{"resourceSpans": [{"scopeSpans": [{"spans": [3]}]}]}`:                                                               "span 1: want an object",
		`{"resourceSpans": [{"scopeSpans": [{"spans": [{"startTimeUnixNano": "noon"}]}]}]}`:                                   `a time is "noon"`,
		`{"resourceSpans": [{"scopeSpans": [{"spans": [{"endTimeUnixNano": []}]}]}]}`:                                         "a time is []",
		`{"resourceLogs": [{"scopeLogs": [{"logRecords": [3]}]}]}`:                                                            "log record: want an object",
		spanOf(`{"key": "gen_ai.input.messages", "value": {"stringValue": "{}"}}`):                                            "conversation 1 (t): span s: gen_ai.input.messages: want a list, got an object",
		spanOf(`{"key": "gen_ai.output.messages", "value": {"stringValue": "[3]"}}`):                                          "gen_ai.output.messages: message 1: want an object",
		spanOf(`{"key": "gen_ai.tool.definitions", "value": {"stringValue": "[3]"}}`):                                         "gen_ai.tool.definitions: want an object",
		spanOf(`{"key": "gen_ai.output.messages", "value": {"stringValue": "[{\"role\": \"nobody\"}]"}}`):                     `message 1: the role "nobody"`,
		spanOf(`{"key": "gen_ai.input.messages", "value": {"stringValue": "[broken"}}`):                                       "want a list, got a text",
		`{"resourceSpans": [{"scopeSpans": [{"spans": [` + traces(maxConversations+1) + `]}]}]}`:                              "more than 100000 conversations",
		strings.Repeat("[", maxDepth+1):                                                                                       "nested more than 100 deep",
		"[" + strings.Repeat("1,", maxValues) + "1]":                                                                          "more than 3000000 keys and values",
		`"` + strings.Repeat(",", maxInTexts+1) + `"1`:                                                                        "within texts",
		"[" + strings.Repeat(`{"role": "user", "content": "hi"},`, maxMessages) + `{"role": "user"}]`:                         "more than 10000 messages",
		`[{"role": "assistant", "tool_calls": [` + strings.Repeat(`{"name": "f"},`, maxMessages) + `{"name": "f"}]}]`:         "more than 10000 calls",
		"[" + strings.Repeat(`[{"role": "user", "content": "a"}],`, maxConversations) + `[{"role": "user", "content": "a"}]]`: "more than 100000 conversations",
	} {
		list, err := Read([]byte(input))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200s: %d conversations, %v; want %q", input, len(list), err, want)
		}
	}
}

// traces are spans, each of a trace of its own.
func traces(n int) string {
	var out strings.Builder
	for i := range n {
		if i > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(&out, `{"traceId": "%d", "attributes": [{"key": "gen_ai.output.messages", "value": {"stringValue": "[{\"role\": \"user\", \"content\": \"a\"}]"}}]}`, i)
	}
	return out.String()
}

// spanOf is an export of one span with one attribute.
func spanOf(attribute string) string {
	return `{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "t", "spanId": "s", "attributes": [` + attribute + `]}]}]}]}`
}

// FuzzRead wants of every text an error or conversations in which each item is one
// thing, and each reply belongs to a call.
func FuzzRead(f *testing.F) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Read(data)
		if err != nil {
			return
		}
		for _, c := range list {
			if len(c.Items) == 0 {
				t.Error("a conversation without items")
			}
			for _, i := range c.Items {
				set := 0
				for _, is := range []bool{i.User != "", i.Agent != "", len(i.Calls) > 0} {
					if is {
						set++
					}
				}
				if set != 1 {
					t.Errorf("an item that is %d things: %+v", set, i)
				}
				for _, call := range i.Calls {
					if call.Tool == "" || call.Args == nil && call.Raw == "" || call.Failed && !call.Answered {
						t.Errorf("%+v", call)
					}
					call.Value()
				}
			}
		}
	})
}
