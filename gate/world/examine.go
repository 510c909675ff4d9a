package world

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// inspection is what can be told of a statement without running it.
type inspection struct {
	program
	refused string          // why a tool may not do this, or ""
	writes  map[string]bool // tables it changes, cascades included
	params  []string        // with their sigils; "" for a nameless one
	columns []string
}

// selects tells whether the statement only reads, and gives rows.
func (i inspection) selects() bool { return len(i.writes) == 0 && len(i.columns) > 0 }

// examine prepares a statement as a tool's.
func (c *conn) examine(sql string) (seen inspection, err error) {
	c.guard.watch(tools)
	defer c.guard.rest(tools)
	stmt, _, err := c.sql.PrepareTransient(sql)
	seen.refused, seen.writes = c.guard.refused, maps.Clone(c.guard.writes)
	if err != nil {
		return seen, err
	}
	for i := range stmt.BindParamCount() {
		seen.params = append(seen.params, stmt.BindParamName(i+1))
	}
	for i := range stmt.ColumnCount() {
		seen.columns = append(seen.columns, stmt.ColumnName(i))
	}
	if err := stmt.Finalize(); err != nil {
		return seen, err
	}
	seen.program, err = c.explain(sql)
	return seen, err
}

// param resolves one parameter of a tool's statement.
func (s *scope) param(at func(rule, fix, format string, args ...any), name string) param {
	if name == "" || name[0] == '?' {
		at("tool-parameter", "name the parameter: :argument, @session or $variable", "holds a parameter without a name")
		return param{}
	}
	p := param{source: name[0], name: name[1:]}
	unknown := func(known []string) {
		at("tool-parameter", "known here: "+listed(known), "names the unknown parameter %s", name)
	}
	switch p.source {
	case ':':
		if !slices.Contains(s.known, p.name) {
			unknown(prefixed(":", asSet(s.known)))
		}
	case '@':
		if p.name == "now" || p.name == "today" {
			break
		}
		s.session(p.name, unknown)
	case '$':
		value, ok := s.suite.Vars[p.name]
		if !ok {
			unknown(prefixed("$", s.suite.Vars))
		}
		p.value = trace.Normal(value)
	}
	return p
}

// session checks that every case's session gives what a tool reads.
func (s *scope) session(name string, unknown func([]string)) {
	all := map[string]bool{"now": true, "today": true}
	var lacking []*suites.Case
	for _, c := range s.cases {
		for key := range c.Session {
			all[key] = true
		}
		if _, ok := c.Session[name]; !ok {
			lacking = append(lacking, c)
		}
	}
	if len(lacking) > 0 && len(lacking) == len(s.cases) {
		unknown(prefixed("@", all))
		return
	}
	for _, c := range lacking {
		if missing := c.Name + "\n" + name; !s.lacking[missing] {
			s.lacking[missing] = true
			s.add("case-session", c.File, c.Line, "give it in the session, null if it has no value", "case %s: the session lacks %s, which %s reads as @%s", c.Name, name, s.tool.Name, name)
		}
	}
}

func asSet(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

// prefixed lists the keys of a map, sorted, each behind a prefix.
func prefixed[V any](prefix string, m map[string]V) []string {
	names := slices.Sorted(maps.Keys(m))
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

// listed joins names for a message.
func listed(names []string) string { return cmp.Or(strings.Join(names, ", "), "none") }
