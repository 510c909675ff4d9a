package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds of one answer.
const (
	maxAnswer = 1 << 20 // bytes, as JSON
	maxDepth  = 64      // nested arrays and objects
	maxText   = 4_000   // bytes of the text of an error
)

// answer is what a tool returned, as a reply. A result in JSON is the body, be it
// structured or text; a list stands under "items", another text under "text". An
// error of the tool is 422: the server was there and said no.
func answer(r *sdk.CallToolResult) trace.Reply {
	if r.IsError {
		return trace.Failure("", 422, "tool_error", short(words(r.Content)))
	}
	body, err := returned(r)
	if err != nil {
		return trace.Failure("", 502, "unreadable_result", fmt.Sprintf("The result cannot be served: %v.", err))
	}
	return trace.Reply{Status: 200, Body: body}
}

// returned is the body of a result, within bounds.
func returned(r *sdk.CallToolResult) (any, error) {
	body, err := structured(r)
	if err == nil && body == nil {
		body = unstructured(r.Content)
	}
	if err == nil && deeper(body, maxDepth) {
		err = fmt.Errorf("it is nested more than %d deep", maxDepth)
	}
	if err == nil && len(trace.Reply{Body: body}.Text()) > maxAnswer {
		err = fmt.Errorf("it has more than %d bytes", maxAnswer)
	}
	return body, err
}

// structured is the part of a result that is JSON by declaration, nil if there is
// none.
func structured(r *sdk.CallToolResult) (any, error) {
	if r.StructuredContent == nil {
		return nil, nil
	}
	text, err := json.Marshal(r.StructuredContent)
	if err != nil {
		return nil, err
	}
	v, err := trace.Decode(text)
	if err != nil || v == nil {
		return nil, err
	}
	return object(v), nil
}

// object holds a value as an object.
func object(v any) map[string]any {
	switch x := v.(type) {
	case map[string]any:
		return x
	case []any:
		return map[string]any{"items": x}
	default:
		return map[string]any{"value": x}
	}
}

// unstructured makes a body of content.
func unstructured(content []sdk.Content) any {
	parts := make([]any, 0, len(content))
	onlyText := true
	for _, c := range content {
		_, isText := c.(*sdk.TextContent)
		onlyText = onlyText && isText
		parts = append(parts, part(c))
	}
	if !onlyText {
		return map[string]any{"content": parts}
	}
	text := words(content)
	if trimmed := strings.TrimSpace(text); trimmed != "" && (trimmed[0] == '{' || trimmed[0] == '[') {
		if v, err := trace.Decode([]byte(trimmed)); err == nil {
			return object(v)
		}
	}
	return map[string]any{"text": text}
}

// part describes one piece of content. Pictures and sounds are told by their
// size.
func part(c sdk.Content) map[string]any {
	switch x := c.(type) {
	case *sdk.TextContent:
		return map[string]any{"type": "text", "text": x.Text}
	case *sdk.ImageContent:
		return map[string]any{"type": "image", "mime_type": x.MIMEType, "bytes": int64(len(x.Data))}
	case *sdk.AudioContent:
		return map[string]any{"type": "audio", "mime_type": x.MIMEType, "bytes": int64(len(x.Data))}
	case *sdk.ResourceLink:
		return map[string]any{"type": "resource_link", "uri": x.URI, "name": x.Name, "mime_type": x.MIMEType}
	case *sdk.EmbeddedResource:
		out := map[string]any{"type": "resource"}
		if r := x.Resource; r != nil {
			out["uri"], out["mime_type"], out["text"], out["bytes"] = r.URI, r.MIMEType, r.Text, int64(len(r.Blob))
		}
		return out
	default:
		return map[string]any{"type": "unknown"}
	}
}

// words joins the texts of content.
func words(content []sdk.Content) string {
	var texts []string
	for _, c := range content {
		if t, ok := c.(*sdk.TextContent); ok {
			texts = append(texts, t.Text)
		}
	}
	return strings.ToValidUTF8(strings.Join(texts, "\n"), "\uFFFD")
}

// short is a text that fits a message.
func short(text string) string {
	if len(text) > maxText {
		text = text[:maxText] + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// deeper tells whether v nests arrays and objects beyond the limit.
func deeper(v any, limit int) bool {
	nested := func(e any) bool { return limit == 0 || deeper(e, limit-1) }
	switch x := v.(type) {
	case []any:
		for _, e := range x {
			if nested(e) {
				return true
			}
		}
	case map[string]any:
		for _, e := range x {
			if nested(e) {
				return true
			}
		}
	}
	return false
}
