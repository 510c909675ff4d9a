package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// dialect is an interface that the scripted model offers.
type dialect struct {
	// read tells how many answers a request holds already, and what the user said.
	read func(body []byte) (answers int, words string, err error)
	// write is an answer as a response.
	write func(a answer) map[string]any
}

// dialectOf is the dialect of a path.
func dialectOf(path string) dialect {
	switch {
	case strings.HasSuffix(path, "/responses"):
		return dialect{readItems, writeResponse}
	case strings.HasSuffix(path, "/messages"):
		return dialect{readMessages, writeMessage}
	default:
		return dialect{readMessages, writeCompletion}
	}
}

type sent struct {
	Role    string `json:"role"`
	Type    string `json:"type"`
	Content any    `json:"content"`
}

func readMessages(body []byte) (answers int, words string, err error) {
	var request struct{ Messages []sent }
	err = json.Unmarshal(body, &request)
	for _, m := range request.Messages {
		switch m.Role {
		case "assistant":
			answers++
		case "user":
			words += fmt.Sprint(m.Content)
		}
	}
	return answers, words, err
}

// readItems counts the answers in a list of items: each is all that stands between
// what the user and the tools said.
func readItems(body []byte) (answers int, words string, err error) {
	var request struct {
		Input []sent
		Store *bool
	}
	err = json.Unmarshal(body, &request)
	if err == nil && (request.Store == nil || *request.Store) {
		err = fmt.Errorf("the conversation would be stored")
	}
	theirs := false
	for _, item := range request.Input {
		ours := item.Role == "user" || item.Type == "function_call_output"
		if !ours && !theirs {
			answers++
		}
		theirs = !ours
		if item.Role == "user" {
			words += fmt.Sprint(item.Content)
		}
	}
	return answers, words, err
}

// eachCall writes the calls of an answer.
func (a answer) eachCall(write func(id, tool, args string) any) []any {
	var calls []any
	for i := 0; i+1 < len(a.Calls); i += 2 {
		calls = append(calls, write(fmt.Sprintf("call_%d", i), a.Calls[i], a.Calls[i+1]))
	}
	return calls
}

func writeCompletion(a answer) map[string]any {
	message := map[string]any{"role": "assistant", "content": a.Text}
	finish := "stop"
	if a.Refusal != "" {
		message["content"], message["refusal"] = nil, a.Refusal
	}
	if calls := a.eachCall(func(id, tool, args string) any {
		return map[string]any{"id": id, "type": "function", "function": map[string]any{"name": tool, "arguments": args}}
	}); calls != nil {
		message["tool_calls"], finish = calls, "tool_calls"
	}
	if a.Finish != "" {
		finish = a.Finish
	}
	return map[string]any{
		"id": "x", "object": "chat.completion", "created": 1, "model": "scripted",
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": 1200, "completion_tokens": 30, "total_tokens": 1230, "prompt_tokens_details": map[string]any{"cached_tokens": 1000}},
	}
}

func writeResponse(a answer) map[string]any {
	output := []any{map[string]any{"id": "rs", "type": "reasoning", "summary": []any{}, "encrypted_content": "sealed"}}
	part := map[string]any{"type": "output_text", "text": a.Text, "annotations": []any{}}
	if a.Refusal != "" {
		part = map[string]any{"type": "refusal", "refusal": a.Refusal}
	}
	if a.Text+a.Refusal != "" {
		output = append(output, map[string]any{"id": "msg", "type": "message", "role": "assistant", "status": "completed", "content": []any{part}})
	}
	output = append(output, a.eachCall(func(id, tool, args string) any {
		return map[string]any{"id": "fc_" + id, "type": "function_call", "call_id": id, "name": tool, "arguments": args, "status": "completed"}
	})...)
	status, why := "completed", any(nil)
	if a.Finish == "length" {
		status, why = "incomplete", map[string]any{"reason": "max_output_tokens"}
	}
	return map[string]any{
		"id": "x", "object": "response", "created_at": 1, "model": "scripted", "status": status, "incomplete_details": why, "output": output,
		"usage": map[string]any{"input_tokens": 1200, "output_tokens": 30, "input_tokens_details": map[string]any{"cached_tokens": 1000}},
	}
}

func writeMessage(a answer) map[string]any {
	content := []any{map[string]any{"type": "thinking", "thinking": "", "signature": "signed"}}
	if a.Text != "" {
		content = append(content, map[string]any{"type": "text", "text": a.Text})
	}
	content = append(content, a.eachCall(func(id, tool, args string) any {
		input := any(args) // not an object, where a model wrote none
		if json.Valid([]byte(args)) {
			input = json.RawMessage(args)
		}
		return map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}
	})...)
	stop, details := "end_turn", any(nil)
	switch {
	case a.Refusal != "":
		stop, details = "refusal", map[string]any{"type": "refusal", "explanation": a.Refusal}
	case a.Finish == "length":
		stop = "max_tokens"
	case len(a.Calls) > 0:
		stop = "tool_use"
	}
	return map[string]any{
		"id": "x", "type": "message", "role": "assistant", "model": "scripted", "stop_reason": stop, "stop_details": details, "content": content,
		"usage": map[string]any{"input_tokens": 50, "cache_read_input_tokens": 1000, "cache_creation_input_tokens": 150, "output_tokens": 30},
	}
}
