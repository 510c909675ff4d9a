package main

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
)

// reportCmd writes a result in another form.
type reportCmd struct {
	Result []string `arg:"" help:"result.json of a run; html sets several side by side, and history takes the oldest first, and the history.jsonl of a branch of baselines." placeholder:"RESULT"`
	Format string   `help:"terminal, markdown, json, junit, jsonl (a line for each trial), html or history." enum:"terminal,markdown,json,junit,jsonl,html,history" default:"terminal"`
}

// Run writes the report to stdout.
func (c *reportCmd) Run(ctx context.Context, sys *system) error {
	switch c.Format {
	case "html":
		return c.page(ctx, sys)
	case "history":
		return c.history(ctx, sys)
	}
	if n := len(c.Result); n > 1 {
		return usage(fmt.Errorf("read arguments: %s reports one result, and %d are given; see them side by side by --format html, or by keptgate compare", c.Format, n))
	}
	r, err := loadVerdict(ctx, c.Result[0])
	if err != nil {
		return err
	}
	switch c.Format {
	case "markdown":
		_, err = fmt.Fprint(sys.stdout, report.Markdown(r, report.MarkdownOptions{Budget: report.CommentBudget}))
	case "json":
		var data []byte
		if data, err = r.Encode(); err == nil {
			_, err = sys.stdout.Write(data)
		}
	case "junit":
		err = report.JUnit(sys.stdout, r, report.JUnitOptions{})
	case "jsonl":
		err = usage(report.JSONLines(sys.stdout, r))
	default:
		err = report.Terminal(sys.stdout, r, sys.terminal(""))
	}
	return err
}

// loadVerdict reads a result that has been judged.
func loadVerdict(ctx context.Context, path string) (*gate.Result, error) {
	r, err := loadResult(ctx, path)
	if err == nil && r.Decision == nil {
		err = usage(fmt.Errorf("report %s: it is a baseline and holds no verdict; name the result.json of a run", path))
	}
	return r, err
}
