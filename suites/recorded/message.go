package recorded

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
)

// builder makes a conversation of messages in any of the forms.
type builder struct {
	c       Conversation
	count   int            // messages
	called  int            // calls
	waiting []place        // calls without a reply, in order
	left    map[string]int // what was left out, by what it is

	told       []string // what the agent was told
	instructed map[string]bool
}

// place is where a call stands: the item, and which of its calls.
type place struct{ item, call int }

func newBuilder() *builder { return &builder{left: map[string]int{}, instructed: map[string]bool{}} }

// items are the types of items that responses have beside messages.
var items = map[string]func(*builder, map[string]any) error{
	"function_call": func(b *builder, m map[string]any) error {
		c, err := newCall(or(text(m["call_id"]), text(m["id"])), text(m["name"]), m["arguments"])
		if err != nil {
			return err
		}
		// Calls of one response follow each other as items of their own.
		if n := len(b.c.Items); n > 0 && len(b.c.Items[n-1].Calls) > 0 && !slices.ContainsFunc(b.c.Items[n-1].Calls, func(c Call) bool { return c.Answered }) {
			return b.calls(n-1, c)
		}
		return b.calls(len(b.c.Items), c)
	},
	"function_call_output": func(b *builder, m map[string]any) error {
		b.reply(text(m["call_id"]), "", m["output"], false)
		return nil
	},
	"reasoning": func(b *builder, _ map[string]any) error { b.left["reasoning"]++; return nil },
}

// message takes one message, or one item of a response.
func (b *builder) message(v any) error {
	if b.count++; b.count > maxMessages {
		return fmt.Errorf("a conversation of more than %d messages; split it", maxMessages)
	}
	m, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("want an object, got %s", kind(v))
	}
	if take := items[text(m["type"])]; take != nil {
		return take(b, m)
	}
	role := text(m["role"])
	content := m["content"]
	if parts, ok := m["parts"]; ok {
		content = parts
	}
	switch role {
	case "system", "developer":
		b.system(content)
		return nil
	case "tool", "function":
		if parts, ok := content.([]any); ok && answers(parts) {
			_, _, err := b.parts(parts)
			return err
		}
		b.reply(or(text(m["tool_call_id"]), text(m["id"])), text(m["name"]), content, m["error"] == true)
		return nil
	case "user", "human", "assistant", "model", "ai":
	case "":
		if t := text(m["type"]); t != "" { // an item that responses have and this does not
			b.left[t]++
			return nil
		}
		return errors.New("it has no role")
	default:
		return fmt.Errorf("the role %q is none of system, developer, user, assistant and tool", role)
	}
	said, calls, err := b.parts(content)
	if err != nil {
		return err
	}
	if role == "user" || role == "human" {
		if list, _ := m["tool_calls"].([]any); len(calls)+len(list) > 0 {
			b.left["calls of the user"]++
		}
		b.say(Item{User: said})
		return nil
	}
	list, _ := m["tool_calls"].([]any)
	for i, item := range list {
		c, err := chatCall(item)
		if err != nil {
			return fmt.Errorf("call %d: %w", i+1, err)
		}
		calls = append(calls, c)
	}
	if text(m["refusal"]) != "" {
		b.left["refusal"]++
	}
	b.say(Item{Agent: said})
	return b.calls(len(b.c.Items), calls...)
}

// say adds what somebody said, if anything.
func (b *builder) say(i Item) {
	if strings.TrimSpace(i.User+i.Agent) != "" {
		b.c.Items = append(b.c.Items, i)
	}
}

// calls adds calls to the item of a number, which may be the next.
func (b *builder) calls(item int, list ...Call) error {
	if b.called += len(list); b.called > maxMessages {
		return fmt.Errorf("a conversation of more than %d calls; split it", maxMessages)
	}
	if len(list) > 0 && item == len(b.c.Items) {
		b.c.Items = append(b.c.Items, Item{})
	}
	for _, c := range list {
		to := &b.c.Items[item]
		to.Calls = append(to.Calls, c)
		b.waiting = append(b.waiting, place{item, len(to.Calls) - 1})
	}
	return nil
}

// lost is what a reply is called whose call is unknown.
const lost = "reply to no call"

// reply gives a reply to the call it belongs to: of the same identifier, the first
// of the latest message that has one; without an identifier, the first that waits.
func (b *builder) reply(id, tool string, content any, failed bool) {
	at := -1
	for i, p := range b.waiting {
		if b.left[lost] > maxMessages {
			break // a hostile file
		}
		c := b.at(p)
		if id != "" && c.ID != id || id == "" && tool != "" && c.Tool != tool {
			continue
		}
		if at < 0 || id != "" && p.item > b.waiting[at].item {
			at = i
		}
	}
	said := b.content(content)
	if at < 0 {
		b.left[lost]++
		return
	}
	c := b.at(b.waiting[at])
	b.waiting = slices.Delete(b.waiting, at, at+1)
	c.Reply, c.Answered = said, true
	c.Failed = failed || fails(*c)
}

func (b *builder) at(p place) *Call { return &b.c.Items[p.item].Calls[p.call] }

// fails tells by a reply alone whether it reports an error.
func fails(c Call) bool {
	if strings.HasPrefix(c.Reply, "Error:") {
		return true
	}
	object, _ := c.Value().(map[string]any)
	switch e := object["error"].(type) {
	case nil:
		return false
	case string:
		return e != ""
	case bool:
		return e
	default:
		return true
	}
}

// system takes what the agent was told, each text once.
func (b *builder) system(v any) {
	if said := b.content(v); said != "" && !b.instructed[said] {
		b.instructed[said] = true
		b.told = append(b.told, said)
	}
}

// done ends a conversation.
func (b *builder) done() (*Conversation, error) {
	if len(b.c.Items) == 0 {
		return nil, errors.New("nobody says anything in it")
	}
	b.c.System = strings.Join(b.told, "\n\n")
	for _, what := range slices.Sorted(maps.Keys(b.left)) {
		b.c.Notes = append(b.c.Notes, fmt.Sprintf("left out: %s (%d)", what, b.left[what]))
	}
	return &b.c, nil
}

// chatCall is a call in the form of chat completions; one without the inner object
// is taken as well.
func chatCall(v any) (Call, error) {
	m, _ := v.(map[string]any)
	inner := m
	for _, key := range []string{"function", "custom"} {
		if object, ok := m[key].(map[string]any); ok {
			inner = object
		}
	}
	arguments := inner["arguments"]
	if arguments == nil {
		arguments = inner["input"]
	}
	return newCall(text(m["id"]), text(inner["name"]), arguments)
}

// newCall makes a call; arguments are an object, or the text of one.
func newCall(id, tool string, arguments any) (Call, error) {
	if tool == "" {
		return Call{}, errors.New("it names no tool")
	}
	c := Call{ID: id, Tool: tool}
	switch x := arguments.(type) {
	case nil:
		c.Args = map[string]any{}
	case string:
		c.Raw = x
		if strings.TrimSpace(x) == "" {
			c.Args = map[string]any{}
			break
		}
		v, _ := decode([]byte(x)) // what is no JSON stays as it is
		c.Args, _ = trace.Normal(v).(map[string]any)
	case map[string]any:
		c.Args, _ = trace.Normal(x).(map[string]any)
	default:
		c.Raw = plain(x)
	}
	return c, nil
}
