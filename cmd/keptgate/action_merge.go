package main

import (
	"context"
	"path/filepath"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/github"
	"github.com/keptgate/keptgate/gate/report"
)

// shards reports the shard that the step ran, one result for each candidate. There
// is no comment: the job that merges is the one that decides.
func (a *action) shards(out string, results []*gate.Result) error {
	a.giveAway(out)
	err := reportShards(a.sys, out, results)
	a.summary(report.ShardMarkdown(results))
	for _, r := range results {
		if r.Stopped != "" {
			a.log.Annotate(github.Annotation{Level: github.Error, Title: "Keptgate: " + r.Shard.Words(), Message: report.ShardLine(r)})
		}
	}
	folder := filepath.Join(a.inputs.WorkingDir, a.inputs.Result)
	result := filepath.Join(folder, gate.ResultFile)
	if len(results) > 1 {
		result = folder
	}
	if err := a.outputs([]output{{"result", result}, {"report", filepath.Join(folder, reportFile)}}); err != nil {
		return err
	}
	if err != nil && a.verdict(&gate.Decision{Verdict: gate.NotEvaluated}) == nil {
		return nil
	}
	return err
}

// merge puts the shards together whose folders lie in the folder of results, and
// publishes what they came to as a run does.
func (a *action) merge(ctx context.Context) error {
	below, err := foldersIn(inside(a.run.dir, a.inputs.Result))
	if err != nil {
		return usage(err)
	}
	var dirs []string
	for _, folder := range below {
		if found, err := resultsIn(folder); err != nil || len(found) > 0 {
			dirs = append(dirs, folder) // one that cannot be read is a shard that is lost
		}
	}
	s, results, err := a.run.merge(ctx, a.sys, a.config, dirs)
	if err != nil {
		return err
	}
	if len(results) > 1 {
		return a.publishSeveral(ctx, s, results)
	}
	a.giveAway(s.out)
	return a.publishOne(ctx, s.jobs[0], results[0])
}
