package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/lint"
	toolset "github.com/keptgate/keptgate/schemas/tools"
)

// lintCmd checks definitions of tools.
type lintCmd struct {
	File     []string `arg:"" help:"Tools in JSON, JSON Lines or YAML: a list as providers or MCP take it, a request, or a JSON Schema." placeholder:"FILE"`
	Provider string   `help:"Judge all by the profile of ${lints}. Without it each is judged by the form it is in." placeholder:"P"`
	Fix      bool     `help:"Mend what is mechanical, in the files. JSON alone."`
	Strict   bool     `help:"Fail by warnings too."`
	Format   string   `help:"terminal, sarif or json." enum:"terminal,sarif,json" default:"terminal"`
}

// errFound says that something was found, which has been said.
var errFound = errors.New("found problems")

// found is the exit of a command that found what it looks for.
func found() error { return &exitError{exitBlock, &saidError{errFound}} }

// Run lints the files. An error found exits with 1; so does a warning under --strict.
// A file that cannot be read exits with 2, after the others were judged.
func (c *lintCmd) Run(sys *system) error {
	if c.Provider != "" && !slices.Contains(lint.Providers(), c.Provider) {
		return usage(fmt.Errorf("read arguments: no profile %q; there are %s", c.Provider, strings.Join(lint.Providers(), ", ")))
	}
	out := &lint.Output{Version: lint.OutputVersion, Files: []lint.FileOutput{}, Rules: []lint.Tally{}}
	var unread []schemas.Problem
	for _, name := range c.File {
		problems, err := c.one(sys, name, out)
		if err != nil {
			return err
		}
		unread = append(unread, problems...)
	}
	if err := c.write(sys, out); err != nil {
		return fmt.Errorf("write findings: %w", err)
	}
	switch {
	case len(unread) > 0:
		return schemas.Problems(unread)
	case out.Count(schemas.Error) > 0 || c.Strict && out.Count(schemas.Warning) > 0:
		return found()
	default:
		return nil
	}
}

// one lints one file, and mends it before if that is asked for.
func (c *lintCmd) one(sys *system, name string, out *lint.Output) ([]schemas.Problem, error) {
	f, problems, err := readTools(name)
	if f == nil {
		return problems, err
	}
	if c.Fix {
		if f, err = c.mend(sys, f); err != nil {
			return nil, err
		}
	}
	r, err := lint.File(f, c.Provider)
	if err != nil {
		return nil, usage(err)
	}
	out.Add(name, r)
	return nil, nil
}

// readTools reads a file of tools. The File is nil where that was not possible.
func readTools(name string) (*toolset.File, []schemas.Problem, error) {
	data, err := readUpTo(name, toolset.MaxBytes)
	if err != nil {
		return nil, nil, usage(fmt.Errorf("read tools: %w", err))
	}
	f, problems := toolset.Read(name, data)
	return f, problems, nil
}

// mend writes the mended file in the place of the old one, and reads it again.
func (c *lintCmd) mend(sys *system, f *toolset.File) (*toolset.File, error) {
	if !f.JSON {
		return nil, usage(fmt.Errorf("mend %s: --fix mends JSON alone; run without it and mend the file by hand", f.Name))
	}
	data, n, err := lint.Fix(f.Name, f.Data, c.Provider)
	if err != nil {
		return nil, usage(err)
	}
	if n == 0 {
		return f, nil
	}
	again, problems := toolset.Read(f.Name, data)
	if again == nil {
		return nil, fmt.Errorf("mend %s: it was left as it is, since it could not be read afterwards: %w", f.Name, schemas.Problems(problems))
	}
	if err := gate.WriteFile(f.Name, data); err != nil {
		return nil, err
	}
	fmt.Fprintf(sys.stderr, "%s: mended in %s\n", report.Line(f.Name), plural(n, "place"))
	return again, nil
}

func (c *lintCmd) write(sys *system, out *lint.Output) error {
	switch c.Format {
	case "json":
		return report.JSON(sys.stdout, out)
	case "sarif":
		return report.SARIF(sys.stdout, explained(out), version)
	}
	count := 0
	for _, f := range out.Files {
		for _, p := range f.Problems {
			if _, err := fmt.Fprintln(sys.stdout, report.Line(p.String())); err != nil {
				return err
			}
		}
		if f.More > 0 {
			fmt.Fprintf(sys.stdout, "%s: and %d more\n", report.Line(f.File), f.More)
		}
		count += f.Definitions
	}
	if err := tallied(sys, out); err != nil {
		return err
	}
	_, err := fmt.Fprintf(sys.stdout, "%s in %s: %s, %s, %s\n", plural(count, "definition"), plural(len(out.Files), "file"),
		plural(out.Count(schemas.Error), "error"), plural(out.Count(schemas.Warning), "warning"), plural(out.Count(schemas.Note), "note"))
	return err
}

// tallied writes how often each rule found something, and why it matters. All of
// that is the program's own text, and none of it is cut.
func tallied(sys *system, out *lint.Output) error {
	if len(out.Rules) == 0 {
		return nil
	}
	widest := 0
	for _, t := range out.Rules {
		widest = max(widest, len(t.Name))
	}
	fmt.Fprintln(sys.stdout)
	for _, t := range out.Rules {
		fmt.Fprintf(sys.stdout, "%-7s  %-*s  %5d  %s\n", t.Severity, widest, t.Name, t.Count, t.Why)
	}
	_, err := fmt.Fprintln(sys.stdout)
	return err
}

// explained are all problems, each with why its rule matters.
func explained(out *lint.Output) []schemas.Problem {
	why := map[string]string{}
	for _, t := range out.Rules {
		why[t.Name] = t.Why
	}
	var all []schemas.Problem
	for _, f := range out.Files {
		for _, p := range f.Problems {
			p.Message += ". " + why[p.Rule]
			all = append(all, p)
		}
	}
	return all
}
