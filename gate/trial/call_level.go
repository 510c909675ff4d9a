package trial

import (
	"context"

	"github.com/keptgate/keptgate/gate/trace"
)

// take takes the answer of a call-level case: the calls of one message, or a
// message without any. A whole agent, which sends its calls as it likes, has
// answered once it says something.
func (t *trial) take(ctx context.Context, said trace.Message) (trace.Message, error) {
	if len(said.Calls) == 0 {
		t.record.Turns++
		t.record.End = trace.EndAnswered
		return trace.Message{}, nil
	}
	message, err := t.act(ctx, said.Calls)
	if err == nil && t.record.End == "" && !t.whole() {
		t.note(message)
		t.record.End = trace.EndAnswered
	}
	return message, err
}
