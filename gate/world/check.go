package world

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// Check loads the suite's world and holds its tools and cases against it. The
// error is schemas.Problems where something in the suite is wrong.
func Check(ctx context.Context, suite *suites.Suite) error {
	w, err := Open(ctx, suite)
	if err != nil {
		return err
	}
	return w.Close()
}

// checker makes the plans of a suite's tools and complains about what it finds.
type checker struct {
	*conn
	*complaints
	suite    *suites.Suite
	unsteady []string        // functions that no tool may call
	lacking  map[string]bool // session values already complained of, "case\nname"
}

// tool makes the plan of one tool.
func (k *checker) tool(t *suites.Tool) *plan {
	p := k.served(t)
	if t.Cursor != "" && t.List == "" && slices.Contains(t.Arguments(), t.Cursor) {
		k.add("tool-cursor", t.File, t.Line, "give the tool a list, or leave the cursor out", "%s has a cursor and no list", t.Name)
	}
	names := slices.DeleteFunc(t.Arguments(), func(name string) bool { return t.Cursor != "" && name == t.Cursor })
	p.rival = k.rival(t, names)
	s := &scope{checker: k, tool: t, known: names, written: map[string]bool{}, cases: k.suite.Cases}
	for _, st := range t.Steps {
		p.steps = append(p.steps, s.step(st))
	}
	switch {
	case t.Result != "":
		p.answer = s.answer("result", t.Result)
	case t.List != "":
		p.answer, p.list = s.answer("list", t.List), true
	}
	p.tables = slices.Sorted(maps.Keys(s.written))
	p.writes = len(p.tables) > 0
	if p.writes && !t.Writes() {
		k.add("tool-read-writes", t.File, t.Line, "declare it effect: write or irreversible", "%s is declared effect: %s and changes %s", t.Name, t.Kind, strings.Join(p.tables, ", "))
	}
	return p
}

// served makes what does not depend on how a tool works.
func (c *complaints) served(t *suites.Tool) *plan {
	p := &plan{kind: t.Kind, key: t.Key, replay: t.Idempotency, cursor: t.Cursor, tool: t}
	p.served.Name, p.served.Description, p.served.Parameters = t.Name, t.Description, t.Parameters
	compiled, problems := schemas.Compile(t.Parameters)
	p.schema = compiled
	for _, problem := range problems {
		problem.File, problem.Line, problem.Column = t.File, t.Line, 1
		c.list = append(c.list, problem)
	}
	if slices.Contains([]string{trace.ToolWait, trace.ToolHandover, trace.ToolCloseCall}, t.Name) {
		c.add("tool-reserved", t.File, t.Line, "choose another name", "the harness serves %s itself", t.Name)
	}
	names := t.Arguments()
	if t.Idempotency != "" && !slices.Contains(names, t.Idempotency) {
		c.add("tool-parameter", t.File, t.Line, "add it to the parameters", "%s: the idempotency key %s is no parameter", t.Name, t.Idempotency)
	}
	for _, name := range t.Key {
		if !slices.Contains(names, name) {
			c.add("tool-parameter", t.File, t.Line, "name parameters of the tool", "%s: key names %s, which is no parameter", t.Name, name)
		}
	}
	if t.Cursor != "" && !slices.Contains(names, t.Cursor) {
		c.add("tool-parameter", t.File, t.Line, "add it to the parameters", "%s: the cursor %s is no parameter", t.Name, t.Cursor)
	}
	if at := slices.Index(p.key, t.Cursor); t.Cursor != "" && at >= 0 { // the pages of one list are one thing
		p.key = slices.Delete(slices.Clone(p.key), at, at+1)
	}
	return p
}

// parameterName is a column that a later statement can name as :column.
var parameterName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// scope is what the statements of one tool can name.
type scope struct {
	*checker
	tool    *suites.Tool
	known   []string // arguments, then columns as they are bound
	written map[string]bool
	cases   []*suites.Case // in whose trials they run
}

func (s *scope) step(st suites.Step) step {
	sql, what := st.Exec, "exec"
	if st.Check != "" {
		sql, what = st.Check, "check"
	}
	out := step{check: st.Check != "", error: st.Error}
	q, seen := s.query(what, sql, st.Line)
	if q == nil {
		return out
	}
	if out.check && !seen.selects() {
		s.add("tool-check", s.tool.File, st.Line, "make it a SELECT that gives a row where the call may go on", "%s: a check must only read", s.tool.Name)
	}
	s.bind(q, st.Line)
	out.query = q
	return out
}

func (s *scope) answer(what, sql string) *query {
	q, seen := s.query(what, sql, s.tool.Line)
	if q == nil {
		return nil
	}
	if !seen.selects() {
		s.add("tool-result", s.tool.File, s.tool.Line, "write the change as an exec step", "%s: %s must only read", s.tool.Name, what)
	}
	served := map[string]bool{}
	for _, c := range q.columns {
		if c.name == "" || served[c.name] {
			s.add("tool-columns", s.tool.File, s.tool.Line, "name each column with AS", "%s: %s gives two columns of one name", s.tool.Name, what)
		}
		served[c.name] = true
	}
	return q
}

// bind makes the columns of a step known to the statements after it.
func (s *scope) bind(q *query, line int) {
	for _, c := range q.columns {
		if !parameterName.MatchString(c.name) {
			continue // cannot be written as a parameter
		}
		if slices.Contains(s.tool.Arguments(), c.name) {
			s.add("tool-clash", s.tool.File, line, "give the column another name with AS", "%s: column %s has the name of an argument", s.tool.Name, c.name)
		}
		s.known = append(s.known, c.name)
	}
}

// query checks one statement and resolves its parameters; nil where it cannot
// be prepared.
func (s *scope) query(what, sql string, line int) (*query, inspection) {
	at := func(rule, fix, format string, args ...any) {
		s.add(rule, s.tool.File, line, fix, "%s: %s", s.tool.Name, fmt.Sprintf(what+" "+format, args...))
	}
	statements := split(sql)
	if len(statements) != 1 {
		at("tool-statement", "write one statement; more of them are more steps", "holds %d SQL statements", len(statements))
		return nil, inspection{}
	}
	text := statements[0].text
	seen, err := s.examine(text)
	switch {
	case strings.Contains(strings.ToLower(text), reserved):
		at("tool-denied", "choose another name", "names something that begins with %s, which belongs to the harness", reserved)
		return nil, seen
	case seen.refused != "":
		at("tool-denied", "a tool may read and change rows, nothing else", "%s", seen.refused)
		return nil, seen
	case err != nil:
		at("tool-sql", "correct the SQL", "is not valid: %s", message(err))
		return nil, seen
	case seen.vacuums:
		at("tool-denied", "a tool may read and change rows, nothing else", "holds VACUUM")
	case seen.rollsBack:
		at("tool-denied", "leave OR ROLLBACK away: a violated constraint refuses the call", "says OR ROLLBACK")
	}
	for _, name := range seen.functions {
		if slices.Contains(s.unsteady, name) {
			at("tool-function", "use RETURNING, @now or random()", "calls %s, whose value does not follow from the trial", name)
		}
	}
	maps.Copy(s.written, seen.writes)
	q := &query{sql: text, columns: columns(seen.columns)}
	for _, name := range seen.params {
		q.params = append(q.params, s.param(at, name))
	}
	return q, seen
}

// columns reads what the names of a statement's columns ask for.
func columns(names []string) []column {
	out := make([]column, len(names))
	for i, name := range names {
		out[i].name, out[i].json = strings.CutSuffix(name, ":json")
	}
	return out
}
