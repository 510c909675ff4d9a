package incident

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/suites/draft"
	"github.com/keptgate/keptgate/suites/recorded"
)

// Limits of a trial that the harness has by itself; a case that needs more says so.
const (
	usualSteps = 30
	usualTurns = 15
	usualCalls = 60
	patience   = 3
)

// caseFile writes one case.
func (m *maker) caseFile(o *oneCase) string {
	var out strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&out, format, args...) }
	from := "a recorded conversation"
	if o.id != "" {
		from += ": " + o.id
	}
	f("# A draft of %s.\n", from)
	o.comments(f)
	f("- name: %s\n  category: %s\n  provisional: true # review: remove once all below is right; until then it has no vote\n", o.name, o.category)
	f("  promise: %s # review: say what the caller is owed\n  session: {account: %s, user: caller}\n", draft.Quote(o.promise()), o.name)
	calls := 0
	for _, mv := range o.moves {
		calls += len(mv.calls)
	}
	turns := o.turns()
	if turns+5 > usualTurns || len(o.moves)+10 > usualSteps || calls+10 > usualCalls {
		f("  limits: {steps: %d, turns: %d, calls: %d}\n", max(usualSteps, len(o.moves)+10), max(usualTurns, turns+5), max(usualCalls, calls+10))
	}
	f("  caller:\n    opening: [%s]\n    patience: %d\n", draft.Quote(o.opening.text()), patience+turns)
	for i, fact := range o.facts {
		if i == 0 {
			f("    facts: # review: these were said in answer to questions\n")
		}
		f("      - {about: %s, asked: [%s], says: %s}\n", draft.Quote(fact.about), draft.Quote(regexp.QuoteMeta(fact.about)), draft.Quote(fact.says))
	}
	for i, t := range o.twists {
		if i == 0 {
			f("    twists: # review: said in the order of the recording, whatever the agent says; make facts of what answers a question\n")
		}
		f("      - {name: said-%d, after: turn %d, says: %s}\n", i+1, t.turn, draft.Quote(t.text()))
	}
	o.expect(f)
	f("  reference: # review: what the agent did, without calls that were refused%s\n", map[bool]string{true: ", and without its writes"}[o.forbid])
	for _, mv := range o.moves {
		mv.write(f)
	}
	return out.String()
}

// comments say at the top what has to be decided.
func (o *oneCase) comments(f func(string, ...any)) {
	switch {
	case o.forbid && len(o.writes) > 0:
		f("# review: its %s forbidden, since %s. Say under changes what should have happened.\n", are(len(o.writes)), o.why)
	case o.forbid:
		f("# review: it has no writes to forbid, and %s. Say under changes what should have happened.\n", o.why)
	case len(o.writes) > 0:
		f("# review: its %s expected, since %s. Check that this was right.\n", are(len(o.writes)), o.why)
	default:
		f("# review: it wrote nothing, so nothing may change. Check that this was right.\n")
	}
	if o.handover {
		f("# review: it was given to a person. Say under escalate whether that had to be.\n")
	}
	seen := map[string]int{}
	var order []string
	for _, note := range o.notes {
		if seen[note]++; seen[note] == 1 {
			order = append(order, note)
		}
	}
	for _, note := range order {
		f("# %s", line(note))
		if seen[note] > 1 {
			f(" (%d times)", seen[note])
		}
		f("\n")
	}
}

func are(n int) string {
	if n == 1 {
		return "write is"
	}
	return number(n, "write") + " are"
}

func (o *oneCase) promise() string {
	switch {
	case o.forbid:
		return "What went wrong in the recorded conversation does not happen again."
	case len(o.writes) == 0:
		return "As in the recorded conversation, nothing is changed."
	default:
		return "What was done in the recorded conversation is done again, and nothing else."
	}
}

