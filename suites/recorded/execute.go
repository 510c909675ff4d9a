package recorded

// called are the calls that messages hold, by identifier, and by the word tool and
// the name of their tool.
func called(log []heard) map[string]bool {
	calls := map[string]bool{}
	for _, h := range log {
		for _, key := range []string{"parts", "content", "tool_calls"} {
			list, _ := h.message[key].([]any)
			for _, item := range list {
				m, _ := item.(map[string]any)
				name := text(m["name"])
				if inner, ok := m["function"].(map[string]any); ok {
					name = text(inner["name"])
				}
				if name != "" {
					calls[text(m["id"])], calls["tool "+name] = true, true
				}
			}
		}
	}
	return calls
}

// asMessages is a span of a tool where no message tells of its call.
func (p *span) asMessages() []heard {
	id := or(text(p.attributes["gen_ai.tool.call.id"]), "span "+p.id)
	call := map[string]any{"id": id, "name": p.attributes["gen_ai.tool.name"], "arguments": p.attributes["gen_ai.tool.call.arguments"]}
	list := []heard{{at: p.start, message: map[string]any{"role": "assistant", "tool_calls": []any{call}}}}
	if result, ok := p.attributes["gen_ai.tool.call.result"]; ok || p.failed {
		reply := map[string]any{"role": "tool", "tool_call_id": id, "content": result, "error": p.failed}
		list = append(list, heard{at: max(p.start, p.end), message: reply})
	}
	return list
}

// executed adds what a span of a tool says of a call that the messages hold: its
// reply, unless they hold that as well, and that it failed.
func (b *builder) executed(p *span) {
	id, tool := text(p.attributes["gen_ai.tool.call.id"]), text(p.attributes["gen_ai.tool.name"])
	for i := range b.c.Items {
		for j := range b.c.Items[i].Calls {
			c := &b.c.Items[i].Calls[j]
			if id != "" && c.ID != id || id == "" && (c.Tool != tool || c.Answered) {
				continue
			}
			if result, ok := p.attributes["gen_ai.tool.call.result"]; !c.Answered && (ok || p.failed) {
				c.Reply, c.Answered = b.content(result), true
				c.Failed = fails(*c)
			}
			c.Failed = c.Failed || p.failed
			return
		}
	}
}
