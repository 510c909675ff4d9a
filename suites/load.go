package suites

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/keptgate/keptgate/schemas"
)

// maxFile bounds each file of a suite, in bytes; world.sql may be larger.
const (
	maxFile  = 1 << 20
	maxWorld = 32 << 20
)

// Load reads the suite in folder dir of fsys. The seed chooses the values of
// the suite's variables; 0 is the published choice. An error is either
// schemas.Problems, which says what to mend in which file, or says that a file
// could not be read.
func Load(fsys fs.FS, dir string, seed uint64) (*Suite, error) {
	l := &loader{fsys: fsys, dir: dir}
	s := l.suite(seed)
	if len(l.problems) > 0 {
		return nil, schemas.Problems(l.problems)
	}
	return s, nil
}

type loader struct {
	fsys     fs.FS
	dir      string
	recast   *recast  // what the seed replaces; nil: nothing
	check    *checker // of what it cannot replace well; nil: nothing is replaced
	problems []schemas.Problem
}

func (l *loader) suite(seed uint64) *Suite {
	b, raw := read[rawSuite](l, "suite.yaml", "suite", nil)
	if b == nil {
		return nil
	}
	vars := l.variation(b, raw, seed)
	fill := &filler{vars: vars}
	_, filled := read[rawSuite](l, "suite.yaml", "suite", &filler{vars: vars, keep: []string{"vary", "recast"}})
	s := b.suite(filled, vars)
	switch {
	case raw.World == "none":
		l.callLevel(b, raw, s)
	case raw.Server != nil:
		l.server(b, filled.Server, s)
	default:
		s.WorldFile = path.Join(l.dir, "world.sql")
		s.World = string(l.file("world.sql", maxWorld))
		l.check.sql(s.WorldFile, s.World)
		s.World = l.recast.sql(s.World)
	}
	l.problems = append(l.problems, b.problems...)
	if !s.CallLevel || l.has("policy.md") {
		l.policy(s, fill)
	}
	if s.CallLevel {
		l.callTools(s)
	} else {
		l.tools(s, vars)
		l.files(s, vars)
	}
	s.Digest = s.digest()
	l.cases(s, raw, vars)
	if l.check != nil {
		l.check.unused(raw.Recast, func(i int) schemas.Problem { return b.doc.Problem(fmt.Sprintf("/recast/names/%d", i), "", "") })
		l.problems = append(l.problems, l.check.found...)
	}
	if len(l.problems) == 0 {
		l.problems = append(l.problems, l.names(s)...)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		if s.Server == nil && len(l.problems) == 0 { // else its tools are known once it was met
			_, wrong := s.Files[name].faces(s)
			l.problems = append(l.problems, wrong...)
		}
	}
	return s
}

// names checks all names of a suite. Those of a server's tools are known once it
// was met, or where its answers are recorded.
func (l *loader) names(s *Suite) []schemas.Problem {
	switch {
	case s.Server == nil:
		return s.resolve()
	case s.Server.Recording == nil:
		return nil
	}
	var problems schemas.Problems
	errors.As(s.Adopt(s.Server.Recording.Tools), &problems)
	return problems
}

// variation draws what a seed puts in the place of what the files hold.
func (l *loader) variation(b *builder, raw rawSuite, seed uint64) map[string]any {
	now, err := time.Parse(time.RFC3339, raw.Now)
	if err != nil {
		seed = 0 // said when the suite is built
	}
	if raw.Recast != nil {
		for i, text := range raw.Recast.Identifiers {
			if _, err := regexp.Compile(text); err != nil {
				b.problem(fmt.Sprintf("/recast/identifiers/%d", i), "recast-identifiers", "%q is not a regular expression: %v", text, err)
				seed = 0
			}
		}
	}
	l.recast = newRecast(raw.Recast, seed, now)
	l.check = newChecker(raw.Recast, l.recast)
	vars, twice := choose(raw.Vary, seed)
	for _, name := range twice {
		b.problem("/vary/"+name, "vary-twice", "$%s is declared twice, once as a part of another variable", name)
	}
	for name, v := range vars {
		l.check.value("/vary/"+name+"/0", v, b.doc)
		vars[name] = l.recast.value("", v)
	}
	return vars
}

func (l *loader) policy(s *Suite, fill *filler) {
	text := string(l.file("policy.md", maxFile))
	name := path.Join(l.dir, "policy.md")
	l.check.lines(name, text)
	for i, line := range strings.Split(text, "\n") {
		fill.unknown = func(_, variable string) {
			l.problems = append(l.problems, unknownVariable(schemas.Problem{File: name, Line: i + 1, Column: 1}, variable))
		}
		s.Policy += fill.text("", l.recast.text(line)) + "\n"
	}
	s.Policy = strings.TrimSpace(s.Policy)
}

