package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
	"github.com/keptgate/keptgate/suites/incident"
	"github.com/keptgate/keptgate/suites/recorded"
)

// importTraceCmd makes draft cases of recorded conversations.
type importTraceCmd struct {
	File   string   `arg:"" help:"Recorded conversations: chat messages, τ-bench trials, or OpenTelemetry spans, as JSON or JSON Lines." placeholder:"TRACES"`
	Out    string   `help:"Folder for the suite. It must be empty, or not there yet." required:"" placeholder:"DIR"`
	Name   string   `help:"Name of the suite; that of the folder unless given." placeholder:"NAME"`
	Case   []string `help:"Take only these conversations, by number in the file or by identifier." placeholder:"N"`
	Writes string   `help:"expect or forbid what the conversations wrote; forbid where the record says that the promise was not kept, else expect, unless given." enum:",expect,forbid" default:"" placeholder:"HOW"`
	Tools  string   `help:"Definitions of the tools, which go before those that the traces have." placeholder:"FILE"`
	Seed   uint64   `help:"Seed of what personal details are replaced by." placeholder:"N"`
}

// maxTraces bounds a file of recorded conversations, in bytes.
const maxTraces = 64 << 20

// Run writes the suite, says what it could not carry over, and loads it.
func (c *importTraceCmd) Run(_ context.Context, sys *system) error {
	if err := vacant(c.Out); err != nil {
		return err
	}
	options := incident.Options{Name: suiteName(cmp.Or(c.Name, filepath.Base(c.Out))), Cases: c.Case, Writes: c.Writes, Seed: c.Seed}
	if c.Tools != "" {
		data, err := readUpTo(c.Tools, maxFrom)
		if err != nil {
			return usage(fmt.Errorf("read tools: %w", err))
		}
		if options.Tools, err = recorded.ReadTools(data); err != nil {
			return usage(fmt.Errorf("%s: %w", c.Tools, err))
		}
	}
	data, err := readUpTo(c.File, maxTraces)
	if err != nil {
		return usage(fmt.Errorf("read traces: %w", err))
	}
	list, err := recorded.Read(data)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	made, err := incident.Make(list, options)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	if err := writeSuite(c.Out, made.Files); err != nil {
		return err
	}
	if err := c.report(sys, made, len(list)); err != nil {
		return err
	}
	// A definition of a tool may say what no suite can: the files are there to be mended.
	path := filepath.Clean(c.Out)
	_, err = suites.Load(os.DirFS(filepath.Dir(path)), filepath.Base(path), 0)
	var problems schemas.Problems
	if errors.As(err, &problems) {
		return problemsOr(problems, nil)
	}
	return usage(err)
}

// report says what was made, and what a person has to do.
func (c *importTraceCmd) report(sys *system, made *incident.Suite, of int) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s of %s, with %s of tools. They are provisional: look for the word review in the files.\n",
		plural(made.Cases, "draft case"), plural(of, "conversation"), plural(made.Readings, "recorded answer"))
	out.WriteString("Personal details replaced:")
	for i, r := range made.Replaced {
		if i > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(&out, " %s (%d in %s)", r.Kind, r.Values, plural(r.Places, "place"))
	}
	if len(made.Replaced) == 0 {
		out.WriteString(" none was found")
	}
	out.WriteString(". Look for the rest yourself before you share the files: what stands in plain text is found only if a field or its form gives it away.\n")
	for _, note := range made.Notes {
		fmt.Fprintf(&out, "note: %s\n", note)
	}
	dir := filepath.ToSlash(c.Out)
	if !strings.Contains(dir, "/") {
		dir = "./" + dir // a bare name is that of a public suite
	}
	fmt.Fprintf(&out, "\nNext: keptgate validate %s\n", dir)
	_, err := sys.stdout.Write([]byte(out.String()))
	return err
}
