package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/production"
	"github.com/keptgate/keptgate/gate/report"
	"github.com/keptgate/keptgate/thresholds"
)

// outcomeCmd judges what became of a deployed candidate's work.
type outcomeCmd struct {
	File     string `arg:"" help:"Outcomes in production, YAML or JSON: see schemas/files/outcomes.schema.json." placeholder:"FILE"`
	Config   string `help:"Configuration file with the limits; .keptgate.yml in the working folder unless given." placeholder:"FILE"`
	GateName string `help:"Name of the gate whose deployment it is." placeholder:"NAME"`
	Mark     bool   `help:"In a workflow: where the advice is to roll back, set the stage's newest deployment to failure."`
}

// Run prints the advice and what led to it. It exits with 0 to continue, 1 to roll
// back, 3 to hold.
func (c *outcomeCmd) Run(ctx context.Context, sys *system) error {
	config, err := c.limits(sys)
	if err != nil {
		return err
	}
	data, err := readFile(c.File)
	if err != nil {
		return usage(fmt.Errorf("read outcomes: %w", err))
	}
	r, err := production.Parse(c.File, data, sys.now())
	if err != nil {
		return err
	}
	lines, err := r.Judge(config.Outcomes)
	if err != nil {
		return usage(err)
	}
	advice := production.Worst(lines)
	if err := c.print(sys, r, lines); err != nil {
		return err
	}
	verdict := &verdictError{map[production.Advice]gate.Verdict{production.Continue: gate.Pass, production.RollBack: gate.Block}[advice]}
	if !c.Mark || advice != production.RollBack {
		return verdict
	}
	// The advice stands, whether or not the deployment can be marked.
	words, err := c.mark(ctx, sys, config, r)
	if err != nil {
		words = "not marked: " + err.Error()
	}
	fmt.Fprintln(sys.stderr, report.Line(words))
	return verdict
}

func (c *outcomeCmd) limits(sys *system) (*thresholds.Config, error) {
	config, err := loadConfig(sys, "", c.Config)
	if err == nil && (config == nil || config.Outcomes == nil) {
		err = usage(fmt.Errorf("judge outcomes: %s sets no limits; set some under outcomes, such as complaints: {max_rate: 0.02}", cmp.Or(c.Config, configName)))
	}
	return config, err
}

// print writes a line for each limit and category, and the advice last.
func (c *outcomeCmd) print(sys *system, r *production.Report, lines []production.Line) error {
	heads := []report.Head{{Title: "category"}, {Title: "outcome"}, {Title: "of handled", Number: true}, {Title: "rate", Number: true}, {Title: "at least", Number: true}, {Title: "limit", Number: true}, {Title: ""}}
	var rows [][]string
	for _, l := range lines {
		advice := string(l.Advice)
		if l.Few {
			advice = "hold: too few"
		}
		rows = append(rows, []string{l.Category, l.Kind, fmt.Sprintf("%d of %d", l.Count, l.Handled), percent(l.Rate), percent(l.Least), percent(l.Limit), advice})
	}
	err := report.Table(sys.stdout, 120, heads, rows)
	said := map[production.Advice]string{
		production.Continue: "CONTINUE  every rate is within its limit",
		production.Hold:     "HOLD  a rate is above its limit and may be so by chance, or too few cases were handled to tell",
		production.RollBack: "ROLL BACK  a rate is above its limit, and not by chance",
	}[production.Worst(lines)]
	_, last := fmt.Fprintf(sys.stdout, "\n%s (%s, commit %s)\n", said, r.Stage, r.Commit)
	return cmp.Or(err, last)
}

func percent(rate float64) string { return fmt.Sprintf("%.2f%%", 100*rate) }

// mark sets the newest deployment of the stage to failure and says what it did.
func (c *outcomeCmd) mark(ctx context.Context, sys *system, config *thresholds.Config, r *production.Report) (string, error) {
	event, err := github.ReadEvent(sys.env)
	if err != nil {
		return "", err
	}
	client, err := github.NewClient(github.Config{
		APIURL: event.APIURL, Token: cmp.Or(sys.env("GITHUB_TOKEN"), sys.env("GH_TOKEN")), Now: sys.now, Sleep: github.Sleep, Jitter: rand.Float64,
	})
	if err != nil {
		return "", err
	}
	d, err := client.MarkDeployment(ctx, event.Owner, event.Repo, github.Deployment{
		Environment: r.Stage, Gate: cmp.Or(c.GateName, config.Gate, "keptgate"), Commit: r.Commit, Log: event.RunURL(),
	}, github.StateFailure, "Rolled back by outcomes in production")
	switch {
	case err != nil:
		return "", err
	case d.Outcome != github.Updated:
		return "not marked: " + d.Reason, nil
	default:
		return fmt.Sprintf("deployment %d to %s is marked as a failure; it was %s", d.ID, r.Stage, cmp.Or(d.State, "without a status")), nil
	}
}
