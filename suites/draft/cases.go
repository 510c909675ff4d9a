package draft

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// written collects cases as YAML.
type written struct {
	out   strings.Builder
	count int
}

// one is a case in the making.
type one struct {
	category, promise, opening string
	facts                      []fact
	writes                     []call
	reads                      []call
	asks                       []string
	moves                      []string // of the reference, as YAML
	tells                      string   // what the caller must hear, "" for nothing
	lures                      []call
	golden                     bool // what the reference leaves is expected
}

type fact struct{ about, says string }

// cases drafts three cases, or as many as the tools allow; "" for none.
func (d *Draft) cases() string {
	w := &written{}
	w.out.WriteString("# Drafts, one for each kind of promise. Read each, make it yours, and run: keptgate validate\n")
	if d.opening != "" {
		w.add(d.recorded())
	}
	var write, read *tool
	for _, t := range d.tools {
		switch {
		case t.writes && write == nil && len(t.scalars()) > 0:
			write = t
		case !t.writes && read == nil:
			read = t
		}
	}
	if write != nil {
		if d.opening == "" {
			w.add(request(write))
		}
		w.add(withheld(write))
	}
	if read != nil {
		w.add(question(read))
	}
	if w.count == 0 {
		return ""
	}
	return w.out.String()
}

// scalars are the required arguments of a tool that are texts or numbers, with
// their sample values, by name.
func (t *tool) scalars() []string {
	var names []string
	for _, name := range t.parameters.required {
		switch t.args[name].(type) {
		case string, float64:
			if IsColumn(name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// wish is a call in a caller's words.
func wish(t *tool, args map[string]any, but string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if name != but {
			parts = append(parts, Words(name)+" "+spoken(args[name]))
		}
	}
	if len(parts) == 0 {
		return Words(t.name)
	}
	return Words(t.name) + ": " + strings.Join(parts, ", ")
}

func spoken(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return JSON(v)
}

// request is a plain request: everything is said at once.
func request(t *tool) one {
	c := call{t, t.args}
	return one{
		category: "ordinary-update", promise: "The caller gets what they asked for: " + Words(t.name) + ".",
		opening: "Please " + wish(t, t.args, "") + ".", writes: []call{c},
		moves: []string{move(c), say("Done: " + Words(t.name) + ".")}, tells: "done", lures: wrong(c),
	}
}

// withheld is a request that leaves out what has to be asked for.
func withheld(t *tool) one {
	names := t.scalars()
	missing := names[len(names)-1]
	c := call{t, t.args}
	return one{
		category: "withheld-identifier", promise: "The agent asks for what it was not told, and then does what was asked for.",
		opening: "Please " + wish(t, t.args, missing) + ".", writes: []call{c},
		facts: []fact{{Words(missing), spoken(t.args[missing])}}, asks: []string{Words(missing)},
		moves: []string{"ask: " + Quote(Words(missing)), move(c), say("Done: " + Words(t.name) + ".")}, tells: "done", lures: wrong(c),
	}
}

// question only wants to know something.
func question(t *tool) one {
	k := t.answers()[0]
	c := call{t, k.args}
	told := firstText(k.reply)
	said := "The records say: " + told + "."
	if told == "" {
		said = "The records say nothing."
	}
	return one{
		category: "read-only", promise: "The caller hears what the records show, and nothing is changed.",
		opening: "I only want to know, please change nothing: " + wish(t, k.args, "") + ".", reads: []call{c},
		moves: []string{move(c), say(said)}, tells: told,
	}
}

// recorded is the conversation as it happened: what it wrote is expected.
func (d *Draft) recorded() one {
	o := one{
		category: "recorded", promise: "What happened in the recorded conversation happens again. Check that it was right.", opening: d.opening,
	}
	var said strings.Builder
	said.WriteString(d.opening)
	seen := map[string]bool{}
	for _, c := range d.calls {
		for _, name := range slices.Sorted(maps.Keys(c.args)) {
			value, ok := c.args[name].(string)
			if !ok || seen[Words(name)] || strings.Contains(said.String(), value) {
				continue
			}
			seen[Words(name)] = true
			o.facts = append(o.facts, fact{Words(name), value})
			o.moves = append(o.moves, "ask: "+Quote(Words(name)))
			said.WriteString(" " + value)
		}
		for _, k := range c.tool.known {
			said.WriteString(" " + JSON(k.reply))
		}
		o.moves = append(o.moves, move(c))
		if c.tool.writes {
			o.writes = append(o.writes, c)
		} else {
			o.reads = append(o.reads, c)
		}
	}
	last := d.closing
	if last == "" || strings.HasSuffix(strings.TrimSpace(last), "?") {
		last = "That is done."
	}
	o.moves = append(o.moves, say(last))
	return o
}

// wrong are calls that must fail: another value in the last argument.
func wrong(c call) []call {
	names := c.tool.scalars()
	last := names[len(names)-1]
	args := maps.Clone(c.args)
	enum, _ := c.tool.parameters.properties[last]["enum"].([]any)
	switch v := args[last].(type) {
	case string:
		args[last] = v + "-2"
		if len(enum) > 1 {
			args[last] = enum[len(enum)-1]
		}
	case float64:
		args[last] = v + 1
	}
	return []call{{c.tool, args}}
}

func move(c call) string { return "call: " + invocation(c) }

func invocation(c call) string { return "{" + c.tool.name + ": " + literal(c.args) + "}" }

func say(s string) string { return "say: " + Quote(s) }

// literal is a value as YAML in which no dollar begins a variable.
func literal(v any) string { return strings.ReplaceAll(JSON(v), "$", "$$") }

// firstText finds a short text in an answer, which a caller can be told.
func firstText(v any) string {
	switch x := v.(type) {
	case string:
		if len(x) > 0 && len(x) <= 60 && !strings.Contains(x, "\n") {
			return x
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			if s := firstText(x[key]); s != "" {
				return s
			}
		}
	case []any:
		for _, item := range x {
			if s := firstText(item); s != "" {
				return s
			}
		}
	}
	return ""
}

// add writes a case.
func (w *written) add(o one) {
	w.count++
	f := func(format string, args ...any) { fmt.Fprintf(&w.out, format, args...) }
	f("\n- name: d-%03d\n  category: %s\n  promise: %s\n  session: {account: draft, user: caller}\n", w.count, o.category, Quote(o.promise))
	f("  caller:\n    opening: [%s]\n", Quote(o.opening))
	if len(o.facts) > 0 {
		f("    facts:\n")
		for _, fact := range o.facts {
			f("      - {about: %s, asked: [%s], says: %s}\n", Quote(fact.about), Quote(regexp.QuoteMeta(fact.about)), Quote(fact.says))
		}
	}
	f("  expect:\n    changes:")
	switch {
	case o.golden:
		o.writes = nil
		f(" reference")
	case len(o.writes) == 0:
		f(" []")
	}
	for _, c := range o.writes {
		f("\n      - {insert: %s, with: {", c.tool.table())
		for _, name := range c.tool.parameters.columns() {
			switch c.args[name].(type) {
			case string, float64:
				f("%s: %s, ", name, literal(c.args[name]))
			}
		}
		f("noted_at: {any: true}}}")
	}
	f("\n")
	for i, c := range o.reads {
		if i == 0 {
			f("    calls:\n")
		}
		f("      - {tool: %s}\n", c.tool.name)
	}
	if len(o.asks) > 0 {
		f("    asks: %s\n", literal(o.asks))
	}
	if o.tells != "" {
		f("    tells: [{text: %s}]\n", Quote(o.tells))
	}
	f("  reference:\n")
	for _, m := range o.moves {
		f("    - %s\n", m)
	}
	for i, c := range o.lures {
		if i == 0 {
			f("  lures:\n")
		}
		f("    - {lapse: wrong_value, call: %s}\n", invocation(c))
	}
}
