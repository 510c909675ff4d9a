package gate

import (
	"context"
	"errors"
	"testing"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/thresholds"
)

func spending(in, cached, out int) *Line {
	return &Line{Record: &trace.Record{Usage: trace.Usage{InputTokens: in, CachedTokens: cached, OutputTokens: out}}}
}

func TestBudgetOfARun(t *testing.T) {
	price := &Price{In: 10, Cached: 1, Out: 100}
	for _, test := range []struct {
		name   string
		budget thresholds.Budget
		price  *Price
		want   string
	}{
		{"none", thresholds.Budget{}, price, ""},
		{"tokens left", thresholds.Budget{Tokens: 2_000_001}, price, ""},
		{"tokens spent", thresholds.Budget{Tokens: 2_000_000}, price, "its budget of 2000000 tokens is spent (2000000 used); raise plan.budget.tokens and go on with --resume"},
		// 800,000 fresh at $10, 1,000,000 cached at $1 and 200,000 out at $100 a million.
		{"money left", thresholds.Budget{USD: 29.01}, price, ""},
		{"money spent", thresholds.Budget{USD: 29}, price, "its budget of $29.00 is spent ($29.00 used); raise plan.budget.usd and go on with --resume"},
		{"no price, so no money is counted", thresholds.Budget{USD: 1}, nil, ""},
	} {
		m := newMeter(test.budget, test.price, epoch)
		if got := m.add(spending(900_000, 500_000, 100_000)); got != "" {
			t.Errorf("%s: half of it: %s", test.name, got)
		}
		if got := m.add(spending(900_000, 500_000, 100_000)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestBudgetOfATrial(t *testing.T) {
	for _, test := range []struct {
		name   string
		budget *thresholds.TrialBudget
		want   bool
	}{
		{"none", nil, false},
		{"tokens left", &thresholds.TrialBudget{Tokens: 110}, false},
		{"tokens spent", &thresholds.TrialBudget{Tokens: 109}, true},
		{"money left", &thresholds.TrialBudget{USD: .002}, false},
		{"money spent", &thresholds.TrialBudget{USD: .0019}, true},
	} {
		m := newMeter(thresholds.Budget{Trial: test.budget}, &Price{In: 10, Out: 100}, epoch)
		if got := m.trial(trace.Usage{InputTokens: 100, OutputTokens: 10}); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestTimeOfARun(t *testing.T) {
	ctx, done := newMeter(thresholds.Budget{Minutes: 1e-9}, nil, epoch).limit(context.Background())
	defer done()
	<-ctx.Done()
	var over *stop
	if !errors.As(context.Cause(ctx), &over) || over.reason != "its budget of 1e-09 minutes is over; raise plan.budget.minutes and go on with --resume" {
		t.Errorf("cause %v", context.Cause(ctx))
	}
	ctx, done = newMeter(thresholds.Budget{}, nil, epoch).limit(context.Background())
	defer done()
	if ctx.Done() != nil {
		t.Error("a run without a limit has one")
	}
}
