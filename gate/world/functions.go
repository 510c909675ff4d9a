package world

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"
)

// captureName is the function that the harness's triggers call. No SQL of a
// suite may hold its prefix.
const (
	reserved    = "keptgate_"
	captureName = reserved + "change"
)

// maxRandom bounds randomblob, in bytes.
const maxRandom = 1 << 16

// clockNames lists SQLite's functions of date and time with the number of
// arguments, -1 for any.
func clockNames() map[string]int {
	return map[string]int{
		"date": -1, "time": -1, "datetime": -1, "julianday": -1, "unixepoch": -1,
		"strftime": -1, "timediff": 2,
		"current_date": 0, "current_time": 0, "current_timestamp": 0,
	}
}

// chanceNames lists the functions of chance with the number of arguments.
func chanceNames() map[string]int { return map[string]int{"random": 0, "randomblob": 1} }

// addFunctions replaces what depends on the machine by what depends on the
// trial, and adds the function that notes changes.
func (c *conn) addFunctions() error {
	var errs []error
	add := func(name string, args int, deterministic bool, f scalar) {
		errs = append(errs, c.sql.CreateFunction(name, &sqlite.FunctionImpl{
			NArgs: args, Deterministic: deterministic, AllowIndirect: true, Scalar: c.guarded(f),
		}))
	}
	// A date function gives the same within one statement, so that SQLite may
	// compute it once; random does not.
	for name, args := range clockNames() {
		add(name, args, true, func(args []sqlite.Value) (sqlite.Value, error) { return c.date(name, args) })
	}
	add("random", 0, false, c.randomInteger)
	add("randomblob", 1, false, c.randomBlob)
	add(captureName, -1, false, c.capture)
	return errors.Join(errs...)
}

// refuseChance makes functions that differ between runs fail while world.sql is
// loaded. Clock functions are marked as non-deterministic, so that SQLite itself
// refuses them in indexes and generated columns.
func (c *conn) refuseChance(names []string) error {
	var errs []error
	add := func(name string, args int, f scalar) {
		errs = append(errs, c.sql.CreateFunction(name, &sqlite.FunctionImpl{NArgs: args, AllowIndirect: true, Scalar: c.guarded(f)}))
	}
	for name, args := range clockNames() {
		add(name, args, func(args []sqlite.Value) (sqlite.Value, error) {
			if usesNow(name, args) {
				return sqlite.Value{}, fmt.Errorf("%s reads the clock", name)
			}
			return c.date(name, args)
		})
	}
	for _, name := range names {
		if _, isClock := clockNames()[name]; !isClock {
			add(name, -1, func([]sqlite.Value) (sqlite.Value, error) {
				return sqlite.Value{}, fmt.Errorf("%s gives another value on another run", name)
			})
		}
	}
	return errors.Join(errs...)
}

// scalar is a function of SQL without the context that ours do not need.
type scalar func(args []sqlite.Value) (sqlite.Value, error)

// guarded keeps the first error of f and gives NULL for it. SQLite would make
// the text of a returned error the value.
func (c *conn) guarded(f scalar) func(sqlite.Context, []sqlite.Value) (sqlite.Value, error) {
	return func(_ sqlite.Context, args []sqlite.Value) (sqlite.Value, error) {
		v, err := f(args)
		if err != nil {
			if c.failure == nil {
				c.failure = err
			}
			return sqlite.Value{}, nil
		}
		return v, nil
	}
}

// failed returns the error that a function noted since the last call, if any.
func (c *conn) failed() error {
	err := c.failure
	c.failure = nil
	return err
}

// randomInteger draws from the trial's seed. Like SQLite's it never gives the
// one integer whose absolute value does not exist.
func (c *conn) randomInteger([]sqlite.Value) (sqlite.Value, error) {
	n := int64(c.random.Uint64())
	if n < 0 {
		n = -(n & math.MaxInt64)
	}
	return sqlite.IntegerValue(n), nil
}

func (c *conn) randomBlob(args []sqlite.Value) (sqlite.Value, error) {
	n := max(args[0].Int64(), 1)
	if n > maxRandom {
		return sqlite.Value{}, fmt.Errorf("randomblob(%d): the limit is %d", n, maxRandom)
	}
	b := make([]byte, 0, n+8)
	for int64(len(b)) < n {
		v := c.random.Uint64()
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24), byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
	}
	return sqlite.BlobValue(b[:n]), nil
}

// unsteady lists SQLite's scalar functions that may differ between two runs: no
// tool may call them, but for those that the harness replaces.
func (c *conn) unsteady() ([]string, error) {
	const deterministic = 0x800
	var names []string
	err := c.query("SELECT DISTINCT name FROM pragma_function_list WHERE type = 's' AND flags & ? = 0", func(row *sqlite.Stmt) {
		names = append(names, strings.ToLower(row.ColumnText(0)))
	}, int64(deterministic))
	slices.Sort(names)
	return names, err
}
