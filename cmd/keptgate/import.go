package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/keptgate/keptgate/gate"
)

// importCmd takes files of other harnesses over.
type importCmd struct {
	BFCL    importBFCLCmd    `cmd:"" name:"bfcl" help:"Make a call-level suite of a category of the Berkeley Function Calling Leaderboard."`
	Results importResultsCmd `cmd:"" help:"Make a result of trials that a harness in the manner of τ-bench has recorded, for report and compare."`
	Trace   importTraceCmd   `cmd:"" help:"Make draft cases of recorded conversations, with their tools and replies as the world."`
	Tau2    importTau2Cmd    `cmd:"" name:"tau2" help:"Make a suite of the tasks of a domain of τ²-bench."`
}

// importResultsCmd makes a result of recorded trials.
type importResultsCmd struct {
	File      string `arg:"" help:"JSON list of trials: task_id, trial, reward, info, traj." placeholder:"FILE"`
	Suite     string `help:"Name of the suite that the tasks are cases of; that of the file unless given." placeholder:"S"`
	Candidate string `help:"Who made the trials; the name of the file unless given." placeholder:"C"`
	Out       string `help:"Folder for result.json." required:"" placeholder:"DIR"`
}

// Run writes the result, and says what it could not take over.
func (c *importResultsCmd) Run(_ context.Context, sys *system) error {
	data, err := readUpTo(c.File, maxRecording)
	if err != nil {
		return usage(fmt.Errorf("read recording: %w", err))
	}
	list, err := gate.ReadRecordings(data)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	name := strings.TrimSuffix(filepath.Base(c.File), filepath.Ext(c.File))
	suite, candidate := c.Suite, c.Candidate
	if suite == "" {
		suite = name
	}
	if candidate == "" {
		candidate = name
	}
	r, err := gate.Imported(list, suite, candidate, version)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return usage(fmt.Errorf("make output folder: %w", err))
	}
	if err := writeResult(c.Out, r); err != nil {
		return err
	}
	fmt.Fprintf(sys.stdout, "%s of %s, graded by whoever recorded them.\n", plural(len(list), "trial"), plural(len(r.Cases), "case"))
	for _, p := range r.Curve {
		fmt.Fprintf(sys.stdout, "pass^%d %.3f\n", p.K, p.Value)
	}
	_, err = fmt.Fprintln(sys.stdout, "Not taken over: messages and calls, but for their number. The recording has no ledger, no categories and no classes of failure.")
	return err
}

// maxRecording bounds a recording, in bytes.
const maxRecording = 256 << 20
