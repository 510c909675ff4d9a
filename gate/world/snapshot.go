package world

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// Bounds of what is read of a server's state.
const (
	maxState   = 10_000  // rows of one table
	maxPrinted = 4 << 20 // bytes that a command prints
)

// state is what can be seen of a server: its rows by their key, by table.
type state map[string]map[string]trace.Row

// look reads all tables that the suite declares.
func (s *server) look(ctx context.Context) (state, error) {
	out := state{}
	for _, table := range s.declared.State {
		rows, err := s.table(ctx, table)
		if err != nil {
			return nil, fmt.Errorf("read state of table %s: %w", table.Table, err)
		}
		out[table.Table] = rows
	}
	return out, nil
}

func (s *server) table(ctx context.Context, table suites.Snapshot) (map[string]trace.Row, error) {
	var body any
	var err error
	switch {
	case table.Tree != "":
		return s.tree(table)
	case table.Resources:
		body, err = s.resources(ctx)
	case len(table.Command) > 0:
		body, err = s.printed(ctx, table.Command)
	default:
		body, err = s.asked(ctx, table)
	}
	if err != nil {
		return nil, err
	}
	return rowsIn(table, body)
}

// asked is what a call of the snapshot answers.
func (s *server) asked(ctx context.Context, table suites.Snapshot) (any, error) {
	reply, err := s.call(ctx, table.Tool, table.Args)
	switch {
	case err != nil:
		return nil, err
	case !reply.OK():
		return nil, fmt.Errorf("%s answers %s", table.Tool, reply.Text())
	default:
		return reply.Body, nil
	}
}

func (s *server) printed(ctx context.Context, command []string) (any, error) {
	text, err := s.output(ctx, command)
	if err != nil {
		return nil, err
	}
	v, err := trace.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("read what %s prints: it is not JSON: %w", command[0], err)
	}
	return s.folder.out(v), nil
}

func (s *server) resources(ctx context.Context) (any, error) {
	list, err := s.client.Resources(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]any, len(list))
	for i, r := range list {
		out[i] = object{"uri": r.URI, "name": r.Name, "mime_type": r.MIMEType}
	}
	return s.folder.out(out), nil
}

// rowsIn makes rows of an answer.
func rowsIn(table suites.Snapshot, body any) (map[string]trace.Row, error) {
	found, err := within(body, table.Rows)
	if err != nil {
		return nil, err
	}
	list, isList := found.([]any)
	if !isList {
		list = []any{found}
		if o, ok := found.(object); ok && table.Rows == "" && len(o) == 1 {
			if items, ok := o["items"].([]any); ok {
				list = items // a list stands there
			}
		}
	}
	if len(list) > maxState {
		return nil, fmt.Errorf("it has more than %d rows", maxState)
	}
	rows := make(map[string]trace.Row, len(list))
	for _, item := range list {
		row := rowOf(item)
		id, err := rowKey(table, row)
		if err != nil {
			return nil, err
		}
		rows[another(rows, id)] = row
	}
	return rows, nil
}

// rowKey joins the key of a row.
func rowKey(table suites.Snapshot, row trace.Row) (string, error) {
	if len(table.Key) == 0 {
		return spelled(map[string]any(row)), nil
	}
	parts := make([]string, len(table.Key))
	for i, name := range table.Key {
		switch v := row[name].(type) {
		case nil:
			return "", fmt.Errorf("a row has no %s, which is part of the key", name)
		case string:
			parts[i] = v
		default:
			parts[i] = spelled(v)
		}
	}
	return strings.Join(parts, "/"), nil
}

// another is the name of a row: that of its key, and a number behind it where
// several rows have one key.
func another(rows map[string]trace.Row, id string) string {
	name := id
	for n := 2; rows[name] != nil; n++ {
		name = id + "#" + strconv.Itoa(n)
	}
	return name
}

// within finds the rows in an answer; nothing is no rows.
func within(body any, path string) (any, error) {
	v := body
	for _, name := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' }) {
		o, ok := v.(object)
		if !ok || o[name] == nil {
			return nil, fmt.Errorf("the answer has no %s", path)
		}
		v = o[name]
	}
	if v == nil {
		return []any{}, nil
	}
	return v, nil
}

// rowOf makes a row of one item. What is nested stands as JSON text in one
// spelling, yes and no as 1 and 0.
func rowOf(item any) trace.Row {
	fields, ok := item.(object)
	if !ok {
		fields = object{"value": item}
	}
	row := make(trace.Row, len(fields))
	for name, v := range fields {
		switch x := v.(type) {
		case bool:
			row[name] = int64(0)
			if x {
				row[name] = int64(1)
			}
		case []any, object:
			row[name] = spelled(x)
		default:
			row[name] = v
		}
	}
	return row
}

// compared lists the rows that differ between two states, by table and key.
// Both sides of a change have the same columns.
func compared(before, after state) []trace.Change {
	var out []trace.Change
	for _, table := range slices.Sorted(maps.Keys(after)) {
		then, now := before[table], after[table]
		ids := maps.Clone(then)
		if ids == nil {
			ids = map[string]trace.Row{}
		}
		maps.Copy(ids, now)
		for _, id := range slices.Sorted(maps.Keys(ids)) {
			if c, differs := changed(table, id, then[id], now[id]); differs {
				out = append(out, c)
			}
		}
	}
	return out
}

func changed(table, id string, before, after trace.Row) (trace.Change, bool) {
	c := trace.Change{Table: table, ID: id, Op: trace.Update, Before: before, After: after}
	switch {
	case before == nil:
		c.Op = trace.Insert
	case after == nil:
		c.Op = trace.Delete
	default:
		c.Before, c.After = widened(before, after), widened(after, before)
		return c, len(c.Columns()) > 0
	}
	return c, true
}

// widened is a row with all columns of another; those it lacks are null.
func widened(row, other trace.Row) trace.Row {
	out := maps.Clone(row)
	for name := range other {
		if _, has := out[name]; !has {
			out[name] = nil
		}
	}
	return out
}

// readAll reads to the end, and no more than limit bytes.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(b)) > limit {
		err = fmt.Errorf("it has more than %d bytes", limit)
	}
	return b, err
}
