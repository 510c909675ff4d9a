package world

import (
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
)

// clockFormat is how SQLite reads a time to the millisecond.
const clockFormat = "2006-01-02 15:04:05.000"

// date computes a function of date and time with the trial's clock for now. The
// arithmetic is SQLite's own: a connection without a database runs the original
// function on arguments in which now is spelled out.
func (c *conn) date(name string, args []sqlite.Value) (sqlite.Value, error) {
	now := sqlite.TextValue(c.now.UTC().Format(clockFormat))
	switch name {
	case "current_date":
		return c.compute("date", []sqlite.Value{now})
	case "current_time":
		return c.compute("time", []sqlite.Value{now})
	case "current_timestamp":
		return c.compute("datetime", []sqlite.Value{now})
	}
	first, last := timeValues(name)
	out := make([]sqlite.Value, 0, len(args)+2)
	subsecond := false
	for i, arg := range args {
		text := ""
		if arg.Type() == sqlite.TypeText {
			text = strings.ToLower(arg.Text())
		}
		isTime := i >= first && i <= last
		switch {
		case isTime && text == "now":
			arg = now
		case isTime && (text == "subsec" || text == "subsecond"):
			arg, subsecond = now, true
		case !isTime && i > last && (text == "localtime" || text == "utc"):
			// The world's clock stands at UTC, whatever the machine's zone is.
			arg = sqlite.TextValue("+0 days")
		}
		out = append(out, arg)
	}
	if len(args) == first {
		out = append(out, now)
	}
	if subsecond {
		out = append(out, sqlite.TextValue("subsec"))
	}
	return c.compute(name, out)
}

// timeValues tells which arguments of a function are points in time; those after
// are modifiers.
func timeValues(name string) (first, last int) {
	switch name {
	case "strftime":
		return 1, 1
	case "timediff":
		return 0, 1
	default:
		return 0, 0
	}
}

// usesNow tells whether a call of a clock function reads the clock.
func usesNow(name string, args []sqlite.Value) bool {
	first, last := timeValues(name)
	if len(args) <= first {
		return true
	}
	for _, arg := range args[first:min(last+1, len(args))] {
		if arg.Type() == sqlite.TypeText {
			switch strings.ToLower(arg.Text()) {
			case "now", "subsec", "subsecond":
				return true
			}
		}
	}
	return false
}

// compute runs one of SQLite's own functions.
func (c *conn) compute(name string, args []sqlite.Value) (sqlite.Value, error) {
	if c.calendar == nil {
		db, err := sqlite.OpenConn(":memory:", sqlite.OpenReadWrite)
		if err != nil {
			return sqlite.Value{}, fmt.Errorf("open calendar: %w", err)
		}
		c.calendar = db
	}
	marks := strings.TrimSuffix(strings.Repeat("?,", len(args)), ",")
	stmt, err := c.calendar.Prepare("SELECT " + name + "(" + marks + ")")
	if err != nil {
		return sqlite.Value{}, fmt.Errorf("compute %s: %w", name, err)
	}
	for i, arg := range args {
		bind(stmt, i+1, arg)
	}
	if _, err := stmt.Step(); err != nil {
		return sqlite.Value{}, fmt.Errorf("compute %s: %w", name, err)
	}
	v := result(stmt)
	return v, stmt.Reset()
}

// bind hands an argument of a function on to another connection.
func bind(stmt *sqlite.Stmt, param int, v sqlite.Value) {
	switch v.Type() {
	case sqlite.TypeInteger:
		stmt.BindInt64(param, v.Int64())
	case sqlite.TypeFloat:
		stmt.BindFloat(param, v.Float())
	case sqlite.TypeText:
		stmt.BindText(param, v.Text())
	case sqlite.TypeBlob:
		stmt.BindBytes(param, v.Blob())
	default:
		stmt.BindNull(param)
	}
}

// result is the first column of a row, free of the connection that gave it.
func result(stmt *sqlite.Stmt) sqlite.Value {
	switch stmt.ColumnType(0) {
	case sqlite.TypeInteger:
		return sqlite.IntegerValue(stmt.ColumnInt64(0))
	case sqlite.TypeFloat:
		return sqlite.FloatValue(stmt.ColumnFloat(0))
	case sqlite.TypeText:
		return sqlite.TextValue(stmt.ColumnText(0))
	default:
		return sqlite.Value{}
	}
}