func (l *loader) tools(s *Suite, vars map[string]any) {
	keep := []string{"parameters", "check", "exec", "result", "list"}
	schema := "tools"
	if s.Server != nil {
		if _, err := fs.Stat(l.fsys, path.Join(l.dir, "tools.yaml")); err != nil {
			return // the server's own hints say all
		}
		schema = "server-tools"
	}
	b, raw := read[[]rawTool](l, "tools.yaml", schema, &filler{vars: vars, keep: keep})
	if b == nil {
		return
	}
	for i, t := range raw {
		s.Tools = append(s.Tools, b.tool(fmt.Sprintf("/%d", i), t))
	}
	l.problems = append(l.problems, b.problems...)
}

func (l *loader) cases(s *Suite, suite rawSuite, vars map[string]any) {
	names, err := fs.Glob(l.fsys, path.Join(l.dir, "cases", "*.yaml"))
	if err != nil {
		l.fail(path.Join(l.dir, "cases"), err)
	}
	slices.Sort(names)
	for _, name := range names {
		file := strings.TrimPrefix(name, l.dir+"/")
		if s.CallLevel {
			l.callCases(file, s, suite)
			continue
		}
		b, raw := read[[]rawCase](l, file, "cases", &filler{vars: vars, keep: []string{"meanwhile"}})
		if b == nil {
			continue
		}
		for i, c := range raw {
			if err := c.Expect.list(); err != nil {
				l.fail(name, err)
				continue
			}
			c.Caller.Persona = l.recast.persona(c.Caller.Persona, c.Name)
			kase := b.kase(fmt.Sprintf("/%d", i), c, s)
			kase.Digest = kase.digest(c)
			s.Cases = append(s.Cases, kase)
		}
		l.problems = append(l.problems, b.problems...)
	}
	if len(s.Cases) == 0 && len(l.problems) == 0 {
		l.problems = append(l.problems, schemas.Problem{
			Rule: "suite-empty", Severity: schemas.Error, File: path.Join(l.dir, "cases"),
			Message: fmt.Sprintf("suite %s has no cases", s.Name),
			Fix:     "add a file such as cases/first.yaml with one case",
		})
	}
}

// read parses a file, checks it against the named schema, fills its variables
// and decodes it. A nil builder means that the file is not usable.
func read[T any](l *loader, file, schema string, fill *filler) (*builder, T) {
	var raw T
	name := path.Join(l.dir, file)
	data := l.file(file, maxFile)
	if data == nil {
		return nil, raw
	}
	doc, problems := schemas.ParseYAML(name, data)
	if len(problems) == 0 {
		problems = doc.CheckOwn(schema)
	}
	if len(problems) > 0 {
		l.problems = append(l.problems, problems...)
		return nil, raw
	}
	b := &builder{doc: doc}
	value := doc.Value
	if fill != nil {
		l.check.value("", value, doc)
		value = l.recast.value("", value)
		fill.unknown = func(pointer, variable string) {
			b.problems = append(b.problems, unknownVariable(doc.Problem(pointer, "", ""), variable))
		}
		value = fill.value("", value)
	}
	if err := schemas.Decode(value, &raw); err != nil {
		l.fail(name, err)
		return nil, raw
	}
	return b, raw
}

func unknownVariable(at schemas.Problem, name string) schemas.Problem {
	at.Rule, at.Severity = "suite-variable", schemas.Error
	at.Message = fmt.Sprintf("unknown suite variable $%s", name)
	at.Fix = fmt.Sprintf("declare %s under vary in suite.yaml, or write $$%s for a literal dollar", name, name)
	return at
}

// file reads one file of the suite, or notes why it cannot and returns nil.
func (l *loader) file(name string, limit int64) []byte {
	full := path.Join(l.dir, name)
	info, err := fs.Stat(l.fsys, full)
	if err == nil && info.Size() > limit {
		err = fmt.Errorf("it has %d bytes, more than the %d allowed", info.Size(), limit)
	}
	if err != nil {
		l.fail(full, err)
		return nil
	}
	data, err := fs.ReadFile(l.fsys, full)
	if err != nil {
		l.fail(full, err)
	}
	return data
}

func (l *loader) fail(file string, err error) {
	p := schemas.Problem{Rule: "suite-file", Severity: schemas.Error, File: file, Message: fmt.Sprintf("read %s: %v", path.Base(file), err)}
	if errors.Is(err, fs.ErrNotExist) {
		p.Message = "no such file"
		p.Fix = "a suite has suite.yaml, world.sql, tools.yaml, policy.md and cases/*.yaml"
	}
	l.problems = append(l.problems, p)
}
