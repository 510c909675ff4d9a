package suites

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
)

// CheckAnswers holds the answers of a call-level suite against the schemas of the
// tools that each case offers. An error says that no call which the tools take can
// pass the case, or that two cases contradict each other; of a provisional case,
// which has no vote, it is a warning. A warning says that a part of the answer can
// never occur, or stands there twice.
func (s *Suite) CheckAnswers() []schemas.Problem {
	var out []schemas.Problem
	for _, c := range s.Cases {
		k := answerChecker{c: c}
		for i := range c.Expect.Answer {
			k.call(&c.Expect.Answer[i])
		}
		out = append(out, k.problems...)
	}
	return append(out, s.askedTwice()...)
}

// answerChecker checks the answer of one case.
type answerChecker struct {
	c        *Case
	problems []schemas.Problem
}

func (k *answerChecker) add(severity schemas.Severity, line int, rule, fix, format string, args ...any) {
	p := schemas.Problem{
		Rule: rule, Severity: severity, File: k.c.File, Line: line, Column: 1,
		Message: k.c.Name + ": " + fmt.Sprintf(format, args...), Fix: fix,
	}
	if k.c.Provisional {
		p.Severity = schemas.Warning
	}
	if k.c.Suite.HeldOut {
		p = ConcealProblem(p)
	}
	k.problems = append(k.problems, p)
}

// call checks one call that is wanted.
func (k *answerChecker) call(a *AnswerCall) {
	t := k.c.Tool(a.Tool)
	if t == nil {
		k.add(schemas.Error, a.Line, "answer-tool", "name a tool that the case offers", "no tool %s is offered", a.Tool)
		return
	}
	arguments := newArgumentSchema(t)
	possible := true
	for _, name := range slices.Sorted(maps.Keys(a.With)) {
		possible = k.argument(a, arguments, name, a.With[name], true) && possible
	}
	for _, name := range slices.Sorted(maps.Keys(a.May)) {
		k.argument(a, arguments, name, a.May[name], false)
	}
	for _, name := range arguments.required {
		_, must := a.With[name]
		_, may := a.May[name]
		switch {
		case may:
			k.add(schemas.Warning, a.Line, "answer-optional", "move it from may to call", "%s may leave out %s, which its schema requires: such a call is never taken", a.Tool, name)
		case !must:
			possible = false
			k.add(schemas.Error, a.Line, "answer-missing", "name its values", "%s lacks %s, which its schema requires", a.Tool, name)
		}
	}
	if !possible {
		return
	}
	if args, ok := arguments.sample(a); ok {
		if found := arguments.whole.Validate(args); len(found) > 0 {
			k.add(schemas.Error, a.Line, "answer-impossible", "mend the answer or the schema", "no call of %s passes: %s", a.Tool, found[0])
		}
	}
}

// argument checks the values of one argument. It is false where none of those of
// an argument that must be given can occur.
func (k *answerChecker) argument(a *AnswerCall, s *argumentSchema, name string, m Matcher, must bool) bool {
	severity := schemas.Warning
	if must {
		severity = schemas.Error
	}
	if !slices.Contains(s.known, name) {
		k.add(severity, a.Line, "answer-unknown", s.tool.Name+" has "+strings.Join(s.known, ", "), "%s has no parameter %s", a.Tool, name)
		return false
	}
	values := m.alternatives()
	good := 0
	for i, v := range values {
		for _, before := range values[:i] {
			if (Matcher{Literal: before.Literal, As: before.As}).Match(v.Literal) {
				k.add(schemas.Warning, a.Line, "answer-duplicate", "leave one of them out", "%s of %s may be %s, which compares as %s before it", name, a.Tool, written(v.Literal), written(before.Literal))
				break
			}
		}
		wrong := s.refuses(name, v.Literal)
		if wrong == nil {
			good++
			continue
		}
		k.add(schemas.Warning, a.Line, ruleOf(wrong.Keyword), "mend the value or the schema", "%s of %s may be %s, which no call can give: %s", name, a.Tool, written(v.Literal), wrong)
	}
	if good > 0 || len(values) == 0 {
		return true
	}
	if !must {
		k.add(severity, a.Line, "answer-never", "leave it out of may, or mend the schema", "%s of %s can only be left out: no value of it that passes is one that the tool takes", name, a.Tool)
		return false
	}
	k.add(severity, a.Line, "answer-impossible", "mend the answer or the schema", "no value of %s that passes is one that %s takes", name, a.Tool)
	return false
}

// ruleOf tells the ways apart in which a value does not fit.
func ruleOf(keyword string) string {
	switch keyword {
	case "type", "enum":
		return "answer-" + keyword
	default:
		return "answer-value"
	}
}

