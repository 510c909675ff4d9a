package shadow

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/keptgate/keptgate/gate/agent"
	"github.com/keptgate/keptgate/gate/trace"
	"github.com/keptgate/keptgate/suites/recorded"
)

// RecordedName is the candidate that does what the record says.
const RecordedName = "builtin:recorded"

// Recorded is builtin:recorded: it agrees with every record, and so proves the replay.
type Recorded struct{}

// Identity implements agent.Candidate.
func (Recorded) Identity() string { return RecordedName }

// Start implements agent.Candidate. Only a shadow has a record to follow.
func (Recorded) Start(context.Context, agent.Briefing) (agent.Session, error) {
	return nil, errors.New("there is no record to follow")
}

// follower is a session of it.
type follower struct {
	rounds []round
	at     int // rounds begun
	left   []recorded.Item
	calls  int
}

// Close implements agent.Session.
func (f *follower) Close() error { return nil }

// Next implements agent.Session: what the record's agent did next.
func (f *follower) Next(ctx context.Context, m trace.Message, _ []trace.Tool) (trace.Message, trace.Usage, error) {
	if m.Role == trace.RoleCaller {
		f.left = f.rounds[f.at].agent
		f.at++
	}
	var words []string
	said := trace.Message{Role: trace.RoleCandidate}
	for len(f.left) > 0 && len(said.Calls) == 0 {
		item := f.left[0]
		f.left = f.left[1:]
		if item.Agent != "" {
			words = append(words, item.Agent)
		}
		for _, call := range item.Calls {
			f.calls++
			said.Calls = append(said.Calls, trace.Call{ID: fmt.Sprintf("call_%d", f.calls), Tool: call.Tool, Arguments: written(call)})
		}
	}
	said.Text = strings.Join(words, "\n\n")
	return said, trace.Usage{}, ctx.Err()
}

// written are the arguments of a recorded call as a candidate writes them.
func written(c recorded.Call) string {
	if c.Args == nil {
		return c.Raw
	}
	text, _ := json.Marshal(c.Args) // what was read as JSON can be written as JSON
	return string(text)
}
