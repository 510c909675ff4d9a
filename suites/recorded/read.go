package recorded

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Read reads all conversations of a file, in the order of the file; those of spans in
// the order of their first span. The caller bounds the bytes. Errors say which
// conversation and which message; counting begins with 1.
//
// It takes a list of messages, an object with messages (and system, tools), an object
// with input and output in the form of responses, a trial of τ-bench, an export of
// spans or of log records in OTLP/JSON; a list of such; and JSON Lines of such, or of
// the messages of one conversation.
func Read(data []byte) ([]Conversation, error) {
	documents, err := values(data)
	if err != nil {
		return nil, fmt.Errorf("read recording: %w", err)
	}
	r := &reader{spans: &spans{}}
	if len(documents) > 1 && isMessage(documents[0]) {
		documents = []any{documents}
	}
	for _, d := range documents {
		if err := r.document(d, 0); err != nil {
			return nil, fmt.Errorf("read recording: %w", err)
		}
	}
	if err := r.ofSpans(); err != nil {
		return nil, fmt.Errorf("read recording: %w", err)
	}
	if len(r.found) == 0 {
		return nil, fmt.Errorf("read recording: %w", ErrNone)
	}
	return r.found, nil
}

// ErrNone is the error of a file, or a part of one, that is JSON and holds no
// conversation.
var ErrNone = errors.New("no conversation: want messages with a role, trials of τ-bench, or spans in OTLP/JSON")

// reader collects conversations.
type reader struct {
	found []Conversation
	spans *spans
}

// lists are fields of an object that hold conversations.
var lists = []string{"conversations", "simulations", "traces"}

// document takes one value of a file.
func (r *reader) document(v any, depth int) error {
	switch x := v.(type) {
	case []any:
		if len(x) > 0 && isMessage(x[0]) {
			return r.conversation(map[string]any{"messages": x})
		}
		if depth == 2 {
			return fmt.Errorf("conversation %d: lists in lists hold no conversation", len(r.found)+1)
		}
		for _, one := range x {
			if err := r.document(one, depth+1); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		if taken, err := r.spans.take(x); taken || err != nil {
			return err
		}
		for _, key := range lists {
			if list, ok := x[key].([]any); ok && depth < 2 {
				return r.document(list, depth+1)
			}
		}
		return r.conversation(x)
	default:
		return fmt.Errorf("conversation %d: want an object or a list, got %s", len(r.found)+1, kind(v))
	}
}

// conversation takes one object that holds messages.
func (r *reader) conversation(object map[string]any) error {
	messages, err := messagesOf(object)
	if _, ok := object["traj"]; ok {
		messages = withoutMarks(messages)
	}
	if err == nil {
		var c *Conversation
		if c, err = assemble(object, messages); err == nil {
			return r.add(c)
		}
	}
	return fmt.Errorf("conversation %d: %w", len(r.found)+1, err)
}

func (r *reader) add(c *Conversation) error {
	if len(r.found) == maxConversations {
		return fmt.Errorf("more than %d conversations; split the file", maxConversations)
	}
	r.found = append(r.found, *c)
	return nil
}

// messagesOf finds the messages of a conversation.
func messagesOf(object map[string]any) ([]any, error) {
	for _, key := range []string{"messages", "traj"} {
		if list, ok := object[key].([]any); ok {
			return list, nil
		}
	}
	input, ok := object["input"].([]any)
	if text, is := object["input"].(string); is {
		input, ok = []any{map[string]any{"role": "user", "content": text}}, true
	}
	output, too := object["output"].([]any)
	if !ok && !too {
		return nil, ErrNone
	}
	return append(input[:len(input):len(input)], output...), nil
}

// withoutMarks leaves the words out by which a user of τ-bench ends its conversation.
func withoutMarks(messages []any) []any {
	messages = slices.Clone(messages)
	for i, item := range messages {
		m, _ := item.(map[string]any)
		if said := text(m["content"]); text(m["role"]) == "user" && strings.Contains(said, stopMark) {
			messages[i] = map[string]any{"role": "user", "content": strings.TrimSpace(strings.ReplaceAll(said, stopMark, ""))}
		}
	}
	return messages
}

const stopMark = "###STOP###"

// isMessage tells whether a value is a message or an item of one conversation.
func isMessage(v any) bool {
	m, _ := v.(map[string]any)
	if m == nil {
		return false
	}
	if _, ok := m["role"].(string); ok {
		return true
	}
	_, item := items[text(m["type"])]
	return item
}

// assemble makes a conversation of an object and its messages.
func assemble(object map[string]any, messages []any) (*Conversation, error) {
	b := newBuilder()
	c := &b.c
	c.ID, c.Category, c.Kept = name(object), category(object), kept(object)
	for _, key := range []string{"system", "instructions"} {
		b.system(object[key])
	}
	list, _ := object["tools"].([]any)
	for i, item := range list {
		if err := b.tool(item); err != nil {
			return nil, fmt.Errorf("tool %d: %w", i+1, err)
		}
	}
	for i, item := range messages {
		if err := b.message(item); err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
	}
	return b.done()
}

// name is what an object calls its conversation.
func name(object map[string]any) string {
	if task := scalar(object["task_id"]); task != "" {
		return fmt.Sprintf("task %s trial %s", task, or(scalar(object["trial"]), "0"))
	}
	for _, key := range []string{"id", "conversation_id", "session_id", "trace_id"} {
		if id := scalar(object[key]); id != "" {
			return id
		}
	}
	return ""
}

func category(object map[string]any) string {
	meta, _ := object["metadata"].(map[string]any)
	return or(text(object["category"]), text(meta["category"]))
}

// kept is what the record says of success: a reward of 1 or another, unless the
// harness failed.
func kept(object map[string]any) *bool {
	info, _ := object["info"].(map[string]any)
	reward, ok := number(object["reward"])
	if inner, is := object["reward_info"].(map[string]any); is && !ok {
		reward, ok = number(inner["reward"])
	}
	if !ok || text(info["error"]) != "" {
		return nil
	}
	is := reward == 1
	return &is
}
