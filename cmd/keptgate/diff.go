package main

import (
	"fmt"

	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/diff"
)

// diffCmd compares two sets of tools.
type diffCmd struct {
	Old    string `arg:"" help:"The tools as they were: JSON, JSON Lines or YAML." placeholder:"OLD"`
	New    string `arg:"" help:"The tools as they are." placeholder:"NEW"`
	Format string `help:"terminal, sarif or json." enum:"terminal,sarif,json" default:"terminal"`
}

// Run says what changed. A breaking change exits with 1, a file that cannot be read
// with 2.
func (c *diffCmd) Run(sys *system) error {
	old, problems, err := readTools(c.Old)
	if err != nil {
		return err
	}
	now, more, err := readTools(c.New)
	if err != nil {
		return err
	}
	if old == nil || now == nil {
		return schemas.Problems(append(problems, more...))
	}
	out := diff.Files(old, now)
	if err := c.write(sys, out); err != nil {
		return fmt.Errorf("write changes: %w", err)
	}
	if out.Count(diff.Breaking) > 0 {
		return found()
	}
	return nil
}

func (c *diffCmd) write(sys *system, out *diff.Output) error {
	switch c.Format {
	case "json":
		return report.JSON(sys.stdout, out)
	case "sarif":
		return report.SARIF(sys.stdout, changed(out), version)
	}
	for _, change := range out.Changes {
		if _, err := fmt.Fprintln(sys.stdout, report.Line(change.String())); err != nil {
			return err
		}
	}
	if out.More > 0 {
		fmt.Fprintf(sys.stdout, "and %d more\n", out.More)
	}
	_, err := fmt.Fprintf(sys.stdout, "%s: %d breaking, %d risky, %d compatible\n",
		plural(len(out.Changes)+out.More, "change"), out.Count(diff.Breaking), out.Count(diff.Risky), out.Count(diff.Compatible))
	return err
}

// changed are the changes as problems of the files that they show in.
func changed(out *diff.Output) []schemas.Problem {
	severities := map[diff.Level]schemas.Severity{diff.Breaking: schemas.Error, diff.Risky: schemas.Warning, diff.Compatible: schemas.Note}
	var all []schemas.Problem
	for _, c := range out.Changes {
		all = append(all, schemas.Problem{
			Rule: c.Rule, Severity: severities[c.Level], File: c.File, Line: c.Line, Column: c.Column,
			Message: fmt.Sprintf("%s: %s. %s", c.Level, c.Message, c.Why),
		})
	}
	return all
}
