package world

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// loadTime bounds the loading of a world, in wall time.
const loadTime = time.Minute

// World is a suite's business, loaded once. Any number of trials can run in it at
// the same time; it is safe for concurrent use.
type World struct {
	suite   *suites.Suite
	uri     string
	anchor  *conn // keeps the shared memory alive
	tables  []*table
	byName  map[string]*table
	plans   map[string]*plan
	iface   suites.Interface
	offered map[string]*plan // what is served, by the name it is served under
	damage  map[string]*plan // by its SQL
	others  map[string]*plan // what others do between two calls, by its SQL
	served  []trace.Tool
	closing []trace.Tool // all that is served in the closing turn
	modules []string     // virtual tables that tools may not read
	pool    pool
	turns   chan struct{}     // has room for as many calls as run at once
	office  *office           // the MCP server that is the business; nil: SQL
	cases   map[string]*World // of a call-level suite, by the name of the case
	morphs  sync.Map          // *morph by its trace.Drift from the start
}

// atOnce is how many calls run at once for each processor. More would only get in
// each other's way, until one of them has run out of time.
const atOnce = 2

// Open loads world.sql into memory and checks tools, cases and names against it.
// Nothing is written to disk, but the folders that an MCP server works in where
// one is the world; Meet comes before. What is wrong in the suite comes back as
// schemas.Problems; any other error is the machine's or that of ctx.
func Open(ctx context.Context, suite *suites.Suite) (*World, error) {
	return OpenAs(ctx, suite, suites.Interface{})
}

// OpenAs is Open with the tools served through an interface.
func OpenAs(ctx context.Context, suite *suites.Suite, i suites.Interface) (*World, error) {
	w := &World{
		suite: suite, byName: map[string]*table{}, plans: map[string]*plan{}, damage: map[string]*plan{}, others: map[string]*plan{},
		turns: make(chan struct{}, atOnce*runtime.GOMAXPROCS(0)),
	}
	// SQLite finds shared memory by name. This one holds the address of the
	// World, which the functions of its connections keep in place.
	w.uri = fmt.Sprintf("file:/keptgate-%p?vfs=memdb&nolock=1", w)
	problems, err := w.open(ctx)
	switch {
	case err != nil || len(problems) > 0:
	case suite.CallLevel:
		problems = w.refuseInterface(i)
	default:
		problems, err = w.serveAs(i)
	}
	if err == nil && len(problems) == 0 {
		return w, nil
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("open world of %s: %w", suite.Name, err)
	}
	return nil, schemas.Problems(problems)
}

func (w *World) open(ctx context.Context) (_ []schemas.Problem, err error) {
	if w.suite.CallLevel {
		return w.openCases(), nil
	}
	if w.suite.Server != nil {
		w.serverTables()
		if problems, err := w.checkServer(); err != nil || len(problems) > 0 {
			return problems, err
		}
		return nil, w.openServer(ctx)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, loadTime, fmt.Errorf("it took longer than %v", loadTime))
	defer cancel()
	defer func() {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
	}()
	if w.anchor, err = w.connect(); err != nil {
		return nil, err
	}
	finish := w.anchor.until(ctx)
	defer finish()
	if w.modules, err = w.anchor.virtualTables(); err != nil {
		return nil, err
	}
	w.anchor.guard.modules = w.modules
	l := &loader{conn: w.anchor, complaints: &complaints{}, suite: w.suite, lines: map[string]int{}}
	unsteady, err := w.anchor.unsteady()
	if err != nil {
		return nil, err
	}
	if err := l.refuseChance(unsteady); err != nil {
		return nil, err
	}
	if w.tables, err = l.load(ctx); err != nil || len(l.list) > 0 {
		return l.list, err
	}
	for _, t := range w.tables {
		w.byName[t.name] = t
	}
	return w.check(ctx, unsteady)
}

// check makes the plans of the tools on a connection as trials use it.
func (w *World) check(ctx context.Context, unsteady []string) ([]schemas.Problem, error) {
	c, err := w.pool.take(w)
	if err != nil {
		return nil, err
	}
	defer w.pool.give(c)
	k := &checker{conn: c, complaints: &complaints{}, suite: w.suite, lacking: map[string]bool{}}
	for _, name := range unsteady {
		_, isClock := clockNames()[name]
		_, isChance := chanceNames()[name]
		if !isClock && !isChance {
			k.unsteady = append(k.unsteady, name)
		}
	}
	for _, t := range w.suite.Tools {
		p := k.tool(t)
		w.plans[t.Name] = p
		w.served = append(w.served, p.served)
	}
	if w.damage, err = k.damages(ctx); err != nil {
		return nil, err
	}
	if w.others, err = k.meanwhile(ctx); err != nil {
		return nil, err
	}
	if err := w.addHarnessTools(); err != nil {
		return nil, err
	}
	n := &names{complaints: k.complaints, suite: w.suite, tables: w.byName, plans: w.plans}
	n.check()
	return k.list, nil
}

// Interface is how the tools are served.
func (w *World) Interface() suites.Interface { return w.iface }

// Keys lists the columns of a table's primary key, in their order; none for a
// table that does not exist.
func (w *World) Keys(table string) []string {
	if t := w.byName[table]; t != nil {
		return t.key
	}
	return nil
}

// Close frees the memory. A trial that is still open frees its own when it is
// closed.
func (w *World) Close() error {
	if w.office != nil {
		w.office.close()
	}
	err := w.pool.drain()
	if w.anchor != nil {
		err = errors.Join(err, w.anchor.close())
		w.anchor = nil
	}
	return err
}

// virtualTables lists the modules that tools may not read: all that SQLite was
// built with, but for those that take JSON apart.
func (c *conn) virtualTables() ([]string, error) {
	var names []string
	err := c.query("SELECT lower(name) FROM pragma_module_list WHERE name NOT IN ('json_each', 'json_tree')", func(row *sqlite.Stmt) {
		names = append(names, row.ColumnText(0))
	})
	return names, err
}
