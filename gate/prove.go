package gate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// Prove plays the reference of every planned case once, and an agent that does
// nothing, before a candidate is asked anything: a case that its own reference
// cannot pass, or that doing nothing passes, would only cost money and mislead. It returns what is wrong with the suites, worlds included.
func Prove(ctx context.Context, p *Plan) ([]schemas.Problem, error) {
	stage, err := openStage(ctx, p)
	if err != nil {
		var problems schemas.Problems
		if errors.As(err, &problems) {
			return problems, nil
		}
		return nil, err
	}
	var found []schemas.Problem
	seen := map[*suites.Case]bool{}
	for _, t := range p.Tasks {
		if seen[t.Case] {
			continue
		}
		seen[t.Case] = true
		problems, err := prove(ctx, stage, t.Case, p.Seed)
		if err != nil {
			return nil, closing(err, stage.close)
		}
		found = append(found, problems...)
	}
	return found, stage.close()
}

// prove plays the reference of one case, which must pass, and an agent that does
// nothing, which must not.
func prove(ctx context.Context, s *stage, c *suites.Case, seed uint64) ([]schemas.Problem, error) {
	var out []schemas.Problem
	problem := func(rule, fix, format string, args ...any) {
		out = append(out, schemas.Problem{
			Rule: rule, Severity: schemas.Error, File: c.File, Line: c.Line, Column: 1,
			Message: fmt.Sprintf(format, args...), Fix: fix,
		})
	}
	play := func(candidate agent.Candidate) (*trace.Record, grade.Verdict, error) {
		r, err := trial.Run(ctx, s.setup(Task{Case: c, Condition: Steady}, seed, candidate, epoch))
		if err != nil {
			return nil, grade.Verdict{}, err
		}
		return r, grade.Grade(c, r), nil
	}
	record, verdict, err := play(agent.Reference())
	if err != nil {
		return nil, err
	}
	const mend = "mend the reference, or what the case expects"
	switch {
	case record.Void != nil:
		problem("reference-fails", mend, "the reference of %s does not run: %s", c.Name, record.Void.Reason)
	case !verdict.Pass:
		problem("reference-fails", mend, "the reference of %s fails its own case: %s", c.Name, failure(verdict))
	}
	if _, verdict, err = play(agent.Nothing()); err != nil {
		return nil, err
	}
	if verdict.Pass {
		problem("nothing-passes", "state what must be read, asked or told", "an agent that does nothing passes %s", c.Name)
	}
	return out, nil
}

// failure is the first failing finding in words.
func failure(v grade.Verdict) string {
	for _, f := range v.Findings {
		if f.Severity == grade.Fail {
			return f.Class + ": " + f.Message
		}
	}
	return "no finding says why"
}

// epoch is the clock of trials that no wall time can end.
func epoch() time.Time { return time.Unix(0, 0).UTC() }
