package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// answers says of a call-level suite what can be seen without a trial.
func (r *Report) answers(s *Suite) {
	r.sort(s, s.Suite.CheckAnswers())
	quiet := 0
	for _, c := range s.Suite.Cases {
		if silent(c) {
			quiet++
		}
	}
	if quiet > 0 && quiet == len(s.Suite.Cases) {
		p := complain(s.Suite.Cases[0], "suite-silent", "run it together with a suite in which calls are wanted", "an agent that never calls anything passes all %d cases of %s", quiet, s.Suite.Name)
		p.Severity = schemas.Warning
		s.Warnings = append(s.Warnings, p)
	}
}

// silent tells whether the right answer to a call-level case is to call nothing.
// Lazy agents pass it rightly.
func silent(c *suites.Case) bool { return c.Suite.CallLevel && len(c.Expect.Answer) == 0 }

// answer plays what is near the right answer of a call-level case, and must fail,
// and what is another right answer.
func (j *job) answer(ctx context.Context) error {
	right := j.c.Reference[0].Calls
	for _, w := range wrongAnswers(j.c, right) {
		_, v, err := j.play(ctx, w)
		if err != nil {
			return err
		}
		m := Mutant{Case: j.c, Lapse: w.name, Calls: w.String(), Condition: gate.Steady}
		m.judge(v, func() bool { return false })
		j.mutants = append(j.mutants, m)
	}
	for _, a := range otherAnswers(j.c, right) {
		_, v, err := j.play(ctx, a)
		if err != nil {
			return err
		}
		out := Variant{Case: j.c, Liberty: a.name, Candidate: a.String(), Pass: v.Pass, Class: v.Primary}
		if v.Divergence != nil {
			out.Message = v.Divergence.Message
		}
		j.variants = append(j.variants, out)
	}
	return j.laze(ctx)
}

// reply is an agent that answers with one message.
type reply struct {
	name  string // of the lapse or the liberty
	calls []suites.CallMove
	text  string
}

func (r reply) Identity() string { return "audit:" + r.name }

func (r reply) Start(context.Context, agent.Briefing) (agent.Session, error) { return r, nil }

func (r reply) Close() error { return nil }

func (r reply) Next(context.Context, trace.Message, []trace.Tool) (trace.Message, trace.Usage, error) {
	m := trace.Message{Role: trace.RoleCandidate, Text: r.text}
	for i, c := range r.calls {
		args, err := json.Marshal(trace.Row(c.Args))
		if err != nil {
			return m, trace.Usage{}, fmt.Errorf("write arguments of %s: %w", c.Tool, err)
		}
		m.Calls = append(m.Calls, trace.Call{ID: fmt.Sprint(i + 1), Tool: c.Tool, Arguments: string(args)})
	}
	return m, trace.Usage{}, nil
}

// String is the message for people.
func (r reply) String() string {
	if len(r.calls) == 0 {
		return fmt.Sprintf("%q", r.text)
	}
	return called(r.calls)
}

func called(calls []suites.CallMove) string {
	parts := make([]string, len(calls))
	for i, c := range calls {
		args, _ := json.Marshal(trace.Row(c.Args)) // in a message
		parts[i] = c.Tool + string(args)
	}
	return strings.Join(parts, " ")
}

// maxPlaces bounds the places at which one lapse is tried in a case.
const maxPlaces = 8

