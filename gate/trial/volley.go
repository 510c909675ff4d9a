package trial

import (
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// stragglers is how long after a refusal a call still counts as sent before it.
const stragglers = 250 * time.Millisecond

// volley is what a whole agent sent as one message, as far as that can be told. Of
// calls sent at once some may arrive when others have been answered, since each
// comes on its own: they must not look as if they were made in spite of a refusal.
type volley struct {
	sent    map[string]bool   // tools with arguments
	refused map[string]bool   // tools of which a call failed
	tools   map[string]string // of calls, by their names
}

// takes tells whether calls belong to the message before, to which the replies
// are, coming that long after those: calls of a tool that refused others of it. One that was sent
// already is a retry, and never belongs to it.
func (c *volley) takes(calls []trace.Call, replies []trace.Reply, after time.Duration) bool {
	for _, r := range replies {
		if tool := c.tools[r.CallID]; !r.OK() {
			c.refused[tool] = true
		}
	}
	late := len(calls) > 0 && after < stragglers
	for _, call := range calls {
		late = late && c.refused[call.Tool] && !c.sent[call.Tool+call.Arguments]
	}
	if !late {
		*c = volley{sent: map[string]bool{}, refused: map[string]bool{}, tools: map[string]string{}}
	}
	for _, call := range calls {
		c.sent[call.Tool+call.Arguments], c.tools[call.ID] = true, call.Tool
	}
	return late
}
