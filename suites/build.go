package suites

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// builder turns the raw form of one file into the types of this package and
// collects what it finds wrong, each with its place.
type builder struct {
	doc      *schemas.Document
	texts    string // how literals are compared; "" is exactly
	problems []schemas.Problem
}

func (b *builder) problem(pointer, rule, format string, args ...any) {
	b.problems = append(b.problems, b.doc.Problem(pointer, rule, format, args...))
}

func (b *builder) line(pointer string) int {
	line, _ := b.doc.At(pointer)
	return line
}

func (b *builder) time(pointer, text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		b.problem(pointer, "suite-time", "%q is not a time; write it like 2026-03-02T09:00:00Z", text)
	}
	return t.UTC()
}

func (b *builder) suite(raw rawSuite, vars map[string]any) *Suite {
	s := &Suite{
		Name: raw.Name, Version: raw.Version, Business: raw.Business, Vars: vars,
		Now: b.time("/now", raw.Now), Bookkeeping: raw.Bookkeeping, Volatile: raw.Volatile,
		Canaries: raw.Canaries, Closing: raw.Closing == "required",
		Effects: make(map[string]Effect, len(raw.Effects)), Capacity: capacity(raw.Capacity),
	}
	for name, e := range raw.Effects {
		op, table := e.op()
		s.Effects[name] = Effect{Op: op, Table: table, Columns: e.Columns, Description: e.Description}
	}
	return s
}

func (b *builder) tool(pointer string, raw rawTool) *Tool {
	parameters, err := json.Marshal(raw.Parameters)
	if err != nil {
		b.problem(pointer+"/parameters", "tool-parameters", "encode parameters: %v", err)
	}
	t := &Tool{
		Name: raw.Name, Description: raw.Description, Parameters: parameters, Kind: raw.Effect,
		Key: raw.Key, Idempotency: raw.Idempotency, Supports: raw.Supports,
		Items: raw.Items, Rival: raw.Rival, Cursor: raw.Cursor, Refresh: raw.Refresh, Capacity: capacity(raw.Capacity),
		Result: raw.Result, List: raw.List, File: b.doc.File, Line: b.line(pointer),
	}
	if raw.Status != nil {
		t.Status = &Readback{Tool: raw.Status.Tool, Args: raw.Status.Args, Shows: raw.Status.Shows}
	}
	if raw.Second != nil {
		t.Second = &Source{Field: raw.Second.Field, Tool: raw.Second.Tool, Args: raw.Second.Args, Path: raw.Second.Path}
	}
	if raw.Parameters == nil { // a server's, which are not known yet
		t.Parameters = nil
	} else if _, problems := schemas.Compile(parameters); len(problems) > 0 {
		b.problem(pointer+"/parameters", "tool-parameters", "the parameters of %s are not a valid JSON Schema: %s", raw.Name, problems[0].Message)
	}
	if t.Key == nil {
		t.Key = key(raw)
	}
	if raw.Undo != nil {
		t.Undo = &Undo{Tool: raw.Undo.Tool, Args: raw.Undo.Args}
	}
	for i, s := range raw.Steps {
		t.Steps = append(t.Steps, Step{
			Check: s.Check, Exec: s.Exec,
			Error: ToolError{Code: s.Error.Code, Status: s.Error.Status, Message: s.Error.Message},
			Line:  b.line(fmt.Sprintf("%s/steps/%d", pointer, i)),
		})
	}
	if raw.Parameters != nil {
		b.toolArguments(pointer, t, raw)
	}
	return t
}

// key is what makes two calls of a tool one logical call, where the tool does not
// say: its required parameters or, if it has none, all but those that only steer
// the call.
func key(raw rawTool) []string {
	if required := stringsOf(raw.Parameters["required"]); len(required) > 0 {
		return required
	}
	properties, _ := raw.Parameters["properties"].(map[string]any)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(properties)), func(name string) bool {
		return name == raw.Idempotency || name == raw.Cursor
	})
}

// toolArguments holds the names that a tool uses against its parameters.
func (b *builder) toolArguments(pointer string, t *Tool, raw rawTool) {
	properties, _ := raw.Parameters["properties"].(map[string]any)
	known := slices.Sorted(maps.Keys(properties))
	for i, name := range t.Key {
		if _, ok := properties[name]; !ok {
			b.problem(fmt.Sprintf("%s/key/%d", pointer, i), "tool-key", "%s has no parameter %q; it has %v", t.Name, name, known)
		}
	}
	for _, p := range []struct{ field, name string }{{"idempotency", t.Idempotency}, {"items", t.Items}, {"cursor", t.Cursor}} {
		if _, ok := properties[p.name]; p.name != "" && !ok {
			b.problem(pointer+"/"+p.field, "tool-"+p.field, "%s has no parameter %q; it has %v", t.Name, p.name, known)
		}
	}
	for i, name := range t.Supports {
		kind, _ := FaultNamed(name)
		if missing, ok := t.Bears(kind); !ok {
			b.problem(fmt.Sprintf("%s/supports/%d", pointer, i), "tool-supports", "%s cannot bear %s: it declares no %s", t.Name, name, missing)
		}
	}
}

