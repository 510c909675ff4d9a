package world

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/keptgate/keptgate/gate/trace"
)

// Bounds of a connection.
const (
	maxLength = 8 << 20  // bytes of one value or row
	maxWorld  = 64 << 20 // bytes of the database
	pageSize  = 1 << 10  // small: what a trial changes is copied by the page
	cacheKiB  = 128      // pages that a connection keeps beside those it changed
)

// control names the statements by which the harness runs transactions.
type control int

const (
	begin control = iota
	rollback
	savepoint
	release
	revert
	controls
)

// controlSQL holds the text of each control statement.
func controlSQL() [controls]string {
	return [controls]string{
		begin: "BEGIN", rollback: "ROLLBACK",
		savepoint: "SAVEPOINT call", release: "RELEASE call", revert: "ROLLBACK TO call",
	}
}

// conn is one connection to the memory that a world's database lives in. Each
// changes its own copy of the pages and never writes one back, so that many
// trials run at once without a lock. One goroutine uses it at a time.
type conn struct {
	world    *World
	sql      *sqlite.Conn
	guard    *guard
	control  [controls]*sqlite.Stmt
	prepared map[*query]*sqlite.Stmt
	calendar *sqlite.Conn // computes dates; nil until needed

	stop sync.Once
	done chan struct{} // closed: every statement fails from now on

	// Of the trial that has the connection.
	now     time.Time
	random  *rand.Rand
	changes []trace.Change // of the call that runs
	failure error          // of a Go function: SQLite would turn it into a value
}

// connect opens a connection for loading world.sql, with everything set that
// does not need the rows.
func (w *World) connect() (*conn, error) {
	db, err := sqlite.OpenConn(w.uri, sqlite.OpenReadWrite, sqlite.OpenCreate, sqlite.OpenURI)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	c := &conn{
		world: w, sql: db, guard: &guard{modules: w.modules},
		prepared: map[*query]*sqlite.Stmt{}, done: make(chan struct{}),
	}
	if err := c.set(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *conn) set() error {
	if err := c.sql.SetAuthorizer(c.guard); err != nil {
		return err
	}
	if err := c.sql.SetDefensive(true); err != nil {
		return err
	}
	c.sql.Limit(sqlite.LimitLength, maxLength)
	c.sql.Limit(sqlite.LimitAttached, 0)
	c.sql.SetInterrupt(c.done)
	for _, pragma := range []string{
		fmt.Sprintf("page_size = %d", pageSize),
		"journal_mode = MEMORY",
		"synchronous = OFF", // nothing is ever recovered
		"temp_store = MEMORY",
		"cache_spill = OFF", // a changed page never reaches the shared memory
		fmt.Sprintf("cache_size = -%d", cacheKiB),
		fmt.Sprintf("max_page_count = %d", maxWorld/pageSize),
		"recursive_triggers = ON", // rows that REPLACE deletes are changes too
	} {
		if err := c.exec("PRAGMA " + pragma); err != nil {
			return err
		}
	}
	return nil
}

// serve makes the connection ready for trials: foreign keys hold, functions of
// time and chance obey the trial, and only what tools may do can be prepared.
func (c *conn) serve() error {
	grown := fmt.Sprintf("max_page_count = %d", 2*maxWorld/pageSize) // a trial may add as much again
	for _, pragma := range []string{"foreign_keys = ON", grown} {
		if err := c.exec("PRAGMA " + pragma); err != nil {
			return err
		}
	}
	if err := c.addFunctions(); err != nil {
		return err
	}
	for i, sql := range controlSQL() {
		stmt, err := c.sql.Prepare(sql)
		if err != nil {
			return err
		}
		c.control[i] = stmt
	}
	c.guard.mode = tools
	return nil
}

// run steps a control statement.
func (c *conn) run(which control) error {
	stmt := c.control[which]
	_, err := stmt.Step()
	return cmp.Or(err, stmt.Reset())
}

// exec runs one statement of the harness and drops its rows.
func (c *conn) exec(sql string, args ...any) error {
	return c.query(sql, func(*sqlite.Stmt) {}, args...)
}

// query runs one statement of the harness and calls each with every row. Texts
// and integers can be arguments.
func (c *conn) query(sql string, each func(*sqlite.Stmt), args ...any) error {
	stmt, _, err := c.sql.PrepareTransient(sql)
	if err != nil {
		return err
	}
	for i, arg := range args {
		bindValue(stmt, i+1, arg)
	}
	for {
		row, err := stmt.Step()
		if err != nil || !row {
			return cmp.Or(err, stmt.Finalize())
		}
		each(stmt)
	}
}

// until lets ctx end what the connection runs. The caller calls the function it
// returns when the work is done; false means that ctx ended first and the
// connection is of no more use.
func (c *conn) until(ctx context.Context) (finish func() bool) {
	return context.AfterFunc(ctx, c.interrupt)
}

func (c *conn) interrupt() { c.stop.Do(func() { close(c.done) }) }

// close frees the connection; an open transaction is lost with it.
func (c *conn) close() error {
	err := c.sql.Close()
	if c.calendar != nil {
		err = errors.Join(err, c.calendar.Close())
	}
	return err
}
