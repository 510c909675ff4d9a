package trial

import (
	"context"
	"fmt"

	"github.com/keptgate/keptgate/gate/trace"
)

// again begins the next call of the caller, where the case has one and the call
// before came to its end: a goodbye, or a handover, after which the person rings
// again all the same. A limit ends the whole trial, also one that was used up by
// then.
func (t *trial) again(ctx context.Context) (bool, error) {
	if t.later == len(t.setup.Case.Later) || t.record.End != trace.EndGoodbye && t.record.End != trace.EndHandover {
		return false, nil
	}
	session := t.session
	t.session = nil
	if err := session.Close(); err != nil {
		return false, fmt.Errorf("end call: %w", err)
	}
	if err := t.world.Return(ctx, &t.setup.Case.Later[t.later]); err != nil {
		return false, fmt.Errorf("let time pass: %w", err)
	}
	t.later++
	t.from, t.fired, t.empty = len(t.world.Ledger()), t.phase(), 0
	t.caller = t.setup.Caller.Later(t.later, t.setup.Index, t.from)
	switch limits := t.setup.Case.Limits; {
	case t.record.Steps >= t.steps():
		t.record.End = trace.EndSteps
	case t.record.Turns >= limits.Turns:
		t.record.End = trace.EndTurns
	default:
		t.record.End = ""
	}
	return t.record.End == "", nil
}

// ledger is what was done in the call under way.
func (t *trial) ledger() trace.Ledger { return t.world.Ledger()[t.from:] }
