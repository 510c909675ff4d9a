package world

import (
	"slices"

	"github.com/keptgate/keptgate/schemas"
)

// checkServer makes the plans of a server's tools, and complains of what only a
// world in SQL can do.
func (w *World) checkServer() ([]schemas.Problem, error) {
	c := &complaints{}
	for _, t := range w.suite.Tools {
		p := c.served(t)
		p.writes = t.Writes()
		for _, table := range w.tables {
			p.tables = append(p.tables, table.name)
		}
		w.plans[t.Name] = p
		w.served = append(w.served, p.served)
		if t.Rival != "" || len(t.Steps) > 0 || t.Result != "" || t.List != "" {
			c.add("server-sql", t.File, t.Line, "leave out steps, result, list and rival", "%s holds SQL, and the world is an MCP server", t.Name)
		}
	}
	for _, kase := range w.suite.Cases {
		for _, f := range kase.Faults {
			if !possible(w.suite, f.Kind) {
				c.add("server-fault", kase.File, f.Line, "plan another fault", "case %s: %s cannot happen at an MCP server: it needs a world in SQL", kase.Name, f.Kind)
			}
		}
		for _, later := range kase.Later {
			if len(later.Meanwhile) > 0 {
				c.add("server-sql", kase.File, later.Line, "leave meanwhile out", "case %s: what others do is SQL, and the world is an MCP server", kase.Name)
			}
		}
	}
	if err := w.addHarnessTools(); err != nil {
		return nil, err
	}
	n := &names{complaints: c, suite: w.suite, tables: w.byName, plans: w.plans}
	n.check()
	return c.list, nil
}

// serverTables makes the tables of the snapshots. Which columns they have shows
// with the rows.
func (w *World) serverTables() {
	for _, s := range w.suite.Server.State {
		t := &table{name: s.Table, key: slices.Clone(s.Key), open: true}
		w.tables = append(w.tables, t)
		w.byName[t.name] = t
	}
}