// expect writes what keeps the promise.
func (o *oneCase) expect(f func(string, ...any)) {
	f("  expect:\n    changes:")
	if o.forbid || len(o.writes) == 0 {
		f(" []\n")
	} else {
		f("\n")
		for _, w := range counted(o.writes) {
			f("      - {insert: %s, with: {", w.tool.noted())
			for i, name := range w.tool.args {
				if i > 0 {
					f(", ")
				}
				f("%s: %s", draft.JSON(name), dollars(column(w.args[name])))
			}
			f("}")
			if w.times > 1 {
				f(", times: %d", w.times)
			}
			f("}\n")
		}
	}
	if o.forbid {
		for i, w := range counted(o.writes) {
			if i == 0 {
				f("    forbids:\n")
			}
			f("      - {tool: %s", w.tool.name)
			if with := w.scalars(); len(with) > 0 {
				f(", with: %s", dollars(with))
			}
			f("}\n")
		}
	}
	for i, name := range o.reads {
		if i == 0 {
			f("    calls: # review: must all of these have been looked at?\n")
		}
		f("      - {tool: %s}\n", name)
	}
	nothing := len(o.reads) == 0 && (o.forbid || len(o.writes) == 0)
	switch {
	case o.handover && nothing:
		f("    escalate: required # review: or forbidden\n")
	case o.handover:
		f("    escalate: allowed # review: required or forbidden\n")
	case nothing:
		f("    tells: [{text: %s}] # review: what the caller must be told\n", draft.Quote(o.tells))
	}
}

// times is how often a write was made.
type times struct {
	invocation
	times int
}

func counted(list []invocation) []times {
	var out []times
	at := map[call]int{}
	for _, w := range list {
		key := call{tool: w.tool, args: w.tool.key(w.args)}
		i, ok := at[key]
		if !ok {
			i, at[key] = len(out), len(out)
			out = append(out, times{invocation: w})
		}
		out[i].times++
	}
	return out
}

// scalars are the arguments that are texts or numbers.
func (i invocation) scalars() map[string]any {
	out := map[string]any{}
	for name, v := range i.args {
		switch v.(type) {
		case string, int64, float64, bool:
			out[name] = v
		}
	}
	return out
}

// column is an argument as it stands in a row.
func column(v any) any {
	switch x := v.(type) {
	case bool:
		if x {
			return 1
		}
		return 0
	case []any, map[string]any:
		return bound(x)
	default:
		return v
	}
}

// dollars is a value as YAML in which no dollar begins a variable.
func dollars(v any) string { return strings.ReplaceAll(draft.JSON(v), "$", "$$") }

func (mv move) write(f func(string, ...any)) {
	switch {
	case mv.say != "":
		f("    - say: %s\n", draft.Quote(mv.say))
	case mv.handover != "":
		f("    - handover: %s\n", draft.Quote(mv.handover))
	case len(mv.calls) == 1:
		f("    - call: %s\n", mv.calls[0].yaml())
	default:
		f("    - calls:\n")
		for _, c := range mv.calls {
			f("        - %s\n", c.yaml())
		}
	}
}

func (i invocation) yaml() string { return fmt.Sprintf("{%s: %s}", i.tool.name, dollars(i.args)) }

// suiteFile writes what the suite is.
func (m *maker) suiteFile() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# A draft, made of recorded conversations. review: business, now, and everything that says so in the other files.\n"+
		"name: %s\nversion: \"1\"\nbusiness: A draft of a business. Say in one line what it does.\nnow: 2026-03-10T09:00:00Z # review: when these conversations were\n", m.options.Name)
	effects := map[string]string{}
	for _, t := range m.tools {
		if !t.reads {
			effects[t.table+"_done"] = fmt.Sprintf("{insert: %s, description: %s}", t.noted(), draft.Quote("Done: "+draft.Words(t.name)+"."))
		}
	}
	if len(effects) == 0 {
		out.WriteString("effects: {}\n")
	} else {
		out.WriteString("effects:\n")
	}
	for _, name := range slices.Sorted(maps.Keys(effects)) {
		fmt.Fprintf(&out, "  %s: %s\n", name, effects[name])
	}
	return out.String()
}

// policy is what the agents of the recordings were told.
func (m *maker) policy(list []recorded.Conversation) string {
	text, others := "", 0
	for _, c := range list {
		switch {
		case text == "":
			text = c.System
		case c.System != "" && c.System != text:
			others++
		}
	}
	if others > 0 {
		m.note("other instructions than those in policy.md: %s", number(others, "conversation"))
	}
	if text == "" {
		text = "# A draft of a policy\n\nYou act for this business. Do what the caller asks for with the tools you are given, and nothing else."
	}
	return strings.ReplaceAll(strings.TrimSpace(strings.ReplaceAll(text, "\x00", "")), "$", "$$") + "\n"
}
