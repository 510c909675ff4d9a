package gate

import (
	"context"
	"fmt"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/thresholds"
)

// meter counts what a run spends against its budget. A resumed run counts what
// was spent before.
type meter struct {
	budget thresholds.Budget
	price  *Price
	wall   func() time.Time
	used   trace.Usage
	of     string // whose part of a budget it is, in words; "" for the whole
}

func newMeter(b thresholds.Budget, price *Price, wall func() time.Time) *meter {
	return &meter{budget: b, price: price, wall: wall}
}

// part leaves of the budget of a run what falls to one of its shards: of dollars
// and tokens its share, and all of the minutes, since shards run beside each other.
func (m *meter) part(s *Shard) *meter {
	if s != nil {
		m.budget.USD /= float64(s.Of)
		m.budget.Tokens = (m.budget.Tokens + s.Of - 1) / s.Of
		m.of = ", the part of " + s.Words() + ","
	}
	return m
}

// add counts a trial. It returns why the run has to stop, or "".
func (m *meter) add(line *Line) string {
	m.used = m.used.Add(line.usage())
	tokens := m.used.InputTokens + m.used.OutputTokens
	switch {
	case m.budget.Tokens > 0 && tokens >= m.budget.Tokens:
		return fmt.Sprintf("its budget of %d tokens%s is spent (%d used); raise plan.budget.tokens and go on with --resume", m.budget.Tokens, m.of, tokens)
	case m.budget.USD > 0 && m.price != nil && m.price.Cost(m.used) >= m.budget.USD:
		return fmt.Sprintf("its budget of $%.2f%s is spent ($%.2f used); raise plan.budget.usd and go on with --resume", m.budget.USD, m.of, m.price.Cost(m.used))
	default:
		return ""
	}
}

// limit ends a context when the budget's time is over.
func (m *meter) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if m.budget.Minutes <= 0 {
		return ctx, func() {}
	}
	over := fmt.Sprintf("its budget of %v minutes is over; raise plan.budget.minutes and go on with --resume", m.budget.Minutes)
	return context.WithTimeoutCause(ctx, time.Duration(m.budget.Minutes*float64(time.Minute)), &stop{over})
}

// trial tells whether a trial has spent more than it may.
func (m *meter) trial(u trace.Usage) bool {
	b := m.budget.Trial
	if b == nil {
		return false
	}
	return b.Tokens > 0 && u.InputTokens+u.OutputTokens > b.Tokens || b.USD > 0 && m.price != nil && m.price.Cost(u) > b.USD
}
