package world

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// names holds what the suite and its cases name against the tables.
type names struct {
	*complaints
	suite  *suites.Suite
	tables map[string]*table
	plans  map[string]*plan
}

func (n *names) check() {
	file := path.Join(path.Dir(n.suite.WorldFile), "suite.yaml")
	for _, name := range slices.Sorted(maps.Keys(n.suite.Effects)) {
		effect := n.suite.Effects[name]
		if t := n.table(file, 0, "effect "+name, effect.Table); t != nil {
			n.columns(file, 0, "effect "+name, t, effect.Columns)
		}
	}
	for _, name := range n.suite.Bookkeeping {
		n.table(file, 0, "bookkeeping", name)
	}
	for _, name := range n.suite.Volatile {
		tableName, column, _ := strings.Cut(name, ".")
		if t := n.table(file, 0, "volatile", tableName); t != nil {
			n.columns(file, 0, "volatile", t, []string{column})
		}
	}
	for _, t := range n.suite.Tools {
		if t.Undo != nil {
			n.undo(t)
		}
	}
	for _, c := range n.suite.Cases {
		n.kase(c)
	}
}

func (n *names) table(file string, line int, where, name string) *table {
	t := n.tables[name]
	if t == nil {
		n.add("table-unknown", file, line, meant(name, slices.Sorted(maps.Keys(n.tables))), "%s names the unknown table %q", where, name)
	}
	return t
}

func (n *names) columns(file string, line int, where string, t *table, columns []string) {
	for _, column := range columns {
		if !t.has(column) {
			n.add("column-unknown", file, line, meant(column, t.columns), "%s names the unknown column %q of %s", where, column, t.name)
		}
	}
}

// meant says which name was probably meant, and which there are.
func meant(name string, known []string) string {
	fix := "known are " + listed(known)
	if near := schemas.Nearest(name, known); near != "" {
		fix = "did you mean " + near + "? " + fix
	}
	return fix
}

func (n *names) kase(c *suites.Case) {
	groups := [][]suites.ChangeSpec{c.Expect.Changes, c.Expect.May}
	for _, a := range c.Expect.AnyOf {
		groups = append(groups, a.Changes, a.May)
	}
	for _, caller := range c.Callers() {
		for _, twist := range caller.Twists {
			groups = append(groups, twist.Allows)
		}
	}
	for _, later := range c.Later {
		groups = append(groups, later.Allows)
	}
	for _, specs := range groups {
		for _, spec := range specs {
			where := "case " + c.Name
			t := n.table(c.File, spec.Line, where, spec.Table)
			if t == nil {
				continue
			}
			for _, part := range []map[string]suites.Matcher{spec.Where, spec.Set, spec.With} {
				n.columns(c.File, spec.Line, where, t, slices.Sorted(maps.Keys(part)))
			}
		}
	}
}

// undo checks that the inverse of a tool can be called with what the declaration
// takes from the call and from its first change.
func (n *names) undo(t *suites.Tool) {
	inverse := n.tool(t.Undo.Tool)
	if inverse == nil {
		n.add("undo-tool", t.File, t.Line, "name a tool of the suite", "%s: undo names the unknown tool %s", t.Name, t.Undo.Tool)
		return
	}
	takes := inverse.Arguments()
	for _, name := range slices.Sorted(maps.Keys(t.Undo.Args)) {
		if !slices.Contains(takes, name) {
			n.add("undo-argument", t.File, t.Line, meant(name, takes), "%s: undo gives %s the unknown argument %s", t.Name, inverse.Name, name)
		}
		if source, ok := t.Undo.Args[name].(string); ok {
			n.source(t, source)
		}
	}
}

func (n *names) tool(name string) *suites.Tool {
	for _, t := range n.suite.Tools {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// source checks what an argument of an undo is taken from.
func (n *names) source(t *suites.Tool, source string) {
	name, ok := strings.CutPrefix(source, ":")
	if !ok {
		return
	}
	for _, side := range []string{"before.", "after."} {
		column, ok := strings.CutPrefix(name, side)
		if !ok {
			continue
		}
		for _, changed := range n.plans[t.Name].tables {
			if n.tables[changed].has(column) {
				return
			}
		}
		n.add("undo-argument", t.File, t.Line, "name a column of a table that the tool changes", "%s: undo takes %s, which no changed table has", t.Name, source)
		return
	}
	if arguments := t.Arguments(); !slices.Contains(arguments, name) {
		n.add("undo-argument", t.File, t.Line, meant(name, arguments), "%s: undo takes %s, which is no argument", t.Name, source)
	}
}
