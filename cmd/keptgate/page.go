package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
)

// pageFile is the HTML report beside result.json.
const pageFile = "report.html"

// trialLog reads the trial log of a run's folder; nil where there is none.
func trialLog(dir string) report.TrialLog {
	if !exists(filepath.Join(dir, gate.LogFile)) {
		return nil
	}
	return func(keep func(*gate.Line)) (gate.Header, error) { return gate.ReadTrials(dir, keep) }
}

// writePage writes the HTML report of a run into its folder, whole or not at all.
func writePage(dir string, write func(io.Writer) error) error {
	var page bytes.Buffer
	if err := write(&page); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return gate.WriteFile(filepath.Join(dir, pageFile), page.Bytes())
}

// page writes one result as a page, or several side by side, with the trial logs
// that lie beside them.
func (c *reportCmd) page(ctx context.Context, sys *system) error {
	var results []*gate.Result
	var logs []report.TrialLog
	for _, path := range c.Result {
		r, err := loadVerdict(ctx, path)
		if err != nil {
			return err
		}
		results, logs = append(results, r), append(logs, trialLog(filepath.Dir(path)))
	}
	options := report.HTMLOptions{Budget: report.HTMLBudget}
	if len(results) == 1 {
		return usage(report.HTML(sys.stdout, results[0], logs[0], options))
	}
	l, err := gate.NewLineup(results)
	if err != nil {
		return usage(err)
	}
	l.Names = c.Result
	return usage(report.LineupHTML(sys.stdout, l, logs, options))
}

// history writes results, and histories of promotions, the oldest first, as a page
// over time.
func (c *reportCmd) history(ctx context.Context, sys *system) error {
	var points []report.HistoryPoint
	for _, path := range c.Result {
		if filepath.Ext(path) == ".jsonl" {
			promoted, err := promotions(path)
			if err != nil {
				return usage(err)
			}
			points = append(points, promoted...)
			continue
		}
		r, err := loadResult(ctx, path)
		if err != nil {
			return err
		}
		points = append(points, report.NewHistoryPoint(r, ""))
	}
	return report.HistoryHTML(sys.stdout, points)
}

// promotions reads a history.jsonl of a branch of baselines.
func promotions(path string) ([]report.HistoryPoint, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	history, err := gate.ReadHistory(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var points []report.HistoryPoint
	for _, p := range history {
		points = append(points, report.PromotedPoint(p))
	}
	return points, nil
}