// wrongAnswers are answers that no case which says what it wants may let pass.
func wrongAnswers(c *suites.Case, right []suites.CallMove) []reply {
	var out []reply
	add := func(name string, calls []suites.CallMove) { out = append(out, reply{name: name, calls: calls}) }
	if len(right) == 0 {
		for _, t := range c.Tools[:min(len(c.Tools), maxPlaces)] {
			add("needless_call", []suites.CallMove{{Tool: t.Name, Args: t.Sample()}})
			out = append(out, reply{name: "written_call", text: fmt.Sprintf(`{"name": %q, "arguments": {}}`, t.Name)})
		}
		return out
	}
	out = append(out, reply{name: "no_call", text: "Done."})
	out = append(out, reply{name: "written_call", text: fmt.Sprintf(`{"name": %q, "arguments": {}}`, right[0].Tool)})
	for i := range right[:min(len(right), maxPlaces)] {
		one := right[i]
		but := func(args map[string]any) []suites.CallMove {
			calls := slices.Clone(right)
			calls[i] = suites.CallMove{Tool: one.Tool, Args: args}
			return calls
		}
		add("repeated_call", append(slices.Clone(right), one))
		if len(right) > 1 {
			add("dropped_call", slices.Delete(slices.Clone(right), i, i+1))
		}
		for _, t := range c.Tools {
			if t.Name != one.Tool && !slices.ContainsFunc(right, func(o suites.CallMove) bool { return o.Tool == t.Name }) {
				calls := slices.Clone(right)
				calls[i] = suites.CallMove{Tool: t.Name, Args: one.Args}
				add("wrong_tool", calls)
				break
			}
		}
		for _, name := range slices.Sorted(maps.Keys(one.Args)) {
			args := maps.Clone(one.Args)
			delete(args, name)
			add("dropped_argument", but(args))
			for _, v := range others(one.Args[name]) {
				args := maps.Clone(one.Args)
				args[name] = v
				if !allowed(c, one.Tool, args) {
					add("wrong_value", but(args))
				}
			}
		}
	}
	return out
}

// allowed tells whether some call of the answer names the arguments as right.
func allowed(c *suites.Case, tool string, args map[string]any) bool {
	return slices.ContainsFunc(c.Expect.Answer, func(a suites.AnswerCall) bool {
		if a.Tool != tool {
			return false
		}
		for name, v := range args {
			m, ok := a.With[name]
			if !ok {
				m, ok = a.May[name]
			}
			if !ok || !m.Names(v) {
				return false
			}
		}
		return true
	})
}

// others are values of the same kind as v.
func others(v any) []any {
	switch x := v.(type) {
	case string:
		return []any{x + " otherwise"}
	case int64:
		return []any{x + 1}
	case float64:
		return []any{x + 1}
	case bool:
		return []any{!x}
	case []any:
		if len(x) == 0 {
			return nil
		}
		out := []any{x[:len(x)-1]}
		for _, v := range others(x[0]) {
			list := slices.Clone(x)
			list[0] = v
			out = append(out, list)
		}
		return out
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			less := maps.Clone(x)
			delete(less, name)
			return []any{less}
		}
	}
	return nil
}

// otherAnswers are answers that are as right as the reference: in another order,
// with each of the other values, and with what may be left out.
func otherAnswers(c *suites.Case, right []suites.CallMove) []reply {
	var out []reply
	if len(right) > 1 {
		turned := slices.Clone(right)
		slices.Reverse(turned)
		out = append(out, reply{name: "order", calls: turned})
	}
	for i, a := range c.Expect.Answer {
		if i >= len(right) || right[i].Tool != a.Tool {
			break // the reference is the suite's own
		}
		but := func(name string, v any) []suites.CallMove {
			calls := slices.Clone(right)
			calls[i] = suites.CallMove{Tool: a.Tool, Args: maps.Clone(right[i].Args)}
			calls[i].Args[name] = v
			return calls
		}
		t := c.Tool(a.Tool)
		for _, group := range []struct {
			name   string
			values map[string]suites.Matcher
		}{{"alternative", a.With}, {"optional", a.May}} {
			for _, name := range slices.Sorted(maps.Keys(group.values)) {
				for _, v := range group.values[name].Named() {
					if t != nil && t.Takes(name, v) && !trace.Equal(v, right[i].Args[name]) {
						out = append(out, reply{name: group.name, calls: but(name, v)})
					}
				}
			}
		}
	}
	return out
}
