package main

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate/report"
)

// reportCmd writes a result in another form.
type reportCmd struct {
	Result string `arg:"" help:"result.json of a run." placeholder:"RESULT"`
	Format string `help:"terminal, markdown or json." enum:"terminal,markdown,json" default:"terminal"`
}

// Run writes the report to stdout.
func (c *reportCmd) Run(ctx context.Context, sys *system) error {
	r, err := loadResult(ctx, c.Result)
	if err != nil {
		return err
	}
	if r.Decision == nil {
		return usage(fmt.Errorf("report %s: it is a baseline and holds no verdict; name the result.json of a run", c.Result))
	}
	switch c.Format {
	case "markdown":
		_, err = fmt.Fprint(sys.stdout, report.Markdown(r, report.MarkdownOptions{Budget: report.CommentBudget}))
	case "json":
		var data []byte
		if data, err = r.Encode(); err == nil {
			_, err = sys.stdout.Write(data)
		}
	default:
		err = report.Terminal(sys.stdout, r, sys.terminal(""))
	}
	return err
}
