package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/mcp"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/suites"
)

// serveCmd lets a person, or any agent, play a case by hand.
type serveCmd struct {
	Suite string `arg:"" help:"Suite by name or folder; or the address that an agent was given, http://127.0.0.1:PORT/…, whose tools are then served over standard input and output." placeholder:"SUITE"`
	Case  string `help:"Case to play; the first of the suite unless given." placeholder:"NAME"`
	HTTP  string `help:"Serve over streamable HTTP at this address of the machine, such as 127.0.0.1:8000, instead of standard input and output." placeholder:"ADDRESS"`
	Seed  uint64 `help:"Seed that varies the suite; 0 is as published." default:"0"`
	disturbances
}

// Limits of a case played by hand: a person takes their time, and does one thing
// at a time where a model may send many calls in one message.
const handMinutes = 24 * 60

// Run serves the case until it has been played, and says how it went. The client
// finds the policy among the server's instructions.
func (c *serveCmd) Run(ctx context.Context, sys *system) error {
	if strings.HasPrefix(c.Suite, "http://") || strings.HasPrefix(c.Suite, "https://") {
		return c.bridge(ctx, sys)
	}
	played, err := c.find(ctx, sys)
	if err != nil {
		return err
	}
	plan, err := c.plan(played)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	desk := mcp.NewCounter(version, played.Suite.Policy)
	serving := make(chan error, 1)
	go func() { serving <- c.serve(ctx, sys, desk, played) }()
	type outcome struct {
		record *trace.Record
		err    error
	}
	playing := make(chan outcome, 1)
	go func() {
		record, err := c.playByHand(ctx, played, plan, desk, sys.now)
		if err == nil {
			desk.Finish(summary(played, record))
		}
		playing <- outcome{record, err}
	}()
	for {
		select {
		case err := <-serving:
			if err != nil || c.HTTP != "" {
				return err
			}
			serving = nil // the client has left, and the trial ends by that if by nothing else
		case end := <-playing:
			if end.err != nil {
				return end.err
			}
			if c.HTTP != "" {
				stop()
			}
			if serving != nil {
				if err := <-serving; err != nil { // the client reads how it went, and leaves
					return err
				}
			}
			fmt.Fprintln(sys.stderr, summary(played, end.record))
			if end.record.Void != nil {
				return &saidError{errors.New("nothing was graded")}
			}
			return nil
		}
	}
}

// bridge serves the tools of a trial under way to an agent that knows MCP servers
// as programs only.
func (c *serveCmd) bridge(ctx context.Context, sys *system) error {
	if c.Case+c.HTTP != "" || c.Seed != 0 {
		return usage(errors.New("read arguments: an address takes no --case, --http or --seed: what is served there is under way"))
	}
	return usage(mcp.Bridge(ctx, version, c.Suite, sys.stdin, sys.stdout))
}

// find loads the case, with the limits of play by hand.
func (c *serveCmd) find(ctx context.Context, sys *system) (*suites.Case, error) {
	list, err := loadVaried(ctx, sys, "", []string{c.Suite}, c.Seed)
	if err != nil {
		return nil, err
	}
	if list[0].CallLevel {
		return nil, usage(fmt.Errorf("serve %s: %s is call-level: behind its tools there is nothing that could be tried by hand", c.Suite, list[0].Name))
	}
	played := *list[0].Cases[0]
	if c.Case != "" {
		var names []string
		found := false
		for _, one := range list[0].Cases {
			names = append(names, one.Name)
			if one.Name == c.Case || one.ID() == c.Case {
				played, found = *one, true
			}
		}
		if !found {
			return nil, usage(fmt.Errorf("find case %s: suite %s has %s", c.Case, list[0].Name, strings.Join(names, ", ")))
		}
	}
	played.Limits.Minutes, played.Limits.Steps = handMinutes, played.Limits.Calls+played.Limits.Turns
	return &played, nil
}

func (c *serveCmd) serve(ctx context.Context, sys *system, desk *mcp.Counter, played *suites.Case) error {
	if c.HTTP == "" {
		return desk.Stdio(ctx, sys.stdin, sys.stdout)
	}
	err := desk.HTTP(ctx, c.HTTP, func(url string) {
		fmt.Fprintf(sys.stderr, "%s is served at %s\n", played.ID(), url)
	})
	return usage(err)
}

// hand is a candidate whose messages come from a desk.
type hand struct{ desk *mcp.Counter }

// Identity implements agent.Candidate.
func (hand) Identity() string { return "mcp:client" }

// Start implements agent.Candidate.
func (h hand) Start(context.Context, agent.Briefing) (agent.Session, error) { return h.desk, nil }

// playByHand runs one trial of a case, with what is planned for it.
func (c *serveCmd) playByHand(ctx context.Context, played *suites.Case, plan world.Plan, desk *mcp.Counter, wall func() time.Time) (*trace.Record, error) {
	w, err := world.Open(ctx, played.Suite)
	if err != nil {
		return nil, err
	}
	script, err := caller.Prepare(played)
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	record, err := trial.Run(ctx, trial.Setup{
		World: w, Case: played, Caller: script, Condition: c.Condition, Index: c.Trial, Seed: defaultSeed,
		Candidate: hand{desk}, Wall: wall, Plan: plan,
	})
	return record, errors.Join(err, w.Close())
}

// summary says how a case went that was played by hand.
func summary(c *suites.Case, r *trace.Record) string {
	var out strings.Builder
	v := grade.Grade(c, r)
	switch {
	case r.Void != nil:
		fmt.Fprintf(&out, "%s is void (%s): %s", c.ID(), r.Void.Class, r.Void.Reason)
	case v.Void == grade.NotExercised:
		fmt.Fprintf(&out, "%s is over (%s). The promise was kept, and nothing of what was planned was met: %s", c.ID(), r.End, c.Promise)
	case v.Pass:
		fmt.Fprintf(&out, "%s is over (%s). The promise was kept: %s", c.ID(), r.End, c.Promise)
	default:
		fmt.Fprintf(&out, "%s is over (%s). The promise was not kept: %s", c.ID(), r.End, c.Promise)
	}
	for _, f := range v.Findings {
		fmt.Fprintf(&out, "\n  %s %s: %s", f.Severity, f.Class, f.Message)
		if f.Call > 0 {
			fmt.Fprintf(&out, " (call %d)", f.Call)
		}
	}
	for _, f := range v.Faults {
		fmt.Fprintf(&out, "\n  fault %s%s: %s", f.Kind, at(f.Tool), became(f))
	}
	if d := r.Drift; d != nil {
		fmt.Fprintf(&out, "\n  drift %s%s", d.Kind, at(d.Tool))
	}
	return out.String()
}

func at(tool string) string {
	if tool == "" {
		return ""
	}
	return " at " + tool
}

// became says what came of a fault.
func became(f grade.FaultOutcome) string {
	switch {
	case !f.Reached:
		return "not met"
	case f.Unsafe:
		return "met, and what was done after it was unsafe"
	case f.Recovered:
		return "met, and recovered from"
	default:
		return "met, and not recovered from"
	}
}
