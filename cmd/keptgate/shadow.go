package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/evidence"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/gate/shadow"
	"github.com/keptgate/keptgate/schemas"
)

// shadowCmd replays recorded conversations to candidates.
type shadowCmd struct {
	Trace       []string `arg:"" help:"Recorded conversations: messages of OpenAI or Anthropic, trials of τ-bench, spans of OpenTelemetry; JSON or JSON Lines." placeholder:"TRACES"`
	Candidate   []string `help:"What is held against the record: PROVIDER:MODEL (${providers}), a .yaml file that names a model, builtin:recorded, builtin:nothing. Several are replayed one after the other." sep:"none" placeholder:"C"`
	Tools       string   `help:"Definitions of the tools; those of the record unless given." placeholder:"FILE"`
	Policy      string   `help:"What the candidate is told; the system text of the record unless given." placeholder:"FILE"`
	Reads       []string `help:"Tools that only read." placeholder:"NAME"`
	Writes      []string `help:"Tools that write." placeholder:"NAME"`
	Ignore      []string `help:"Tools whose calls are in no figure, such as one to think aloud." placeholder:"NAME"`
	Limit       int      `help:"Only the first N conversations." placeholder:"N"`
	Concurrency int      `help:"Conversations at once." default:"${parallel}" placeholder:"N"`
	Out         string   `help:"Folder for shadow.json and shadow.md; of several candidates, for a folder each." placeholder:"DIR"`
	Format      string   `help:"text, markdown or json." enum:"text,markdown,json" default:"text"`
}

// Files that a shadow leaves in its folder.
const (
	shadowFile = "shadow.json"
	shadowPage = "shadow.md"
)

// Run replays the conversations. It exits with 0 whenever the candidates could be held
// against the record, however far they agree; with 3 where there was nothing to hold one
// of them against.
func (c *shadowCmd) Run(ctx context.Context, sys *system) error {
	candidates, err := c.candidates(sys)
	if err != nil {
		return usage(err)
	}
	list, traces, err := c.traces()
	if err != nil {
		return usage(err)
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	var reports []*shadow.Report
	taken := map[string]bool{}
	for i, candidate := range candidates {
		if name := candidate.Identity(); !strings.HasPrefix(name, "builtin:") {
			fmt.Fprintf(sys.stderr, "%s: about %s, as many as the record has messages of its agent\n", report.Line(name), plural(o.Requests(list), "request"))
		}
		bar := newProgressOf(sys, "conversations")
		o.Progress = func(done, of, void int) {
			bar.step(done, of, fmt.Sprintf(" conversations, %d void", void))
		}
		r, err := shadow.Run(ctx, candidate, list, o)
		bar.done()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return usage(err)
		}
		r.Keptgate, r.Traces = version, traces
		if err := c.save(r, slug(c.Candidate[i], taken)); err != nil {
			return err
		}
		reports = append(reports, r)
	}
	return c.say(sys, reports)
}

// candidates reads what is held against the record.
func (c *shadowCmd) candidates(sys *system) ([]agent.Candidate, error) {
	switch {
	case len(c.Candidate) == 0:
		return nil, fmt.Errorf("read arguments: no candidate; add --candidate PROVIDER:MODEL, a .yaml file that names a model, or %s to see that the record replays", shadow.RecordedName)
	case c.Limit < 0 || c.Concurrency < 1:
		return nil, fmt.Errorf("read arguments: --limit is %d and --concurrency %d; want 0 or more, and 1 or more", c.Limit, c.Concurrency)
	case len(c.Candidate) > 1 && c.Format == "json":
		return nil, fmt.Errorf("read arguments: --format json takes one candidate, and %d are given; use --out", len(c.Candidate))
	}
	var out []agent.Candidate
	for _, spec := range c.Candidate {
		if spec == shadow.RecordedName {
			out = append(out, shadow.Recorded{})
			continue
		}
		one, err := loadCandidate(sys, "", spec, nil)
		if err != nil {
			return nil, err
		}
		if err := shadow.Check(one); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// traces reads the recorded conversations.
func (c *shadowCmd) traces() ([]shadow.Entry, []shadow.Trace, error) {
	var list []shadow.Entry
	var traces []shadow.Trace
	for _, name := range c.Trace {
		data, err := readUpTo(name, maxRecording)
		if err != nil {
			return nil, nil, fmt.Errorf("read recording: %w", err)
		}
		found, err := shadow.Entries(name, data)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, found...)
		traces = append(traces, shadow.Trace{File: name, SHA256: evidence.SHA256(data), Conversations: len(found)})
	}
	return list, traces, nil
}

func (c *shadowCmd) options() (o shadow.Options, err error) {
	o = shadow.Options{Reads: c.Reads, Writes: c.Writes, Ignored: c.Ignore, Limit: c.Limit, Concurrency: c.Concurrency}
	if c.Policy != "" {
		text, err := readFile(c.Policy)
		if err != nil {
			return o, usage(fmt.Errorf("read policy: %w", err))
		}
		if o.Policy = strings.TrimSpace(string(text)); o.Policy == "" {
			return o, usage(fmt.Errorf("read policy %s: it is empty", c.Policy))
		}
	}
	if c.Tools == "" {
		return o, nil
	}
	file, problems, err := readTools(c.Tools)
	if err != nil {
		return o, err
	}
	if file == nil {
		return o, schemas.Problems(problems)
	}
	o.Tools, err = shadow.Tools(file)
	return o, usage(err)
}

// save writes the files of one candidate, in a folder of its name where there are several.
func (c *shadowCmd) save(r *shadow.Report, name string) error {
	if c.Out == "" {
		return nil
	}
	dir := c.Out
	if len(c.Candidate) > 1 {
		dir = filepath.Join(dir, name)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usage(fmt.Errorf("make output folder: %w", err))
	}
	var text bytes.Buffer
	if err := report.JSON(&text, r); err != nil {
		return err
	}
	if err := gate.WriteFile(filepath.Join(dir, shadowFile), text.Bytes()); err != nil {
		return err
	}
	return gate.WriteFile(filepath.Join(dir, shadowPage), []byte(report.ShadowMarkdown(r)))
}

// say prints the reports.
func (c *shadowCmd) say(sys *system, reports []*shadow.Report) error {
	nothing := false
	for i, r := range reports {
		nothing = nothing || r.Nothing()
		if i > 0 {
			fmt.Fprintln(sys.stdout)
		}
		var err error
		switch c.Format {
		case "json":
			err = report.JSON(sys.stdout, r)
		case "markdown":
			_, err = fmt.Fprint(sys.stdout, report.ShadowMarkdown(r))
		default:
			err = report.ShadowTerminal(sys.stdout, r, sys.terminal(""))
		}
		if err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	}
	if nothing {
		return &exitError{exitUndecided, errors.New("replay conversations: there is nothing to hold the candidate against; the report says why")}
	}
	return nil
}
