package world

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds on what one call may return.
const (
	maxRows   = 1_000
	maxResult = 256 << 10 // bytes of all values
)

// clock writes a time as SQL and candidates see it.
func clock(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// of returns the value of a parameter for one call. An argument that was not
// given is NULL.
func (p *param) of(in *call) any {
	switch p.source {
	case ':':
		if v, ok := in.bound[p.name]; ok {
			return v
		}
		return in.args[p.name]
	case '@':
		switch p.name {
		case "now":
			return clock(in.now)
		case "today":
			return in.now.UTC().Format(time.DateOnly)
		}
		return in.session[p.name]
	default:
		return p.value
	}
}

// bindValue binds a decoded value. Booleans become 0 and 1, arrays and objects
// JSON text.
func bindValue(stmt *sqlite.Stmt, param int, v any) {
	switch x := v.(type) {
	case nil:
		stmt.BindNull(param)
	case bool:
		stmt.BindBool(param, x)
	case int:
		stmt.BindInt64(param, int64(x))
	case int64:
		stmt.BindInt64(param, x)
	case float64:
		stmt.BindFloat(param, x)
	case string:
		stmt.BindText(param, x)
	default:
		stmt.BindText(param, spelled(x))
	}
}

// value reads one column of the current row.
func value(stmt *sqlite.Stmt, i int) (any, error) {
	switch stmt.ColumnType(i) {
	case sqlite.TypeInteger:
		return stmt.ColumnInt64(i), nil
	case sqlite.TypeFloat:
		f := stmt.ColumnFloat(i)
		if math.IsInf(f, 0) {
			return nil, errors.New("the number is infinite")
		}
		return f, nil
	case sqlite.TypeText:
		return strings.ToValidUTF8(stmt.ColumnText(i), "\uFFFD"), nil
	case sqlite.TypeBlob:
		return nil, errors.New("the value is a blob")
	default:
		return nil, nil
	}
}

// answer runs the statement that gives a tool's result and makes the body of it.
func (c *conn) answer(p *plan, in *call) (body any, err error) {
	q := p.answer
	stmt, err := c.start(q, in)
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, stmt.Reset(), c.failed()) }()
	items, size := []any{}, 0
	for p.list || len(items) == 0 {
		row, err := stmt.Step()
		if err != nil {
			return nil, err
		}
		if !row {
			break
		}
		if len(items) == maxRows {
			return nil, fmt.Errorf("it has more than %d rows; give the tool a limit", maxRows)
		}
		item, n, err := record(stmt, q)
		if err != nil {
			return nil, err
		}
		if size += n; size > maxResult {
			return nil, fmt.Errorf("it has more than %d bytes; give the tool a limit", maxResult)
		}
		items = append(items, item)
	}
	switch {
	case p.list:
		return object{"items": items, "count": int64(len(items))}, nil
	case len(items) == 1:
		return items[0], nil
	default:
		return nil, nil
	}
}

// record makes an object of the current row and measures it.
func record(stmt *sqlite.Stmt, q *query) (object, int, error) {
	out, size := make(object, len(q.columns)), 0
	for i, column := range q.columns {
		v, err := value(stmt, i)
		if err != nil {
			return nil, 0, fmt.Errorf("column %s: %w", column.name, err)
		}
		text, isText := v.(string)
		size += len(column.name) + len(text) + 8
		if column.json && isText {
			if !json.Valid([]byte(text)) {
				return nil, 0, fmt.Errorf("column %s:json is not JSON", column.name)
			}
			if v, err = trace.Decode([]byte(text)); err != nil {
				return nil, 0, fmt.Errorf("column %s:json: %w", column.name, err)
			}
		}
		out[column.name] = v
	}
	return out, size, nil
}
