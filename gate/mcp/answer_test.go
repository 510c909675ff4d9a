package mcp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

func TestAnswer(t *testing.T) {
	for _, tc := range []struct{ name, result, want string }{
		{"structured", `{"content": [{"type": "text", "text": "x"}], "structuredContent": {"n": 25, "f": 2.5}}`, `200 {"f":2.5,"n":25}`},
		{"a structured list", `{"content": [], "structuredContent": [1]}`, `200 {"items":[1]}`},
		{"JSON as text", `{"content": [{"type": "text", "text": " {\"id\": \"a\"} "}]}`, `200 {"id":"a"}`},
		{"a list as text", `{"content": [{"type": "text", "text": "[1, 2]"}]}`, `200 {"items":[1,2]}`},
		{"text", `{"content": [{"type": "text", "text": "Done."}, {"type": "text", "text": "Really."}]}`, `200 {"text":"Done.\nReally."}`},
		{"text that only begins like JSON", `{"content": [{"type": "text", "text": "[INFO] ok"}]}`, `200 {"text":"[INFO] ok"}`},
		{"a number as text", `{"content": [{"type": "text", "text": "42"}]}`, `200 {"text":"42"}`},
		{"nothing", `{"content": []}`, `200 {"text":""}`},
		{"a picture", `{"content": [{"type": "image", "data": "AAAA", "mimeType": "image/png"}]}`, `200 {"content":[{"bytes":3,"mime_type":"image/png","type":"image"}]}`},
		{"a link", `{"content": [{"type": "resource_link", "uri": "a:b", "name": "n"}]}`, `200 {"content":[{"mime_type":"","name":"n","type":"resource_link","uri":"a:b"}]}`},
		{"an error", `{"isError": true, "content": [{"type": "text", "text": "No such note"}]}`, `422 {"error":{"code":"tool_error","message":"No such note","status":422}}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var r sdk.CallToolResult
			if err := json.Unmarshal([]byte(tc.result), &r); err != nil {
				t.Fatal(err)
			}
			reply := answer(&r)
			code, err := json.Marshal(reply.Status)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, string(code)+" "+reply.Text()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnswerIsBounded(t *testing.T) {
	for name, text := range map[string]string{
		"long": strings.Repeat("x", maxAnswer),
		"deep": strings.Repeat("[", maxDepth+2) + strings.Repeat("]", maxDepth+2),
	} {
		reply := answer(&sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}})
		if reply.Status != 502 {
			t.Errorf("%s: status %d, want 502", name, reply.Status)
		}
	}
	if reply := answer(&sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: strings.Repeat("é", maxText)}}}); len(reply.Text()) > maxText+200 {
		t.Errorf("an error of %d bytes", len(reply.Text()))
	}
}

func TestComplaint(t *testing.T) {
	for _, tc := range []struct {
		code   int64
		status int // 0: the connection's
	}{
		{jsonrpc.CodeInvalidParams, 400},
		{jsonrpc.CodeInternalError, 500},
		{1, 500},
		{-31_999, 500},
		{jsonrpc.CodeMethodNotFound, 0},
		{jsonrpc.CodeParseError, 0},
		{-32_004, 0},
	} {
		reply, ok := complaint(&jsonrpc.Error{Code: tc.code, Message: "m"})
		if ok != (tc.status > 0) || reply.Status != tc.status {
			t.Errorf("code %d: status %d, %v, want %d", tc.code, reply.Status, ok, tc.status)
		}
	}
}

// FuzzAnswer holds every result to its bounds and to a round trip through the log.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`{"content": [{"type": "text", "text": "{\"a\": 1}"}]}`,
		`{"content": [], "structuredContent": {"a": [1.0, 1e30, null]}}`,
		`{"isError": true, "content": [{"type": "text", "text": "\ud800"}]}`,
		`{"content": [{"type": "resource", "resource": {"uri": "a:b", "blob": "AA=="}}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r sdk.CallToolResult
		if err := json.Unmarshal(data, &r); err != nil {
			return
		}
		reply := answer(&r)
		if len(reply.Text()) > maxAnswer {
			t.Fatalf("a reply of %d bytes", len(reply.Text()))
		}
		if _, isObject := reply.Body.(map[string]any); !isObject {
			t.Fatalf("the body is %T", reply.Body)
		}
		text, err := json.Marshal(reply)
		if err != nil {
			t.Fatal(err)
		}
		var back trace.Reply
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(reply, back); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}
