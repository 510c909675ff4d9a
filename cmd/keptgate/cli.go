package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/schemas/lint"
	"github.com/keptgate/keptgate/thresholds"
)

// version is set when a release is built.
var version = "dev"

// Exit codes. They are part of the command line's contract.
const (
	exitPass      = 0 // the candidate may ship
	exitBlock     = 1 // it may not
	exitUsage     = 2 // wrong usage or configuration
	exitUndecided = 3 // inconclusive or not evaluated, infrastructure included
)

// system is all that the program takes from the machine it runs on.
type system struct {
	args           []string
	env            func(string) string
	stdin          io.Reader // nil: nothing
	stdout, stderr io.Writer
	now            func() time.Time
	mask           func(string)   // hides a secret from all later output; nil: nothing to hide it from
	programs       string         // why no program of others can be started; "": it can
	traffic        *agent.Traffic // what all candidates ask their providers
}

// cli is the grammar of the command line.
type cli struct {
	Run      runCmd      `cmd:"" help:"Run suites against a candidate, compare with the baseline, decide."`
	Merge    mergeCmd    `cmd:"" help:"Put the shards of a run together, compare with the baseline, decide."`
	Plan     planCmd     `cmd:"" help:"Print what a run would do, cost and be able to see. Spends nothing."`
	Validate validateCmd `cmd:"" help:"Check suites: files, SQL, references, what breaks them, what is as good, and the tools."`
	Lint     lintCmd     `cmd:"" help:"Check definitions of tools, in any provider's form, before a model sees them."`
	Diff     diffCmd     `cmd:"" help:"Say what changed between two sets of tools: breaking, risky, compatible."`
	Fidelity fidelityCmd `cmd:"" help:"Replay a contract against a simulated world and the live service, and say where they differ."`
	HeldOut  heldOutCmd  `cmd:"" help:"Seal, open and generate held-out suites."`
	Init     initCmd     `cmd:"" help:"Begin in a repository: a first suite, a configuration, a workflow."`
	Record   recordCmd   `cmd:"" help:"Record the answers of a suite's MCP server that only answers, to run the suite without it."`
	Serve    serveCmd    `cmd:"" help:"Play a case by hand, or with any agent: its world and its caller over MCP."`
	Compare  compareCmd  `cmd:"" help:"Set results side by side and judge them against the first."`
	Report   reportCmd   `cmd:"" help:"Write a result as a terminal, Markdown, JSON, JUnit, JSON Lines or HTML report, or several over time."`
	Import   importCmd   `cmd:"" help:"Take over files of other harnesses."`
	Shadow   shadowCmd   `cmd:"" help:"Replay recorded conversations to a candidate and say where it agrees with the record. Carries nothing out."`
	Audit    auditCmd    `cmd:"" help:"Name the cases that results of several candidates cast doubt on."`
	Baseline baselineCmd `cmd:"" help:"Record a result as the baseline of later runs."`
	Promote  promoteCmd  `cmd:"" help:"Promote a passing result to a stage, in a workflow, and leave evidence."`
	Verify   verifyCmd   `cmd:"" help:"Check the evidence of a promotion."`
	Outcome  outcomeCmd  `cmd:"" help:"Judge corrections, repairs and complaints in production: continue, hold or roll back."`
	Action   actionCmd   `cmd:"" help:"Run as a GitHub container action: inputs from the environment."`
	Comment  commentCmd  `cmd:"" help:"In a workflow on workflow_run: comment what the triggering run reports, as unverified."`
	Version  versionCmd  `cmd:"" help:"Print the version."`
}

// exitError is an error that knows its exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// usage marks an error as the user's to mend.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{exitUsage, err}
}

// saidError is an error that the user has been told already.
type saidError struct{ err error }

func (e *saidError) Error() string { return e.err.Error() }
func (e *saidError) Unwrap() error { return e.err }

// verdictError carries a verdict's exit code; what there was to say has been
// said.
type verdictError struct{ verdict gate.Verdict }

func (e *verdictError) Error() string { return "verdict: " + string(e.verdict) }

func (e *verdictError) code() int {
	switch e.verdict {
	case gate.Pass:
		return exitPass
	case gate.Block:
		return exitBlock
	default:
		return exitUndecided
	}
}

// run is the program. It returns the exit code.
func run(ctx context.Context, sys *system) int {
	var grammar cli
	helped := false
	sys.traffic = newTraffic(sys.stderr)
	parser, err := kong.New(&grammar, kong.Name("keptgate"),
		kong.Description("Decides whether a change to a tool-calling agent may ship."),
		kong.Writers(sys.stdout, sys.stderr), kong.UsageOnError(),
		kong.Exit(func(int) { helped = true }),
		kong.Vars{"seed": fmt.Sprint(defaultSeed), "parallel": fmt.Sprint(defaultParallel), "heldout": heldOutEnv, "profiles": strings.Join(thresholds.Profiles(), ", "), "providers": strings.Join(agent.Providers(), ", "), "lints": strings.Join(lint.Providers(), ", ")},
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(sys))
	if err != nil {
		return sys.exit(err)
	}
	command, err := parser.Parse(sys.args)
	switch {
	case helped:
		return exitPass
	case err != nil:
		return sys.exit(usage(fmt.Errorf("read arguments: %w; see keptgate --help", err)))
	default:
		return sys.exit(command.Run())
	}
}

// exit says what went wrong, once, and returns the code for it.
func (sys *system) exit(err error) int {
	var verdict *verdictError
	if errors.As(err, &verdict) {
		return verdict.code()
	}
	var said *saidError
	if err != nil && !errors.As(err, &said) {
		fmt.Fprintf(sys.stderr, "keptgate: %v\n", err)
	}
	var coded *exitError
	var problems schemas.Problems
	switch {
	case err == nil:
		return exitPass
	case errors.As(err, &problems):
		return exitUsage
	case errors.As(err, &coded):
		return coded.code
	default:
		return exitUndecided
	}
}

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(sys *system) error {
	_, err := fmt.Fprintln(sys.stdout, "keptgate", version)
	return err
}
