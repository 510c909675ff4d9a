package world

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/keptgate/keptgate/gate/trace"
)

// maxChanges bounds the rows that one call may change.
const maxChanges = 10_000

// ops is the order in which a trigger's code counts what happened.
func ops() [3]trace.Op { return [3]trace.Op{trace.Insert, trace.Update, trace.Delete} }

// triggers writes the statements that make every change of the table call the
// capture function with the whole row before and after. Its first argument says
// which table and which operation: 3 * index + place in ops.
func (t *table) triggers(index int) []string {
	before, after := t.list("OLD."), t.list("NEW.")
	var out []string
	for i, op := range ops() {
		values := map[trace.Op]string{
			trace.Insert: after, trace.Update: before + ", " + after, trace.Delete: before,
		}[op]
		out = append(out, fmt.Sprintf("CREATE TRIGGER %s AFTER %s ON %s BEGIN SELECT %s(%d, %s); END",
			quote(reserved+string(op)+"_"+t.name), strings.ToUpper(string(op)), quote(t.name),
			captureName, 3*index+i, values))
	}
	return out
}

// list joins the quoted columns of the table, each behind a prefix.
func (t *table) list(prefix string) string {
	names := make([]string, len(t.columns))
	for i, name := range t.columns {
		names[i] = prefix + quote(name)
	}
	return strings.Join(names, ", ")
}

// capture notes one change of a row.
func (c *conn) capture(args []sqlite.Value) (sqlite.Value, error) {
	code := int(args[0].Int64())
	t, op := c.world.tables[code/3], ops()[code%3]
	values := args[1:]
	var before, after trace.Row
	var err error
	if op != trace.Insert {
		before, err = t.row(values[:len(t.columns)])
		values = values[len(values)-len(t.columns):]
	}
	if op != trace.Delete && err == nil {
		after, err = t.row(values)
	}
	if err != nil {
		return sqlite.Value{}, err
	}
	if len(c.changes) >= maxChanges {
		return sqlite.Value{}, fmt.Errorf("more than %d rows changed", maxChanges)
	}
	c.changes = append(c.changes, t.changes(op, before, after)...)
	return sqlite.Value{}, nil
}

// changes makes one change of an operation; two where an update moved the row to
// another key; none where it left the row as it was.
func (t *table) changes(op trace.Op, before, after trace.Row) []trace.Change {
	if op != trace.Update {
		row := before
		if op == trace.Insert {
			row = after
		}
		return []trace.Change{{Table: t.name, Op: op, ID: t.id(row), Before: before, After: after}}
	}
	switch {
	case !same(before, after, t.key):
		return append(t.changes(trace.Delete, before, nil), t.changes(trace.Insert, nil, after)...)
	case same(before, after, t.columns):
		return nil
	default:
		return []trace.Change{{Table: t.name, Op: op, ID: t.id(after), Before: before, After: after}}
	}
}

func same(a, b trace.Row, columns []string) bool {
	for _, name := range columns {
		if a[name] != b[name] {
			return false
		}
	}
	return true
}

// id joins the key of a row.
func (t *table) id(row trace.Row) string {
	parts := make([]string, len(t.key))
	for i, name := range t.key {
		switch v := row[name].(type) {
		case string:
			parts[i] = v
		case int64:
			parts[i] = strconv.FormatInt(v, 10)
		case float64:
			parts[i] = strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	return strings.Join(parts, "/")
}

func (t *table) row(values []sqlite.Value) (trace.Row, error) {
	row := make(trace.Row, len(values))
	for i, v := range values {
		name := t.columns[i]
		switch v.Type() {
		case sqlite.TypeInteger:
			row[name] = v.Int64()
		case sqlite.TypeFloat:
			f := v.Float()
			if math.IsInf(f, 0) {
				return nil, fmt.Errorf("%s.%s holds an infinite number", t.name, name)
			}
			row[name] = f
		case sqlite.TypeText:
			row[name] = strings.ToValidUTF8(v.Text(), "\uFFFD")
		case sqlite.TypeBlob:
			return nil, fmt.Errorf("%s.%s holds a blob", t.name, name)
		default:
			row[name] = nil
		}
	}
	return row, nil
}
