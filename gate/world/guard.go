package world

import (
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"
)

// mode says whose SQL a connection is preparing.
type mode int

const (
	harness mode = iota // our own: anything goes
	loading             // world.sql: tables, indexes, views, rows
	tools               // a suite's tools: reading and changing rows
)

// guard is the authorizer of a connection. SQLite asks it while a statement is
// prepared; it notes what the statement does and why it was refused. It is set
// once, before any statement is cached, because setting it anew makes SQLite
// prepare the cached ones again.
type guard struct {
	mode    mode
	modules []string // virtual tables that tools may not read

	refused string          // why the first refused action was refused
	created []string        // tables and views
	writes  map[string]bool // tables
}

// watch forgets what was noted and begins to judge by m.
func (g *guard) watch(m mode) {
	*g = guard{mode: m, modules: g.modules, writes: map[string]bool{}}
}

// rest ends a watch: what is prepared from now on is judged by m, and nothing is
// noted.
func (g *guard) rest(m mode) { *g = guard{mode: m, modules: g.modules} }

// Authorize implements sqlite.Authorizer.
func (g *guard) Authorize(a sqlite.Action) sqlite.AuthResult {
	if g.mode == harness {
		return sqlite.AuthResultOK
	}
	reason := g.judge(a)
	if reason == "" {
		return sqlite.AuthResultOK
	}
	if g.refused == "" {
		g.refused = reason
	}
	return sqlite.AuthResultDeny
}

// judge returns why an action is refused, or "".
func (g *guard) judge(a sqlite.Action) string {
	switch a.Type() {
	case sqlite.OpSelect, sqlite.OpFunction, sqlite.OpRecursive:
		return ""
	case sqlite.OpRead:
		return g.read(a.Table())
	case sqlite.OpInsert, sqlite.OpUpdate, sqlite.OpDelete:
		return g.write(a.Table())
	}
	if g.mode == loading {
		switch a.Type() {
		case sqlite.OpCreateTable, sqlite.OpCreateView:
			g.created = append(g.created, a.Table()+a.View())
			return ""
		case sqlite.OpCreateIndex, sqlite.OpReindex:
			return ""
		}
	}
	return action(a)
}

// read returns why a table may not be read, or "". While world.sql is loaded
// SQLite itself uses the tables of its schema.
func (g *guard) read(name string) string {
	folded := strings.ToLower(name)
	own := g.mode == tools && strings.HasPrefix(folded, "sqlite_")
	if own || strings.HasPrefix(folded, "pragma_") || slices.Contains(g.modules, folded) {
		return "reads " + name + ", a table of the database itself"
	}
	return ""
}

// write returns why a table may not be changed, or "", and notes the table.
func (g *guard) write(name string) string {
	if g.writes != nil {
		g.writes[name] = true
	}
	switch {
	case g.mode != tools || !strings.HasPrefix(name, "sqlite_"):
		return ""
	case strings.HasSuffix(name, "_master"):
		return "changes the schema"
	default:
		return "changes " + name + ", a table of the database itself"
	}
}

// action names a refused action for a reader.
func action(a sqlite.Action) string {
	switch a.Type() {
	case sqlite.OpPragma:
		return "holds PRAGMA " + a.Pragma()
	case sqlite.OpAttach, sqlite.OpDetach:
		return "attaches or detaches a database"
	case sqlite.OpTransaction, sqlite.OpSavepoint:
		return "holds " + a.Operation()
	case sqlite.OpCreateTrigger, sqlite.OpCreateTempTrigger:
		return "creates a trigger"
	case sqlite.OpCreateVTable:
		return "creates a virtual table"
	case sqlite.OpCreateTempTable, sqlite.OpCreateTempIndex, sqlite.OpCreateTempView:
		return "creates something temporary"
	case sqlite.OpCreateTable, sqlite.OpCreateIndex, sqlite.OpCreateView, sqlite.OpAlterTable, sqlite.OpReindex:
		return "changes the schema"
	case sqlite.OpAnalyze:
		return "holds ANALYZE"
	default:
		return "drops something"
	}
}
