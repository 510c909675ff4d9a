package world

import (
	"strings"

	"zombiezen.com/go/sqlite"
)

// program is what SQLite compiles a statement to, as EXPLAIN lists it: the one
// place where the functions it calls and its conflict clauses can be read.
type program struct {
	functions []string // scalar functions, folded
	rollsBack bool     // a violated constraint would end the transaction
	deferred  bool     // a foreign key is checked at COMMIT, which never comes
	vacuums   bool
}

func (c *conn) explain(sql string) (program, error) {
	const onConflictRollback = 1
	var p program
	err := c.query("EXPLAIN "+sql, func(row *sqlite.Stmt) {
		p1, p2 := row.ColumnInt(2), row.ColumnInt(3)
		switch row.ColumnText(1) {
		case "Function", "PureFunc":
			name, _, _ := strings.Cut(row.ColumnText(5), "(")
			p.functions = append(p.functions, strings.ToLower(name))
		case "Halt", "HaltIfNull":
			p.rollsBack = p.rollsBack || p1 != 0 && p2 == onConflictRollback
		case "FkCounter":
			p.deferred = p.deferred || p1 != 0
		case "Vacuum":
			p.vacuums = true
		}
	})
	return p, err
}
