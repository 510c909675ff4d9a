package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/fidelity"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
)

// fidelityCmd replays a contract against a simulated world and the live service.
type fidelityCmd struct {
	Contract string `arg:"" help:"Contract, YAML or JSON: see schemas/files/contract.schema.json." placeholder:"CONTRACT"`
	Format   string `help:"terminal, markdown or json." enum:"terminal,markdown,json" default:"terminal"`
	Out      string `help:"Folder to write fidelity.json and fidelity.md to." placeholder:"DIR"`
}

// Files that fidelityCmd leaves.
const (
	fidelityFile     = "fidelity.json"
	fidelityMarkdown = "fidelity.md"
)

// Run replays the contract and says where the two sides differ. It exits with 0
// without drift, 1 with drift, 2 where the contract is wrong, 3 where it was not
// evaluated.
func (c *fidelityCmd) Run(ctx context.Context, sys *system) error {
	if c.Out != "" { // before the service is asked for anything
		if err := os.MkdirAll(c.Out, 0o755); err != nil {
			return usage(fmt.Errorf("make output folder: %w", err))
		}
	}
	r, err := c.replay(ctx, sys)
	if err != nil {
		return err
	}
	if err := c.write(sys, r); err != nil {
		return err
	}
	switch r.Verdict {
	case fidelity.Same:
		return nil
	case fidelity.Drifted:
		return &verdictError{gate.Block}
	default:
		return &verdictError{gate.NotEvaluated}
	}
}

// replay reads the contract and its suite, and makes the calls.
func (c *fidelityCmd) replay(ctx context.Context, sys *system) (*fidelity.Report, error) {
	data, err := readFile(c.Contract)
	if err != nil {
		return nil, usage(fmt.Errorf("read contract: %w", err))
	}
	contract, err := fidelity.Parse(c.Contract, data)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(c.Contract)
	suite, err := loadSuite(dir, contract.Suite, 0)
	if err == nil {
		err = meet(ctx, sys, suite)
	}
	if err != nil {
		return nil, usage(err)
	}
	r, err := fidelity.Run(ctx, fidelity.Setup{
		Contract: contract, Suite: suite, Dir: dir, Version: version, Now: sys.now(),
		Lookup: func(name string) (string, bool) { v := sys.env(name); return v, v != "" },
	})
	var mend *fidelity.UsageError
	if errors.As(err, &mend) {
		return nil, usage(err)
	}
	return r, err
}

// write prints the report and leaves it in files, in the job summary and in outputs,
// where there are such.
func (c *fidelityCmd) write(sys *system, r *fidelity.Report) error {
	if err := c.print(sys, r); err != nil {
		return err
	}
	markdown := report.FidelityMarkdown(r)
	file := ""
	if c.Out != "" {
		file = filepath.Join(c.Out, fidelityFile)
		var data bytes.Buffer
		if err := report.JSON(&data, r); err != nil {
			return err
		}
		if err := gate.WriteFile(file, data.Bytes()); err != nil {
			return err
		}
		if err := gate.WriteFile(filepath.Join(c.Out, fidelityMarkdown), []byte(markdown)); err != nil {
			return err
		}
	}
	if sys.env("GITHUB_STEP_SUMMARY") != "" {
		event, _ := github.ReadEvent(sys.env) // without it there is no link
		if err := github.AddSummary(sys.env, markdown, event.RunURL()); err != nil {
			fmt.Fprintf(sys.stderr, "no job summary: %v\n", err)
		}
	}
	if sys.env("GITHUB_OUTPUT") == "" {
		return nil
	}
	for _, o := range []output{{"fidelity", string(r.Verdict)}, {"drifts", fmt.Sprint(r.Counts.Drifts)}, {"report", file}} {
		if err := github.SetOutput(sys.env, o.name, o.value); err != nil {
			return err
		}
	}
	return nil
}

// print writes the report in the form asked for. In a workflow nothing in it becomes
// a command.
func (c *fidelityCmd) print(sys *system, r *fidelity.Report) error {
	var out io.Writer = sys.stdout
	if sys.env("GITHUB_ACTIONS") == "true" {
		out = logWriter{github.NewLog(sys.env, sys.stdout, rand.Reader)}
	}
	switch c.Format {
	case "json":
		return report.JSON(out, r)
	case "markdown":
		_, err := io.WriteString(out, report.FidelityMarkdown(r))
		return err
	default:
		return report.Fidelity(out, r, 120)
	}
}
