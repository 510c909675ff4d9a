package recorded

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// heard is a message of spans with its time.
type heard struct {
	at      uint64
	message map[string]any
	print   string // what makes it the same message where it is told again
}

// told makes a conversation of its spans, in order of time; nil where they tell of
// none. Every request carries the conversation so far again: what is known of it
// already is not repeated.
func told(id string, list []*span) (*Conversation, error) {
	b := newBuilder()
	b.c.ID = id
	var log []heard
	var tools []*span
	agents := map[string]bool{}
	chats := slices.ContainsFunc(list, func(p *span) bool { return slices.Contains(chat, text(p.attributes["gen_ai.operation.name"])) })
	for _, p := range list {
		operation := text(p.attributes["gen_ai.operation.name"])
		if operation == "execute_tool" || text(p.attributes["gen_ai.tool.name"]) != "" {
			tools = append(tools, p)
			continue
		}
		if chats && operation != "" && !slices.Contains(chat, operation) {
			continue // it stands around others, and holds the same messages
		}
		if agent := text(p.attributes["gen_ai.agent.name"]); agent != "" {
			agents[agent] = true
		}
		input, output, err := p.messages(b)
		if err != nil {
			return nil, fmt.Errorf("span %s: %w", p.id, err)
		}
		if len(log)+len(input)+len(output) > maxMessages*2 {
			return nil, fmt.Errorf("a conversation of more than %d messages", maxMessages)
		}
		n, reworded := known(log, input)
		if reworded {
			b.left["another wording of what was said before"]++
		}
		for _, m := range input[n:] {
			log = append(log, heard{p.start, m.message, m.print})
		}
		for _, m := range output {
			log = append(log, heard{max(p.start, p.end), m.message, m.print})
		}
	}
	calls := called(log)
	tools = slices.DeleteFunc(tools, func(p *span) bool {
		if id := text(p.attributes["gen_ai.tool.call.id"]); id != "" && calls[id] || id == "" && calls["tool "+text(p.attributes["gen_ai.tool.name"])] {
			return false
		}
		log = append(log, p.asMessages()...)
		return true
	})
	slices.SortStableFunc(log, func(a, b heard) int { return cmp.Compare(a.at, b.at) })
	if len(log) == 0 && len(b.told) == 0 {
		return nil, nil
	}
	for i, m := range log {
		if err := b.message(m.message); err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
	}
	for _, p := range tools {
		b.executed(p)
	}
	if len(agents) > 1 {
		b.c.Notes = append(b.c.Notes, fmt.Sprintf("left out: which of %d agents spoke", len(agents)))
	}
	return b.done()
}

// chat are operations that ask a model.
var chat = []string{"chat", "text_completion", "generate_content"}

// inference is the event that carries the messages where the span does not.
const inference = "gen_ai.client.inference.operation.details"

// messages are those that went into a request and came out of it. What the agent
// was told and the tools it had go to the builder.
func (p *span) messages(b *builder) (input, output []heard, err error) {
	sources := []map[string]any{p.attributes}
	for _, e := range p.events {
		if e.name == inference {
			sources = append(sources, e.attributes)
		}
	}
	for _, from := range sources {
		b.system(nested(from["gen_ai.system_instructions"]))
		list, _ := nested(from["gen_ai.tool.definitions"]).([]any)
		for _, item := range list {
			if err := b.tool(item); err != nil {
				return nil, nil, fmt.Errorf("gen_ai.tool.definitions: %w", err)
			}
		}
		if input, err = b.listed(input, from, "gen_ai.input.messages"); err != nil {
			return nil, nil, err
		}
		if output, err = b.listed(output, from, "gen_ai.output.messages"); err != nil {
			return nil, nil, err
		}
	}
	for _, e := range p.events {
		m := e.message()
		switch e.name {
		case "gen_ai.system.message":
			b.system(m["content"])
		case "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message":
			m["role"] = strings.TrimSuffix(strings.TrimPrefix(e.name, "gen_ai."), ".message")
			input = append(input, heard{message: m, print: fingerprint(m)})
		case "gen_ai.choice":
			if index := scalar(e.attributes["index"]); index != "" && index != "0" {
				b.left["another choice"]++
				continue
			}
			m["role"] = "assistant"
			output = append(output, heard{message: m, print: fingerprint(m)})
		}
	}
	return input, output, nil
}

// message is what an event of the older conventions says.
func (e event) message() map[string]any {
	from := e.attributes
	if inner, ok := nested(from["message"]).(map[string]any); ok {
		from = inner
	}
	m := map[string]any{}
	for key, v := range from {
		if key = strings.TrimPrefix(key, "gen_ai."); key == "content" || key == "id" || key == "name" {
			m[key] = v
		}
		if key == "tool_calls" {
			m[key] = nested(v)
		}
	}
	return m
}

// listed takes the messages of an attribute; those of the system go to the builder.
func (b *builder) listed(to []heard, from map[string]any, key string) ([]heard, error) {
	value := nested(from[key])
	list, ok := value.([]any)
	if !ok && value != nil {
		return nil, fmt.Errorf("%s: want a list, got %s", key, kind(value))
	}
	for i, item := range list {
		m, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s: message %d: want an object, got %s", key, i+1, kind(item))
		}
		if role := text(m["role"]); role == "system" || role == "developer" {
			b.system(or2(m["parts"], m["content"]))
			continue
		}
		to = append(to, heard{message: m, print: fingerprint(m)})
	}
	return to, nil
}

func or2(v, fallback any) any {
	if v == nil {
		return fallback
	}
	return v
}

// fingerprint is what stays of a message when a later request tells it again:
// reasons to finish and reasoning are left out.
func fingerprint(m map[string]any) string {
	content := or2(m["parts"], m["content"])
	if list, ok := content.([]any); ok {
		content = slices.DeleteFunc(slices.Clone(list), func(item any) bool {
			part, _ := item.(map[string]any)
			return text(part["type"]) == "reasoning"
		})
	}
	return plain([]any{m["role"], content, m["tool_calls"], m["id"], m["tool_call_id"]})
}

// known is how many messages at the beginning of a request were heard before: its
// longest beginning that ends what was heard. A request that tells one of them in
// other words, which is reported, is known as far as both are long, where they agree
// at some place.
func known(log, input []heard) (n int, reworded bool) {
	borders := make([]int, len(input)) // of each beginning: the longest end that begins it as well
	for i, k := 1, 0; i < len(input); i++ {
		for k > 0 && input[i].print != input[k].print {
			k = borders[k-1]
		}
		if input[i].print == input[k].print {
			k++
		}
		borders[i] = k
	}
	k := 0
	for _, h := range log[max(0, len(log)-len(input)):] {
		for k > 0 && (k == len(input) || h.print != input[k].print) {
			k = borders[k-1]
		}
		if k < len(input) && h.print == input[k].print {
			k++
		}
	}
	if k > 0 {
		return k, false
	}
	for i := range min(len(log), len(input)) {
		if log[i].print == input[i].print {
			return min(len(log), len(input)), true
		}
	}
	return 0, false
}
