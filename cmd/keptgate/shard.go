package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/report"
)

// parseShard reads I/N; "" is the whole run, whose Of is 0.
func parseShard(text string) (gate.Shard, error) {
	if text == "" {
		return gate.Shard{}, nil
	}
	left, right, _ := strings.Cut(text, "/")
	index, err := strconv.Atoi(left)
	of, err2 := strconv.Atoi(right)
	if err != nil || err2 != nil || of < 1 || of > gate.MaxShards || index < 1 || index > of {
		return gate.Shard{}, fmt.Errorf("read shard: %q is no part of a run; want I/N, such as 3/8, with N up to %d", text, gate.MaxShards)
	}
	return gate.Shard{Index: index, Of: of}, nil
}

// sharded reads the flag, which does not go with those that run a part of the
// plan already: a merge would not know of them.
func (c *runCmd) sharded() (gate.Shard, error) {
	shard, err := parseShard(c.Shard)
	if err == nil && shard.Of > 0 && (len(c.Case) > 0 || c.Condition != "" || c.Trial >= 0 || c.Fault != "") {
		err = fmt.Errorf("read arguments: --shard does not go with --case, --condition, --trial or --fault")
	}
	return shard, err
}

// part leaves of the plan what falls to the job's shard, if it is one.
func (j *job) part() {
	if j.shard.Of > 0 {
		j.plan = j.plan.Shard(j.shard)
	}
}

// looksNote is said of shards whose policy has looks.
const looksNote = "note: a shard does not look at the baseline on the way, since it sees only its part of the trials"

// reportShards says what the shard came to for each candidate, and leaves a
// summary in its folder. The error is for what could not be run: a shard whose
// trials ran has done its work, whatever they came to.
func reportShards(sys *system, out string, results []*gate.Result) error {
	undone := false
	for _, r := range results {
		if _, err := fmt.Fprintln(sys.stdout, report.ShardLine(r)); err != nil {
			return err
		}
		ran, valid := r.Ran()
		undone = undone || r.Stopped != "" || ran > 0 && valid == 0
	}
	if _, err := fmt.Fprintln(sys.stdout, "A shard has no verdict; keptgate merge puts all of them together."); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, reportFile), []byte(report.ShardMarkdown(results)), 0o644); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if undone {
		return &verdictError{gate.NotEvaluated}
	}
	return nil
}
