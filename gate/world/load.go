package world

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"zombiezen.com/go/sqlite"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// complaints collects what is wrong in a suite.
type complaints struct{ list []schemas.Problem }

func (c *complaints) add(rule, file string, line int, fix, format string, args ...any) {
	c.list = append(c.list, schemas.Problem{
		Rule: rule, Severity: schemas.Error, File: file, Line: line, Column: min(line, 1),
		Message: fmt.Sprintf(format, args...), Fix: fix,
	})
}

// loader runs world.sql on the connection that holds the world.
type loader struct {
	*conn
	*complaints
	suite *suites.Suite
	lines map[string]int // of CREATE TABLE and CREATE VIEW, by name
}

// load fills the database and returns its tables. The error is not the suite's.
func (l *loader) load(ctx context.Context) ([]*table, error) {
	text, file := l.suite.World, l.suite.WorldFile
	if !utf8.ValidString(text) {
		l.add("world-text", file, 1, "save the file as UTF-8", "the file is not UTF-8 text")
		return nil, nil
	}
	if before, _, found := cutFold(text, reserved); found {
		l.add("world-reserved", file, 1+strings.Count(before, "\n"), "choose another name", "names that begin with %s belong to the harness", reserved)
		return nil, nil
	}
	if err := l.exec("BEGIN"); err != nil {
		return nil, err
	}
	for _, s := range split(text) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := l.statement(s); err != nil {
			if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultInterrupt {
				return nil, err
			}
			l.failure(s, err)
			return nil, nil
		}
	}
	if err := l.exec("COMMIT"); err != nil {
		return nil, err
	}
	return l.inspect()
}

// cutFold is strings.Cut without regard to case; sep is lower-case ASCII.
func cutFold(s, sep string) (before, after string, found bool) {
	for i := 0; i+len(sep) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(sep)], sep) {
			return s[:i], s[i+len(sep):], true
		}
	}
	return s, "", false
}

// refusal is a reason for which a statement of world.sql is not run.
type refusal struct{ rule, message, fix string }

func (r refusal) Error() string { return r.message }

// statement runs one statement of world.sql.
func (l *loader) statement(s statement) (err error) {
	l.guard.watch(loading)
	defer l.guard.rest(harness)
	stmt, trailing, err := l.sql.PrepareTransient(s.text)
	if l.guard.refused != "" {
		err = refusal{
			"world-statement", "the statement " + l.guard.refused,
			"keep to CREATE TABLE, CREATE INDEX, CREATE VIEW, INSERT, UPDATE and DELETE",
		}
	}
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, stmt.Finalize()) }()
	if trailing > 0 {
		return refusal{"world-statement", "the statement ends before its semicolon", "close what is open"}
	}
	for _, name := range l.guard.created {
		l.lines[name] = s.line
	}
	for i := range stmt.BindParamCount() {
		name := stmt.BindParamName(i + 1)
		value, known := l.suite.Vars[strings.TrimPrefix(name, "$")]
		if !known || !strings.HasPrefix(name, "$") {
			return refusal{
				"world-parameter", "unknown parameter " + name,
				"world.sql takes the suite's variables only: " + listed(prefixed("$", l.suite.Vars)),
			}
		}
		bindValue(stmt, i+1, value)
	}
	for row := true; row; {
		if row, err = stmt.Step(); err != nil {
			return err
		}
	}
	if err := l.failed(); err != nil {
		return refusal{"world-function", err.Error(), "write the value out, so that every trial begins alike"}
	}
	return nil
}

// failure reports a statement that could not be run, at the line in it where
// SQLite saw the mistake.
func (l *loader) failure(s statement, err error) {
	var r refusal
	if errors.As(err, &r) {
		l.add(r.rule, l.suite.WorldFile, s.line, r.fix, "%s", r.message)
		return
	}
	line := s.line
	if offset, ok := sqlite.ErrorOffset(err); ok && offset <= len(s.text) {
		line += strings.Count(s.text[:offset], "\n")
	}
	fix := "correct the SQL"
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultFull {
		fix = fmt.Sprintf("a world can have %d MiB", maxWorld>>20)
	}
	l.add("world-sql", l.suite.WorldFile, line, fix, "%s", message(err))
}

// message is what SQLite says of an error, without the library's own words.
func message(err error) string {
	var coded interface {
		error
		As(target any) bool
	}
	if !errors.As(err, &coded) {
		return err.Error()
	}
	text := coded.Error()
	if _, after, ok := strings.Cut(text, ": "); ok {
		return after
	}
	return text
}
