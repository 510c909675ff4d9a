package suites

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// A call-level suite has no world: world: none in suite.yaml. Each case is one
// message, the tools offered with it, and the calls that answer it. Nothing is
// carried out, so nothing is asked, told or filed, and trials are steady alone.

// rawCallCase is a case as it is written.
type rawCallCase struct {
	Name        string          `json:"name"`
	Category    string          `json:"category"`
	Tier        string          `json:"tier"`
	Promise     string          `json:"promise"`
	Provisional bool            `json:"provisional,omitempty"`
	System      string          `json:"system,omitempty"`
	Ask         any             `json:"ask"`
	Tools       []rawTool       `json:"tools"`
	Answer      []rawAnswerCall `json:"answer"`
	Reference   []rawMove       `json:"reference,omitempty"`
	Limits      rawLimits       `json:"limits"`
}

type rawAnswerCall struct {
	Call map[string]map[string]any `json:"call"`
	May  map[string]any            `json:"may"`
}

// callLevel reads what a call-level suite has beside suite.yaml.
func (l *loader) callLevel(b *builder, raw rawSuite, s *Suite) {
	s.CallLevel, s.WorldFile = true, path.Join(l.dir, "suite.yaml")
	if raw.Server != nil || len(raw.Effects) > 0 || l.has("world.sql") {
		b.problem("/world", "world-none", "a suite without a world has no server, no effects and no world.sql: take them away, or leave world out")
	}
	if raw.Vary != nil || raw.Recast != nil {
		b.problem("/world", "world-none", "a suite without a world does not vary: write its cases out")
	}
}

func (l *loader) has(file string) bool {
	_, err := fs.Stat(l.fsys, path.Join(l.dir, file))
	return err == nil
}

// callTools reads the tools that are offered in all cases, where there are any.
func (l *loader) callTools(s *Suite) {
	if !l.has("tools.yaml") {
		return
	}
	b, raw := read[[]rawTool](l, "tools.yaml", "call-tools", nil)
	if b == nil {
		return
	}
	for i, t := range raw {
		s.Tools = append(s.Tools, b.callTool(fmt.Sprintf("/%d", i), t))
	}
	l.problems = append(l.problems, b.problems...)
}

// callTool reads a tool of which nobody knows what it does.
func (b *builder) callTool(pointer string, raw rawTool) *Tool {
	if raw.Parameters == nil {
		raw.Parameters = map[string]any{"type": "object", "properties": map[string]any{}}
	}
	parameters, err := json.Marshal(raw.Parameters)
	if err != nil {
		b.problem(pointer+"/parameters", "tool-parameters", "encode parameters: %v", err)
	}
	if _, problems := schemas.Compile(parameters); len(problems) > 0 {
		b.problem(pointer+"/parameters", "tool-parameters", "the parameters of %s are not a valid JSON Schema: %s", raw.Name, problems[0].Message)
	}
	return &Tool{Name: raw.Name, Description: raw.Description, Parameters: parameters, Kind: trace.Read, File: b.doc.File, Line: b.line(pointer)}
}

// callCases reads the cases of one file.
func (l *loader) callCases(file string, s *Suite, raw rawSuite) {
	b, list := read[[]rawCallCase](l, file, "call-cases", nil)
	if b == nil {
		return
	}
	b.texts = raw.Texts
	for i, c := range list {
		s.Cases = append(s.Cases, b.callCase(fmt.Sprintf("/%d", i), c, s, raw.Texts))
	}
	l.problems = append(l.problems, b.problems...)
}

func (b *builder) callCase(pointer string, raw rawCallCase, s *Suite, texts string) *Case {
	c := b.kase(pointer, rawCase{
		Name: raw.Name, Category: raw.Category, Tier: raw.Tier, Promise: raw.Promise, Provisional: raw.Provisional,
		Caller: rawCaller{Opening: raw.Ask}, Reference: raw.Reference, Limits: raw.Limits,
	}, s)
	c.System, c.Tools = raw.System, slices.Clone(s.Tools)
	for i, t := range raw.Tools {
		tool := b.callTool(fmt.Sprintf("%s/tools/%d", pointer, i), t)
		if c.Tool(tool.Name) != nil {
			b.problem(fmt.Sprintf("%s/tools/%d", pointer, i), "tool-duplicate", "there are two tools named %s", tool.Name)
			continue
		}
		c.Tools = append(c.Tools, tool)
	}
	for i, a := range raw.Answer {
		p := fmt.Sprintf("%s/answer/%d", pointer, i)
		for tool, args := range a.Call { // the schema wants one
			c.Expect.Answer = append(c.Expect.Answer, AnswerCall{
				Tool: tool, With: b.matchers(p+"/call"+schemas.Pointer(tool), args), May: b.matchers(p+"/may", a.May), Line: b.line(p),
			})
		}
	}
	if c.Reference == nil {
		c.Reference = b.oracle(pointer, c)
	}
	raw.Promise, raw.Provisional, raw.Reference = "", false, nil
	c.Digest = hash(s.Digest, texts, raw, offered(s.Tools))
	return c
}

// offered is what a candidate sees of tools.
func offered(tools []*Tool) []any {
	var out []any
	for _, t := range tools {
		out = append(out, []any{t.Name, t.Description, json.RawMessage(t.Parameters)})
	}
	return out
}

// oracle is the reference that follows from the answer: of each argument that must
// be given the first value that its tool takes.
func (b *builder) oracle(pointer string, c *Case) []Move {
	move := Move{Line: c.Line}
	for i, a := range c.Expect.Answer {
		args, ok := SampleFields(a.With)
		if t := c.Tool(a.Tool); t != nil {
			args, ok = newArgumentSchema(t).sample(&a)
		}
		if !ok {
			b.problem(fmt.Sprintf("%s/answer/%d", pointer, i), "answer-open", "no value of some argument is named: write a reference as well, which proves that the case can be solved")
		}
		move.Calls = append(move.Calls, CallMove{Tool: a.Tool, Args: args})
	}
	if len(move.Calls) == 0 {
		move.Say = "None of the tools at hand can do that."
	}
	return []Move{move}
}

// Tool returns the tool of that name that is offered in a case, or nil.
func (c *Case) Tool(name string) *Tool {
	if !c.Suite.CallLevel {
		return c.Suite.Tool(name)
	}
	i := slices.IndexFunc(c.Tools, func(t *Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return c.Tools[i]
}

// Fits tells whether arguments are those that the answer wants.
func (a AnswerCall) Fits(args map[string]any) bool { return MatchFields(a.With, a.May, args) }

// String writes the call as a reader of a report should see it.
func (a AnswerCall) String() string {
	text := Matcher{IsObject: true, Fields: a.With, May: a.May}.String()
	return a.Tool + "(" + strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}") + ")"
}