// alternatives are the values that a matcher names, each with how it is compared;
// none where it names no value.
func (m Matcher) alternatives() []Matcher {
	if len(m.OneOf) == 0 {
		v, ok := m.Sample()
		if !ok {
			return nil
		}
		m.Literal = v
		return []Matcher{m}
	}
	var out []Matcher
	for _, o := range m.OneOf {
		out = append(out, o.alternatives()...)
	}
	return out
}

// Named lists the values that the matcher names; none where it names no value.
func (m Matcher) Named() []any {
	var out []any
	for _, v := range m.alternatives() {
		out = append(out, v.Literal)
	}
	return out
}

// Names tells whether v is a value that the matcher names, rather than one that it
// lets pass beside.
func (m Matcher) Names(v any) bool {
	return slices.ContainsFunc(m.alternatives(), func(o Matcher) bool { return o.Match(v) })
}

// Sample is a call with a value for each argument that the tool requires: one of
// those that its schema lists or, where it lists none, one of the right type.
func (t *Tool) Sample() map[string]any {
	var p struct {
		Properties map[string]struct {
			Type    any   `json:"type"`
			Enum    []any `json:"enum"`
			Default any   `json:"default"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	_ = json.Unmarshal(t.Parameters, &p) // what has other types has no sample
	args := map[string]any{}
	for _, name := range p.Required {
		property := p.Properties[name]
		kind, _ := property.Type.(string)
		switch {
		case len(property.Enum) > 0:
			args[name] = property.Enum[0]
		case property.Default != nil:
			args[name] = property.Default
		default:
			args[name] = map[string]any{
				"integer": int64(1), "number": 1.5, "boolean": true, "array": []any{}, "object": map[string]any{}, "null": nil,
			}[kind]
			if args[name] == nil && kind != "null" {
				args[name] = "something"
			}
		}
	}
	return args
}

// Takes tells whether a call of the tool can give an argument this value.
func (t *Tool) Takes(name string, v any) bool { return newArgumentSchema(t).refuses(name, v) == nil }

// argumentSchema judges arguments of a tool one by one.
type argumentSchema struct {
	tool     *Tool
	whole    *schemas.Schema
	single   *schemas.Schema // whole without what it requires
	known    []string
	required []string
}

func newArgumentSchema(t *Tool) *argumentSchema {
	s := &argumentSchema{tool: t, known: t.Arguments()}
	s.whole, _ = schemas.Compile(t.Parameters)
	var raw map[string]any
	if json.Unmarshal(t.Parameters, &raw) == nil {
		s.required = stringsOf(raw["required"])
		delete(raw, "required")
		s.single, _ = schemas.Compile(raw)
	}
	return s
}

// refuses tells why a value cannot be given; nil where it can.
func (s *argumentSchema) refuses(name string, v any) *schemas.Violation {
	if s.single == nil {
		return nil
	}
	if found := s.single.Validate(map[string]any{name: v}); len(found) > 0 {
		return &found[0]
	}
	return nil
}

// sample is a call that passes, of the values that can be given where there are
// some; false where some argument has no named value.
func (s *argumentSchema) sample(a *AnswerCall) (map[string]any, bool) {
	args := make(map[string]any, len(a.With))
	given := maps.Clone(a.With)
	for _, name := range s.required {
		if m, ok := a.May[name]; ok { // it may be left out, but for the schema
			given[name] = m
		}
	}
	for name, m := range given {
		values := m.alternatives()
		if len(values) == 0 {
			return nil, false
		}
		i := slices.IndexFunc(values, func(v Matcher) bool { return s.refuses(name, v.Literal) == nil })
		args[name] = values[max(i, 0)].Literal
	}
	return args, true
}

// askedTwice finds cases that ask the same, with the same tools.
func (s *Suite) askedTwice() []schemas.Problem {
	var out []schemas.Problem
	seen := map[string]*Case{}
	for _, c := range s.Cases {
		asked := hash(c.System, c.Caller.Opening, offered(c.Tools))
		before := seen[asked]
		if before == nil {
			seen[asked] = c
			continue
		}
		k := answerChecker{c: c}
		if sameAnswer(before.Expect.Answer, c.Expect.Answer) {
			k.add(schemas.Warning, c.Line, "case-duplicate", "leave one of them out", "it is %s once more", before.Name)
		} else {
			k.add(schemas.Error, c.Line, "case-contradiction", "mend one of them", "it asks what %s asks, with the same tools, and wants another answer", before.Name)
		}
		out = append(out, k.problems...)
	}
	return out
}

func sameAnswer(a, b []AnswerCall) bool {
	return slices.EqualFunc(a, b, func(x, y AnswerCall) bool { return x.String() == y.String() })
}
