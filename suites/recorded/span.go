package recorded

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// spans collects what exports in OTLP/JSON hold of conversations.
type spans struct {
	list   []*span
	loose  []event // of log records, for the span they name
	ignore int     // spans that say nothing of a conversation
}

// span is a span as far as it tells of a conversation.
type span struct {
	trace, id  string
	start, end uint64 // nanoseconds
	attributes map[string]any
	events     []event
	failed     bool
}

// event is an event of a span, or a log record.
type event struct {
	trace, span string
	name        string
	attributes  map[string]any // the body's fields among them
}

// take takes an export; it reports whether the object is one.
func (s *spans) take(object map[string]any) (bool, error) {
	resources, ok := object["resourceSpans"].([]any)
	logs, too := object["resourceLogs"].([]any)
	if !ok && !too {
		return false, nil
	}
	for _, item := range inner(inner(resources, "scopeSpans"), "spans") {
		if err := s.span(item); err != nil {
			return true, fmt.Errorf("span %d: %w", len(s.list)+s.ignore+1, err)
		}
	}
	for _, item := range inner(inner(logs, "scopeLogs"), "logRecords") {
		m, ok := item.(map[string]any)
		if !ok {
			return true, fmt.Errorf("log record: want an object, got %s", kind(item))
		}
		e := newEvent(m)
		e.trace, e.span = text(m["traceId"]), text(m["spanId"])
		s.loose = append(s.loose, e)
	}
	return true, nil
}

// inner are the elements of a list that every object of a list holds.
func inner(list []any, key string) []any {
	var out []any
	for _, item := range list {
		m, _ := item.(map[string]any)
		more, _ := m[key].([]any)
		out = append(out, more...)
	}
	return out
}

func (s *spans) span(v any) error {
	m, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("want an object, got %s", kind(v))
	}
	p := &span{trace: text(m["traceId"]), id: text(m["spanId"]), attributes: attributes(m["attributes"])}
	var err error
	if p.start, err = nanoseconds(m["startTimeUnixNano"]); err != nil {
		return err
	}
	if p.end, err = nanoseconds(m["endTimeUnixNano"]); err != nil {
		return err
	}
	status, _ := m["status"].(map[string]any)
	code := scalar(status["code"])
	p.failed = code == "2" || code == "STATUS_CODE_ERROR" || text(p.attributes["error.type"]) != ""
	list, _ := m["events"].([]any)
	for _, item := range list {
		one, _ := item.(map[string]any)
		p.events = append(p.events, newEvent(one))
	}
	s.list = append(s.list, p)
	return nil
}

// nanoseconds is a time, which is written as a text or as a number.
func nanoseconds(v any) (uint64, error) {
	if v == nil {
		return 0, nil
	}
	n, err := strconv.ParseUint(scalar(v), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("a time is %s; want nanoseconds since 1970", plain(v))
	}
	return n, nil
}

// newEvent is an event of a span or a log record: the fields of its body stand beside
// its attributes.
func newEvent(m map[string]any) event {
	e := event{attributes: attributes(m["attributes"])}
	e.name = or(text(m["name"]), or(text(m["eventName"]), text(e.attributes["event.name"])))
	for _, body := range []any{unwrap(m["body"]), nested(e.attributes["gen_ai.event.content"])} {
		if object, ok := body.(map[string]any); ok {
			for key, v := range object {
				e.attributes[key] = v
			}
		}
	}
	return e
}

// attributes are those of a list of keys and values.
func attributes(v any) map[string]any {
	list, _ := v.([]any)
	out := map[string]any{}
	for _, item := range list {
		m, _ := item.(map[string]any)
		out[text(m["key"])] = unwrap(m["value"])
	}
	return out
}

// unwrap takes a value out of the form that names its type.
func unwrap(v any) any {
	m, _ := v.(map[string]any)
	if n, err := strconv.ParseInt(scalar(m["intValue"]), 10, 64); err == nil { // written as a text
		return json.Number(strconv.FormatInt(n, 10))
	}
	for _, key := range []string{"stringValue", "boolValue", "doubleValue"} {
		if value, ok := m[key]; ok {
			return value
		}
	}
	if object, ok := m["kvlistValue"].(map[string]any); ok {
		return attributes(object["values"])
	}
	object, ok := m["arrayValue"].(map[string]any)
	if !ok {
		return nil
	}
	list, _ := object["values"].([]any)
	out := make([]any, len(list))
	for i := range list {
		out[i] = unwrap(list[i])
	}
	return out
}

// nested is a value that may be written as the text of JSON.
func nested(v any) any {
	s, ok := v.(string)
	if !ok || !strings.ContainsAny(s, "[{") {
		return v
	}
	if inner, err := decode([]byte(s)); err == nil {
		return inner
	}
	return v
}

// ofSpans makes a conversation of the spans of each conversation, or else each trace.
func (r *reader) ofSpans() error {
	all := r.spans
	byID := map[[2]string]*span{}
	for _, p := range all.list {
		byID[[2]string{p.trace, p.id}] = p
	}
	for _, e := range all.loose {
		if p := byID[[2]string{e.trace, e.span}]; p != nil {
			p.events = append(p.events, e)
			continue
		}
		// Without its span a record still belongs to its trace.
		p := &span{trace: e.trace, id: e.span, attributes: map[string]any{}, events: []event{e}}
		byID[[2]string{e.trace, e.span}] = p
		all.list = append(all.list, p)
	}
	named := map[string]string{} // trace -> conversation
	for _, p := range all.list {
		if id := text(p.attributes["gen_ai.conversation.id"]); id != "" {
			named[p.trace] = id
		}
	}
	var order []string
	groups := map[string][]*span{}
	for _, p := range all.list {
		id := or(text(p.attributes["gen_ai.conversation.id"]), or(named[p.trace], p.trace))
		if groups[id] == nil {
			order = append(order, id)
		}
		if groups[id] = append(groups[id], p); len(groups[id]) > maxMessages {
			return fmt.Errorf("conversation %s: more than %d spans", id, maxMessages)
		}
	}
	for _, id := range order {
		list := groups[id]
		slices.SortStableFunc(list, func(a, b *span) int { return cmp.Compare(a.start, b.start) })
		c, err := told(id, list)
		if err != nil {
			return fmt.Errorf("conversation %d (%s): %w", len(r.found)+1, id, err)
		}
		if c == nil {
			continue
		}
		if err := r.add(c); err != nil {
			return err
		}
	}
	return nil
}
