package world

import (
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
)

// inspect refuses what a world may not hold, and then puts the harness's
// triggers on every table.
func (l *loader) inspect() ([]*table, error) {
	tables, err := l.describe(l.lines)
	if err != nil {
		return nil, err
	}
	if err := l.exec("PRAGMA foreign_keys = ON"); err != nil {
		return nil, err
	}
	for i, t := range tables {
		if !l.shape(t) {
			continue
		}
		if err := errors.Join(l.constraints(t), l.values(t)); err != nil {
			return nil, err
		}
		for _, trigger := range t.triggers(i) {
			if err := l.exec(trigger); err != nil {
				return nil, fmt.Errorf("watch table %s: %w", t.name, err)
			}
		}
	}
	if err := l.views(); err != nil || len(l.list) > 0 {
		return nil, err
	}
	return tables, l.references()
}

// shape checks the key and the width of a table.
func (l *loader) shape(t *table) bool {
	file := l.suite.WorldFile
	width := (int(l.sql.Limit(sqlite.LimitFunctionArg, -1)) - 1) / 2
	switch {
	case len(t.key) == 0:
		l.add("world-key", file, t.line, "declare a PRIMARY KEY: changes are told apart by it", "table %s has no primary key", t.name)
	case len(t.nullable) > 0:
		l.add("world-nullable-key", file, t.line, "declare it NOT NULL", "table %s: key column %s may be NULL", t.name, strings.Join(t.nullable, ", "))
	case len(t.columns) > width:
		l.add("world-width", file, t.line, "split the table", "table %s has %d columns, the limit is %d", t.name, len(t.columns), width)
	default:
		return true
	}
	return false
}

// constraints looks for those that would act behind the back of a trial, which
// never commits.
func (l *loader) constraints(t *table) error {
	var all program
	for _, probe := range t.probes() {
		p, err := l.explain(probe)
		if err != nil {
			if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultInterrupt {
				return err
			}
			l.add("world-sql", l.suite.WorldFile, t.line, "correct the table or the key it points to", "table %s cannot be changed: %s", t.name, message(err))
			return nil
		}
		all.rollsBack = all.rollsBack || p.rollsBack
		all.deferred = all.deferred || p.deferred
	}
	if all.rollsBack {
		l.add("world-rollback", l.suite.WorldFile, t.line, "leave the clause away: a violated constraint refuses the call", "table %s says ON CONFLICT ROLLBACK", t.name)
	}
	// The table that a deferred key points to compiles alike.
	if _, _, says := cutFold(t.source, "deferred"); says && all.deferred {
		l.add("world-deferred", l.suite.WorldFile, t.line, "leave DEFERRABLE INITIALLY DEFERRED away: a trial never commits", "a foreign key of table %s is deferred", t.name)
	}
	return nil
}

// values refuses rows that hold what a record of a trial cannot: blobs and
// infinite numbers.
func (l *loader) values(t *table) error {
	tests := make([]string, len(t.columns))
	for i, name := range t.columns {
		tests[i] = fmt.Sprintf("max(typeof(%[1]s) = 'blob' OR %[1]s IN (9e999, -9e999))", quote(name))
	}
	return l.query(fmt.Sprintf("SELECT %s FROM %s", strings.Join(tests, ", "), quote(t.name)), func(row *sqlite.Stmt) {
		for i, name := range t.columns {
			if row.ColumnBool(i) {
				l.add("world-value", l.suite.WorldFile, t.line, "store text, an integer or a finite number", "%s.%s holds a blob or an infinite number", t.name, name)
			}
		}
	})
}

// views checks that each view can be read.
func (l *loader) views() error {
	var names []string
	err := l.query("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY rowid", func(row *sqlite.Stmt) {
		names = append(names, row.ColumnText(0))
	})
	for _, name := range names {
		if _, problem := l.explain("SELECT * FROM " + quote(name)); problem != nil {
			l.add("world-view", l.suite.WorldFile, l.lines[name], "correct the view", "view %s: %s", name, message(problem))
		}
	}
	return err
}

// references reports foreign keys that point at nothing, once per pair of tables.
func (l *loader) references() error {
	seen := map[string]bool{}
	return l.query("PRAGMA foreign_key_check", func(row *sqlite.Stmt) {
		from, to := row.ColumnText(0), row.ColumnText(2)
		if seen[from+"\n"+to] {
			return
		}
		seen[from+"\n"+to] = true
		which := ""
		if !row.ColumnIsNull(1) {
			which = fmt.Sprintf(" (row %d is the first)", row.ColumnInt64(1))
		}
		l.add("world-reference", l.suite.WorldFile, l.lines[from], "add the missing row or correct the reference", "a row of %s points to a row of %s that does not exist%s", from, to, which)
	})
}
