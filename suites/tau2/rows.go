package tau2

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Bounds of a database: rows, and bytes of what they become. A suite takes a
// world.sql of 32 MiB.
const (
	maxRows  = 500_000
	maxBytes = 31 << 20
	inInsert = 200 // rows in one statement
)

// entry is a value of the database with what holds it.
type entry struct {
	key   any // under which it stands: a name, or a place in a list, 1-based
	value any
	up    *entry
}

// rows are the database as statements that insert rows.
func (w *World) rows(db []byte) (string, error) {
	var root any
	if err := decode(db, &root); err != nil {
		return "", fmt.Errorf("read database: %w", err)
	}
	out := &inserts{}
	for _, t := range w.Setting.Tables {
		if err := out.table(t, &entry{value: root}); err != nil {
			return "", fmt.Errorf("fill table %s: %w", t.Table, err)
		}
	}
	if out.rows == 0 {
		return "", errors.New("fill tables: the paths of import.yaml lead to nothing in the database; is it that of this domain?")
	}
	return out.text.String(), nil
}

type inserts struct {
	text strings.Builder
	rows int
}

// table writes the rows of one table, in the order of the database's lists, and
// of names where it has objects.
func (out *inserts) table(t Table, root *entry) error {
	columns := slices.Sorted(maps.Keys(t.Columns))
	list, err := entries([]*entry{root}, strings.Split(t.From, "/"))
	if err != nil {
		return err
	}
	if out.rows += len(list); out.rows > maxRows {
		return fmt.Errorf("there are more than %d rows", maxRows)
	}
	for i, e := range list {
		if i%inInsert == 0 {
			fmt.Fprintf(&out.text, "\nINSERT INTO %s (%s) VALUES\n", quoted(t.Table), strings.Join(each(columns, quoted), ", "))
		}
		var values []string
		for _, c := range columns {
			v, err := column(e, t.Columns[c])
			if err != nil {
				return fmt.Errorf("entry %d, column %s: %w", i+1, c, err)
			}
			values = append(values, v)
		}
		end := ",\n"
		if i%inInsert == inInsert-1 || i == len(list)-1 {
			end = ";\n"
		}
		out.text.WriteString("  (" + strings.Join(values, ", ") + ")" + end)
		if out.text.Len() > maxBytes {
			return fmt.Errorf("the rows have more than %d bytes", maxBytes)
		}
	}
	return nil
}

// entries follows a path, where * stands for each entry of a list or an object.
func entries(from []*entry, steps []string) ([]*entry, error) {
	for _, step := range steps {
		var next []*entry
		for _, e := range from {
			if step != "*" {
				if v := e.at(step); v != nil {
					next = append(next, v)
				}
				continue
			}
			switch x := e.value.(type) {
			case []any:
				for i, v := range x {
					next = append(next, &entry{key: i + 1, value: v, up: e})
				}
			case map[string]any:
				for _, name := range slices.Sorted(maps.Keys(x)) {
					next = append(next, &entry{key: name, value: x[name], up: e})
				}
			default:
				return nil, errors.New("* stands where there is neither a list nor an object")
			}
			if len(next) > maxRows {
				return nil, fmt.Errorf("there are more than %d entries", maxRows)
			}
		}
		from = next
	}
	return from, nil
}

// at is the entry one step on: nil where there is none.
func (e *entry) at(step string) *entry {
	switch x := e.value.(type) {
	case map[string]any:
		if v, ok := x[step]; ok {
			return &entry{key: step, value: v, up: e}
		}
	case []any:
		if i, err := strconv.Atoi(step); err == nil && i >= 1 && i <= len(x) {
			return &entry{key: i, value: x[i-1], up: e}
		}
	}
	return nil
}

// column is the value of a column as SQL; NULL where the path leads nowhere.
func column(e *entry, spec any) (string, error) {
	path, times := "", int64(0)
	switch x := spec.(type) {
	case string:
		path = x
	case map[string]any:
		path, _ = x["path"].(string)
		times, _ = x["times"].(int64)
	}
	for _, step := range strings.Split(path, "/") {
		switch {
		case e == nil:
			return "NULL", nil
		case step == ".":
		case step == "..":
			e = e.up
		case step == "@":
			e = &entry{value: e.key}
		default:
			e = e.at(step)
		}
	}
	if e == nil {
		return "NULL", nil
	}
	if times > 0 && e.value != nil {
		return multiplied(e.value, times)
	}
	return sqlValue(e.value), nil
}

// multiplied is a number times another, rounded to a whole one, half away from
// zero, without what a float would lose.
func multiplied(v any, times int64) (string, error) {
	n, ok := v.(json.Number)
	if ok && len(n) <= 40 && !strings.ContainsAny(n.String(), "eE") {
		if r, ok := new(big.Rat).SetString(n.String()); ok {
			return r.Mul(r, new(big.Rat).SetInt64(times)).FloatString(0), nil
		}
	}
	return "", fmt.Errorf("%.60s is no plain number to multiply", plain(v))
}

// sqlValue is a value as SQL. Lists and objects become JSON.
func sqlValue(v any) string {
	switch x := v.(type) {
	case nil:
		return "NULL"
	case bool:
		return strconv.Itoa(map[bool]int{true: 1}[x])
	case int:
		return strconv.Itoa(x)
	case json.Number:
		return x.String()
	case string:
		return sqlText(x)
	default:
		return sqlText(plain(x))
	}
}

func sqlText(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, "\x00", ""), "'", "''") + "'"
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func each[T any](list []T, f func(T) string) []string {
	var out []string
	for _, v := range list {
		out = append(out, f(v))
	}
	return out
}
