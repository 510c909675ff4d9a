package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites"
)

// goldenSpecs writes what two runs of a reference left as expected changes, in the
// order of the first run, whose ledger is given.
func goldenSpecs(c *suites.Case, keys func(table string) []string, l trace.Ledger, runs [2][]trace.Change) []suites.ChangeSpec {
	g := &gilder{c: c, keys: keys, ledger: l}
	var specs []suites.ChangeSpec
	for i, change := range runs[0] {
		spec := suites.ChangeSpec{Op: change.Op, Table: change.Table, Times: 1, Line: c.Line}
		switch other := runs[1][i]; change.Op {
		case trace.Insert:
			spec.With = g.inserted(change, other)
		case trace.Delete:
			spec.Where = g.which(change)
		default:
			spec.Where, spec.Set = g.which(change), g.updated(change, other)
		}
		if spec.Op != trace.Update || len(spec.Set) > 0 {
			specs = append(specs, spec)
		}
	}
	return specs
}

// gilder decides which values of a reference's changes are to be met to the
// letter.
type gilder struct {
	c      *suites.Case
	keys   func(table string) []string
	ledger trace.Ledger
	drawn  []any // keys that the business gave to new rows
}

// which says which row is changed: by its key or, where the table has none, by all
// that stood in it.
func (g *gilder) which(c trace.Change) map[string]suites.Matcher {
	columns := g.keys(c.Table)
	if len(columns) == 0 {
		columns = (trace.Change{Op: trace.Delete, Before: c.Before}).Columns()
	}
	out := map[string]suites.Matcher{}
	for _, column := range columns {
		out[column] = suites.Matcher{Literal: c.Before[column]}
	}
	return out
}

// updated says what columns become. One that is volatile is left out.
func (g *gilder) updated(c, other trace.Change) map[string]suites.Matcher {
	out := map[string]suites.Matcher{}
	for _, column := range c.Columns() {
		if !g.volatile(c.Table, column) {
			out[column] = g.value(column, c.After[column], other.After[column])
		}
	}
	return out
}

// inserted says what stands in a new row. Left out are columns that are volatile,
// and keys that the business gave it.
func (g *gilder) inserted(c, other trace.Change) map[string]suites.Matcher {
	known := g.known(c)
	for _, column := range g.keys(c.Table) {
		if v := c.After[column]; !known(column, v) {
			g.drawn = append(g.drawn, v)
		}
	}
	out := map[string]suites.Matcher{}
	for _, column := range c.Columns() {
		v := c.After[column]
		if isKey := slices.Contains(g.keys(c.Table), column); !g.volatile(c.Table, column) && (!isKey || known(column, v)) {
			out[column] = g.value(column, v, other.After[column])
		}
	}
	return out
}

// value is the value to be met: any, where it differs from run to run or is a key
// that the business gave.
func (g *gilder) value(column string, v, other any) suites.Matcher {
	switch {
	case (v == nil) != (other == nil):
		return suites.Matcher{OneOf: []suites.Matcher{{Any: true}, {}}}
	case !trace.Equal(v, other) || g.isDrawn(column, v):
		return suites.Matcher{Any: true}
	default:
		return suites.Matcher{Literal: v}
	}
}

func (g *gilder) volatile(table, column string) bool {
	return slices.Contains(g.c.Suite.Volatile, table+"."+column)
}

// isDrawn tells whether a value is a key that the business gave to a new row. A
// number is taken for one only where the column's name says that it holds a key.
func (g *gilder) isDrawn(column string, v any) bool {
	if _, isText := v.(string); !isText && !strings.HasSuffix(column, "id") {
		return false
	}
	return slices.ContainsFunc(g.drawn, func(d any) bool { return trace.Equal(d, v) })
}

// known tells of a value whether it could be known before the row was added: from
// the session, from the arguments of the call that added it, or from what was
// asked and answered before. A key that was not is the business's choice. A number
// must have stood for a key, or under the column's name: others are alike by
// chance.
func (g *gilder) known(c trace.Change) func(column string, v any) bool {
	var seen strings.Builder
	for name, v := range g.c.Session {
		note(&seen, name, v)
	}
	for i := range g.ledger {
		e := &g.ledger[i]
		note(&seen, "", e.Args)
		if slices.ContainsFunc(e.Changes, func(o trace.Change) bool { return o.Table == c.Table && o.ID == c.ID }) {
			break
		}
		note(&seen, "", e.Reply.Body)
	}
	text := seen.String()
	return func(column string, v any) bool {
		if s, ok := v.(string); ok {
			return strings.Contains(text, s)
		}
		return strings.Contains(text, fmt.Sprintf("id %v\n", v)) || strings.Contains(text, fmt.Sprintf("\n%s %v\n", column, v))
	}
}

// note writes every value in v on a line of its own, behind the name it has.
func note(out *strings.Builder, name string, v any) {
	switch x := v.(type) {
	case map[string]any:
		for key, e := range x {
			note(out, key, e)
		}
	case []any:
		for _, e := range x {
			note(out, strings.TrimSuffix(name, "s"), e)
		}
	default:
		fmt.Fprintf(out, "\n%s %v\n", name, x)
	}
}
