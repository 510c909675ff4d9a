package agent

import (
	"fmt"
	"maps"
)

// keyed tells whether the call carries an idempotency key, so that making it
// again does nothing twice.
func (e *effort) keyed() bool {
	key, ok := e.call.Args[e.call.Idempotency]
	return ok && key != nil && key != "" && e.call.Idempotency != ""
}

// key gives a write the idempotency key that its tool can take, where the script
// gives none. It belongs to the call's place in the script, so that every
// attempt of the call has the same one, and no other call has it.
func (p *player) key(c *ScriptCall, place int) {
	if !c.writes() || c.Idempotency == "" {
		return
	}
	switch given := c.Args[c.Idempotency]; {
	case p.script.manner.noKeys:
		delete(c.Args, c.Idempotency)
	case given == nil || given == "":
		c.Args[c.Idempotency] = fmt.Sprintf("%s-%d-%d", p.prefix, p.at, place+1)
	}
}

// rekeyed is the call as it is sent next: the same, but for an agent that takes
// a new key each time.
func (e *effort) rekeyed() *ScriptCall {
	key, ok := e.call.Args[e.call.Idempotency].(string)
	if !e.habit().freshKeys || e.sends < 2 || !ok {
		return &e.call
	}
	return withKey(e.call, fmt.Sprintf("%s-%d", key, e.sends))
}

func withKey(c ScriptCall, key string) *ScriptCall {
	c.Args = maps.Clone(c.Args)
	c.Args[c.Idempotency] = key
	return &c
}