func (b *builder) kase(pointer string, raw rawCase, s *Suite) *Case {
	c := &Case{
		Suite: s, Name: raw.Name, Category: raw.Category, Tier: or(raw.Tier, "normal"), Promise: raw.Promise, Twin: raw.Twin, Provisional: raw.Provisional,
		Session: raw.Session, Now: s.Now,
		Limits: Limits{
			Steps: or(raw.Limits.Steps, 30), Turns: or(raw.Limits.Turns, 15), Calls: or(raw.Limits.Calls, 60),
			Tokens: raw.Limits.Tokens, Minutes: or(raw.Limits.Minutes, 10),
		},
		File: b.doc.File, Line: b.line(pointer),
	}
	if raw.Now != "" {
		c.Now = b.time(pointer+"/now", raw.Now)
	}
	c.Caller = b.caller(pointer+"/caller", raw.Caller)
	c.Later = b.later(pointer+"/later", raw.Later)
	c.Expect = b.expect(pointer+"/expect", raw.Expect)
	for i, m := range raw.Reference {
		c.Reference = append(c.Reference, b.move(fmt.Sprintf("%s/reference/%d", pointer, i), m)...)
	}
	for _, l := range raw.Lures {
		c.Lures = append(c.Lures, Lure{Lapse: l.Lapse, Call: callMove(l.Call, nil)})
	}
	c.Faults = b.faults(pointer+"/faults", raw.Faults)
	return c
}

func (b *builder) caller(pointer string, raw rawCaller) Caller {
	c := Caller{
		Persona: or(raw.Persona, "cooperative"), Opening: stringsOf(raw.Opening),
		Facts: b.facts(pointer+"/facts", raw.Facts), Confirms: or(raw.Confirms, "yes"), Patience: or(raw.Patience, 3),
	}
	for i, t := range raw.Twists {
		p := fmt.Sprintf("%s/twists/%d", pointer, i)
		c.Twists = append(c.Twists, Twist{
			Name: t.Name, After: t.After, Says: stringsOf(t.Says),
			Facts: b.facts(p+"/facts", t.Facts), Allows: b.changes(p+"/allows", t.Allows),
		})
	}
	return c
}

func (b *builder) facts(pointer string, raw []rawFact) []Fact {
	var facts []Fact
	for i, f := range raw {
		for j, pattern := range f.Asked {
			if _, err := regexp.Compile(pattern); err != nil {
				b.problem(fmt.Sprintf("%s/%d/asked/%d", pointer, i, j), "caller-pattern", "%q is not a regular expression: %v", pattern, err)
			}
		}
		facts = append(facts, Fact{About: f.About, Asked: f.Asked, Says: stringsOf(f.Says), Needless: f.Needless})
	}
	return facts
}

func (b *builder) move(pointer string, raw rawMove) []Move {
	m := Move{
		Ask: raw.Ask, Confirm: raw.Confirm, Say: raw.Say, Handover: raw.Handover,
		Close: raw.Close, Later: raw.Later, Line: b.line(pointer),
	}
	if raw.Call != nil {
		m.Calls = append(m.Calls, callMove(raw.Call, raw.Save))
	}
	for _, c := range raw.Calls {
		m.Calls = append(m.Calls, callMove(c, nil))
	}
	return []Move{m}
}

// callMove reads {tool: {argument: value}}; the file's schema demands one key.
func callMove(raw map[string]map[string]any, save map[string]string) CallMove {
	for tool, args := range raw {
		if args == nil {
			args = map[string]any{}
		}
		return CallMove{Tool: tool, Args: args, Save: save}
	}
	return CallMove{}
}

// or returns v, or the default where v is the zero value.
func or[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}

// stringsOf reads a text or a list of texts.
func stringsOf(v any) []string {
	switch x := v.(type) {
	case string:
		return []string{x}
	case []any:
		var out []string
		for _, item := range x {
			if s, ok := item.(string); ok {
				out = append(out, s)
			}
		}
		return out
	default:
		return nil
	}
}

// kindsThatWrite are the kinds of tools whose calls count as writes.
var kindsThatWrite = []trace.Kind{trace.Write, trace.Irreversible}

// Writes tells whether the tool may change the business.
func (t *Tool) Writes() bool { return slices.Contains(kindsThatWrite, t.Kind) }

// Tool returns the tool of that name, or nil.
func (s *Suite) Tool(name string) *Tool {
	i := slices.IndexFunc(s.Tools, func(t *Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return s.Tools[i]
}

// Arguments lists the names of the tool's top-level parameters, sorted.
func (t *Tool) Arguments() []string {
	var p struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(t.Parameters, &p); err != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(p.Properties))
}
