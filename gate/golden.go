package gate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/caller"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/gate/trial"
	"github.com/keptgate/keptgate/gate/world"
	"github.com/keptgate/keptgate/schemas"
	"github.com/keptgate/keptgate/suites"
)

// goldenLater is how much later the second run of a reference begins, so that
// what follows the clock shows.
const goldenLater = 61 * time.Second

// Golden plays, under steady conditions, the references of the cases that expect
// what their reference leaves, and fills in their expected changes. It comes once,
// before the suites are planned, and leaves alone what is filled in. The reference
// is played twice, from another seed and a minute later: what then differs, such as
// a time or a drawn number, may have any value. Problems say which references
// leave nothing, or no one state.
func Golden(ctx context.Context, list []*suites.Suite) error {
	var problems schemas.Problems
	for _, s := range list {
		found, err := goldenOf(ctx, s)
		if err != nil {
			return telling(s, err)
		}
		problems = append(problems, found...)
	}
	if len(problems) > 0 {
		return problems
	}
	return nil
}

func goldenOf(ctx context.Context, s *suites.Suite) (problems schemas.Problems, err error) {
	wanted := slices.Clone(s.Cases)
	wanted = slices.DeleteFunc(wanted, func(c *suites.Case) bool { return !c.Expect.Golden || len(c.Expect.Changes) > 0 })
	if len(wanted) == 0 {
		return nil, nil
	}
	w, err := world.Open(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = closing(err, w.Close) }()
	for _, c := range wanted {
		changes, why, err := golden(ctx, w, c)
		switch {
		case err != nil:
			return nil, err
		case why != "":
			p := schemas.Problem{
				Rule: "expect-reference", Severity: schemas.Error, File: c.File, Line: c.Line, Column: 1,
				Message: fmt.Sprintf("case %s expects what its reference leaves: %s", c.Name, why),
				Fix:     "mend the reference, or write the changes out; changes: [] is for a case in which nothing may change",
			}
			if s.HeldOut {
				p = suites.ConcealProblem(p)
			}
			problems = append(problems, p)
		default:
			c.Expect.Changes = changes
		}
	}
	return problems, nil
}

// golden plays a reference twice and returns what it changes, or why that is not
// known.
func golden(ctx context.Context, w *world.World, c *suites.Case) (_ []suites.ChangeSpec, why string, err error) {
	var runs [2][]trace.Change
	var first trace.Ledger
	for i := range runs {
		one := *c
		one.Now = c.Now.Add(time.Duration(i) * goldenLater)
		record, err := steadily(ctx, w, &one, uint64(i))
		switch {
		case err != nil:
			return nil, "", err
		case record.Void != nil:
			return nil, "it does not run: " + record.Void.Reason, nil
		}
		runs[i] = netInOrder(record.Ledger, c.Suite)
		if i == 0 {
			first = record.Ledger
		}
	}
	switch {
	case len(runs[0]) == 0:
		return nil, "it changes nothing", nil
	case !sameRows(runs[0], runs[1]):
		return nil, "two runs of it change different rows", nil
	}
	specs := goldenSpecs(c, w.Keys, first, runs)
	if len(specs) == 0 {
		return nil, "it changes nothing that counts", nil
	}
	return specs, "", nil
}

// steadily plays the reference of a case, with the faults that the case declares.
func steadily(ctx context.Context, w *world.World, c *suites.Case, seed uint64) (*trace.Record, error) {
	script, err := caller.Prepare(c)
	if err != nil {
		return nil, err
	}
	plan, err := world.NewPlan(c, Steady, 0, seed, world.Options{})
	if err != nil {
		return nil, err
	}
	return trial.Run(ctx, trial.Setup{
		World: w, Case: c, Caller: script, Condition: Steady, Seed: seed, Candidate: agent.Reference(), Wall: epoch, Plan: plan,
	})
}

// netInOrder is the net change without bookkeeping, in the order in which rows
// were first touched: generated keys may sort in any order.
func netInOrder(l trace.Ledger, s *suites.Suite) []trace.Change {
	type row struct{ table, id string }
	order := map[row]int{}
	for i := range l {
		for _, c := range l[i].Changes {
			if r := (row{c.Table, c.ID}); order[r] == 0 {
				order[r] = len(order) + 1
			}
		}
	}
	net := slices.DeleteFunc(l.Net(), func(c trace.Change) bool { return slices.Contains(s.Bookkeeping, c.Table) })
	slices.SortStableFunc(net, func(a, b trace.Change) int { return order[row{a.Table, a.ID}] - order[row{b.Table, b.ID}] })
	return net
}

// sameRows tells whether two runs changed the same rows in the same way, but for
// values and for the keys of new rows.
func sameRows(a, b []trace.Change) bool {
	return slices.EqualFunc(a, b, func(x, y trace.Change) bool {
		return x.Table == y.Table && x.Op == y.Op && (x.Op == trace.Insert || x.ID == y.ID) && slices.Equal(x.Columns(), y.Columns())
	})
}
