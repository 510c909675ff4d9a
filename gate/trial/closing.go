package trial

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
)

// offer is what the harness says when the caller has left.
const offer = "The caller has left. File the record of this call with close_call: one item for each thing that was asked, " +
	"with what became of it. Nothing else can be done any more."

// close offers one turn with only close_call where the candidate filed nothing
// before the caller left. Whatever it answers, the call is over.
func (t *trial) close(ctx context.Context) error {
	if t.record.End != trace.EndGoodbye && t.record.End != trace.EndHandover {
		return nil
	}
	if t.ledger().Find(trace.ToolCloseCall) != nil {
		return nil
	}
	t.world.OnlyClosing()
	message := trace.Message{Role: trace.RoleHarness, Text: offer}
	if last := t.record.Messages[len(t.record.Messages)-1]; last.Role == trace.RoleTools {
		message.Replies = last.Replies
		t.record.Messages = t.record.Messages[:len(t.record.Messages)-1]
	}
	for {
		said, err := t.next(ctx, message, t.tools.Tools())
		if errors.Is(err, errEnded) {
			return nil
		}
		if err != nil || said.Cut || len(said.Calls) == 0 || len(said.Calls) > t.setup.Case.Limits.Calls {
			return err
		}
		replies, err := t.tools.Do(ctx, said.Calls)
		if err != nil {
			return fmt.Errorf("run closing calls: %w", err)
		}
		message = trace.Message{Role: trace.RoleTools, Replies: replies}
		if !t.whole() || t.world.Ledger().Asked() > t.setup.Case.Limits.Calls {
			t.note(message)
			return nil
		}
		// A whole agent reads what came of it, and ends its turn.
	}
}

// finish lets the effects come that are still to come when the call is over, and
// tries to take back all that the candidate did.
func (t *trial) finish(ctx context.Context) (err error) {
	if t.seat != nil {
		t.seat.leave()
	}
	if err := t.world.Settle(ctx); err != nil {
		return fmt.Errorf("settle accepted calls: %w", err)
	}
	if t.record.Undo, err = t.world.Undo(ctx); err != nil {
		return fmt.Errorf("undo calls: %w", err)
	}
	return nil
}

// void marks the record as one that does not count, with the reason. Time that
// ran out while a provider was asked is the provider's.
func (t *trial) void(err error) {
	t.record.End = trace.EndVoid
	class := "harness_error"
	var provider *agent.ProviderError
	var caller *breach
	switch {
	case errors.As(err, &caller):
		class = "caller_breach"
	case errors.As(err, &provider), t.hung:
		class = "provider_error"
	}
	t.record.Void = &trace.Void{
		Class: class, Reason: oneLine(err.Error()), Permanent: provider != nil && provider.Permanent,
	}
}

// oneLine cuts a reason to one line of at most 400 bytes.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 400 {
		s = strings.ToValidUTF8(s[:400], "") + "…"
	}
	return s
}
