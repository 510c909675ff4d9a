package world

import (
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
)

// table is what the harness knows about one table of the world.
type table struct {
	name     string
	line     int      // of its CREATE TABLE in world.sql
	source   string   // that statement
	columns  []string // generated ones included
	writable []string // all but the generated ones
	key      []string // columns of the primary key, in its order
	nullable []string // columns of the key that may hold NULL
	open     bool     // nobody knows the columns before rows are there
}

func (t *table) has(column string) bool {
	if t.open {
		return true
	}
	for _, name := range t.columns {
		if name == column {
			return true
		}
	}
	return false
}

// quote writes a name so that SQL reads it as one.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// describe reads the tables that world.sql made, in the order they were made.
func (c *conn) describe(lines map[string]int) ([]*table, error) {
	var tables []*table
	err := c.query(`SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid`,
		func(row *sqlite.Stmt) {
			name := row.ColumnText(0)
			tables = append(tables, &table{name: name, line: lines[name], source: row.ColumnText(1)})
		})
	for _, t := range tables {
		err = errors.Join(err, c.columns(t))
	}
	return tables, err
}

// columns fills in the columns and the key of a table. A key that is SQLite's
// own row number has no index and is never NULL, whatever its declaration says.
func (c *conn) columns(t *table) error {
	const sql = `SELECT name, "notnull", pk, hidden,
		(SELECT count(*) FROM pragma_index_list(?1) WHERE origin = 'pk') FROM pragma_table_xinfo(?1)`
	key := map[int]string{}
	err := c.query(sql, func(row *sqlite.Stmt) {
		name, notNull, place := row.ColumnText(0), row.ColumnBool(1), row.ColumnInt(2)
		t.columns = append(t.columns, name)
		if row.ColumnInt(3) == 0 {
			t.writable = append(t.writable, name)
		}
		if place == 0 {
			return
		}
		key[place] = name
		if indexed := row.ColumnInt(4) > 0; indexed && !notNull {
			t.nullable = append(t.nullable, name)
		}
	}, t.name)
	for i := range len(key) {
		t.key = append(t.key, key[i+1])
	}
	if err != nil {
		return fmt.Errorf("read columns of %s: %w", t.name, err)
	}
	return nil
}

// probes are statements that change every column of a table: what they compile
// to shows its constraints.
func (t *table) probes() []string {
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(t.writable)), ", ")
	names, sets := make([]string, len(t.writable)), make([]string, len(t.writable))
	for i, name := range t.writable {
		names[i], sets[i] = quote(name), quote(name)+" = ?"
	}
	return []string{
		fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", quote(t.name), strings.Join(names, ", "), marks),
		fmt.Sprintf("UPDATE %s SET %s", quote(t.name), strings.Join(sets, ", ")),
		fmt.Sprintf("DELETE FROM %s", quote(t.name)),
	}
}
