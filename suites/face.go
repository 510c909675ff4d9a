package suites

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
)

// ToolFile is another file of tools: other names, words and parameters for what
// the suite's own tools do. It holds no SQL.
type ToolFile struct {
	Path string
	Data []byte

	doc *schemas.Document
	raw []rawFace
}

// Face is one tool as another file of tools serves it.
type Face struct {
	Name        string
	Description string
	Parameters  json.RawMessage
	Tool        *Tool          // the suite's tool that it stands for
	Args        map[string]any // for an argument of that tool: its value, or ":name" of a parameter of this one
	File        string
	Line        int
}

type rawFace struct {
	Name        string         `json:"name"`
	StandsFor   string         `json:"stands_for"`
	Description string         `json:"description"`
	Parameters  map[string]any `json:"parameters"`
	Args        map[string]any `json:"args"`
}

// files reads the files of tools beside a suite's own, by the word in their names.
func (l *loader) files(s *Suite, vars map[string]any) {
	names, err := fs.Glob(l.fsys, path.Join(l.dir, "tools.*.yaml"))
	if err != nil {
		l.fail(l.dir, err)
	}
	for _, full := range names {
		name := path.Base(full)
		b, raw := read[[]rawFace](l, name, "faces", &filler{vars: vars, keep: []string{"parameters"}})
		if b == nil {
			continue
		}
		l.problems = append(l.problems, b.problems...)
		word := strings.TrimSuffix(strings.TrimPrefix(name, "tools."), ".yaml")
		if s.Files == nil {
			s.Files = map[string]*ToolFile{}
		}
		s.Files[word] = &ToolFile{Path: full, Data: l.file(name, maxFile), doc: b.doc, raw: raw}
	}
}

// ReadToolFile reads a file of tools from elsewhere. The error is schemas.Problems.
func (s *Suite) ReadToolFile(name string, data []byte) (*ToolFile, error) {
	doc, problems := schemas.ParseYAML(name, data)
	if len(problems) == 0 {
		problems = doc.CheckOwn("faces")
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	fill := &filler{vars: s.Vars, keep: []string{"parameters"}, unknown: func(pointer, variable string) {
		problems = append(problems, unknownVariable(doc.Problem(pointer, "", ""), variable))
	}}
	f := &ToolFile{Path: name, Data: data, doc: doc}
	if err := schemas.Decode(fill.value("", doc.Value), &f.raw); err != nil {
		return nil, fmt.Errorf("decode %s: %w", name, err)
	}
	if len(problems) > 0 {
		return nil, schemas.Problems(problems)
	}
	return f, nil
}

// faces are the tools of a file, held against those of the suite.
func (f *ToolFile) faces(s *Suite) ([]*Face, []schemas.Problem) {
	b := &builder{doc: f.doc}
	var out []*Face
	for i, raw := range f.raw {
		at := fmt.Sprintf("/%d", i)
		t := s.Tool(or(raw.StandsFor, raw.Name))
		switch {
		case t == nil:
			b.problem(at, "face-tool", "%s stands for no tool of the suite: there is no %s", raw.Name, or(raw.StandsFor, raw.Name))
			continue
		case slices.ContainsFunc(out, func(o *Face) bool { return o.Name == raw.Name }):
			b.problem(at+"/name", "face-duplicate", "there are two tools named %s", raw.Name)
		case slices.Contains([]string{trace.ToolWait, trace.ToolHandover, trace.ToolCloseCall, trace.ToolResume, trace.ToolScript}, raw.Name):
			b.problem(at+"/name", "face-reserved", "the harness serves %s itself", raw.Name)
		}
		face := &Face{
			Name: raw.Name, Description: or(raw.Description, t.Description), Parameters: t.Parameters,
			Tool: t, Args: raw.Args, File: f.Path, Line: b.line(at),
		}
		if raw.Parameters != nil {
			var err error
			if face.Parameters, err = json.Marshal(raw.Parameters); err != nil {
				b.problem(at+"/parameters", "face-parameters", "encode parameters: %v", err)
			}
			if _, problems := schemas.Compile(face.Parameters); len(problems) > 0 {
				b.problem(at+"/parameters", "face-parameters", "the parameters of %s are not a valid JSON Schema: %s", raw.Name, problems[0].Message)
			}
		}
		b.faceArguments(at, face)
		out = append(out, face)
	}
	return out, b.problems
}

// faceArguments checks that the arguments of the suite's tool come from somewhere,
// and that each parameter goes somewhere.
func (b *builder) faceArguments(at string, f *Face) {
	takes, own := f.Tool.Arguments(), f.arguments()
	renamed := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(f.Args)) {
		if !slices.Contains(takes, name) {
			b.problem(at+"/args/"+name, "face-argument", "%s has no argument %s; it has %s", f.Tool.Name, name, strings.Join(takes, ", "))
		}
		if from, ok := parameter(f.Args[name]); ok {
			renamed[from] = true
			if !slices.Contains(own, from) {
				b.problem(at+"/args/"+name, "face-argument", "%s has no parameter %s; it has %s", f.Name, from, strings.Join(own, ", "))
			}
		}
	}
	for _, name := range own {
		_, given := f.Args[name]
		if !renamed[name] && (given || !slices.Contains(takes, name)) {
			b.problem(at, "face-argument", "the parameter %s of %s goes nowhere: %s has no such argument of its own", name, f.Name, f.Tool.Name)
		}
	}
	for _, name := range f.Tool.required() {
		if _, given := f.Args[name]; !given && !slices.Contains(own, name) {
			b.problem(at, "face-argument", "%s never gives %s, which %s requires", f.Name, name, f.Tool.Name)
		}
	}
}

