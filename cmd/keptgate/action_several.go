package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
)

// several runs and publishes several candidates, side by side in one comment.
func (a *action) several(ctx context.Context) error {
	s, err := a.run.several(ctx, a.sys, a.config)
	if err != nil {
		return err
	}
	results, err := s.run(ctx, a.sys)
	if err != nil {
		return err
	}
	if results[0].Shard != nil {
		return a.shards(s.out, results)
	}
	return a.publishSeveral(ctx, s, results)
}

// publishSeveral writes several candidates side by side, and fails by the worst.
func (a *action) publishSeveral(ctx context.Context, s *several, results []*gate.Result) error {
	l, err := s.lineup(results)
	if err != nil {
		return err
	}
	a.giveAway(s.out)
	if err := report.LineupTerminal(a.sys.stdout, l, report.TerminalOptions{Width: 120}); err != nil {
		return err
	}
	options := report.MarkdownOptions{Budget: report.CommentBudget, Link: a.event.RunURL()}
	markdown, headline, remarks := report.LineupMarkdown(l, options), report.LineupHeadline(l), a.severalRemarks(s, l.Results)
	shown := a.check.conclude(ctx, l.Verdict, headline, markdown, remarks)
	posted := a.comment(ctx, s.jobs[0].gateName, markdown)
	a.issue(ctx, s.jobs[0].gateName, l.Verdict, markdown)
	options.Budget = report.SummaryBudget
	a.tell(report.LineupMarkdown(l, options), l.Verdict, headline)
	if !shown {
		a.annotate(l.Verdict, remarks)
	}
	if err := a.outputs(a.lineupOutputs(l, posted.URL)); err != nil {
		return err
	}
	if slices.ContainsFunc(s.jobs, func(j *job) bool { return j.unrun != "" }) {
		a.validated(ctx)
	}
	return a.worst(l)
}

// lineupOutputs are the step's outputs for several candidates: those that are of
// one stay empty.
func (a *action) lineupOutputs(l *gate.Lineup, commentURL string) []output {
	var fell []string
	for _, r := range l.Results {
		fell = append(fell, regressions(r)...)
	}
	slices.Sort(fell)
	folder := filepath.Join(a.inputs.WorkingDir, a.inputs.Result)
	return []output{
		{"verdict", string(l.Verdict)},
		{"score", ""},
		{"pass-k", ""},
		{"regressions", strings.Join(slices.Compact(fell), ",")},
		{"result", folder},
		{"report", filepath.Join(folder, reportFile)},
		{"comment-url", commentURL},
	}
}

// worst fails by the worst of the verdicts that are to fail the step.
func (a *action) worst(l *gate.Lineup) error {
	failing := slices.DeleteFunc(slices.Clone(l.Results), func(r *gate.Result) bool { return a.verdict(r.Decision) == nil })
	if len(failing) == 0 {
		return nil
	}
	return &verdictError{gate.Worst(failing)}
}