// parameter is the name in ":name".
func parameter(v any) (string, bool) {
	text, _ := v.(string)
	return strings.CutPrefix(text, ":")
}

func (f *Face) arguments() []string { return (&Tool{Parameters: f.Parameters}).Arguments() }

func (f *Face) required() []string { return (&Tool{Parameters: f.Parameters}).required() }

func (t *Tool) required() []string {
	var p struct {
		Required []string `json:"required"`
	}
	if json.Unmarshal(t.Parameters, &p) != nil {
		return nil
	}
	return p.Required
}

// Canonical brings arguments of the face to those of the tool that it stands for.
// They are a copy.
func (f *Face) Canonical(args map[string]any) map[string]any {
	out := maps.Clone(args)
	for _, v := range f.Args {
		if from, ok := parameter(v); ok {
			delete(out, from)
		}
	}
	for name, v := range f.Args {
		from, ok := parameter(v)
		if !ok {
			out[name] = v
		} else if given, has := args[from]; has {
			out[name] = given
		}
	}
	return out
}

// Of brings arguments of the tool to those of the face; false where the face
// cannot express them. An idempotency key that it does not take is left out.
func (f *Face) Of(args map[string]any) (map[string]any, bool) {
	out := maps.Clone(args)
	own := f.arguments()
	renamed := map[string]any{}
	for name, v := range f.Args {
		given, has := args[name]
		from, ok := parameter(v)
		delete(out, name)
		switch {
		case ok && has:
			renamed[from] = given
		case !ok && !(has && trace.Equal(trace.Normal(v), given)) && !(v == nil && !has):
			return nil, false
		}
	}
	maps.Copy(out, renamed)
	for name := range out {
		if slices.Contains(own, name) {
			continue
		}
		if name != f.Tool.Idempotency {
			return nil, false
		}
		delete(out, name)
	}
	return out, true
}

// Served is the case as it is through the interface: its suite has the tools that
// are served, and its reference calls them. Only what is served can drift.
func (i Interface) Served(c *Case) *Case {
	if i.Faces == nil {
		return c
	}
	suite, out := *c.Suite, *c
	suite.Tools = nil
	for _, f := range i.Faces {
		t := *f.Tool
		t.Name, t.Description, t.Parameters = f.Name, f.Description, f.Parameters
		if own := f.arguments(); !slices.Contains(own, t.Idempotency) {
			t.Idempotency = ""
		}
		suite.Tools = append(suite.Tools, &t)
	}
	out.Suite, out.Reference = &suite, slices.Clone(c.Reference)
	for n := range out.Reference {
		m := &out.Reference[n]
		m.Calls = slices.Clone(m.Calls)
		for j, call := range m.Calls {
			if f, args := i.face(call); f != nil {
				m.Calls[j].Tool, m.Calls[j].Args = f.Name, args
			}
		}
	}
	return &out
}

// face is the first that can make a call; nil where there is none.
func (i Interface) face(call CallMove) (*Face, map[string]any) {
	for _, f := range i.Faces {
		if f.Tool.Name != call.Tool {
			continue
		}
		if args, ok := f.Of(call.Args); ok && !slices.ContainsFunc(f.required(), func(name string) bool { _, has := args[name]; return !has }) {
			return f, args
		}
	}
	return nil, nil
}

// Lacks says why a case cannot be run through the interface, "" if it can: all
// that its reference calls and its expectations demand must have a counterpart.
func (i Interface) Lacks(c *Case) string {
	if i.Faces == nil {
		return ""
	}
	for _, m := range c.Reference {
		for _, call := range m.Calls {
			if f, _ := i.face(call); f == nil && c.Suite.Tool(call.Tool) != nil {
				return fmt.Sprintf("no tool can call %s with %s", call.Tool, strings.Join(slices.Sorted(maps.Keys(call.Args)), ", "))
			}
		}
	}
	for _, spec := range c.Expect.Calls {
		if !slices.ContainsFunc(i.Faces, func(f *Face) bool { return slices.Contains(spec.Tools, f.Tool.Name) }) {
			return "no tool stands for " + strings.Join(spec.Tools, " or ")
		}
	}
	return ""
}
